"""Faults of the graph: somebody is on guarded names who may not be."""

from __future__ import annotations

from collections.abc import Callable

from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import WorldState
from rclpy.action import ActionClient, ActionServer
from rclpy.node import Node
from std_srvs.srv import Trigger

from is_bench.ros import graph
from tests.faults.bench import Bench
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


def _serve(node: Node, name: str) -> ActionServer:
    return ActionServer(node, ExecuteSkill, name, lambda _: ExecuteSkill.Result())
