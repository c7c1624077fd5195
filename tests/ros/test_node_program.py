"""`--help` of the nodes, and words that nothing takes."""

from __future__ import annotations

import pytest
from rclpy.node import Node

from is_bench.errors import InputError
from is_bench.ros.node_program import WIDTH, NodeProgram, check_arguments
from is_bench.ros.parameters import declare
from tests.ros.programs import MODULES, run


def no_parameters(node: Node) -> None:
    del node


def of_a_kettle(node: Node) -> None:
    declare(node, "mode", "boil", "what it does", choices=("boil", "rest"))
    declare(node, "volume_l", 1.5, "volume of the water [l]", limits=(0.0, 2.0))
    declare(node, "cups", 4, "number of cups", limits=(1, 8))
    declare(node, "lit", True, "whether the lamp is on " + "and on " * 20)
    declare(node, "friends", [""], "other kettles")


KETTLE = NodeProgram("kettle", "Boils water.", of_a_kettle)


@pytest.mark.usefixtures("domain")
def test_the_help_has_purpose_and_every_parameter_within_the_width() -> None:
    text = KETTLE.help()
    assert text.startswith("usage: ros2 run is_bench kettle [--ros-args ARGUMENT ...]\n\nBoils")
    assert "  mode (text, one of boil, rest; default: boil)\n      what it does\n" in text
    assert "  volume_l (number, 0 to 2; default: 1.5)\n" in text
    assert "  cups (integer, 1 to 8; default: 4)\n" in text
    assert "  lit (true or false; default: true)\n" in text
    assert "  friends (list of texts; default: empty)\n" in text
    assert max(map(len, text.splitlines())) <= WIDTH


@pytest.mark.usefixtures("domain")
def test_the_help_shows_defaults_whatever_the_command_line_sets(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["kettle", "--help", "--ros-args", "-p", "mode:=rest"]
    with pytest.raises(SystemExit) as ended:
        KETTLE.check_command_line(words)
    assert (ended.value.code, "default: boil" in capsys.readouterr().out) == (0, True)


@pytest.mark.usefixtures("domain")
def test_a_program_without_parameters_says_so() -> None:
    assert NodeProgram("stone", "Rests.", no_parameters).help().endswith("\nno parameters\n")


def test_ros_arguments_are_taken() -> None:
    check_arguments([])
    check_arguments(["kettle", "--ros-args", "-p", "mode:=rest", "-r", "__ns:=/kitchen"])


def test_a_parameter_without_its_flags_is_refused_with_them() -> None:
    with pytest.raises(InputError, match=r"set a parameter with --ros-args -p mode:=rest"):
        check_arguments(["kettle", "mode:=rest"])


@pytest.mark.parametrize("words", [("--foo",), ("x", "--ros-args", "-p", "a:=1")])
def test_a_word_that_nothing_takes_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="unexpected argument"):
        check_arguments(["kettle", *words])


@pytest.mark.parametrize("words", [("--foo",), ("-p", "mode"), ("--params-file", "/none.yaml")])
def test_ros_arguments_that_cannot_be_read_are_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="invalid ROS arguments"):
        check_arguments(["kettle", "--ros-args", *words])


@pytest.mark.usefixtures("domain")
@pytest.mark.parametrize("module", MODULES)
def test_every_node_refuses_words_that_nothing_takes(module: str) -> None:
    ended = run(module, "bindings:=robot.yaml")
    assert (ended.returncode, "--ros-args -p bindings:=robot.yaml" in ended.stderr) == (2, True)


@pytest.mark.usefixtures("domain")
@pytest.mark.parametrize("module", MODULES)
def test_every_node_prints_help(module: str) -> None:
    ended = run(module, "--help")
    assert (ended.returncode, "\nparameters:\n" in ended.stdout) == (0, True)
