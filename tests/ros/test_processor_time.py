"""What waiting costs: a robot's processor is not there for a guard that waits for a skill."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest
from is_bench_interfaces.action import RunEpisode
from rclpy.action import ActionClient

from is_bench.ros import graph
from is_bench.scenarios import Dataset
from is_planner_node import node as planner_module
from is_planner_node.backends import ScriptedPlanner
from is_planner_node.core.planner import Observation
from is_safety_monitor.gate.node import DriverGate
from tests.ros.gated_lamp import LAMP, Lamp, Switch
from tests.ros.harness import PATIENCE_S, Robot, Ros
from tests.ros.processes import Processes
from tests.ros.test_driver_gate import CALM, DRIVER, FRIDGE_SHUT, Guard
from tests.ros.test_planner_node import Planning
from tests.ros.test_robot_bindings import KITCHEN, Scene

pytestmark = pytest.mark.ros

NODES = ("is_safety_monitor", "driver_gate", "is_planner_node")
WATCHED_S = 3.0
SHARE = 0.1
"""Of one core.  Guard and gate check each other and the robot all the time, which takes 0.02."""
SHARE_OF_TEST = 0.25
"""Of one core, for all nodes of a test."""
CALM_S = 3600.0


def shares_of(ros: Ros, used: Mapping[str, Callable[[], float]]) -> dict[str, float]:
    """The share of a core that each takes for a while, by the seconds that it has `used`."""
    began, before = time.monotonic(), {name: read() for name, read in used.items()}
    ros.let_pass(WATCHED_S)
    passed = time.monotonic() - began
    return {name: (read() - before[name]) / passed for name, read in used.items()}


def share_of_test(ros: Ros) -> float:
    """The share of a core that this process takes, with all nodes in it."""
    return shares_of(ros, {"this": time.process_time})["this"]


def test_guard_gate_and_planner_take_little_while_a_skill_runs(
    ros: Ros, processes: Processes, kitchen: Path
) -> None:
    robot = Robot(ros, DRIVER)
    robot.slow = True
    processes.start_node(
        "is_safety_monitor",
        dataset=kitchen,
        knowledge="scenario",
        domain="is_bench",
        gate=True,
        state_dir="none",
        max_state_age_s=CALM_S,
    )
    processes.start_node("driver_gate", "", **CALM)
    processes.start_node("is_planner_node", dataset=kitchen)
    client = ActionClient(ros.node("evaluator"), RunEpisode, graph.RUN_EPISODE)
    assert client.wait_for_server(timeout_sec=PATIENCE_S)

    numbers = itertools.count()

    def begun() -> bool:
        robot.episode = f"lamp/{next(numbers)}"
        asked = RunEpisode.Goal(
            episode_id=robot.episode,
            task="lamp",
            planner="plans",
            plan=[FRIDGE_SHUT],
            world="released",
        )
        over = ros.wait(client.send_goal_async(asked)).get_result_async()
        ros.until(lambda: robot.running or over.done())
        return robot.running is not None

    robot.node.create_timer(0.2, robot.tell)
    ros.until(begun)  # not before the gate is open

    shares = shares_of(ros, {name: partial(processes.processor_time, name) for name in NODES})
    assert max(shares.values()) < SHARE, shares
    assert robot.running is not None


def test_a_guarded_action_takes_little_while_it_runs(ros: Ros, tmp_path: Path) -> None:
    scene = Scene(ros, tmp_path)
    assert scene.planner.send(KITCHEN).accepted
    ros.until(lambda: scene.robot.running)
    assert share_of_test(ros) < SHARE_OF_TEST
    assert scene.robot.running


def test_a_service_that_does_not_answer_takes_little(ros: Ros) -> None:
    lamp = Lamp(ros)
    lamp.answers = False
    gate = ros.make(DriverGate, **CALM, actions=[""], services=[LAMP])
    switch = Switch(ros, Guard(ros), gate)
    switch.connect()
    switch.permit()
    switch.call()
    ros.until(lambda: lamp.asked)
    assert share_of_test(ros) < SHARE_OF_TEST
    assert gate._gated[0].executing == 1


def test_a_planner_takes_little_while_its_model_thinks(
    ros: Ros, robot: Robot, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answered = threading.Event(), threading.Event()

    class Slow(ScriptedPlanner):
        def next_step(self, observation: Observation) -> str | None:
            asked.set()
            answered.wait(PATIENCE_S)
            return super().next_step(observation)

    monkeypatch.setattr(planner_module, "make_planner", lambda *_: Slow(["DONE"]))
    planning = Planning(ros, dataset, guarded=False)
    over = planning.send().get_result_async()
    ros.until(asked.is_set)
    assert share_of_test(ros) < SHARE_OF_TEST
    answered.set()
    assert ros.wait(over).result.ending == RunEpisode.Result.ENDED_DONE
    assert robot.asked
