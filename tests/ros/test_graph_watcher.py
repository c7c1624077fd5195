"""Who is on guarded names, seen over real DDS by a node that watches them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import GoalPermit, WorldState
from is_bench_interfaces.srv import SetTask
from rclpy.action import ActionClient, ActionServer
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from std_srvs.srv import Trigger

from is_bench.ros import graph
from is_safety_monitor.health.expected_graph import GuardNames, watched_names
from is_safety_monitor.health.ros.graph_monitor import GraphWatcher, resolver
from tests.ros.harness import Ros

pytestmark = pytest.mark.ros

WITHIN_S = 1.0
NAMES = GuardNames(
    skill=graph.GUARD_SKILL,
    robot=graph.ROBOT_SKILL,
    services=(graph.SET_TASK,),
    state=graph.WORLD_STATE,
    state_publishers=1,
    permits=graph.PERMITS,
    stop=graph.ESTOP,
    stop_nodes=("/is_safety_monitor", "/emergency_stop"),
    heartbeat=graph.HEARTBEAT,
)


class Watching:
    """A node that has a guard's interfaces and watches them."""

    def __init__(self, ros: Ros, *, stops: bool = True) -> None:
        self.node = ros.node("is_safety_monitor")
        self.client = ActionClient(self.node, ExecuteSkill, graph.ROBOT_SKILL)
        self.server = _server(self.node, graph.GUARD_SKILL)
        self.node.create_service(SetTask, graph.SET_TASK, lambda _, answer: answer)
        self.stopped: list[str] = []
        watched = watched_names(NAMES, "/is_safety_monitor", resolver(self.node))
        self.watcher = GraphWatcher(
            self.node, watched, ReentrantCallbackGroup(), stops=stops, stop=self.stopped.append
        )


def _server(node: Node, name: str) -> ActionServer:
    return ActionServer(node, ExecuteSkill, name, lambda _: ExecuteSkill.Result())


def _second_guard(node: Node) -> None:
    _server(node, graph.GUARD_SKILL)


def _second_driver(node: Node) -> None:
    _server(node, graph.ROBOT_SKILL)


def _direct_client(node: Node) -> None:
    ActionClient(node, ExecuteSkill, graph.ROBOT_SKILL)


def _second_state(node: Node) -> None:
    node.create_publisher(WorldState, graph.WORLD_STATE, graph.LATEST)


def _second_set_task(node: Node) -> None:
    node.create_service(SetTask, graph.SET_TASK, lambda _, answer: answer)


def _second_stop(node: Node) -> None:
    node.create_service(Trigger, graph.ESTOP, lambda _, answer: answer)


def _forger(node: Node) -> None:
    node.create_publisher(GoalPermit, graph.PERMITS, graph.LATEST)


@pytest.mark.parametrize(
    ("intrude", "words"),
    [
        (_second_guard, "/intruder is a server of /is_bench/execute_skill"),
        (_second_driver, "/robot/execute_skill has 2 servers"),
        (_direct_client, "/intruder is a client of /robot/execute_skill"),
        (_second_state, "/is_bench/world_state has 2 publishers"),
        (_second_stop, "/intruder is a server of /is_bench/guard/estop"),
        (_forger, "/intruder is a publisher of /is_bench/guard/permits"),
        (_second_set_task, "/intruder is a server of /is_bench/set_task"),
    ],
)
def test_an_intruder_stops_everything_until_it_is_gone(
    ros: Ros, intrude: Callable[[Node], None], words: str
) -> None:
    watching = Watching(ros)
    driver = ros.node("driver")
    _second_driver(driver)
    _second_state(driver)
    ros.let_pass(0.5)
    assert watching.watcher.problem() == ""
    intruder = ros.node("intruder")
    intrude(intruder)
    ros.until(watching.watcher.problem, WITHIN_S)
    assert words in watching.watcher.problem()
    assert watching.stopped == [watching.watcher.problem()]
    ros.remove(intruder)
    ros.until(lambda: not watching.watcher.problem())


def test_an_intruder_on_many_names_is_one_error_of_the_log(
    ros: Ros, capfd: pytest.CaptureFixture[str]
) -> None:
    watching = Watching(ros)
    intruder = ros.node("intruder")
    for intrude in (_second_guard, _second_set_task, _second_stop, _forger, _direct_client):
        intrude(intruder)
    ros.until(lambda: len(watching.watcher.findings) == 5)
    ros.remove(intruder)
    ros.until(lambda: not watching.watcher.findings)
    written: list[str] = []

    def is_over() -> bool:
        written.append(capfd.readouterr().err)
        return "the graph is as expected again" in "".join(written)

    ros.until(is_over)
    errors = [line for line in "".join(written).splitlines() if "[ERROR]" in line]
    assert len(errors) == 1
    assert "unexpected node on the ROS graph: " in errors[0]


def test_findings_that_are_only_reported_stop_nothing(ros: Ros) -> None:
    watching = Watching(ros, stops=False)
    _direct_client(ros.node("intruder"))
    ros.until(lambda: watching.watcher.findings)
    assert watching.watcher.problem() == ""
    assert watching.stopped == []


def test_a_quality_of_service_that_does_not_match_is_reported_by_topic_and_node(ros: Ros) -> None:
    watching = Watching(ros)
    watching.node.create_subscription(WorldState, graph.WORLD_STATE, print, graph.LATEST)
    ros.node("camera").create_publisher(WorldState, graph.WORLD_STATE, qos_profile_sensor_data)
    (text,) = ros.until(lambda: watching.watcher.mismatches)
    assert text.startswith("/is_bench/world_state: nothing passes between this node and /camera")
    assert "best effort publisher and reliable subscription, volatile" in text
