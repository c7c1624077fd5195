"""A guard with an adviser: what it adds, and that it adds only."""

from __future__ import annotations

import pytest

from is_bench.calls import SkillCall
from is_bench.guard_log import StepJudged, TaskBegun, VisionReply
from is_bench.verdict import Decision
from is_safety_monitor.core.advice.monitor import BROKEN
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.recorded_advice import ReplayAdviser
from is_safety_monitor.core.session import Goal
from is_safety_monitor.core.step_adviser import SIGHT
from tests.is_safety_monitor.core.advice.advised import (
    EPISODE,
    PLANS,
    Says,
    begun,
    entries,
    loosened,
    said,
)
from tests.kb.adviser.samples import text

TOWEL = "advice_towel_on_running_stove"
GOOD = Says(text())
BURNING = PLANS[0]


def test_a_step_against_advice_is_warned_of_in_the_models_name() -> None:
    found, _ = said(BURNING, GOOD)
    for verdict in (found.steps[0], found.plan.verdicts[0]):
        assert verdict.decision is not Decision.ALLOW
        assert TOWEL in verdict.constraints
        assert "Advice of a-model: Cloth that lies on a stove" in verdict.feedback


def test_it_is_blocked_where_the_user_says_so() -> None:
    found, led = said(BURNING, GOOD, Decision.BLOCK)
    assert found.steps[0].decision is Decision.BLOCK
    assert led.guard is not None
    assert led.guard.stops(found.steps[0])


def test_the_planner_is_told_of_what_counts() -> None:
    found, _ = said(BURNING, GOOD)
    told = [each for each in found.task.advice if each.constraint == TOWEL]
    assert [each.text for each in told] == [
        "Advice of a-model: Cloth that lies on a stove that runs catches fire; take it away first."
    ]


@pytest.mark.parametrize("advice", [Decision.WARN, Decision.BLOCK])
@pytest.mark.parametrize("plan", PLANS)
def test_advice_loosens_nothing(plan: tuple[SkillCall, ...], advice: Decision) -> None:
    alone, _ = said(plan)
    advised, _ = said(plan, GOOD, advice)
    assert loosened(alone, advised) == []


def test_without_an_adviser_nothing_changes() -> None:
    for plan in PLANS:
        assert said(plan)[0].verdicts == said(plan, Says())[0].verdicts


@pytest.mark.parametrize("advice", [Decision.WARN, Decision.BLOCK])
def test_what_was_proposed_is_kept_and_can_be_told_again(advice: Decision) -> None:
    found, led = said(BURNING, GOOD, advice)
    begun = entries(led)[1]
    assert isinstance(begun, TaskBegun)
    assert begun.opinion is not None
    assert begun.opinion.proposals == (text(),)
    assert begun.opinion.blocks is (advice is Decision.BLOCK)
    again = ReplayAdviser(begun.opinion)
    assert said(BURNING, again, again.advice)[0] == found


def test_advice_that_breaks_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    alone, _ = said(BURNING)
    judge = KbKnowledge.judge

    def broken(self: KbKnowledge, *arguments: object) -> object:
        if len(self.constraints) == 1:
            raise ZeroDivisionError
        return judge(self, *arguments)  # type: ignore[arg-type]  # passed on as they came

    led, _ = begun(GOOD)
    monkeypatch.setattr(KbKnowledge, "judge", broken)
    first, second = (
        led.judge(Goal(EPISODE, "", index, BURNING[0], ""), 0, accepted=False).verdict
        for index in range(2)
    )
    assert first is not None
    assert second is not None
    assert BROKEN in first.constraints
    assert second.constraints == alone.steps[0].constraints


# A model that sees


@pytest.mark.parametrize(("holds", "decision"), [(False, Decision.WARN), (True, Decision.BLOCK)])
def test_a_risky_step_is_warned_of_or_held(holds: bool, decision: Decision) -> None:
    led, _ = begun()
    step = PLANS[1][0]
    opinion = VisionReply(True, "Cut_Sharp_Risk", "a knife below", "seer", holds=holds)
    goal = Goal(EPISODE, "", 0, step, "")
    judgement = led.judge(goal, 0, opinion=opinion)
    assert judgement.verdict is not None
    assert judgement.verdict.decision is decision
    assert judgement.enforced is holds
    assert SIGHT in judgement.verdict.constraints
    assert "Vision model seer: risky" in judgement.verdict.feedback
    noted = [entry for entry in entries(led).values() if isinstance(entry, StepJudged)]
    assert [entry.opinion for entry in noted] == [opinion]
    assert noted[0].accepted is not holds


@pytest.mark.parametrize("opinion", [VisionReply(), VisionReply(note="too slow", holds=True)])
def test_a_step_that_is_not_called_risky_is_judged_as_ever(opinion: VisionReply) -> None:
    goal = Goal(EPISODE, "", 0, BURNING[0], "")
    (with_it, _), (without, _) = begun(), begun()
    assert with_it.judge(goal, 0, opinion=opinion) == without.judge(goal, 0)
