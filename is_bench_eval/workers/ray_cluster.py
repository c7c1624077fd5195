"""Episodes on a Ray cluster, or on a local one that is started for the run.

Ray is imported here and only when it is used.  Every node of a cluster needs is_bench installed;
the scenarios travel with the run.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from is_bench.scenarios import Dataset
from is_bench_eval.errors import EngineUnavailable, WorkersLost
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.recording.results import Record
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_bench_eval.workers.judged_engine import JudgedEngine
from is_bench_eval.workers.pool import Event, Finished, Lost, Ready

LOCAL = "local"
ANSWER_S = 10.0
"""How long a cluster may take to take a connection."""
OBJECT_STORE_BYTES = 100 * 2**20
"""Of a local cluster: it carries the dataset, and nothing large."""


class RayWorkers:
    """Workers that are actors of a Ray cluster, a CPU each."""

    def __init__(self, ray: Any, spec: RunSpec, dataset: Dataset, in_flight: int) -> None:
        """`ray` is what `connect` returned."""
        self._ray = ray
        self._actor = ray.remote(num_cpus=1, max_restarts=0, max_concurrency=in_flight)(
            EpisodeWorker
        )
        self._shared = self._ray.put((spec, dataset))
        self._seats: dict[int, Any] = {}
        self._waiting: dict[Any, int] = {}

    def start(self, worker: int) -> None:
        """Ask the cluster for an actor; it starts when a CPU is free."""
        seat = self._actor.remote(self._shared)
        self._seats[worker] = seat
        self._waiting[seat.ready.remote()] = worker

    def assign(self, worker: int, episode: EpisodeSpec) -> None:
        """Send an episode to an actor."""
        self._waiting[self._seats[worker].run.remote(episode)] = worker

    def events(self, seconds: float) -> Sequence[Event]:
        """What the actors have returned since; raises WorkersLost if no node is left."""
        done, _ = self._ray.wait(list(self._waiting), num_returns=1, timeout=seconds)
        if not done and not any(node["Alive"] for node in self._ray.nodes()):
            raise WorkersLost("no node of the Ray cluster is alive")
        return [event for answer in done if answer in self._waiting for event in self._read(answer)]

    def close(self) -> None:
        """End the actors."""
        for seat in self._seats.values():
            self._ray.kill(seat)

    def _read(self, answer: Any) -> list[Event]:
        worker = self._waiting.pop(answer)
        try:
            result = self._ray.get(answer)
        except self._ray.exceptions.RayError as error:
            return self._lose(worker, error)
        return [Ready(worker) if result is None else Finished(worker, result)]

    def _lose(self, worker: int, error: Exception) -> list[Event]:
        """What the actor had finished, then its end."""
        self._ray.kill(self._seats.pop(worker))
        answers = [answer for answer, holder in self._waiting.items() if holder == worker]
        found: list[Event] = []
        for answer in answers:
            del self._waiting[answer]
            try:
                found.append(Finished(worker, self._ray.get(answer)))
            except self._ray.exceptions.RayError:
                continue
        first_line = str(error).strip().partition("\n")[0]
        return [*found, Lost(worker, f"{type(error).__name__}: {first_line}")]


def connect(address: str | None, workers: int) -> Any:
    """Ray, connected to the cluster at `address`, else at RAY_ADDRESS, else to one of our own.

    Raises EngineUnavailable if the cluster does not answer.
    """
    chosen = address or os.environ.get("RAY_ADDRESS") or LOCAL
    ours = chosen == LOCAL
    if ours:  # nothing of a run is anybody else's business
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    else:
        _knock(chosen)
    ray: Any = import_module("ray")
    options = {"num_cpus": workers, "object_store_memory": OBJECT_STORE_BYTES} if ours else {}
    try:
        ray.init(
            address=chosen,
            include_dashboard=False if ours else None,
            log_to_driver=False,
            configure_logging=False,
            **options,
        )
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise EngineUnavailable(f"no Ray cluster at {chosen!r}: {error}") from None
    return ray


def _knock(address: str) -> None:
    """Raise EngineUnavailable if nothing listens there; Ray itself would try for minutes."""
    try:
        place = urlsplit(address if "//" in address else f"//{address}")
        if place.port is not None:
            socket.create_connection((place.hostname or "", place.port), ANSWER_S).close()
    except (OSError, ValueError) as error:
        raise EngineUnavailable(f"no Ray cluster at {address!r}: {error}") from None


class EpisodeWorker:
    """An actor: runs episodes, as many at a time as it has threads."""

    def __init__(self, shared: tuple[RunSpec, Dataset]) -> None:
        """`shared` is what all actors of a run have in common."""
        spec, dataset = shared
        self._engine = JudgedEngine(spec, dataset, OutputPaths())

    def ready(self) -> None:
        """Return when the actor has started."""

    def run(self, episode: EpisodeSpec) -> Record:
        """The line of results.jsonl of an episode."""
        return self._engine.run(episode)
