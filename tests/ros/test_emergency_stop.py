"""The emergency stop: whatever the guard is busy with, and whatever becomes of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from is_bench_interfaces.msg import Heartbeat, StopState
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.task import Future
from std_msgs.msg import Bool, Empty
from std_srvs.srv import Trigger

from is_bench.calls import parse_call
from is_bench.evaluation import Status
from is_bench.ros import graph
from is_bench.ros.skill_client import SkillClient
from is_bench.ros.spinning import RosTimeout
from is_bench.scenarios import Dataset
from is_safety_monitor.emergency_stop.latch_file import NAME, LatchFile
from is_safety_monitor.emergency_stop.ros.link import NOT_RUNNING
from is_safety_monitor.emergency_stop.ros.settings import INSIDE, PROCESS
from tests.ros.harness import EPISODE, PATIENCE_S, Guarded, Robot, Ros

pytestmark = pytest.mark.ros

CLOSE = "CLOSE(cabinet.n.01_1)"
START_S = 60.0
"""For a guard on a machine that is busy with other tests."""
STALL_S = 1.0
SOON_S = 0.5
"""Within which the robot has to be stopped, however loaded the machine is."""


class GuardProcess:
    """The guard as an executable, which lets everything pass, and a planner's side of it."""

    def __init__(self, ros: Ros, state_dir: Path, **parameters: object) -> None:
        """`parameters` go before those by which everything passes."""
        self._ros = ros
        self._command = [sys.executable, "-m", "is_safety_monitor.node", "--ros-args"]
        told = {"mode": "'off'", "stages": "action", "state_dir": state_dir, "stall_s": STALL_S}
        for name, value in {**told, **parameters}.items():
            self._command += ["-p", f"{name}:={value}"]
        self.process = subprocess.Popen(self._command)
        self.states = ros.listen(StopState, graph.STOP_STATE, graph.LATEST)
        self.beats = ros.listen(Heartbeat, graph.HEARTBEAT, graph.BEAT)
        client = ros.node("client")
        self._skills = SkillClient(client, graph.GUARD_SKILL, ReentrantCallbackGroup())
        self._index = 0

    def start(self) -> Future:
        """Ask for a skill."""
        assert self._skills.wait_for_server(START_S)
        self._index += 1
        asked = self._skills.execute(EPISODE, self._index, parse_call(CLOSE), CLOSE)
        return self._ros.start(asked)

    def ask(self) -> Any:
        """Ask for a skill, and wait for what becomes of it."""
        return self._ros.wait(self.start())

    def run(self, robot: Robot) -> None:
        """Wait until a skill is running: at first, the robot may not have been discovered."""
        robot.slow = True
        end = time.monotonic() + PATIENCE_S
        while robot.running is None and time.monotonic() < end:
            done = self.start().done
            self._ros.until(lambda: robot.running or done())  # noqa: B023  # called at once
            self._ros.let_pass(0.1)
        assert robot.running is not None

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def guard(ros: Ros, robot: Robot, tmp_path: Path) -> Iterator[GuardProcess]:
    del robot  # first, as it answers nobody while the guard starts
    started = GuardProcess(ros, tmp_path)
    yield started
    started.kill()


def call(ros: Ros, service: str) -> Any:
    """The answer of a service of the emergency stop.

    It is asked again after a while: a process that has just started loses its answer to a client
    that it has not discovered within rmw_fastrtps's 100 ms.
    """
    try:
        return ros.call(Trigger, service, Trigger.Request(), seconds=15)
    except RosTimeout:
        return ros.call(Trigger, service, Trigger.Request())


