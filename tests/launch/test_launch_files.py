"""The launch files offer what the command line offers."""

from __future__ import annotations

import argparse
import ast
import runpy
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from is_bench_eval.cli.commands import build_parser
from tests.source_tree import ROOT

LAUNCH = ROOT / "launch"
FILES = sorted(LAUNCH.glob("*.launch.py"))
SIGHT = {"guard_sight", "guard_sight_endpoint", "guard_sight_model"}
"""Flags that the ROS engine refuses."""
DECIDED_BY_THE_LAUNCH_FILE = {"in_flight", "ray_address", "engine", "nodes", "workers", *SIGHT}


def eval_flags() -> dict[str, argparse.Action]:
    """The flags of `is-bench eval`, by name, that a launch may decide on."""
    commands = next(
        action
        for action in build_parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    return {
        action.dest: action
        for action in commands.choices["eval"]._actions
        if action.dest not in {"help", *DECIDED_BY_THE_LAUNCH_FILE}
    }


# Without launch: what eval.launch.py says about itself


def literals(path: Path) -> dict[str, Any]:
    """The module's constants that are written out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Dict)
        and all(node.value.keys)
    }


def test_every_flag_of_eval_is_an_argument_and_nothing_else() -> None:
    told = literals(LAUNCH / "eval.launch.py")
    switches = {name for name, flag in eval_flags().items() if flag.nargs == 0}
    assert set(told["SWITCHES"]) == switches
    assert {"out", *told["ARGUMENTS"]} == set(eval_flags()) - switches


@pytest.mark.parametrize(
    ("launch", "node"), [("guard", "is_safety_monitor"), ("sim", "sim_bridge")]
)
def test_what_a_launch_file_sets_is_a_parameter_of_its_node(launch: str, node: str) -> None:
    config = yaml.safe_load((ROOT / "config" / f"{node}.yaml").read_text(encoding="utf-8"))
    known = {"dataset", *config[f"/**/{node}"]["ros__parameters"]}
    tree = ast.parse((LAUNCH / f"{launch}.launch.py").read_text(encoding="utf-8"))
    (given,) = (
        value.value
        for value in tree.body
        if isinstance(value, ast.Assign | ast.AnnAssign)
        and isinstance(value.value, ast.Dict)
        and ast.unparse(value).startswith("PARAMETERS")
    )
    names = {ast.literal_eval(key) for key in given.keys if key is not None}
    assert names <= known


def test_the_robots_action_is_a_parameter_as_remaps_do_not_reach_it() -> None:
    told = literals(LAUNCH / "guard.launch.py")
    assert {"robot_action", "domain", "world", "unrecognised"} <= set(told["PARAMETERS"])
    assert set(told["TOPICS"]) == {"world_state"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_arguments_that_are_not_declared_are_refused(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    (processes,) = (
        f for f in tree.body if isinstance(f, ast.FunctionDef) and f.name == "_processes"
    )
    checks = "check_launch_arguments(__file__, "
    assert any(ast.unparse(line).startswith(checks) for line in processes.body[:2])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_only_nodes_of_the_package_are_started(path: Path, scripts: set[str]) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    made = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [
        keyword.value for node in made for keyword in node.keywords if keyword.arg == "executable"
    ]
    own = [node.args[0] for node in made if ast.unparse(node.func) == "_node"]
    started = {value.value for value in (*named, *own) if isinstance(value, ast.Constant)}
    assert started
    assert started <= scripts


@pytest.fixture
def scripts() -> set[str]:
    """The names of the console scripts."""
    lines = (ROOT / "setup.py").read_text(encoding="utf-8").splitlines()
    return {line.split('"')[1].split(" =")[0] for line in lines if ":main" in line}


# With launch


@pytest.fixture
def share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load the launch files of the source tree, where launch is installed."""
    # Our own folder launch/ may be importable by that name, and is no package.
    launch = find_spec("launch")
    if launch is None or launch.origin is None or find_spec("launch_ros") is None:
        pytest.skip("needs launch and launch_ros, which a ROS installation brings")
    packages = pytest.importorskip("ament_index_python.packages")
    monkeypatch.setattr(packages, "get_package_share_directory", lambda _: str(ROOT))


def declared(path: Path) -> dict[str, Any]:
    """The arguments of a launch file, by name."""
    description = runpy.run_path(str(path))["generate_launch_description"]()
    return {argument.name: argument for argument in description.get_launch_arguments()}


@pytest.mark.usefixtures("share")
def test_the_arguments_are_the_flags() -> None:
    arguments = declared(LAUNCH / "eval.launch.py")
    assert set(arguments) == set(eval_flags())
    required = {name for name, flag in eval_flags().items() if flag.required}
    assert {name for name, it in arguments.items() if it.default_value is None} == required


@pytest.mark.usefixtures("share")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_argument_is_explained(path: Path) -> None:
    bare = {
        name
        for name, argument in declared(path).items()
        if argument.description in ("", "no description given")
    }
    assert bare == set()
