"""Misspelt parameters end a node at its start."""

from __future__ import annotations

from pathlib import Path

import pytest
from rclpy.node import Node

from is_bench.errors import InputError, UnknownNameError
from is_bench.ros.node_program import NodeProgram
from is_bench.ros.parameter_overrides import check_overrides, sections_of
from is_bench.ros.parameters import declare
from is_bench_eval.recording import node as recorder
from is_planner_node import node as planner
from is_safety_monitor import node as guard
from is_safety_monitor.gate import node as gate
from sim_bridge import node as simulator
from tests.ros.harness import Ros
from tests.ros.programs import MODULES, run
from tests.source_tree import ROOT

PROGRAMS = (guard.PROGRAM, gate.PROGRAM, planner.PROGRAM, simulator.PROGRAM, recorder.PROGRAM)


def kettle(words: list[str], **options: object) -> Node:
    """A node with two parameters."""
    node = Node("kettle", cli_args=words, **options)
    declare(node, "deadman_timeout_s", 0.0, "silence that stops")
    declare(node, "mode", "enforce", "what it does")
    check_overrides(node, words)
    return node


def start(ros: Ros, *words: str) -> None:
    ros.make(kettle, ["--ros-args", *words])


def params_file(folder: Path, text: str) -> str:
    path = folder / "robot.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def section(name: str, values: str, *, folder: Path) -> str:
    return params_file(folder, f"{name}:\n  ros__parameters: {{{values}}}\n")


def test_right_parameters_are_taken(ros: Ros, tmp_path: Path) -> None:
    start(ros, "-p", "mode:=shadow", "-p", "use_sim_time:=true")
    for name in ("kettle", "/**/kettle", "/*", "/**"):
        start(ros, "--params-file", section(name, "mode: shadow", folder=tmp_path))
        assert ros._nodes[-1].get_parameter("mode").value == "shadow"


@pytest.mark.parametrize("words", [("-p", "moode:=shadow"), ("-p", "kettle:moode:=shadow")])
def test_a_misspelt_argument_is_refused_with_the_nearest(ros: Ros, words: tuple[str, str]) -> None:
    with pytest.raises(UnknownNameError, match="no parameter is named 'moode'; did you mean mode"):
        start(ros, *words)


@pytest.mark.parametrize("name", ["kettle", "/kettle", "/**/kettle", "/**"])
def test_a_misspelt_parameter_in_a_file_is_refused(ros: Ros, tmp_path: Path, name: str) -> None:
    file = section(name, "deadman_timout_s: 2.0", folder=tmp_path)
    with pytest.raises(UnknownNameError, match="did you mean deadman_timeout_s"):
        start(ros, "--params-file", file)


def test_a_parameter_of_the_constructor_is_checked_too(ros: Ros) -> None:
    with pytest.raises(UnknownNameError, match="moode"):
        ros.make(kettle, [], moode="off")


def test_parameters_of_other_nodes_in_a_shared_file_are_not_refused(
    ros: Ros, tmp_path: Path
) -> None:
    shared = "/**:\n  ros__parameters: {map_frame: map}\n"
    other = "/fridge:\n  ros__parameters: {temperature: 4.0}\n"
    start(ros, "--params-file", params_file(tmp_path, shared + other))


def test_a_strange_parameter_for_the_node_itself_is_refused(ros: Ros, tmp_path: Path) -> None:
    file = section("/**/kettle", "map_frame: map", folder=tmp_path)
    with pytest.raises(UnknownNameError, match="map_frame"):
        start(ros, "--params-file", file)
    with pytest.raises(UnknownNameError, match="map_frame"):
        start(ros, "-p", "map_frame:=map")


@pytest.mark.parametrize("name", ["ketle", "/**/kettel", "/kitchen/kettle"])
def test_a_file_for_a_misspelt_node_is_refused(ros: Ros, tmp_path: Path, name: str) -> None:
    file = section(name, "mode: shadow", folder=tmp_path)
    with pytest.raises(InputError, match="none for this node, /kettle; write /kettle"):
        start(ros, "--params-file", file)


def test_a_file_with_sections_for_two_robots_serves_both(ros: Ros, tmp_path: Path) -> None:
    text = "/kettle:\n  ros__parameters: {mode: a}\n/kettle_2:\n  ros__parameters: {mode: b}\n"
    start(ros, "--params-file", params_file(tmp_path, text))


def test_sections_have_full_names_and_flat_parameters(tmp_path: Path) -> None:
    text = "kitchen:\n  kettle:\n    ros__parameters: {a: {b: 1, c: 2}}\n"
    found = list(sections_of(["x", "--ros-args", "--params-file", params_file(tmp_path, text)]))
    assert [(each.node, set(each.names)) for each in found] == [("/kitchen/kettle", {"a.b", "a.c"})]
    assert found[0].applies_to("/kitchen/kettle")
    assert not found[0].applies_to("/kettle")


def test_words_outside_the_ros_arguments_set_nothing() -> None:
    words = ["x", "-p", "a:=1", "--ros-args", "-p", "b:=1", "--", "-p", "c:=1"]
    assert [each.names for each in sections_of(words)] == [{"b"}]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_the_shipped_parameter_file_of_a_node_is_accepted(ros: Ros, program: NodeProgram) -> None:
    def make(**options: object) -> Node:
        file = str(ROOT / "config" / f"{program.name}.yaml")
        words = ["--ros-args", "--params-file", file]
        node = Node(program.name, cli_args=words, **options)
        assert node._parameter_overrides
        program.declare(node)
        return node

    ros.make(make)


@pytest.mark.usefixtures("domain")
@pytest.mark.parametrize("module", MODULES)
def test_every_node_ends_with_2_for_a_misspelt_parameter(module: str) -> None:
    ended = run(module, "--ros-args", "-p", "nonsense:=1")
    assert (ended.returncode, "no parameter is named 'nonsense'" in ended.stderr) == (2, True)
