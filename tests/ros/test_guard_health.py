"""A guard's health, as people and monitors see it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from is_bench_interfaces.action import ExecuteSkill
from rclpy.action import ActionClient

from is_bench.evaluation import Status
from is_bench.ros import graph
from is_bench.scenarios import Dataset
from is_safety_monitor.node import SafetyMonitor
from tests.ros.harness import LAMP_ON, Guarded, Robot, Ros

pytestmark = pytest.mark.ros

CLOSE = "CLOSE(cabinet.n.01_1)"


@pytest.fixture
def guard(ros: Ros, robot: Robot, dataset: Dataset) -> Guarded:
    guarded = Guarded(ros, dataset)
    guarded.connect(robot)
    return guarded


def statuses(heard: list[DiagnosticArray]) -> dict[str, DiagnosticStatus]:
    """The latest status of each part."""
    return {each.name.split(": ")[1]: each for each in heard[-1].status} if heard else {}


def test_diagnostics_tell_of_guard_sources_driver_graph_and_latency(
    ros: Ros, guard: Guarded
) -> None:
    heard = ros.listen(DiagnosticArray, "/diagnostics", 10)
    assert guard.ask(CLOSE).status is Status.OK
    ros.until(lambda: heard and statuses(heard)["latency"].values[0].value != "0")
    found = statuses(heard)
    assert list(found) == ["guard", f"source {graph.WORLD_STATE}", "driver", "graph", "latency"]
    assert {each.level for each in found.values()} == {DiagnosticStatus.OK}
    values = {each.key: each.value for each in found["guard"].values}
    assert values["mode"] == "enforce"


@pytest.mark.usefixtures("guard")
def test_a_silent_source_and_a_missing_driver_are_told(ros: Ros, robot: Robot) -> None:
    heard = ros.listen(DiagnosticArray, "/diagnostics", 10)
    robot.disappear()
    ros.until(lambda: heard and statuses(heard)["driver"].level == DiagnosticStatus.ERROR)
    stale = f"source {graph.WORLD_STATE}"
    ros.until(lambda: statuses(heard)[stale].level == DiagnosticStatus.STALE)


def test_a_block_is_one_line_of_the_log(
    ros: Ros, guard: Guarded, capfd: pytest.CaptureFixture[str]
) -> None:
    assert guard.ask(LAMP_ON).status is Status.BLOCKED
    written: list[str] = []

    def blocks() -> list[str]:
        written.append(capfd.readouterr().err)
        return [each for each in "".join(written).splitlines() if "]: blocked" in each]

    ros.until(blocks)
    (line,) = blocks()
    assert f"blocked {LAMP_ON} by " in line


def test_an_intruder_stops_what_runs_and_refuses_goals_until_it_is_gone(
    ros: Ros, robot: Robot, guard: Guarded
) -> None:
    robot.slow = True
    running = guard.start(CLOSE)
    robot.begin()
    intruder = ros.node("intruder")
    client: Any = ActionClient(intruder, ExecuteSkill, graph.ROBOT_SKILL)
    stopped = ros.wait(running)
    assert "/intruder is a client of /robot/execute_skill; end it" in stopped.message
    assert robot.running is None
    robot.slow = False
    robot.tell()
    refused = guard.ask(CLOSE, index=1)
    assert refused.status is Status.BLOCKED
    assert "/intruder" in refused.message
    client.destroy()
    ros.remove(intruder)
    ros.until(lambda: not guard.node._arbiter.obstacle())
    robot.tell()
    assert guard.ask(CLOSE, index=2).status is Status.OK


@pytest.mark.parametrize("mode", ["off", "shadow"])
def test_beside_another_guard_nothing_passes_in_any_mode(
    ros: Ros, robot: Robot, guard: Guarded, dataset: Dataset, tmp_path: Path, mode: str
) -> None:
    second = ros.make(SafetyMonitor, None, dataset, mode=mode, state_dir=str(tmp_path))
    arbiters = [node._arbiter for node in (guard.node, second)]
    ros.until(lambda: all("2 servers" in arbiter.obstacle() for arbiter in arbiters))
    robot.tell()
    refused = guard.ask(CLOSE)
    assert refused.status is Status.BLOCKED
    assert "execute_skill has 2 servers" in refused.message
    assert robot.asked == []
    ros.remove(second)
    ros.until(lambda: not guard.node._arbiter.obstacle())
    robot.tell()
    assert guard.ask(CLOSE, index=1).status is Status.OK


def test_a_guard_that_enforces_nothing_minds_no_other_intruder(
    ros: Ros, robot: Robot, dataset: Dataset
) -> None:
    guard = Guarded(ros, dataset, mode="shadow")
    guard.connect(robot)
    client: Any = ActionClient(ros.node("intruder"), ExecuteSkill, graph.ROBOT_SKILL)
    ros.until(lambda: guard.node._health._watcher.findings)
    assert guard.ask(CLOSE).status is Status.OK
    client.destroy()


def test_intruders_that_are_only_reported_stop_nothing(
    ros: Ros, robot: Robot, dataset: Dataset
) -> None:
    guard = Guarded(ros, dataset, intruders="report")
    guard.connect(robot)
    intruder = ros.node("intruder")
    client: Any = ActionClient(intruder, ExecuteSkill, graph.ROBOT_SKILL)
    heard = ros.listen(DiagnosticArray, "/diagnostics", 10)
    ros.until(lambda: heard and statuses(heard)["graph"].level == DiagnosticStatus.ERROR)
    robot.tell()
    assert guard.ask(CLOSE).status is Status.OK
    client.destroy()
