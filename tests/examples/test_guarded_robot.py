"""The example robot as a user meets it: the command, and what the tutorial says of it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.ros.conftest import HAS_ROS
from tests.sampling import SOAK
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from tests.ros.harness import Ros

EXAMPLE = ROOT / "examples" / "guarded_robot"
TUTORIAL = (ROOT / "docs" / "guarding_a_robot.md").read_text(encoding="utf-8")
IN_TIME_S = 180
"""From clone to a refused goal, after setup."""

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


def test_a_canceled_drive_ends_where_the_robot_is(ros: Ros) -> None:
    from guarded_robot.driver import RobotDriver
    from guarded_robot.kitchen import Kitchen
    from rclpy.action import ActionClient

    kitchen = Kitchen()
    ros.add(RobotDriver(kitchen, context=ros.context))
    client = ActionClient(ros.node("planner"), actions.Drive, "drive")
    goal = actions.Drive.Goal(speed=0.5)
    goal.target.pose.position.x = 5.0
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


def test_the_tutorial_quotes_the_files() -> None:
    quoted = re.findall(r"```yaml\n(.*?)```", TUTORIAL, re.DOTALL)
    bindings = (EXAMPLE / "guarded_robot" / "config" / "bindings.yaml").read_text(encoding="utf-8")
    assert quoted
    assert [part for part in quoted if part not in bindings] == []
