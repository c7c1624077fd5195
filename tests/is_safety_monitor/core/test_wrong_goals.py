"""Goals that are refused before any constraint is asked."""

import pytest

from is_bench.calls import MOST_CHARACTERS, parse_call
from is_safety_monitor.core.goals import MOST_NAME, Goal, invalid_goal_verdict, is_long
from is_safety_monitor.core.validity import DISAGREEING, INVALID
from tests.is_safety_monitor.core.guards import BENCHMARK, table

SCENE = table("cabinet.n.01_1", "oven.n.01_1")


def goal(call: str, text: str = "", **fields: str) -> Goal:
    named = {"episode": "e", "request": "r", **fields}
    return Goal(named["episode"], named["request"], 0, parse_call(call), text)


def test_a_call_of_the_robot_is_not_wrong() -> None:
    call = "OPEN(cabinet.n.01_1)"
    assert invalid_goal_verdict(goal(call), BENCHMARK, SCENE) is None
    assert invalid_goal_verdict(goal(call, call), BENCHMARK, SCENE) is None
    assert invalid_goal_verdict(goal(call, "open it, please"), BENCHMARK, SCENE) is None


@pytest.mark.parametrize(
    ("call", "text", "constraint"),
    [
        ("FLY(cabinet.n.01_1)", "", INVALID),
        ("OPEN(cabinet.n.01_9)", "", INVALID),
        ("OPEN(cabinet.n.01_1)", "OPEN(oven.n.01_1)", DISAGREEING),
    ],
)
def test_what_is_wrong_with_a_goal_is_told(call: str, text: str, constraint: str) -> None:
    verdict = invalid_goal_verdict(goal(call, text), BENCHMARK, SCENE)
    assert verdict is not None
    assert verdict.constraints == (constraint,)


def test_what_is_larger_than_what_is_kept_is_long() -> None:
    call = "OPEN(cabinet.n.01_1)"
    assert not is_long(goal(call))
    assert is_long(goal(call, "x" * (MOST_CHARACTERS + 1)))
    assert is_long(goal(call, episode="x" * (MOST_NAME + 1)))
    assert is_long(goal(f"OPEN({'x' * (MOST_NAME + 1)})"))