def test_a_guard_that_answers_nothing_does_not_keep_the_robot_from_being_stopped(
    ros: Ros, guard: GuardProcess, robot: Robot
) -> None:
    guard.run(robot)
    guard.process.send_signal(signal.SIGSTOP)
    assert call(ros, graph.ESTOP).success
    ros.until(lambda: robot.running is None, seconds=SOON_S)
    ros.until(lambda: guard.states and guard.states[-1].stopped)
    guard.process.send_signal(signal.SIGCONT)
    asked = len(robot.asked)
    refused = guard.ask()
    assert refused.status is Status.BLOCKED
    assert refused.message.startswith("the emergency stop is set")
    assert len(robot.asked) == asked
    assert call(ros, graph.ESTOP_RESET).message == "accepting skills"
    robot.slow = False
    assert guard.ask().status is Status.OK


def test_without_its_guard_a_robot_is_stopped_and_no_heartbeat_is_sent(
    ros: Ros, guard: GuardProcess, robot: Robot
) -> None:
    guard.run(robot)
    guard.process.send_signal(signal.SIGSTOP)  # it hangs
    ros.until(lambda: robot.running is None, seconds=STALL_S + SOON_S)
    ros.until(lambda: guard.states and guard.states[-1].source == "guard")
    count = len(guard.beats)
    assert count
    guard.process.send_signal(signal.SIGCONT)
    ros.until(lambda: len(guard.beats) > count)

    guard.run(robot)
    guard.kill()
    ros.until(lambda: robot.running is None, seconds=SOON_S)
    assert guard.states[-1].reason == "the guard's process has ended"
    count = len(guard.beats)
    ros.let_pass(0.3)
    assert len(guard.beats) == count
    numbers = [beat.sequence for beat in guard.beats]
    assert numbers == sorted(set(numbers))


@pytest.fixture(params=[PROCESS, INSIDE])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def is_accepting(guarded: Guarded) -> bool:
    return not guarded.node._stop.problem()


def refresh(guarded: Guarded, robot: Robot) -> None:
    """Tell the guard of the world again, once it accepts goals."""
    guarded.ros.until(lambda: is_accepting(guarded))
    stamp = robot.now()
    robot.tell(stamp_ns=stamp)
    guarded.ros.until(lambda: guarded.node._session.latest.stamp_ns == stamp)


def test_a_stop_outlasts_a_restart_of_the_guard(
    kind: str, ros: Ros, dataset: Dataset, tmp_path: Path
) -> None:
    options = {"emergency_stop": kind, "state_dir": str(tmp_path), "intruders": "report"}
    first = Guarded(ros, dataset, episode="", **options)
    ros.until(lambda: is_accepting(first))
    assert call(ros, graph.ESTOP).success
    assert first.node._session.stopped
    ros.remove(first.node)
    robot = Robot(ros)  # not before: it could not answer while this thread waits for the end
    second = Guarded(ros, dataset, **options)
    assert second.node._session.stopped or not is_accepting(second)  # until the latch was read
    ros.until(lambda: second.node._session.stopped)
    second.connect(robot)
    assert second.ask(CLOSE).message.startswith("the emergency stop is set")
    states = ros.listen(StopState, graph.STOP_STATE, graph.LATEST)
    assert ros.until(lambda: states)[0].source == "latch"
    call(ros, graph.ESTOP_RESET)
    refresh(second, robot)
    assert second.ask(CLOSE, index=1).status is Status.OK


def test_a_stop_whose_file_is_removed_is_put_on_disk_again(
    ros: Ros, dataset: Dataset, tmp_path: Path
) -> None:
    guard = Guarded(ros, dataset, emergency_stop=PROCESS, state_dir=str(tmp_path))
    ros.until(lambda: is_accepting(guard))
    assert call(ros, graph.ESTOP).success
    (tmp_path / NAME).unlink()
    ros.until((tmp_path / NAME).exists)
    assert LatchFile(tmp_path).read().latched
    assert call(ros, graph.ESTOP_RESET).success
    (tmp_path / NAME).unlink()  # nothing is set: nothing is lost
    ros.let_pass(1.5)
    assert not (tmp_path / NAME).exists()


