"""`is-bench conformance` against a guard and a robot on a live graph."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from is_bench_interfaces.action import ExecuteSkill

from is_bench.errors import InputError
from is_bench.scenarios import Dataset
from is_bench_eval.conformance.goals import skill_goal, typed_goal
from tests.ros.harness import LAMP_ON, Guarded, Robot, Ros

pytestmark = pytest.mark.ros

GOAL = "CLOSE(cabinet.n.01_1)"
Conform = Callable[..., tuple[int, str]]


@pytest.fixture
def conform(ros: Ros) -> Conform:
    """Runs the command while the test's nodes run."""

    def run(*arguments: str) -> tuple[int, str]:
        script = Path(sys.executable).with_name("is-bench")
        command = [str(script), "conformance", "--goal", GOAL, "--yes", *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            ros.until(lambda: process.poll() is not None, 60)
            said = process.communicate()[0].decode()
        return process.returncode, " ".join(said.split())

    return run


@pytest.fixture
def guard(ros: Ros, robot: Robot, dataset: Dataset) -> Guarded:
    guarded = Guarded(ros, dataset)
    guarded.connect(robot)
    robot.node.create_timer(0.2, robot.tell)
    return guarded


@pytest.mark.usefixtures("guard")
def test_a_guarded_robot_conforms_as_far_as_it_is_checked(conform: Conform) -> None:
    code, said = conform("--unsafe", LAMP_ON)
    assert code == 0, said
    assert "held the guard alone serves the planners' action" in said
    assert "held a harmless goal passes (control)" in said
    assert "held an unsafe goal is rejected" in said
    assert said.count("not checked") == 3


@pytest.mark.usefixtures("guard")
def test_what_passes_that_should_not_is_a_failure(conform: Conform) -> None:
    code, said = conform("--gated", "--unsafe", GOAL)
    assert code == 1
    assert "FAILED an unsafe goal is rejected: the goal was accepted" in said
    assert "FAILED a goal past the guard fails: accepted" in said
    assert "held the guard reports a client of the robot's action" in said


def test_without_a_guard_nothing_conforms(robot: Robot, conform: Conform) -> None:
    code, said = conform()
    assert code == 1
    assert "is served by nobody" in said
    assert robot.asked == []


def test_goals_are_made_of_calls_or_of_fields() -> None:
    goal = skill_goal(ExecuteSkill, GOAL, "e")
    assert (goal.skill, goal.arguments, goal.episode_id) == ("CLOSE", ["cabinet.n.01_1"], "e")
    assert typed_goal(ExecuteSkill, "{skill: OPEN, index: 3}").index == 3


@pytest.mark.parametrize("text", ["{skil: OPEN}", "OPEN", "{index: many}"])
def test_fields_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        typed_goal(ExecuteSkill, text)
