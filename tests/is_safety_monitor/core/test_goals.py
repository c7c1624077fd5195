"""What is kept of goals of any size."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from is_bench.calls import MOST_CHARACTERS, SkillCall
from is_safety_monitor.core.goals import (
    MOST_ARGUMENTS,
    MOST_NAME,
    Goal,
    truncated_call,
    truncated_goal,
)

NAMES = st.builds(lambda text, times: text * times, st.text(max_size=9), st.integers(0, 400))
CALLS = st.builds(
    lambda skill, arguments: SkillCall(skill, tuple(arguments)),
    NAMES,
    st.lists(NAMES, max_size=MOST_ARGUMENTS + 3),
)


@given(CALLS)
def test_what_is_kept_of_a_call_is_bounded_and_stays_as_it_is(call: SkillCall) -> None:
    kept = truncated_call(call)
    assert len(kept.arguments) <= MOST_ARGUMENTS + 1
    assert all(len(name) <= MOST_NAME + 3 for name in (kept.skill, *kept.arguments))
    assert truncated_call(kept) is kept


@given(CALLS, NAMES)
def test_what_is_within_bounds_is_kept_whole(call: SkillCall, text: str) -> None:
    goal = Goal("an episode", "a request", 0, call, text)
    kept = truncated_goal(goal)
    assert truncated_goal(kept) == kept
    names = (call.skill, *call.arguments)
    if len(call.arguments) <= MOST_ARGUMENTS and all(len(name) <= MOST_NAME for name in names):
        assert kept.call is call
    if len(text) <= MOST_CHARACTERS:
        assert kept.text == text


def test_what_was_cut_is_no_name_that_it_was_cut_from() -> None:
    name = "x" * MOST_NAME
    assert truncated_call(SkillCall(name)).skill == name
    assert truncated_call(SkillCall(name + "x")).skill != name