def test_two_publishers_of_the_deadman_signal_stop(
    ros: Ros, robot: Robot, dataset: Dataset
) -> None:
    guard = Guarded(ros, dataset, emergency_stop=INSIDE, deadman_timeout_s=1.0)
    operator, other = ros.node("operator"), ros.node("other_operator")
    hand = operator.create_publisher(Empty, graph.DEADMAN, 1)
    operator.create_timer(0.05, lambda: hand.publish(Empty()))
    guard.connect(robot)
    ros.until(lambda: call(ros, graph.ESTOP_RESET).success)
    other.create_publisher(Empty, graph.DEADMAN, 1)
    states = ros.listen(StopState, graph.STOP_STATE, graph.LATEST)
    ros.until(lambda: states and states[-1].stopped)
    assert "/is_bench/guard/deadman has 2 publishers instead of 1" in states[-1].reason
    ros.remove(other)
    ros.until(lambda: call(ros, graph.ESTOP_RESET).success and not guard.node._session.stopped)
    refresh(guard, robot)
    assert guard.ask(CLOSE).status is Status.OK


def test_a_signal_stops_and_so_does_a_missing_deadman(
    kind: str, ros: Ros, robot: Robot, dataset: Dataset
) -> None:
    guard = Guarded(ros, dataset, emergency_stop=kind, deadman_timeout_s=1.0)
    operator = ros.node("operator")
    hand = operator.create_publisher(Empty, graph.DEADMAN, graph.BEAT)
    button = operator.create_publisher(Bool, graph.ESTOP_SIGNAL, 1)
    held = operator.create_timer(0.05, lambda: hand.publish(Empty()))
    guard.connect(robot)
    refresh(guard, robot)
    robot.slow = True
    running = guard.start(CLOSE)
    robot.begin()
    operator.destroy_timer(held)  # let go
    assert ros.wait(running).status is Status.FAILED
    assert robot.running is None
    assert "deadman" in call(ros, graph.ESTOP_RESET).message

    operator.create_timer(0.05, lambda: hand.publish(Empty()))
    ros.until(lambda: call(ros, graph.ESTOP_RESET).success)
    refresh(guard, robot)
    running = guard.start(CLOSE, index=1)
    robot.begin()
    button.publish(Bool(data=False))
    button.publish(Bool(data=True))
    assert ros.wait(running).status is Status.FAILED
    assert guard.ask(CLOSE, index=2).message.startswith("the emergency stop is set")


def test_without_the_process_nothing_runs_and_a_stop_outlasts_its_restart(
    ros: Ros, robot: Robot, dataset: Dataset
) -> None:
    guard = Guarded(ros, dataset, emergency_stop=PROCESS)
    beats = ros.listen(Heartbeat, graph.HEARTBEAT, graph.BEAT)
    link = guard.node._stop
    guard.connect(robot)
    refresh(guard, robot)
    robot.slow = True
    running = guard.start(CLOSE)
    robot.begin()
    first = link.pid
    os.kill(first, signal.SIGKILL)
    assert "emergency stop does not run" in ros.wait(running).message
    assert robot.running is None
    ros.until(lambda: link.pid != first)
    # It is started, or it has been and does not see the robot yet.
    refused = guard.ask(CLOSE, index=1).message
    assert refused == NOT_RUNNING or "does not see the server" in refused
    assert robot.running is None
    ros.until(lambda: is_accepting(guard))

    call(ros, graph.ESTOP)
    ros.until(lambda: guard.node._session.stopped)
    count = len(beats)
    ros.until(lambda: len(beats) > count)
    numbers = [beat.sequence for beat in beats]
    assert numbers == sorted(set(numbers)), "gates take what does not grow for a replay"

    second = link.pid
    os.kill(second, signal.SIGKILL)
    ros.until(lambda: link.pid != second)
    ros.until(lambda: link.problem() != NOT_RUNNING)
    assert guard.ask(CLOSE, index=2).message.startswith("the emergency stop is set")
