from __future__ import annotations

import pytest

from is_bench.errors import InputError
from is_safety_monitor.bindings.checking import check_graph
from is_safety_monitor.bindings.drafting import draft
from is_safety_monitor.bindings.graph_names import (
    below,
    common_namespace,
    full_name,
    read_namespace,
)
from tests.is_safety_monitor.bindings.samples import Table, read

TWIST = ("geometry_msgs/msg/Twist",)
PLUMBING = {"/clock": ("rosgraph_msgs/msg/Clock",)}
TWO_ROBOTS = {
    "sub": {"/robot_1/cmd_vel": TWIST, "/robot_2/cmd_vel": TWIST, "/robot_10/cmd_vel": TWIST},
    "msg": PLUMBING,
}


@pytest.mark.parametrize(
    ("text", "name"),
    [("", "/"), ("/", "/"), ("robot_1", "/robot_1"), ("/home/robot/", "/home/robot")],
)
def test_a_namespace_is_read(text: str, name: str) -> None:
    assert read_namespace(text) == name


@pytest.mark.parametrize("text", ["robot 1", "/1", "a//b", "~", "{robot}", "/robot-1"])
def test_what_is_no_namespace_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is no namespace; write it as /robot_1"):
        read_namespace(text)


def test_a_name_is_relative_unless_it_begins_with_a_slash() -> None:
    assert full_name("drive", "/robot_1") == "/robot_1/drive"
    assert full_name("drive", "/") == "/drive"
    assert full_name("/drive", "/robot_1") == "/drive"


def test_names_below_a_namespace_are_relative_to_it() -> None:
    assert below(TWO_ROBOTS, "/robot_1") == {"sub": {"cmd_vel": TWIST}, "msg": {}}
    assert below({"msg": PLUMBING}, "/")["msg"] == {"clock": PLUMBING["/clock"]}


def test_a_draft_of_one_robot_fits_the_other() -> None:
    drafts = [draft("robot", below(TWO_ROBOTS, name), Table()) for name in ("/robot_1", "/robot_2")]
    assert drafts[0] == drafts[1]
    found = read(drafts[0])
    assert [(item.planner, item.robot) for item in found.velocities] == [
        ("guarded/cmd_vel", "cmd_vel")
    ]
    for namespace in ("/robot_1", "/robot_2"):
        assert check_graph(found, TWO_ROBOTS, namespace) == ()
    (lacking,) = check_graph(found, TWO_ROBOTS, "/robot_3")
    assert lacking.startswith("no topic that the robot listens to in /robot_3 is named 'cmd_vel'")


def test_a_full_name_is_looked_for_as_it_stands() -> None:
    found = read(draft("robot", TWO_ROBOTS, Table()).replace("robot: robot_1/", "robot: /robot_1/"))
    (lacking, *_) = check_graph(found, {"sub": {"/robot_1/cmd_vel": TWIST}}, "/robot_2")
    assert "robot_1/cmd_vel'" not in lacking


def test_a_namespace_that_all_interfaces_share_is_found() -> None:
    one = {"sub": {"/robot_1/cmd_vel": TWIST}, "msg": PLUMBING}
    assert common_namespace(one) == "/robot_1"
    assert common_namespace(TWO_ROBOTS) == "/"
    assert common_namespace({"sub": {"/cmd_vel": TWIST}}) == "/"
    assert common_namespace({}) == "/"
