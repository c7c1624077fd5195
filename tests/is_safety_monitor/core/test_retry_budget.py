"""The retry budget: who repeats himself is told, who goes on is not."""

from __future__ import annotations

import pytest

from is_bench.calls import SkillCall, parse_call
from is_safety_monitor.core.retry_budget import RetryBudget, RetryCounter

STEP, OTHER = map(parse_call, ("OPEN(oven.n.01_1)", "CLOSE(oven.n.01_1)"))


def refuse(
    retries: RetryCounter, times: int, call: SkillCall = STEP, *constraints: str
) -> list[bool]:
    """Whether each of `times` refusals said that asking again is pointless."""
    return [bool(retries.record_block(call, constraints or ("hot",))) for _ in range(times)]


def test_the_third_refusal_in_a_row_is_the_last() -> None:
    retries = RetryCounter()
    assert refuse(retries, 4) == [False, False, True, True]
    assert "5 times in a row" in retries.record_block(STEP, ("hot",))


def test_other_steps_and_other_reasons_are_counted_apart() -> None:
    retries = RetryCounter()
    assert not any(refuse(retries, 2))
    assert not any(refuse(retries, 2, OTHER))
    assert not any(refuse(retries, 2, STEP, "wet"))
    assert not any(refuse(retries, 2, STEP, "hot", "wet"))
    assert refuse(retries, 1) == [True]


def test_a_step_that_was_done_makes_the_situation_a_new_one() -> None:
    retries = RetryCounter()
    refuse(retries, 2)
    retries.on_step_executed()
    assert refuse(retries, 2) == [False, False]


def test_the_same_step_is_refused_six_times_at_most_whatever_is_done_between() -> None:
    retries = RetryCounter()
    said = []
    for _ in range(6):
        said += refuse(retries, 1)
        retries.on_step_executed()
    assert said == [False] * 5 + [True]
    assert "7 times for the same reasons" in retries.record_block(STEP, ("hot",))


def test_an_episode_has_a_budget_of_its_own() -> None:
    retries = RetryCounter()
    calls = [SkillCall("OPEN", (f"box.n.01_{number}",)) for number in range(40)]
    said = [retries.record_block(call, ("hot",)) for call in calls]
    assert said[:39] == [""] * 39
    assert "40 steps were blocked" in said[39]


def test_moving_on_does_not_refill_the_budget_of_an_episode() -> None:
    retries = RetryCounter(RetryBudget(of_an_episode=2))
    assert refuse(retries, 1) == [False]
    retries.on_step_executed()
    assert refuse(retries, 1, OTHER) == [True]


@pytest.mark.parametrize(
    ("budget", "refusals"),
    [
        (RetryBudget(in_a_row=1), 1),
        (RetryBudget(in_a_row=9, of_a_step=2), 2),
        (RetryBudget(in_a_row=9, of_a_step=9, of_an_episode=4), 4),
    ],
)
def test_budgets_can_be_set(budget: RetryBudget, refusals: int) -> None:
    assert refuse(RetryCounter(budget), refusals) == [False] * (refusals - 1) + [True]


def test_what_is_overdue_has_stood_long_after_as_many_steps_as_one_may_be_refused() -> None:
    retries = RetryCounter(RetryBudget(of_a_step=2))
    assert not retries.is_over_limit("late")
    retries.record_overdue("late")
    assert not retries.is_over_limit("late")
    retries.record_overdue("late")
    assert retries.is_over_limit("late")
    assert not retries.is_over_limit("later")


def test_moving_on_does_not_shorten_how_long_something_has_stood() -> None:
    retries = RetryCounter(RetryBudget(of_a_step=2))
    for _ in range(2):
        retries.record_overdue("late")
        retries.on_step_executed()
    assert retries.is_over_limit("late")


def test_episodes_share_no_counts() -> None:
    first, second = RetryCounter(), RetryCounter()
    refuse(first, 2)
    first.record_overdue("late")
    assert refuse(second, 2) == [False, False]
    assert first.budget == second.budget
