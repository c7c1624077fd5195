"""A whole run: every episode, written as it ends, then the summary and the report."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any

from is_bench.scenarios import Dataset, load_dataset
from is_bench_eval.engines import ENGINES, Engine
from is_bench_eval.results import EpisodeError, Record, episode_record, error_record, summarise
from is_bench_eval.run_folder import RunFolder
from is_bench_eval.spec import EpisodeSpec, RunSpec


@dataclass(frozen=True)
class RunPlan:
    """Everything that a run needs."""

    spec: RunSpec
    dataset: Dataset
    episodes: Sequence[EpisodeSpec]
    manifest: Mapping[str, Any]
    out: Path
    workers: int = 1
    record: bool = False
    resume: bool = False


@dataclass(frozen=True)
class RunResult:
    """What a run has written."""

    records: Sequence[Record]
    summary: Record

    @property
    def failed(self) -> Sequence[Record]:
        """The episodes that could not be run."""
        return [record for record in self.records if "error" in record]


Progress = Callable[[Record], None]
"""Called with each episode's line as it is written."""


def execute(plan: RunPlan, progress: Progress, started: Callable[[int], None]) -> RunResult:
    """Run what is not done yet; `started` is told how many episodes of a resumed run are done."""
    folder = RunFolder(plan.out)
    done = folder.open(plan.manifest, resume=plan.resume)
    started(len(done))
    todo = [e for e in plan.episodes if (e.task, e.plan_index) not in done]
    for record in _records(plan, todo):
        folder.append(record)
        done[record["task"], record["plan_index"]] = record
        progress(record)
    records = [done[episode.task, episode.plan_index] for episode in plan.episodes]
    folder.finish(records)
    summary = summarise(records)
    folder.write_json("summary.json", summary)
    return RunResult(records, summary)


def _records(plan: RunPlan, todo: Sequence[EpisodeSpec]) -> Iterator[Record]:
    if not todo:
        return
    if plan.workers > 1:
        yield from _parallel(plan, todo)
        return
    bag = _new_bag(plan.out) if plan.record else None
    with closing(ENGINES[plan.spec.engine](plan.spec, plan.dataset, bag)) as engine:
        for episode in todo:
            yield _run_one(engine, plan.dataset, episode)


def _run_one(engine: Engine, dataset: Dataset, episode: EpisodeSpec) -> Record:
    try:
        result = engine.run(episode)
    except Exception as error:  # noqa: BLE001  # the infrastructure's fault, whatever it was: counted apart
        return error_record(EpisodeError(episode, f"{type(error).__name__}: {error}"))
    return episode_record(dataset.get(episode.task), result)


def _parallel(plan: RunPlan, todo: Sequence[EpisodeSpec]) -> Iterator[Record]:
    """The direct engine in several processes; in the order in which they finish."""
    context = get_context("spawn")
    with ProcessPoolExecutor(
        plan.workers, mp_context=context, initializer=_start_worker, initargs=(plan.spec,)
    ) as pool:
        try:
            futures = {_submit(pool, episode): episode for episode in todo}
            for future in as_completed(futures):
                yield _result(future, futures[future])
        finally:  # else an interrupted run would go on until every episode is done
            pool.shutdown(cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, episode: EpisodeSpec) -> Future[Record]:
    try:
        return pool.submit(_work, episode)
    except BrokenProcessPool as error:  # a worker died before all episodes were handed out
        failed: Future[Record] = Future()
        failed.set_exception(error)
        return failed


def _result(future: Future[Record], episode: EpisodeSpec) -> Record:
    try:
        return future.result()
    except Exception as error:  # noqa: BLE001  # a worker that died breaks the pool: none of these is the agent's fault
        return error_record(EpisodeError(episode, f"{type(error).__name__}: {error}"))


_worker: dict[str, tuple[RunSpec, Dataset]] = {}


def _start_worker(spec: RunSpec) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the first decides
    Thread(target=_end_with_parent, daemon=True).start()
    _worker["run"] = (spec, load_dataset(spec.dataset))


def _end_with_parent() -> None:
    """End this worker when the run is killed; it would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(episode: EpisodeSpec) -> Record:
    spec, dataset = _worker["run"]
    with closing(ENGINES[spec.engine](spec, dataset, None)) as engine:
        return _run_one(engine, dataset, episode)


def _new_bag(out: Path) -> Path:
    """The folder for the bag of this (part of a) run: a resumed run adds a bag."""
    bags = out / "bags"
    number = 0
    while (bags / f"run_{number}").exists():
        number += 1
    return bags / f"run_{number}"
