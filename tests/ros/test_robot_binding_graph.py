"""A first file of bindings from a live graph, and the file compared with it."""

from __future__ import annotations

import pytest
from geometry_msgs.msg import Twist
from rclpy.action import ActionClient
from std_srvs.srv import SetBool

from is_bench.domain import load_domain
from is_safety_monitor.bindings.checking import check_bindings, check_graph
from is_safety_monitor.bindings.drafting import draft
from is_safety_monitor.bindings.graph_names import below
from is_safety_monitor.bindings.installed import InstalledTypes
from is_safety_monitor.bindings.reader import parse_bindings
from is_safety_monitor.bindings.ros.graph_snapshot import look
from tests.ros.bound_robot import FILE, BoundRobot, NavigateToPose
from tests.ros.harness import Ros

pytestmark = pytest.mark.ros


def test_a_live_graph_is_drafted_and_checked(ros: Ros) -> None:
    BoundRobot(ros)
    seen = look(5.0)
    household = load_domain("household")
    drafted = parse_bindings(draft("robot", seen, InstalledTypes()), "first.yaml", household)
    assert check_bindings(drafted, InstalledTypes()).faults == ()
    assert check_graph(drafted, seen) == ()
    assert {item.robot for item in drafted.guarded} == {
        "navigate_to_pose",
        "gripper",
        "lamp",
        "cmd_vel",
    }
    written = parse_bindings(FILE, "robot.yaml", household)
    assert check_bindings(written, InstalledTypes()).faults == ()
    assert check_graph(written, seen) == ()


def test_a_file_drafted_in_one_namespace_fits_a_robot_in_another(ros: Ros) -> None:
    namespaces = ("/robot_1", "/robot_2")
    for ros.namespace in namespaces:
        BoundRobot(ros)
    seen = look(5.0)
    first, second = (
        draft("robot", below(seen, namespace), InstalledTypes()) for namespace in namespaces
    )
    assert first == second
    drafted = parse_bindings(first, "first.yaml", load_domain("household"))
    assert {item.robot for item in drafted.guarded} >= {"navigate_to_pose", "lamp", "cmd_vel"}
    for namespace in namespaces:
        assert check_graph(drafted, seen, namespace) == ()


def test_who_only_asks_serves_nothing(ros: Ros) -> None:
    client = ros.node("client")
    ActionClient(client, NavigateToPose, "navigate_to_pose")
    client.create_client(SetBool, "lamp")
    client.create_publisher(Twist, "cmd_vel", 1)
    written = parse_bindings(FILE, "robot.yaml", load_domain("household"))
    lacking = check_graph(written, look(1.0))
    assert len(lacking) == 5
    assert lacking[0].startswith("no action that the robot serves is named 'navigate_to_pose'")
