"""Episodes in threads of this process: for planners that mostly wait, as for a language model."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread

from is_bench_eval.recording.results import Record
from is_bench_eval.specs.run_spec import EpisodeSpec
from is_bench_eval.workers.judged_engine import JudgedEngine
from is_bench_eval.workers.pool import Event, Finished, Ready


class EpisodeThreads:
    """Threads that run episodes until they are closed."""

    def __init__(self, engine: JudgedEngine, threads: int) -> None:
        """`threads` episodes run at a time."""
        self.finished: SimpleQueue[Record] = SimpleQueue()
        """The lines of the episodes as they end."""
        self._engine = engine
        self._episodes: SimpleQueue[EpisodeSpec | None] = SimpleQueue()
        # daemons: who stops the run does not wait for a model's answer
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def put(self, episode: EpisodeSpec) -> None:
        """Have an episode run."""
        self._episodes.put(episode)

    def close(self) -> None:
        """Take no more episodes."""
        for _ in self._threads:
            self._episodes.put(None)

    def join(self) -> None:
        """Wait for the episodes that are running; after `close`."""
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (episode := self._episodes.get()) is not None:
            self.finished.put(self._engine.run(episode))


class ThreadWorkers:
    """One worker, this process, with many episodes in flight."""

    def __init__(self, engine: JudgedEngine, in_flight: int) -> None:
        """`in_flight` episodes run at a time; the engine stays the caller's."""
        self._threads = EpisodeThreads(engine, in_flight)
        self._worker = 0
        self._ready = False

    def start(self, worker: int) -> None:
        """Be the worker; there is one, and it is not lost."""
        self._worker = worker

    def assign(self, worker: int, episode: EpisodeSpec) -> None:
        """Run an episode in a thread."""
        del worker
        self._threads.put(episode)

    def events(self, seconds: float) -> Sequence[Event]:
        """What has ended since."""
        if not self._ready:
            self._ready = True
            return [Ready(self._worker)]
        found: list[Event] = []
        with suppress(Empty):
            found.append(Finished(self._worker, self._threads.finished.get(timeout=seconds)))
            while True:
                found.append(Finished(self._worker, self._threads.finished.get_nowait()))
        return found

    def close(self) -> None:
        """Start no more episodes; those that run are left to end with the process."""
        self._threads.close()
