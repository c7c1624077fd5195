"""Episodes in processes of this machine: for simulators and planners that compute, and for ROS."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from time import monotonic

from is_bench.scenarios import Dataset
from is_bench_eval.console.interrupts import STOPPING, unheard_by_children
from is_bench_eval.engines.ros_domains import RosDomain
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.recording.results import Record
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_bench_eval.workers.judged_engine import JudgedEngine
from is_bench_eval.workers.pool import Event, Finished, Lost, Ready
from is_bench_eval.workers.threads import EpisodeThreads

GRACE_S = 5.0
"""How long workers that are to end may take to finish their bags."""
_READY = "ready"


@dataclass(frozen=True)
class WorkerSettings:
    """What a worker process is given to start with."""

    spec: RunSpec
    dataset: Dataset
    in_flight: int
    """How many episodes it runs at a time."""
    outputs: OutputPaths = field(default_factory=OutputPaths)
    """What it records, and where."""
    domain: RosDomain | None = None
    """The ROS domain that its nodes are in; None: that of this process."""


@dataclass(frozen=True)
class _Worker:
    process: BaseProcess
    connection: Connection
    settings: WorkerSettings


class ProcessWorkers:
    """Worker processes, each with its own engine, and as many episodes in flight as it may have."""

    def __init__(self, settings: Iterator[WorkerSettings]) -> None:
        """Every worker gets the next of `settings`."""
        self._settings = settings
        self._context = get_context("spawn")
        self._workers: dict[int, _Worker] = {}

    def start(self, worker: int) -> None:
        """Start a process."""
        settings = next(self._settings)
        ours, theirs = self._context.Pipe()
        domain = None if settings.domain is None else settings.domain.number
        arguments = (
            theirs,
            settings.spec,
            settings.dataset,
            settings.in_flight,
            settings.outputs,
            domain,
        )
        process = self._context.Process(target=_work, args=arguments, daemon=True)
        with unheard_by_children(STOPPING):  # Ctrl-C reaches all; this process decides
            process.start()
        theirs.close()  # so that the pipe ends when the process does
        self._workers[worker] = _Worker(process, ours, settings)

    def assign(self, worker: int, episode: EpisodeSpec) -> None:
        """Send an episode to a worker."""
        with suppress(OSError):  # it has just died, which is told as soon as the pipe is read
            self._workers[worker].connection.send(episode)

    def events(self, seconds: float) -> Sequence[Event]:
        """What the workers have sent since, one thing each."""
        numbers = {worker.connection: number for number, worker in self._workers.items()}
        return [self._read(numbers[found]) for found in wait(list(numbers), seconds)]  # type: ignore[index]

    def close(self) -> None:
        """End all processes; those that record are given time to finish their bags."""
        for worker in self._workers.values():
            with suppress(OSError):
                worker.connection.send(None)
        deadline = monotonic() + GRACE_S
        for worker in self._workers.values():
            worker.process.join(max(0.0, deadline - monotonic()))
            _end(worker)
        self._workers.clear()

    def _read(self, number: int) -> Event:
        worker = self._workers[number]
        try:
            message = worker.connection.recv()
        except (EOFError, OSError):
            message = "died"
        if isinstance(message, dict):
            return Finished(number, message)
        if message == _READY:
            return Ready(number)
        del self._workers[number]
        _end(worker)
        how = f" with exit code {worker.process.exitcode}" if message == "died" else ""
        return Lost(number, f"worker process {worker.process.pid} {message}{how}")


def _end(worker: _Worker) -> None:
    worker.process.kill()
    worker.process.join()
    worker.connection.close()
    if worker.settings.domain is not None:
        worker.settings.domain.release()


# In the worker process


def _work(
    connection: Connection,
    spec: RunSpec,
    dataset: Dataset,
    in_flight: int,
    outputs: OutputPaths,
    domain: int | None,
) -> None:
    """Run the episodes that are sent until told to end, or until the run itself has ended."""
    if domain is not None:
        os.environ["ROS_DOMAIN_ID"] = str(domain)
    try:
        engine = JudgedEngine(spec, dataset, outputs)
    except Exception as error:  # noqa: BLE001  # told to the run, which decides what to do
        connection.send(f"could not start: {type(error).__name__}: {error}")
        return
    threads = EpisodeThreads(engine, in_flight)
    Thread(target=_send, args=(connection, threads), daemon=True).start()
    try:
        while (episode := connection.recv()) is not None:
            threads.put(episode)
    except EOFError:
        os._exit(1)  # the run was killed: nobody wants what is still running
    threads.close()
    if outputs.bag is not None:
        threads.join()
        engine.close()
    os._exit(0)  # without waiting for threads whose episodes nobody wants


def _send(connection: Connection, threads: EpisodeThreads) -> None:
    connection.send(_READY)
    while True:
        record: Record = threads.finished.get()
        connection.send(record)
