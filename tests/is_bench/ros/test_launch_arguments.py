from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from is_bench.errors import UnknownNameError
from is_bench.ros.launch_arguments import check_launch_arguments

FILE = "/opt/share/is_bench/launch/guard.launch.py"
DECLARED = ("mode", "domain", "robot_action")
RUN = ("/opt/ros/jazzy/bin/ros2", "launch", "is_bench", "guard.launch.py")
INCLUDED = ("/opt/ros/jazzy/bin/ros2", "launch", "my_robot", "robot.launch.py")


@dataclass
class Context:
    """What launch knows: the words of its command line, and what is in force."""

    argv: list[str] = field(default_factory=list)
    launch_configurations: dict[str, str] = field(default_factory=dict)


def test_an_undeclared_argument_is_refused_with_the_nearest_name() -> None:
    given = Context(["mode:=shadow", "robot_acton:=/arm/do:=it"])
    with pytest.raises(UnknownNameError, match="robot_acton'; did you mean robot_action"):
        check_launch_arguments(FILE, DECLARED, given, RUN)


def test_an_undeclared_argument_like_no_other_is_refused_with_what_there_is() -> None:
    with pytest.raises(UnknownNameError, match="known: domain, mode, robot_action"):
        check_launch_arguments(FILE, DECLARED, Context(["xyz:=1"]), RUN)


@pytest.mark.parametrize("name", [*DECLARED, "launch-prefix", "launch-prefix-filter"])
def test_what_is_declared_or_is_ros2_launchs_own_passes(name: str) -> None:
    check_launch_arguments(FILE, DECLARED, Context([f"{name}:=x"]), RUN)


def test_arguments_of_an_including_launch_file_are_its_own_business() -> None:
    context = Context(["kitchen:=a"], {"kitchen": "a", "mode": "off", "ros_namespace": "/a"})
    check_launch_arguments(FILE, DECLARED, context, INCLUDED)


def test_a_misspelling_in_an_including_launch_file_is_refused() -> None:
    context = Context([], {"domian": "household"})
    with pytest.raises(UnknownNameError, match="did you mean domain"):
        check_launch_arguments(FILE, DECLARED, context, INCLUDED)


def test_a_launch_file_named_by_its_path_is_the_one_that_is_run() -> None:
    words = ("ros2", "launch", "launch/guard.launch.py")
    with pytest.raises(UnknownNameError):
        check_launch_arguments(FILE, DECLARED, Context(["xyz:=1"]), words)
