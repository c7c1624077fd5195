"""Handing episodes out to workers, so that each is done once whatever becomes of the workers."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from is_bench_eval.errors import WorkersLost
from is_bench_eval.recording.results import EpisodeError, Record, error_record
from is_bench_eval.specs.run_spec import EpisodeSpec
from is_bench_eval.workers.pool import Concurrency, Event, Finished, Lost, Ready, WorkerPool

POLL_S = 0.2
"""How soon a wish to stop is noticed."""
MOST_FAILED_STARTS = 3
"""After so many workers in a row that ended before they were ready, the run ends."""
TRUSTED_LOSSES = 2
"""An episode that has lost so many workers gets the next one for itself."""


@dataclass
class _Worker:
    ready: bool = False
    alone: bool = False
    """Whether it is to have one episode only."""
    holds: dict[tuple[str, int], EpisodeSpec] = field(default_factory=dict)


LostWorker = Callable[[str, int], None]
"""Told why a worker was lost, and how many episodes run again."""


class Dispatcher:
    """Has episodes run by a pool.

    An episode whose worker is lost runs again.  One that has lost two workers runs alone, and if it
    had its last one for itself it is that episode which ends workers: it could not be run.
    """

    def __init__(
        self,
        pool: WorkerPool,
        episodes: Sequence[EpisodeSpec],
        concurrency: Concurrency,
        lost: LostWorker,
    ) -> None:
        """`lost` is told of every lost worker."""
        self._pool = pool
        self._pending = deque(episodes)
        self._suspects: deque[EpisodeSpec] = deque()
        self._losses: Counter[tuple[str, int]] = Counter()
        self._workers: dict[int, _Worker] = {}
        self._numbers = count()
        self._concurrency = concurrency
        self._failed_starts = 0
        self._tell_lost = lost

    def records(self, stopping: Callable[[], bool]) -> Iterator[Record]:
        """The lines of the episodes as they end.

        When `stopping`, what has ended already is still told; then KeyboardInterrupt is raised.
        Raises WorkersLost if no worker can be started.
        """
        try:
            while self._open:
                self._hire()
                self._hand_out()
                yield from self._take(self._pool.events(POLL_S))
                if stopping():
                    yield from self._take(self._pool.events(0))
                    raise KeyboardInterrupt
        finally:
            self._pool.close()

    @property
    def _open(self) -> int:
        held = sum(len(worker.holds) for worker in self._workers.values())
        return len(self._pending) + len(self._suspects) + held

    def _hire(self) -> None:
        while len(self._workers) < min(self._concurrency.workers, self._open):
            number = next(self._numbers)
            self._workers[number] = _Worker()
            self._pool.start(number)

    def _hand_out(self) -> None:
        for number, worker in self._workers.items():
            if self._suspects and worker.ready and not worker.holds:
                worker.alone = True
                self._give(number, worker, self._suspects.popleft())
        while self._pending and (free := self._least_busy()) is not None:
            self._give(free, self._workers[free], self._pending.popleft())

    def _least_busy(self) -> int | None:
        """The worker to give the next episode to; None if all have their hands full."""
        free = {
            number: len(worker.holds)
            for number, worker in self._workers.items()
            if worker.ready and not worker.alone and len(worker.holds) < self._concurrency.in_flight
        }
        return min(free, key=lambda number: free[number]) if free else None

    def _give(self, number: int, worker: _Worker, episode: EpisodeSpec) -> None:
        worker.holds[episode.task, episode.plan_index] = episode
        self._pool.assign(number, episode)

    def _take(self, events: Sequence[Event]) -> Iterator[Record]:
        for event in events:
            worker = self._workers[event.worker]
            match event:
                case Ready():
                    worker.ready = True
                    self._failed_starts = 0
                case Finished(record=record):
                    del worker.holds[record["task"], record["plan_index"]]
                    worker.alone = False
                    yield record
                case Lost(why=why):
                    del self._workers[event.worker]
                    yield from self._bury(worker, why)

    def _bury(self, worker: _Worker, why: str) -> Iterator[Record]:
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts == MOST_FAILED_STARTS:
                raise WorkersLost(f"no worker can be started: {why}")
        again = 0
        for key, episode in worker.holds.items():
            self._losses[key] += 1
            if self._losses[key] < TRUSTED_LOSSES:
                self._pending.appendleft(episode)
                again += 1
            elif len(worker.holds) > 1:
                self._suspects.append(episode)
                again += 1
            else:
                error = f"its worker was lost {self._losses[key]} times: {why}"
                yield error_record(EpisodeError(episode, error))
        self._tell_lost(why, again)
