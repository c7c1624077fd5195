from __future__ import annotations

import pytest

from is_bench.errors import InputError
from is_safety_monitor.gate.settings import GatedAction, read_actions, read_velocities

DRIVE = "navigate=driver/navigate:nav2_msgs/action/NavigateToPose"


def test_an_action_is_read() -> None:
    read = GatedAction("navigate", "driver/navigate", "nav2_msgs/action/NavigateToPose")
    assert read_actions([f" {DRIVE} "]) == (read,)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "navigate",
        "a=b",
        "a:x/action/Y",
        "=b:x/action/Y",
        "a=b:x/msg/Y",
        "a=b=c:x/action/Y",
        "a b=c:x/action/Y",
        "a//b=c:x/action/Y",
    ],
)
def test_what_is_no_action_is_an_error_with_the_form(text: str) -> None:
    with pytest.raises(InputError, match="write served=driver:package/action/Type"):
        read_actions([text])


def test_a_velocity_topic_is_read_with_the_parts_that_are_speeds() -> None:
    twist, stamped = read_velocities(
        ["cmd_vel=driver/cmd_vel:geometry_msgs/msg/Twist", "a=b:geometry_msgs/msg/TwistStamped"]
    )
    assert (twist.planner, twist.robot) == ("cmd_vel", "driver/cmd_vel")
    assert (twist.type, str(twist.linear)) == ("geometry_msgs/msg/Twist", "linear")
    assert (str(stamped.linear), str(stamped.angular)) == ("twist.linear", "twist.angular")
    assert read_velocities([""]) == ()


def test_what_is_no_velocity_topic_is_an_error_with_the_form() -> None:
    with pytest.raises(InputError, match="write served=driver:package/msg/Type"):
        read_velocities([DRIVE])


@pytest.mark.parametrize(
    "texts", [["a=a:x/action/Y"], [DRIVE, DRIVE], [DRIVE, "driver/navigate=c:x/action/Y"]]
)
def test_a_name_that_stands_there_twice_is_an_error(texts: list[str]) -> None:
    with pytest.raises(InputError, match="is listed twice"):
        read_actions(texts)
