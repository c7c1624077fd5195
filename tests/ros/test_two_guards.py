"""Two robots with a guard each share one graph, in namespaces of their own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from rclpy.action.graph import get_action_names_and_types
from std_srvs.srv import Trigger

from is_bench.evaluation import Status
from is_bench.ros import graph
from is_bench.scenarios import Dataset
from is_bench_eval.doctor.findings import Severity
from is_bench_eval.doctor.ros.graph import visible
from is_bench_eval.recording.bag_reader import read_bag
from is_bench_eval.recording.node import BagRecorder
from is_bench_eval.recording.topics import GUARD_TOPICS, VERDICTS
from tests.ros.harness import LAMP_ON, Guarded, Robot, Ros

pytestmark = pytest.mark.ros


@dataclass
class Home:
    """What is in one namespace."""

    robot: Robot
    guard: Guarded
    recorder: BagRecorder


@pytest.fixture
def homes(ros: Ros, dataset: Dataset, tmp_path: Path) -> dict[str, Home]:
    found = {}
    for namespace in ("/a", "/b"):
        ros.namespace = namespace
        guard = Guarded(ros, dataset)
        robot = Robot(ros)
        recorder = ros.make(BagRecorder, tmp_path / f"bag{namespace}")
        guard.connect(robot)
        found[namespace] = Home(robot, guard, recorder)
    ros.namespace = ""
    return found


def test_what_one_guard_is_asked_and_told_does_not_touch_the_other(
    ros: Ros, homes: dict[str, Home]
) -> None:
    a, b = homes["/a"], homes["/b"]
    assert a.guard.ask(LAMP_ON).status is Status.BLOCKED  # with the cabinet open
    assert a.guard.verdicts
    assert [b.guard.verdicts, a.robot.asked, b.robot.asked] == [[], [], []]

    b.robot.facts = ()
    stamp = b.robot.now()
    b.robot.tell(stamp_ns=stamp)
    ros.until(lambda: b.guard.node._session.latest.stamp_ns == stamp)
    assert b.guard.ask(LAMP_ON).status is Status.OK
    assert (len(a.robot.asked), len(b.robot.asked)) == (0, 1)
    assert a.guard.ask(LAMP_ON).status is Status.BLOCKED


def test_an_emergency_stop_stops_one_robot(ros: Ros, homes: dict[str, Home]) -> None:
    a, b = homes["/a"], homes["/b"]
    ros.call(Trigger, f"/a/{graph.ESTOP}", Trigger.Request())
    assert "emergency stop" in a.guard.ask("CLOSE(cabinet.n.01_1)").message
    assert b.guard.ask("CLOSE(cabinet.n.01_1)").status is Status.OK


def test_nothing_is_in_the_root_namespace_and_nobody_is_there_twice(
    ros: Ros, homes: dict[str, Home]
) -> None:
    assert homes
    watcher = ros.node("watcher")
    expected = {
        f"{space}/{name}" for space in homes for name in (graph.GUARD_SKILL, graph.ROBOT_SKILL)
    }
    ros.until(lambda: dict(get_action_names_and_types(watcher)).keys() >= expected)
    named = {name for name, _ in watcher.get_topic_names_and_types()}
    assert not {name for name in named if name.startswith(("/is_bench", "/robot"))}
    assert {finding.severity for finding in visible(watcher)} == {Severity.NOTE}


def test_each_recorder_has_its_own_robot(ros: Ros, homes: dict[str, Home], tmp_path: Path) -> None:
    for home in homes.values():
        ros.wait(home.recorder.wait_for(graph.GUARD_TASKS, 1))
    assert homes["/a"].guard.ask(LAMP_ON).status is Status.BLOCKED
    ros.wait(homes["/a"].recorder.wait_for(graph.VERDICTS, 1))
    for home in homes.values():
        ros.remove(home.recorder)
    found = {}
    for namespace in homes:
        bag = read_bag(tmp_path / f"bag{namespace}", GUARD_TOPICS)
        assert {message.namespace for message in bag.messages} == {namespace}
        found[namespace] = sum(1 for _ in bag.of(VERDICTS))
    assert found == {"/a": 1, "/b": 0}
