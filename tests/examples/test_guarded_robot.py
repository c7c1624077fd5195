"""The example robot as a user meets it: the command, and what the tutorial says of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.ros.conftest import HAS_ROS
from tests.sampling import SOAK
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from tests.ros.harness import Ros

EXAMPLE = ROOT / "examples" / "guarded_robot"
PACKAGE = EXAMPLE / "guarded_robot"
PYTHON_PATH = f"{PACKAGE}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
"""Of processes that run the robot's modules."""
TUTORIAL = (ROOT / "docs" / "tutorials" / "guard_a_robot.md").read_text(encoding="utf-8")
IN_TIME_S = 180
"""From clone to a refused goal, after setup."""
START_S = 120.0
"""How long the guard may take to start."""
DRIVE_S = 5.0
SHARE = 0.3
"""Of one core, for the robot and its planner while it drives."""

if not HAS_ROS:
    pytest.skip("needs ROS: tools/ros_env.sh pytest", allow_module_level=True)
actions: Any = pytest.importorskip("guarded_robot_interfaces.action", reason="make setup builds it")
pytestmark = pytest.mark.ros


@pytest.fixture
def demonstrate(
    domain: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs what `make robot-demo` runs."""
    del domain  # which the processes inherit
    monkeypatch.setenv("ROS_LOG_DIR", str(tmp_path / "log"))

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(EXAMPLE / "demo.py"), "--out", str(tmp_path / "out"), *arguments],
            capture_output=True,
            text=True,
            timeout=IN_TIME_S,
            check=False,
        )

    return run


@pytest.mark.slow
def test_the_demonstration_prints_what_the_tutorial_says(
    demonstrate: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = demonstrate()
    assert done.returncode == 0, done.stdout + done.stderr
    (told,) = re.findall(r"^1\. drive.*?(?=^```)", TUTORIAL, re.DOTALL | re.MULTILINE)
    assert done.stdout == told


@pytest.mark.slow
@pytest.mark.skipif(not SOAK, reason="in `make soak`")
def test_in_shadow_every_goal_passes_and_the_log_says_what_would_not(
    demonstrate: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = demonstrate("--mode", "shadow")
    assert done.returncode == 1
    assert [line.rpartition(": ")[2] for line in done.stdout.splitlines()] == ["done"] * 6
    assert len(re.findall(r"would block.*TOGGLE_ON\(stove_1\)", done.stderr)) == 1


@pytest.mark.slow
@pytest.mark.skipif(not SOAK, reason="in `make soak`")
def test_the_example_conforms_also_when_it_is_halted_and_its_guard_is_killed(
    domain: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del domain  # which the processes inherit
    monkeypatch.setenv("PYTHONPATH", PYTHON_PATH)
    bindings, rules = PACKAGE / "config" / "bindings.yaml", PACKAGE / "config" / "rules.yaml"
    given = {"bindings": bindings, "knowledge_base": rules, "state_dir": tmp_path / "state"}
    words = [word for name, value in given.items() for word in ("-p", f"{name}:={value}")]
    scripts, log = Path(sys.executable).parent, tmp_path / "guard.log"
    with ExitStack() as stack:
        robot = _started(stack, sys.executable, "-m", "guarded_robot.robot")
        guard = _started(stack, str(scripts / "is_safety_monitor"), "--ros-args", *words, log=log)
        end = time.monotonic() + START_S
        while "guarding kitchen robot" not in log.read_text(encoding="utf-8"):
            assert time.monotonic() < end
            time.sleep(0.1)
        goals = {"goal": _drive(1.7, 1.6, 0.5), "unsafe": _drive(50.0, 0.0, 0.5)}
        goals["long-goal"] = _drive(0.0, 0.0, 0.05)
        done = subprocess.run(
            [str(scripts / "is-bench"), "conformance", "--yes"]
            + ["--bindings", str(bindings), "--action", "drive"]
            + [word for name, goal in goals.items() for word in (f"--{name}", goal)]
            + ["--silence", str(robot.pid), "--kill-guard", str(guard.pid)],
            capture_output=True,
            text=True,
            timeout=IN_TIME_S,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    outcomes = [line.split("  ")[0] for line in done.stdout.splitlines()]
    assert outcomes == ["held"] * 4 + ["not checked"] + ["held"]
    assert re.search(r"killing the guard stops motion after \d+ ms", done.stdout)


def _started(stack: ExitStack, *command: str, log: Path | None = None) -> subprocess.Popen[bytes]:
    """A process that is killed at the end, if it lives."""
    told: Any = stack.enter_context(log.open("wb")) if log else subprocess.DEVNULL
    process = stack.enter_context(subprocess.Popen(command, stdout=told, stderr=told))
    stack.callback(process.kill)
    return process


def _drive(x: float, y: float, speed: float) -> str:
    """A goal of the action `drive`, in YAML."""
    pose = f"{{position: {{x: {x}, y: {y}}}, orientation: {{w: 1.0}}}}"
    return f"{{target: {{header: {{frame_id: map}}, pose: {pose}}}, speed: {speed}}}"


def far_away(speed: float) -> Any:
    """A goal that the robot takes 10 s or more to reach."""
    goal = actions.Drive.Goal(speed=speed)
    goal.target.pose.position.x = 5.0
    return goal


def test_a_canceled_drive_ends_where_the_robot_is(ros: Ros) -> None:
    from guarded_robot.driver import RobotDriver
    from guarded_robot.kitchen import Kitchen
    from rclpy.action import ActionClient

    kitchen = Kitchen()
    ros.add(RobotDriver(kitchen, context=ros.context))
    client = ActionClient(ros.node("planner"), actions.Drive, "drive")
    goal = far_away(0.5)
    ros.until(client.server_is_ready)
    handle = ros.wait(client.send_goal_async(goal))
    ros.until(lambda: kitchen.x > 0)
    second = ros.wait(client.send_goal_async(goal))
    assert not second.accepted
    ros.wait(handle.cancel_goal_async())
    result = ros.wait(handle.get_result_async()).result
    assert (result.arrived, result.reason) == (False, "canceled")
    stopped_at = kitchen.x
    ros.let_pass(0.1)
    assert 0 < kitchen.x == stopped_at < 5.0


def test_the_robot_takes_little_processor_time_while_it_drives(ros: Ros) -> None:
    from guarded_robot.driver import RobotDriver
    from guarded_robot.kitchen import Kitchen
    from guarded_robot.state_publisher import StatePublisher
    from rclpy.action import ActionClient

    kitchen = Kitchen()
    for kind in (RobotDriver, StatePublisher):
        ros.add(kind(kitchen, context=ros.context))
    client = ActionClient(ros.node("planner"), actions.Drive, "drive")
    ros.until(client.server_is_ready)
    handle = ros.wait(client.send_goal_async(far_away(0.1)))
    ros.until(lambda: kitchen.x > 0)
    began, before = time.monotonic(), time.process_time()
    ros.let_pass(DRIVE_S)
    share = (time.process_time() - before) / (time.monotonic() - began)
    assert handle.accepted
    assert 0 < kitchen.x < 5.0
    assert share < SHARE


def test_the_tutorial_quotes_the_files() -> None:
    quoted = re.findall(r"```yaml\n(.*?)```", TUTORIAL, re.DOTALL)
    bindings = (EXAMPLE / "guarded_robot" / "config" / "bindings.yaml").read_text(encoding="utf-8")
    assert quoted
    assert [part for part in quoted if part not in bindings] == []
