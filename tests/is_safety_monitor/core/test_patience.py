"""The retry budget: who repeats himself is told, who goes on is not."""

from __future__ import annotations

import pytest

from is_bench.calls import SkillCall, parse_call
from is_safety_monitor.core.patience import Patience, RetryBudget

STEP, OTHER = map(parse_call, ("OPEN(oven.n.01_1)", "CLOSE(oven.n.01_1)"))


def refuse(patience: Patience, times: int, call: SkillCall = STEP, *constraints: str) -> list[bool]:
    """Whether each of `times` refusals said that asking again is pointless."""
    return [bool(patience.refused(call, constraints or ("hot",))) for _ in range(times)]


def test_the_third_refusal_in_a_row_is_the_last() -> None:
    patience = Patience()
    assert refuse(patience, 4) == [False, False, True, True]
    assert "5 times in a row" in patience.refused(STEP, ("hot",))


def test_other_steps_and_other_reasons_are_counted_apart() -> None:
    patience = Patience()
    assert not any(refuse(patience, 2))
    assert not any(refuse(patience, 2, OTHER))
    assert not any(refuse(patience, 2, STEP, "wet"))
    assert not any(refuse(patience, 2, STEP, "hot", "wet"))
    assert refuse(patience, 1) == [True]


def test_a_step_that_was_done_makes_the_situation_a_new_one() -> None:
    patience = Patience()
    refuse(patience, 2)
    patience.moved()
    assert refuse(patience, 2) == [False, False]


def test_the_same_step_is_refused_six_times_at_most_whatever_is_done_between() -> None:
    patience = Patience()
    said = []
    for _ in range(6):
        said += refuse(patience, 1)
        patience.moved()
    assert said == [False] * 5 + [True]
    assert "7 times for the same reasons" in patience.refused(STEP, ("hot",))


def test_an_episode_has_a_budget_of_its_own() -> None:
    patience = Patience()
    calls = [SkillCall("OPEN", (f"box.n.01_{number}",)) for number in range(40)]
    said = [patience.refused(call, ("hot",)) for call in calls]
    assert said[:39] == [""] * 39
    assert "40 steps were refused" in said[39]


def test_moving_on_does_not_refill_the_budget_of_an_episode() -> None:
    patience = Patience(RetryBudget(of_an_episode=2))
    assert refuse(patience, 1) == [False]
    patience.moved()
    assert refuse(patience, 1, OTHER) == [True]


@pytest.mark.parametrize(
    ("budget", "refusals"),
    [
        (RetryBudget(in_a_row=1), 1),
        (RetryBudget(in_a_row=9, of_a_step=2), 2),
        (RetryBudget(in_a_row=9, of_a_step=9, of_an_episode=4), 4),
    ],
)
def test_budgets_can_be_set(budget: RetryBudget, refusals: int) -> None:
    assert refuse(Patience(budget), refusals) == [False] * (refusals - 1) + [True]


def test_what_is_overdue_has_stood_long_after_as_many_steps_as_one_may_be_refused() -> None:
    patience = Patience(RetryBudget(of_a_step=2))
    assert not patience.has_stood_long("late")
    patience.overdue("late")
    assert not patience.has_stood_long("late")
    patience.overdue("late")
    assert patience.has_stood_long("late")
    assert not patience.has_stood_long("later")


def test_moving_on_does_not_shorten_how_long_something_has_stood() -> None:
    patience = Patience(RetryBudget(of_a_step=2))
    for _ in range(2):
        patience.overdue("late")
        patience.moved()
    assert patience.has_stood_long("late")


def test_episodes_share_no_counts() -> None:
    first, second = Patience(), Patience()
    refuse(first, 2)
    first.overdue("late")
    assert refuse(second, 2) == [False, False]
    assert first.budget == second.budget
