"""Faults of processes: the guard runs as an executable, and is killed or halted."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from is_bench.ros.spinning import RosTimeout
from is_bench_eval.ros_domains import free_domain
from tests.faults.bench import Bench
from tests.faults.cases import Case
from tests.faults.running import Outcome
from tests.ros.harness import Robot, Ros
from tests.ros.test_emergency_stop import STALL_S, GuardProcess

DEATH = "death of the guard"
STOPPED = "the skill is canceled"


def deaths(folder: Path, rounds: int) -> Iterator[Outcome]:
    """Each death, `rounds` times over, each of a new guard in a new domain; without a gate."""
    for number in range(rounds):
        for name, holds, by, known_s in (
            ("the guard is killed in a skill", STOPPED, signal.SIGKILL, 0.0),
            ("the guard hangs in a skill", STOPPED, signal.SIGSTOP, STALL_S),
        ):
            state = folder / f"{number}{by.name}"
            yield _death(state, Case(name, DEATH, holds, _elsewhere), by, known_s)


def _elsewhere(_: Bench) -> None:
    """These faults are done to a guard of their own, and not to a bench."""


def _death(state: Path, case: Case, by: signal.Signals, known_s: float) -> Outcome:
    """Begin a skill, which is the control, and send the guard a signal.

    What it does can be known `known_s` later.
    """
    domain = free_domain()
    domain.release()
    os.environ["ROS_DOMAIN_ID"] = str(domain.number)
    ros = Ros(domain.number)
    robot = Robot(ros)
    guard = GuardProcess(ros, state)
    try:
        guard.run(robot)
        began = perf_counter()
        guard.process.send_signal(by)
        ros.until(lambda: robot.running is None)
        return Outcome(case, seconds=max(0.0, perf_counter() - began - known_s))
    except (AssertionError, RosTimeout) as error:
        return Outcome(case, str(error))
    finally:
        guard.kill()
        ros.close()
