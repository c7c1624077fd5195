"""The workers that run episodes, as the dispatcher sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from is_bench_eval.recording.results import Record
from is_bench_eval.specs.run_spec import EpisodeSpec


@dataclass(frozen=True)
class Concurrency:
    """How many episodes run at a time: `workers` times `in_flight`."""

    workers: int = 1
    in_flight: int = 1


@dataclass(frozen=True)
class Ready:
    """A worker has started and takes episodes."""

    worker: int


@dataclass(frozen=True)
class Finished:
    """A worker has run an episode."""

    worker: int
    record: Record


@dataclass(frozen=True)
class Lost:
    """A worker is gone, and with it whatever it had not finished."""

    worker: int
    why: str


Event = Ready | Finished | Lost


class WorkerPool(Protocol):
    """Workers that run episodes side by side; each one is known by a number of its own."""

    def start(self, worker: int) -> None:
        """Start a worker; it is Ready, or Lost, some time later."""
        ...

    def assign(self, worker: int, episode: EpisodeSpec) -> None:
        """Give a worker that is ready an episode more; it is Finished, or Lost, some time later."""
        ...

    def events(self, seconds: float) -> Sequence[Event]:
        """What has happened since, after waiting for at most `seconds` if nothing has.

        What a worker finished before it was lost comes before its Lost.
        """
        ...

    def close(self) -> None:
        """End all workers soon, whatever they are doing."""
        ...
