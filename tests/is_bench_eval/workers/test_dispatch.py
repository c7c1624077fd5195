"""Every episode is done once, whatever becomes of the workers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from is_bench_eval.errors import WorkersLost
from is_bench_eval.recording.results import Record
from is_bench_eval.specs.run_spec import EpisodeSpec
from is_bench_eval.workers.dispatch import MOST_FAILED_STARTS, Dispatcher
from is_bench_eval.workers.pool import Concurrency, Event, Finished, Lost, Ready

Fate = Callable[[int, int], bool]
"""Whether the worker with a number dies of the episode with a number."""


def episodes(count: int) -> list[EpisodeSpec]:
    return [EpisodeSpec(n, f"task_{n}", 0) for n in range(count)]


class ScriptedWorkers:
    """Workers that finish their oldest episode at every look, unless they die of it."""

    def __init__(self, dies: Fate, starts: Callable[[int], bool] = lambda _: True) -> None:
        self.dies = dies
        self.starts = starts
        self.started: list[int] = []
        self.holds: dict[int, deque[EpisodeSpec]] = {}
        self.most_held = 0
        self.ran: list[int] = []
        self.closed = False

    def start(self, worker: int) -> None:
        self.started.append(worker)

    def assign(self, worker: int, episode: EpisodeSpec) -> None:
        self.holds[worker].append(episode)
        self.most_held = max(self.most_held, len(self.holds[worker]))

    def events(self, seconds: float) -> Sequence[Event]:
        del seconds
        found: list[Event] = []
        for worker in self.started:
            if self.starts(worker):
                self.holds[worker] = deque()
                found.append(Ready(worker))
            else:
                found.append(Lost(worker, "it will not start"))
        self.started = []
        for worker, held in list(self.holds.items()):
            if held and self.dies(worker, held[0].position):
                del self.holds[worker]
                found.append(Lost(worker, "killed"))
            elif held:
                done = held.popleft()
                self.ran.append(done.position)
                record: Record = {"task": done.task, "plan_index": done.plan_index}
                found.append(Finished(worker, record))
        return found

    def close(self) -> None:
        self.closed = True


def run(
    pool: ScriptedWorkers,
    count: int,
    concurrency: Concurrency,
    lost: list[tuple[str, int]] | None = None,
) -> Iterator[Record]:
    def tell(why: str, again: int) -> None:
        if lost is not None:
            lost.append((why, again))

    return Dispatcher(pool, episodes(count), concurrency, tell).records(lambda: False)


def names(records: Sequence[Record]) -> list[str]:
    return sorted(record["task"] for record in records)


@pytest.mark.parametrize(("workers", "in_flight"), [(1, 1), (1, 8), (3, 1), (3, 4), (50, 2)])
def test_every_episode_is_done_once(workers: int, in_flight: int) -> None:
    pool = ScriptedWorkers(lambda _worker, _episode: False)
    records = list(run(pool, 20, Concurrency(workers, in_flight)))
    assert names(records) == names([{"task": e.task} for e in episodes(20)])
    assert sorted(pool.ran) == list(range(20))
    assert pool.most_held <= in_flight
    assert pool.closed


def test_no_more_workers_are_hired_than_there_are_episodes() -> None:
    pool = ScriptedWorkers(lambda _worker, _episode: False)
    list(run(pool, 2, Concurrency(workers=9)))
    assert len(pool.holds) == 2


def test_the_work_is_shared_evenly() -> None:
    pool = ScriptedWorkers(lambda _worker, _episode: False)
    list(run(pool, 4, Concurrency(workers=2, in_flight=4)))
    assert pool.most_held == 2


def test_what_a_lost_worker_held_runs_again() -> None:
    pool = ScriptedWorkers(lambda worker, episode: worker == 0 and episode == 3)
    lost: list[tuple[str, int]] = []
    records = list(run(pool, 10, Concurrency(workers=1, in_flight=4), lost))
    assert len(records) == 10
    assert not any("error" in record for record in records)
    assert sorted(pool.ran) == list(range(10))
    assert lost == [("killed", 4)]


@pytest.mark.parametrize("in_flight", [1, 4])
def test_an_episode_that_ends_workers_is_found_and_hurts_no_other(in_flight: int) -> None:
    pool = ScriptedWorkers(lambda _worker, episode: episode == 3)
    records = list(run(pool, 10, Concurrency(workers=2, in_flight=in_flight)))
    failed = [record for record in records if "error" in record]
    assert len(records) == 10
    assert [record["task"] for record in failed] == ["task_3"]
    assert failed[0]["error"] == "its worker was lost 2 times: killed"
    assert sorted(pool.ran) == [n for n in range(10) if n != 3]


def test_a_crew_that_cannot_start_ends_the_run() -> None:
    pool = ScriptedWorkers(lambda _worker, _episode: False, starts=lambda _worker: False)
    with pytest.raises(WorkersLost, match="no worker can be started: it will not start"):
        list(run(pool, 10, Concurrency(workers=1)))
    assert pool.closed


def test_a_few_failed_starts_are_borne() -> None:
    pool = ScriptedWorkers(
        lambda _worker, _episode: False, starts=lambda worker: worker >= MOST_FAILED_STARTS - 1
    )
    assert len(list(run(pool, 10, Concurrency(workers=1)))) == 10


def test_who_stops_gets_what_is_finished() -> None:
    pool = ScriptedWorkers(lambda _worker, _episode: False)
    records: list[Record] = []
    dispatcher = Dispatcher(pool, episodes(10), Concurrency(1, 4), lambda _why, _again: None)
    with pytest.raises(KeyboardInterrupt):
        records.extend(dispatcher.records(lambda: len(pool.ran) >= 2))
    assert names(records) == names([{"task": f"task_{n}"} for n in pool.ran])
    assert 2 <= len(records) < 10
    assert pool.closed


@settings(max_examples=60, deadline=None)
@given(
    deaths=st.lists(st.tuples(st.integers(0, 30), st.integers(0, 14)), max_size=25),
    workers=st.integers(1, 4),
    in_flight=st.integers(1, 5),
)
def test_nothing_is_lost_nor_done_twice(
    deaths: list[tuple[int, int]], workers: int, in_flight: int
) -> None:
    pool = ScriptedWorkers(lambda worker, episode: (worker, episode) in deaths)
    records = list(run(pool, 15, Concurrency(workers, in_flight)))
    assert names(records) == names([{"task": e.task} for e in episodes(15)])
    failed = {record["task"] for record in records if "error" in record}
    assert sorted(pool.ran) == [n for n in range(15) if f"task_{n}" not in failed]
