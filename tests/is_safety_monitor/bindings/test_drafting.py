from __future__ import annotations

from is_safety_monitor.bindings.checking import check_bindings
from is_safety_monitor.bindings.drafting import draft
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
        "/node/get_parameters": ["rcl_interfaces/srv/GetParameters"],
    },
    "sub": {
        "/cmd_vel": ["geometry_msgs/msg/Twist"],
        "/guarded/cmd_vel": ["geometry_msgs/msg/Twist"],
    },
    "msg": {
        "/teleop": ["geometry_msgs/msg/Twist"],
        "/joint_states": ["sensor_msgs/msg/JointState"],
        "/_hidden": ["sensor_msgs/msg/JointState"],
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


def test_what_cannot_be_guarded_is_named() -> None:
    text = draft("robot", GRAPH, Table())
    assert "# /odd: odd_msgs/action/Odd.goal is not installed" in text
    assert "execute_skill" not in text


def test_an_empty_graph_makes_a_file_that_can_be_read() -> None:
    assert read(draft("robot", {}, Table())).guarded == ()
