from __future__ import annotations

import pytest

from is_bench.errors import InputError
from is_safety_monitor.gate.settings import (
    ACTION,
    SERVICE,
    TOPIC,
    GatedInterface,
    gated_topic,
    read_gated,
)

DRIVE = "navigate=driver/navigate:nav2_msgs/action/NavigateToPose"
LAMP = "lamp=driver/lamp:std_srvs/srv/SetBool"


def test_an_action_is_read() -> None:
    read = GatedInterface("navigate", "driver/navigate", "nav2_msgs/action/NavigateToPose")
    assert read_gated("actions", [f" {DRIVE} "], ACTION) == (read,)
    assert read.kind == ACTION


def test_an_empty_text_stands_for_nothing() -> None:
    assert read_gated("services", [""], SERVICE) == ()


def test_a_list_of_several_kinds_is_read() -> None:
    kinds = [each.kind for each in read_gated("gate", [DRIVE, LAMP], ACTION, SERVICE)]
    assert kinds == [ACTION, SERVICE]


@pytest.mark.parametrize(
    "text",
    [
        "navigate",
        "a=b",
        "a:x/action/Y",
        "=b:x/action/Y",
        "a=b:x/msg/Y",
        "a=b=c:x/action/Y",
        "a b=c:x/action/Y",
        "a//b=c:x/action/Y",
        LAMP,
    ],
)
def test_what_is_no_action_is_an_error_with_the_form(text: str) -> None:
    with pytest.raises(InputError, match="in actions; write served=driver:package/action/Type"):
        read_gated("actions", [text], ACTION)


def test_a_velocity_topic_is_read_with_the_parts_that_are_speeds() -> None:
    texts = ["cmd_vel=driver/cmd_vel:geometry_msgs/msg/Twist", "a=b:geometry_msgs/msg/TwistStamped"]
    twist, stamped = map(gated_topic, read_gated("velocities", texts, TOPIC))
    assert (twist.planner, twist.robot) == ("cmd_vel", "driver/cmd_vel")
    assert (twist.type, str(twist.linear)) == ("geometry_msgs/msg/Twist", "linear")
    assert (str(stamped.linear), str(stamped.angular)) == ("twist.linear", "twist.angular")


def test_a_velocity_topic_of_another_type_is_an_error() -> None:
    (entry,) = read_gated("velocities", ["cmd_vel=driver/cmd_vel:std_msgs/msg/Bool"], TOPIC)
    with pytest.raises(InputError, match=r"cmd_vel is std_msgs/msg/Bool; a gate takes geometry"):
        gated_topic(entry)


@pytest.mark.parametrize(
    "texts", [["a=a:x/action/Y"], [DRIVE, DRIVE], [DRIVE, "driver/navigate=c:x/action/Y"]]
)
def test_a_name_that_stands_there_twice_is_an_error(texts: list[str]) -> None:
    with pytest.raises(InputError, match="is listed twice"):
        read_gated("actions", texts, ACTION)


def test_an_action_and_a_service_may_share_a_name() -> None:
    texts = ["a=b:x/action/Y", "a=b:x/srv/Y"]
    assert len(read_gated("gate", texts, ACTION, SERVICE)) == len(texts)
