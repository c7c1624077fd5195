"""The policies for a guarded robot: who may do what, and nobody else."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from is_bench_eval.cli.main import main
from is_bench_eval.security.ros.roles import Robot, enclaves
from tests.is_bench_eval.security.test_policy import check_form
from tests.is_safety_monitor.bindings.samples import FILE, LAMP_SERVICE

pytestmark = pytest.mark.ros

GATE = "robot/execute_skill=robot/driver/execute_skill:is_bench_interfaces/action/ExecuteSkill"


def written(folder: Path, *arguments: str) -> ET.Element:
    assert main(["security", "init", "--out", str(folder), *arguments]) == 0
    text = (folder / "policy.xml").read_text(encoding="utf-8")
    check_form(text)
    return ET.fromstring(text)


def who(policy: ET.Element, right: str, name: str) -> set[str]:
    """The nodes that have a right to a name."""
    return {
        profile.attrib["node"]
        for profile in policy.iter("profile")
        for group in profile
        if right in group.attrib and name in [each.text for each in group]
    }


def test_the_guard_alone_calls_the_robot(tmp_path: Path) -> None:
    policy = written(tmp_path)
    assert who(policy, "call", "robot/execute_skill") == {"is_safety_monitor"}
    assert who(policy, "execute", "is_bench/execute_skill") == {"is_safety_monitor"}
    assert who(policy, "publish", "is_bench/guard/permits") == {"is_safety_monitor"}
    assert who(policy, "publish", "is_bench/guard/heartbeat") == {"emergency_stop"}
    assert who(policy, "request", "is_bench/guard/reset") == {"operator"}
    assert who(policy, "call", "is_bench/execute_skill") == {"is_planner_node"}


def test_with_a_gate_it_alone_calls_the_driver(tmp_path: Path) -> None:
    policy = written(tmp_path, "--gate", GATE)
    assert who(policy, "call", "robot/driver/execute_skill") == {"driver_gate"}
    assert who(policy, "execute", "robot/execute_skill") == {"driver_gate"}
    assert who(policy, "execute", "robot/driver/execute_skill") == {"driver", "sim_bridge"}


BINDINGS = (
    """
bindings: 1
robot: test robot
things:
  lamp_1: {label: lamp, synset: lamp.n.02}
"""
    + LAMP_SERVICE
    + """\
velocities:
  base:
    type: geometry_msgs/msg/Twist
    planner: guarded/cmd_vel
    robot: cmd_vel
"""
)
LAMP_GATE = "lamp=driver/lamp:std_srvs/srv/SetBool"
BASE_GATE = "/cmd_vel=driver/cmd_vel:geometry_msgs/msg/Twist"


def test_with_a_gate_it_alone_reaches_the_drivers_services_and_velocity_topics(
    tmp_path: Path,
) -> None:
    file = tmp_path / "robot.yaml"
    file.write_text(BINDINGS, encoding="utf-8")
    gates = [word for gate in (GATE, LAMP_GATE, BASE_GATE) for word in ("--gate", gate)]
    policy = written(tmp_path / "out", "--bindings", str(file), *gates)
    assert who(policy, "request", "lamp") == {"is_safety_monitor"}
    assert who(policy, "reply", "lamp") == {"driver_gate"}
    assert who(policy, "request", "driver/lamp") == {"driver_gate"}
    assert who(policy, "reply", "driver/lamp") == {"driver"}
    assert who(policy, "publish", "cmd_vel") == {"is_safety_monitor"}
    assert who(policy, "subscribe", "/cmd_vel") == {"driver_gate"}
    assert who(policy, "publish", "driver/cmd_vel") == {"driver_gate"}
    assert who(policy, "subscribe", "driver/cmd_vel") == {"driver"}
    assert who(policy, "subscribe", "cmd_vel") == set()


def test_without_a_gate_the_guard_reaches_them(tmp_path: Path) -> None:
    file = tmp_path / "robot.yaml"
    file.write_text(BINDINGS, encoding="utf-8")
    policy = written(tmp_path / "out", "--bindings", str(file))
    assert who(policy, "reply", "lamp") == {"driver"}
    assert who(policy, "publish", "cmd_vel") == {"is_safety_monitor"}
    assert who(policy, "subscribe", "cmd_vel") == {"driver"}


def test_a_gate_of_another_form_is_an_error(tmp_path: Path) -> None:
    gate = "lamp=driver/lamp:std_srvs/SetBool"
    assert main(["security", "init", "--out", str(tmp_path), "--gate", gate]) == 2


def test_a_gate_of_a_name_that_the_guard_does_not_call_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bindings = tmp_path / "robot.yaml"
    bindings.write_text(FILE, encoding="utf-8")
    gate = "lampp=driver/lamp:std_srvs/srv/SetBool"
    words = ["security", "init", "--bindings", str(bindings), "--out", str(tmp_path / "policies")]
    assert main([*words, "--gate", gate]) == 2
    assert "is named 'lampp'; did you mean lamp?" in capsys.readouterr().err
    assert main([*words, "--gate", gate.replace("lampp", "lamp")]) == 0


def test_a_namespace_that_ros_does_not_have_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["security", "init", "--out", str(tmp_path), "--namespace", "robot 1"]) == 2
    assert "'robot 1' is no namespace; write it as /robot_1" in capsys.readouterr().err
    assert not (tmp_path / "policy.xml").exists()


def test_a_policy_is_never_written_over(tmp_path: Path) -> None:
    written(tmp_path)
    assert main(["security", "init", "--out", str(tmp_path)]) == 2


def test_robots_in_namespaces_have_enclaves_of_their_own() -> None:
    one, other = ({each.path for each in enclaves(Robot(namespace=name))} for name in ("/a", "/b"))
    assert not one & other
