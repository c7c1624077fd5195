"""A guard that ends while its planners go on asking: rclpy must not crash under it."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.srv import SetTask
from rclpy.action import ActionClient

from is_bench.ros import graph
from tests.ros.harness import PATIENCE_S, Robot, Ros
from tests.ros.processes import Processes

pytestmark = pytest.mark.ros

PERIOD_S = 0.01
"""Between two goals."""


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_in_order_while_it_is_asked_for_more(
    ros: Ros, processes: Processes, kitchen: Path, by: signal.Signals
) -> None:
    Robot(ros)
    guard = processes.start_node(
        "is_safety_monitor",
        dataset=kitchen,
        knowledge="scenario",
        domain="is_bench",
        state_dir="none",
    )
    planner = ros.node("planner")
    goals = ActionClient(planner, ExecuteSkill, graph.GUARD_SKILL)
    tasks = planner.create_client(SetTask, graph.SET_TASK)
    assert goals.wait_for_server(timeout_sec=PATIENCE_S)
    answered: list[object] = []

    def ask() -> None:
        if goals.server_is_ready() and tasks.service_is_ready():
            goals.send_goal_async(ExecuteSkill.Goal()).add_done_callback(answered.append)
            tasks.call_async(SetTask.Request())

    planner.create_timer(PERIOD_S, ask)
    ros.until(lambda: len(answered) > 20)
    guard.send_signal(by)
    ros.until(lambda: guard.poll() is not None)
    assert guard.returncode == 0, processes.written("is_safety_monitor")[-2000:]
