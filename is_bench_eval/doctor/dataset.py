"""Whether the tasks of a dataset load, and what is wrong with those that do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from is_bench.errors import InputError
from is_bench.scenarios import Dataset
from is_bench.scenarios.safe_agent_bench import is_dataset_folder
from is_bench_eval.doctor.defects.abilities import check_abilities
from is_bench_eval.doctor.defects.expressions import check_expressions
from is_bench_eval.doctor.defects.folders import check_folders
from is_bench_eval.doctor.defects.names import check_names
from is_bench_eval.doctor.defects.plans import (
    check_careless,
    check_no_reference,
    check_reference,
    run_plan,
)
from is_bench_eval.doctor.defects.problem_goal import check_problem_goal
from is_bench_eval.doctor.defects.rows import check_rows
from is_bench_eval.doctor.defects.triggers import check_triggers
from is_bench_eval.doctor.defects.vacuity import check_vacuity
from is_bench_eval.doctor.defects.washing import check_washing
from is_bench_eval.doctor.findings import Finding, Severity
from is_bench_eval.doctor.task import Defect, Task, read_task

UNLOADABLE = Defect(
    "task that cannot be loaded", "correct it; no run can include it", Severity.ERROR
)
_CHECKS: tuple[Callable[[Task], Iterator[Finding]], ...] = (
    check_names,
    check_triggers,
    check_expressions,
    check_abilities,
    check_washing,
    check_vacuity,
    check_careless,
)


def check_dataset(
    folder: Path, dataset: Dataset, begin: Callable[[str], object] = str
) -> Iterator[Finding]:
    """The defects of the dataset in `folder`; `begin` is called with each task's name."""
    if is_dataset_folder(folder):
        yield from check_rows(folder, begin)
        return
    yield from check_folders(folder)
    for name in dataset.names:
        begin(name)
        try:
            task = read_task(dataset, name)
        except InputError as error:
            yield UNLOADABLE.found(name, error.place, error.message)
        else:
            yield from check_task(task)


def check_task(task: Task) -> Iterator[Finding]:
    """The defects of one task."""
    for check in _CHECKS:
        yield from check(task)
    reference = task.scenario.plans.reference
    trace = run_plan(task, reference) if reference else None
    yield from check_reference(task, trace) if trace else check_no_reference(task)
    yield from check_problem_goal(task, trace)
