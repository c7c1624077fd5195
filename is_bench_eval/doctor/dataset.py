"""What is wrong with a dataset: task by task, with file and reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from is_bench.errors import InputError, Place
from is_bench.scenarios import Dataset, Scenario
from is_bench.scenarios.is_bench_data import is_data_folder, problem_file, task_files
from is_bench_eval.doctor.annotations import check_annotations
from is_bench_eval.doctor.findings import Finding, Severity
from is_bench_eval.doctor.planning import check_planning
from is_bench_eval.doctor.reference import check_reference

Check = Callable[[Scenario], Iterator[Finding]]
CHECKS: tuple[Check, ...] = (check_annotations, check_planning, check_reference)


def check_dataset(dataset: Dataset, folder: Path | None) -> Iterator[Finding]:
    """Every defect of every scenario; `folder` is where the dataset was read from."""
    for name in dataset.names:
        yield from check_scenario(dataset, name)
    if folder is not None and is_data_folder(folder):
        yield from _folders(folder)


def check_scenario(dataset: Dataset, name: str) -> Iterator[Finding]:
    """Every defect of one scenario."""
    try:
        scenario = dataset.get(name)
    except InputError as error:
        yield Finding(Severity.ERROR, "cannot be read", error.message, error.place)
        return
    for check in CHECKS:
        yield from check(scenario)


def _folders(folder: Path) -> Iterator[Finding]:
    """BDDL folders that are misnamed, or that no task uses."""
    used = set()
    for name in task_files(folder):
        try:
            path = problem_file(folder, name)
        except InputError:
            continue  # told when the task was read
        used.add(path.parent.name)
        if path.parent.name != name:
            yield Finding(
                Severity.WARNING,
                "misnamed BDDL folder",
                f"the task {name!r} is found only by its problem's name; released code fails it",
                Place(str(path.parent)),
                f"rename the folder to {name}",
            )
    for path in sorted((folder / "bddl").iterdir()):
        if path.is_dir() and path.name not in used:
            yield Finding(Severity.NOTE, "unused BDDL folder", "no task uses it", Place(str(path)))
