"""A whole run: every episode, written as it ends, then the summary and the report."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from is_bench.scenarios import Dataset
from is_bench_eval.console.interrupts import check_interrupt, deferred_interrupts, uninterrupted
from is_bench_eval.engines.ros_domains import free_domain
from is_bench_eval.recording.footage_files import FOLDER as FOOTAGE
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.recording.results import Record
from is_bench_eval.recording.run_folder import RunFolder
from is_bench_eval.recording.run_seals import NOTE, seals_of_run
from is_bench_eval.recording.summary import summarize
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_bench_eval.workers.dispatch import Dispatcher, LostWorker
from is_bench_eval.workers.judged_engine import JudgedEngine
from is_bench_eval.workers.pool import Concurrency, WorkerPool
from is_bench_eval.workers.processes import ProcessWorkers, WorkerSettings
from is_bench_eval.workers.ray_cluster import RayWorkers, connect
from is_bench_eval.workers.threads import ThreadWorkers


@dataclass(frozen=True)
class RunPlan:
    """Everything that a run needs."""

    spec: RunSpec
    dataset: Dataset
    episodes: Sequence[EpisodeSpec]
    manifest: Mapping[str, Any]
    out: Path
    concurrency: Concurrency = field(default_factory=Concurrency)
    ray_address: str | None = None
    """Of the cluster for the ray engine; None: RAY_ADDRESS, else one that is started."""
    record: bool = False
    resume: bool = False

    @property
    def workers_spec(self) -> RunSpec:
        """What each worker runs: the same, with its share of the limits."""
        planning = self.spec.planning
        if planning is None:
            return self.spec
        return replace(self.spec, planning=planning.shared(self.concurrency.workers))


@dataclass(frozen=True)
class RunResult:
    """What a run has written."""

    records: Sequence[Record]
    summary: Record

    @property
    def failed(self) -> Sequence[Record]:
        """The episodes that could not be run."""
        return [record for record in self.records if "error" in record]


class Watcher(Protocol):
    """Is told how a run goes on."""

    def started(self, done: int) -> None:
        """Of a resumed run, `done` episodes are there already."""
        ...

    def wrote(self, record: Record) -> None:
        """An episode's line was written."""
        ...

    def lost(self, why: str, again: int) -> None:
        """A worker was lost; `again` episodes that it had run once more."""
        ...


def execute(plan: RunPlan, watcher: Watcher) -> RunResult:
    """Run what is not done yet.

    Raises RunFolderProblem or EngineUnavailable, before anything is written.
    """
    _check_graph(plan)
    with _cluster(plan) as ray:
        return _execute(plan, watcher, ray)


def _check_graph(plan: RunPlan) -> None:
    """Raise EngineUnavailable if other nodes would answer for those of the run.

    Several workers have a domain each, which nobody is in.
    """
    if plan.spec.engine == "ros" and plan.concurrency.workers == 1:
        from is_bench_eval.engines.ros.duplicate_servers import check_alone

        check_alone(plan.spec)


@contextmanager
def _cluster(plan: RunPlan) -> Iterator[Any]:
    """Ray, where the run needs it; a local cluster ends with the run."""
    if plan.spec.engine != "ray":
        yield None
        return
    ray = connect(plan.ray_address, plan.concurrency.workers)
    try:
        yield ray
    finally:
        ray.shutdown()


def _execute(plan: RunPlan, watcher: Watcher, ray: Any) -> RunResult:
    folder = RunFolder(plan.out)
    done = folder.open(plan.manifest, resume=plan.resume)
    watcher.started(len(done))
    todo = [e for e in plan.episodes if (e.task, e.plan_index) not in done]
    with closing(_records(plan, todo, watcher.lost, ray)) as records:
        for record in records:
            check_interrupt()  # else what it broke would be written as an episode that failed
            folder.append(record)
            done[record["task"], record["plan_index"]] = record
            watcher.wrote(record)
    ordered = [done[episode.task, episode.plan_index] for episode in plan.episodes]
    folder.finish(ordered)
    summary = summarize(ordered)
    folder.write_json("summary.json", summary)
    if plan.record:
        folder.write_json(NOTE, seals_of_run(plan.out))
    return RunResult(ordered, summary)


def _records(
    plan: RunPlan, todo: Sequence[EpisodeSpec], lost: LostWorker, ray: Any
) -> Generator[Record]:
    if not todo:
        return
    if ray is not None:
        pool: WorkerPool = RayWorkers(
            ray, plan.workers_spec, plan.dataset, plan.concurrency.in_flight
        )
        yield from _dispatched(pool, plan, todo, lost)
    elif plan.concurrency.workers > 1:
        yield from _dispatched(ProcessWorkers(_worker_settings(plan)), plan, todo, lost)
    else:
        outputs = next(_output_paths(plan))
        with uninterrupted():
            opened = JudgedEngine(plan.spec, plan.dataset, outputs)
        with closing(opened) as engine:
            if plan.concurrency.in_flight > 1:
                pool = ThreadWorkers(engine, plan.concurrency.in_flight)
                yield from _dispatched(pool, plan, todo, lost)
            else:
                yield from map(engine.run, todo)


def _dispatched(
    pool: WorkerPool, plan: RunPlan, todo: Sequence[EpisodeSpec], lost: LostWorker
) -> Iterator[Record]:
    with deferred_interrupts() as stopping:
        yield from Dispatcher(pool, todo, plan.concurrency, lost).records(stopping)


def _worker_settings(plan: RunPlan) -> Iterator[WorkerSettings]:
    """What worker processes start with, one after the other."""
    paths = _output_paths(plan)
    while True:
        yield WorkerSettings(
            plan.workers_spec,
            plan.dataset,
            plan.concurrency.in_flight,
            next(paths),
            free_domain() if plan.spec.engine == "ros" else None,
        )


def _output_paths(plan: RunPlan) -> Iterator[OutputPaths]:
    """What each worker keeps: bags of their own, clips and footage each in one folder."""
    bags = _new_bags(plan.out)
    clips = plan.out / "clips" if plan.spec.render else None
    while True:
        yield OutputPaths(next(bags) if plan.record else None, clips, plan.out / FOOTAGE)


def _new_bags(out: Path) -> Iterator[Path]:
    """Folders for the bags of this (part of a) run: a resumed run adds bags."""
    numbered = (out / "bags" / f"run_{number}" for number in count())
    return (path for path in numbered if not path.exists())
