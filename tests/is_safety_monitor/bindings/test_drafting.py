from __future__ import annotations

from collections.abc import Mapping

import pytest

from is_safety_monitor.bindings.checking import check_bindings
from is_safety_monitor.bindings.drafting import draft, is_empty, unguarded_count
from tests.is_safety_monitor.bindings.samples import Table, read

GRAPH = {
    "action": {
        "/navigate_to_pose": ["nav2_msgs/action/NavigateToPose"],
        "/arm/gripper": ["control_msgs/action/GripperCommand"],
        "/odd": ["odd_msgs/action/Odd"],
        "/is_bench/execute_skill": ["is_bench_interfaces/action/ExecuteSkill"],
    },
    "srv": {
        "/lamp": ["std_srvs/srv/SetBool"],
        "/set_dimmer": ["own_msgs/srv/SetDimmer"],
        "/node/get_parameters": ["rcl_interfaces/srv/GetParameters"],
    },
    "sub": {
        "/cmd_vel": ["geometry_msgs/msg/Twist"],
        "/guarded/cmd_vel": ["geometry_msgs/msg/Twist"],
        "/arm/command": ["geometry_msgs/msg/Point"],
    },
    "msg": {
        "/teleop": ["geometry_msgs/msg/Twist"],
        "/joint_states": ["sensor_msgs/msg/JointState"],
        "/_hidden": ["sensor_msgs/msg/JointState"],
        "/detections": ["own_msgs/msg/Detections"],
    },
}


def test_a_first_file_can_be_read_and_has_no_faults() -> None:
    found = read(draft("robot", GRAPH, Table()))
    assert check_bindings(found, Table()).faults == ()
    assert [(item.name, item.robot) for item in found.guarded] == [
        ("arm_gripper", "arm/gripper"),
        ("navigate_to_pose", "navigate_to_pose"),
        ("lamp", "lamp"),
        ("cmd_vel", "cmd_vel"),
    ]
    assert [source.name for source in found.facts] == ["joint_states"]


def test_every_interface_that_is_not_drafted_is_named() -> None:
    text = draft("robot", GRAPH, Table())
    named = [line for line in text.splitlines() if line.startswith("# TODO ")]
    assert named == [
        (
            "# TODO odd (odd_msgs/action/Odd): action, not guarded; odd_msgs/action/Odd.goal is "
            "not installed"
        ),
        (
            "# TODO set_dimmer (own_msgs/srv/SetDimmer): service, not guarded; "
            "own_msgs/srv/SetDimmer.request is not installed"
        ),
        (
            "# TODO arm/command (geometry_msgs/msg/Point): subscribed topic, not guarded; fields: "
            "x (double), y (double), z (double)"
        ),
        (
            "# TODO detections (own_msgs/msg/Detections): published topic, gives no facts; fields: "
            "detections (sequence<own_msgs/Detection, 100>)"
        ),
        (
            "# TODO teleop (geometry_msgs/msg/Twist): published topic, gives no facts; fields: "
            "linear (geometry_msgs/Vector3), angular (geometry_msgs/Vector3)"
        ),
    ]
    assert unguarded_count(text) == len(named)
    assert "execute_skill" not in text


def test_names_are_relative_so_that_robots_in_two_namespaces_share_a_file() -> None:
    (source,) = read(draft("robot", GRAPH, Table())).facts
    assert source.topic == "joint_states"


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("/turn_knob", "TOGGLE_ON(thing)"),
        ("/grasp", "PICK(thing)"),
        ("/arm/place", "PLACE_ON_TOP(held, thing)"),
        ("/open_door", "OPEN(thing)"),
        ("/dance", "PICK(thing)"),
    ],
)
def test_the_name_of_an_action_suggests_its_call(name: str, call: str) -> None:
    class Named(Table):
        def fields(self, name: str) -> Mapping[str, str]:
            return {"object": "string"} if name == "a_msgs/action/A.goal" else super().fields(name)

    text = draft("robot", {"action": {name: ["a_msgs/action/A"]}}, Named())
    assert f"      - call: {call} # TODO: which skill it is\n" in text
    (action,) = read(text).actions
    assert [rule.skill for rule in action.reading.calls] == [call.partition("(")[0]]


def test_an_empty_graph_makes_a_file_that_can_be_read() -> None:
    assert read(draft("robot", {}, Table())).guarded == ()
    assert is_empty({})
    assert not is_empty(GRAPH)
