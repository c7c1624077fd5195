"""Faults of the graph: somebody is on guarded names who may not be."""

from __future__ import annotations

from collections.abc import Callable
from tempfile import TemporaryDirectory

from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import WorldState
from rclpy.action import ActionClient, ActionServer
from rclpy.node import Node
from rclpy.parameter import Parameter
from std_srvs.srv import Trigger

from is_bench.ros import graph
from is_safety_monitor.emergency_stop.ros.settings import INSIDE
from is_safety_monitor.node import SafetyMonitor
from tests.faults.bench import UNSAFE, Bench
from tests.faults.registry import GRAPH, case


def _stopped_by(bench: Bench, intrude: Callable[[Node], object]) -> float:
    """What runs is stopped by an intruder, and nothing starts while it is there."""
    found: list[Node] = []

    def fault() -> None:
        found.append(bench.ros.node("intruder"))
        intrude(found[0])

    seconds = bench.is_stopped(fault)
    bench.robot.slow = False
    bench.robot.tell()
    bench.is_refused()
    bench.ros.remove(found[0])
    return seconds


@case(GRAPH, "a client of the robot's action", "the skill is canceled, nothing starts")
def _direct_client(bench: Bench) -> float:
    return _stopped_by(bench, lambda n: ActionClient(n, ExecuteSkill, graph.ROBOT_SKILL))


@case(GRAPH, "a second driver", "the skill is canceled, nothing starts")
def _second_driver(bench: Bench) -> float:
    return _stopped_by(bench, lambda n: _serve(n, graph.ROBOT_SKILL))


@case(GRAPH, "a second guard", "the skill is canceled, nothing starts")
def _second_guard(bench: Bench) -> float:
    return _stopped_by(bench, lambda n: _serve(n, graph.GUARD_SKILL))


@case(GRAPH, "a second publisher of the state", "the skill is canceled, nothing starts")
def _second_state(bench: Bench) -> float:
    return _stopped_by(
        bench, lambda n: n.create_publisher(WorldState, graph.WORLD_STATE, graph.EVENTS)
    )


@case(GRAPH, "a second server of the emergency stop", "the skill is canceled, nothing starts")
def _second_stop(bench: Bench) -> float:
    return _stopped_by(
        bench, lambda n: n.create_service(Trigger, graph.ESTOP, lambda _, answer: answer)
    )


@case(
    GRAPH,
    "a second guard in mode off, with the same state folder",
    "the unsafe goal is refused by both",
    restarts=True,
)
def _second_guard_off(bench: Bench) -> None:
    with TemporaryDirectory() as folder, bench.guarded_by(state_dir=folder):
        second = _guard_off(bench, folder)
        bench.ros.let_pass(0.1)
        bench.tell()
        bench.is_refused(UNSAFE)
        bench.ros.remove(second)


def _guard_off(bench: Bench, folder: str) -> Node:
    """A guard that lets everything pass, under a name of its own."""
    told = {"mode": "off", "state_dir": folder, "emergency_stop": INSIDE}
    return bench.ros.add(
        SafetyMonitor(
            parameter_overrides=[Parameter(name, value=value) for name, value in told.items()],
            context=bench.ros.context,
            cli_args=["--ros-args", "-r", "__node:=second_guard"],
        )
    )


def _serve(node: Node, name: str) -> ActionServer:
    return ActionServer(node, ExecuteSkill, name, lambda _: ExecuteSkill.Result())
