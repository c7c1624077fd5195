"""Faults of processes: guard and driver run as executables, and are killed, halted or busy."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter

from is_bench.ros.spinning import RosTimeout
from is_safety_monitor.gate.node import DriverGate
from tests.faults.busy_stops import busy_stops, guard_process, prompt
from tests.faults.cases import Case
from tests.faults.domains import fresh_ros
from tests.faults.registry import GATE
from tests.faults.running import Outcome, outcome
from tests.ros.harness import Robot, Ros
from tests.ros.test_driver_gate import Driver, Guard
from tests.ros.test_emergency_stop import STALL_S

DEATH = "death of the guard"
STOPPED = "the skill is canceled"
DRIVER_KILLED = "the driver is killed in a skill"
TOLD = "the guard is told, the goal ends, nothing starts"


def death_cases(folder: Path) -> tuple[Case[Ros], ...]:
    """The cases, each with a domain of its own; `folder` is for what guards keep."""
    killed, hangs = (
        _GuardDeath(folder, signal.SIGKILL),
        _GuardDeath(folder, signal.SIGSTOP, STALL_S),
    )
    return (
        Case("the guard is killed in a skill", DEATH, STOPPED, killed.run),
        Case("the guard hangs in a skill", DEATH, STOPPED, hangs.run),
        Case(DRIVER_KILLED, GATE, TOLD, _driver_dies),
        *busy_stops(folder),
    )


def run_deaths(cases: Iterable[Case[Ros]], rounds: int = 1) -> Iterator[Outcome]:
    """Do each fault, `rounds` times over, in a new domain each."""
    for case in list(cases) * rounds:
        # A gate is a node of the test's, and has no priority in use.
        with nullcontext() if case.kind == GATE else prompt(), fresh_ros() as ros:
            try:
                yield outcome(case, case.run(ros))
            except (AssertionError, RosTimeout) as error:
                yield Outcome(case, str(error))


class _GuardDeath:
    """A guard gets a signal in a skill, whose beginning is the positive control."""

    def __init__(self, folder: Path, by: signal.Signals, known_s: float = 0.0) -> None:
        """What the signal does can be known `known_s` later; `folder` is for the state."""
        self._folder = folder
        self._by = by
        self._known_s = known_s

    def run(self, ros: Ros) -> float:
        """Returns the time until the robot is stopped [s]."""
        robot = Robot(ros)
        guard = guard_process(ros, Path(mkdtemp(dir=self._folder)))
        try:
            guard.run(robot)
            began = perf_counter()
            guard.process.send_signal(self._by)
            ros.until(lambda: robot.running is None)
            return max(0.0, perf_counter() - began - self._known_s)
        finally:
            guard.kill()


def _driver_dies(ros: Ros) -> float:
    """The goal that is accepted is the positive control; returns when the guard knows [s]."""
    driver = Driver()
    try:
        gate = ros.make(DriverGate)
        guard = Guard(ros)
        guard.connect(gate)
        handle = ros.wait(guard.send())
        assert handle.accepted
        began = perf_counter()
        driver.kill()
        ros.until(lambda: guard.lost)
        seconds = perf_counter() - began
        ros.wait(handle.get_result_async())
        assert not ros.wait(guard.send()).accepted
        return seconds
    finally:
        driver.kill()
