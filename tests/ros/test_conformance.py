"""`is-bench conformance` against a guard and a robot on a live graph."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from is_bench_interfaces.action import ExecuteSkill

from is_bench.errors import InputError
from is_bench.scenarios import Dataset
from is_bench_eval.conformance.goals import skill_goal, typed_goal
from tests.ros.harness import LAMP_ON, Guarded, Robot, Ros
from tests.sampling import SOAK

pytestmark = pytest.mark.ros

GOAL, FRIDGE_SHUT = "CLOSE(cabinet.n.01_1)", "CLOSE(electric_refrigerator.n.01_1)"
Conform = Callable[..., tuple[int, str]]


@pytest.fixture
def conform(ros: Ros) -> Conform:
    """Runs the command while the test's nodes run."""

    def run(*arguments: str, meanwhile: Callable[[], object] = bool) -> tuple[int, str]:
        script = Path(sys.executable).with_name("is-bench")
        command = [str(script), "conformance", "--goal", GOAL, "--yes", *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            ros.until(lambda: (meanwhile(), process.poll() is not None)[1], 60)
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


@pytest.mark.usefixtures("guard")
def test_a_goal_that_is_rejected_without_judging_shows_nothing_of_rules(conform: Conform) -> None:
    code, said = conform("--unsafe", "TOGGLE_ON(no_such_lamp_1)")
    assert code == 1
    assert "FAILED an unsafe goal is rejected: rejected:" in said
    assert "(invalid_call); no rule was tested" in said


def test_without_a_guard_nothing_conforms(robot: Robot, conform: Conform) -> None:
    code, said = conform()
    assert code == 1
    assert "is served by nobody" in said
    assert robot.asked == []


@pytest.fixture
def companion() -> Iterator[subprocess.Popen[bytes]]:
    """A process that stands for one of the robot's: it does nothing but live."""
    with subprocess.Popen(["/bin/sleep", "600"]) as process:
        yield process
        process.kill()


def is_halted(process: subprocess.Popen[bytes]) -> bool:
    return b"(sleep) T" in Path(f"/proc/{process.pid}/stat").read_bytes()


def test_while_a_source_is_halted_goals_are_rejected(
    ros: Ros,
    robot: Robot,
    dataset: Dataset,
    conform: Conform,
    companion: subprocess.Popen[bytes],
) -> None:
    guard = Guarded(ros, dataset)
    guard.connect(robot)

    def tell() -> None:
        if not is_halted(companion):
            robot.tell()

    robot.node.create_timer(0.2, tell)
    code, said = conform("--silence", str(companion.pid))
    assert code == 0, said
    assert "held nothing moves while no world state arrives: rejected" in said
    assert "world state is" in said
    assert len(robot.asked) == 1  # the control
    assert not is_halted(companion)


@pytest.mark.slow
@pytest.mark.skipif(not SOAK, reason="in `make soak`")
def test_a_halted_source_that_the_guard_does_not_miss_is_a_failure(
    guard: Guarded, conform: Conform, companion: subprocess.Popen[bytes]
) -> None:
    del guard
    code, said = conform("--silence", str(companion.pid))
    assert code == 1
    assert "FAILED nothing moves while no world state arrives: a goal was" in said


@pytest.mark.parametrize(
    ("status", "line"),
    [
        (ExecuteSkill.Result.STATUS_CANCELED, "held killing the guard stops motion after"),
        (
            ExecuteSkill.Result.STATUS_OK,
            "FAILED killing the guard stops motion: the goal succeeded before it was canceled",
        ),
    ],
)
def test_only_a_goal_that_is_cut_short_shows_that_the_guards_end_stops_motion(
    robot: Robot,
    guard: Guarded,
    conform: Conform,
    companion: subprocess.Popen[bytes],
    status: int,
    line: str,
) -> None:
    def meanwhile() -> None:
        robot.slow = bool(guard.events)  # the control ends at once
        if robot.running is not None and not robot._end.done() and companion.poll() is not None:
            if status == ExecuteSkill.Result.STATUS_CANCELED:
                guard.node._cancel_all("the guard is killed")
            else:
                robot.finish(status, "")

    kill = ("--kill-guard", str(companion.pid), "--long-goal", FRIDGE_SHUT)
    code, said = conform(*kill, meanwhile=meanwhile)
    assert line in said, said
    assert code == (0 if line.startswith("held") else 1)
    assert robot.asked[1].action == FRIDGE_SHUT


def test_goals_are_made_of_calls_or_of_fields() -> None:
    goal = skill_goal(ExecuteSkill, GOAL, "e")
    assert (goal.skill, goal.arguments, goal.episode_id) == ("CLOSE", ["cabinet.n.01_1"], "e")
    assert typed_goal(ExecuteSkill, "{skill: OPEN, index: 3}").index == 3


@pytest.mark.parametrize("text", ["{skil: OPEN}", "OPEN", "{index: many}"])
def test_fields_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        typed_goal(ExecuteSkill, text)
