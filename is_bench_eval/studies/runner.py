"""Running a study over its scenarios, in one process or several; the cases are the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Any

from is_bench.scenarios import Dataset
from is_bench_eval.console.interrupts import unheard_by_children, uninterrupted
from is_bench_eval.errors import error_text
from is_bench_eval.specs.run_spec import RunSpec, open_dataset
from is_bench_eval.studies.case_runner import CaseRunner
from is_bench_eval.studies.catalogue import STUDIES
from is_bench_eval.studies.study import TIMING, Case, Study

Progress = Callable[[int], None]
"""Called with the number of scenarios that are done more."""
Failure = dict[str, str]
"""A scenario that could not be run: {"task", "error"}."""


@dataclass(frozen=True)
class StudyResult:
    """What a study has found."""

    cases: list[Case]
    """In the order of the dataset; none of scenarios that could not be run."""
    failures: list[Failure]
    timings: list[dict[str, Any]]
    """The wall times of cases, which are not in `cases`."""


@dataclass(frozen=True)
class _Done:
    """Some scenarios that share a scene, as they come out of a process."""

    scenarios: int
    cases: list[Case]
    failures: list[Failure]


def run_study(
    study: Study,
    run: RunSpec,
    dataset: Dataset,
    tasks: Sequence[str],
    *,
    workers: int,
    progress: Progress,
) -> StudyResult:
    """Run `study` over `tasks`.

    A scenario that cannot be run is left out as a whole and named, so that what is compared is
    always the same cases.
    """
    result = StudyResult([], [], [])
    for done in _in_order(study, run, dataset, _by_scene(dataset, tasks), workers):
        result.failures.extend(done.failures)
        for case in done.cases:
            timing = case.pop(TIMING, None)
            if timing is not None:
                result.timings.append(timing)
            result.cases.append(case)
        progress(done.scenarios)
    return result


def _by_scene(dataset: Dataset, tasks: Sequence[str]) -> list[tuple[str, ...]]:
    """The tasks with the neighbors that have the same scene: twins share what is grounded."""
    grouped = groupby(tasks, key=lambda name: dataset.get(name).scene.name)
    return [tuple(names) for _, names in grouped]


def _in_order(
    study: Study, run: RunSpec, dataset: Dataset, units: Sequence[tuple[str, ...]], workers: int
) -> Iterator[_Done]:
    if workers == 1:
        runner = _case_runner(run)
        yield from (_run_unit(study, dataset, runner, unit) for unit in units)
        return
    with ProcessPoolExecutor(
        workers,
        mp_context=get_context("spawn"),
        initializer=_start_worker,
        initargs=(study.name, run),
    ) as pool:
        try:
            with unheard_by_children():  # Ctrl-C reaches all processes; the first decides
                done = pool.map(_work, units)
            yield from done
        except KeyboardInterrupt:  # else what they are at would be waited for
            for worker in active_children():
                worker.kill()
            raise
        finally:  # else an interrupted study would go on until every scenario is done
            pool.shutdown(cancel_futures=True)


def _case_runner(run: RunSpec) -> CaseRunner:
    return CaseRunner(run.dataset, run.world, run.knowledge_base)


def _run_unit(study: Study, dataset: Dataset, runner: CaseRunner, unit: Sequence[str]) -> _Done:
    done = _Done(len(unit), [], [])
    for name in unit:
        try:
            with uninterrupted():
                done.cases.extend(study.cases(dataset.get(name), runner))
        except Exception as error:  # noqa: BLE001  # the infrastructure's fault, whatever it was: counted apart
            done.failures.append({"task": name, "error": error_text(error)})
    return done


_worker: dict[str, tuple[Study, Dataset, CaseRunner]] = {}


def _start_worker(study: str, run: RunSpec) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    _worker["study"] = (STUDIES[study], open_dataset(run), _case_runner(run))


def _end_with_parent() -> None:
    """End this worker when the study is killed; it would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(unit: Sequence[str]) -> _Done:
    study, dataset, runner = _worker["study"]
    return _run_unit(study, dataset, runner, unit)
