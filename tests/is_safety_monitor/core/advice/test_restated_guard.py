"""A guard that reads a requirement with the help of a model."""

from __future__ import annotations

import json

import pytest

from is_bench.calls import SkillCall
from is_bench.guard_log import TaskBegun
from is_bench.verdict import Decision
from is_safety_monitor.core.recorded_advice import ReplayAdviser
from is_safety_monitor.core.task_safe import UNREAD
from kb.adviser import Adviser, Opinion, Question
from tests.is_safety_monitor.core.advice.advised import (
    PLANS,
    Said,
    Says,
    begun,
    entries,
    loosened,
    said,
)
from tests.kb.adviser.samples import text

SENTENCE = "Towel and stove, that is a combination we must never see here"
TASK = f"Make tea. {SENTENCE}."
LINE = "Never turn on the stove while the towel is on the stove."
RESTATED = "advice_requirement_1"
BURNING = PLANS[0]


def restatement(*lines: str, sentence: str = SENTENCE) -> str:
    return json.dumps({"sentence": sentence, "lines": lines})


GOOD = Says(restatements=(restatement(LINE),))


def led(
    plan: tuple[SkillCall, ...],
    adviser: Adviser | None = None,
    advice: Decision = Decision.WARN,
) -> Said:
    return said(plan, adviser, advice, TASK)[0]


class Remembers:
    """An adviser that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def opinion(self, question: Question) -> Opinion:
        self.asked.append(question)
        return Opinion()


def test_what_was_not_read_is_asked_about_with_everything_else_at_once() -> None:
    adviser = Remembers()
    begun(adviser, instruction=TASK)
    assert [question.unread for question in adviser.asked] == [(SENTENCE,)]


def test_what_was_read_is_not_asked_about() -> None:
    adviser = Remembers()
    begun(adviser, instruction=f"Make tea. {LINE}")
    assert [question.unread for question in adviser.asked] == [()]


@pytest.mark.parametrize("advice", [Decision.WARN, Decision.BLOCK])
def test_a_violation_is_advice_that_quotes_the_person(advice: Decision) -> None:
    found = led(BURNING, GOOD, advice)
    for verdict in (found.steps[0], found.plan.verdicts[0]):
        assert verdict.decision is advice
        assert RESTATED in verdict.constraints
        assert f'Advice of a-model: "{SENTENCE}", read as "{LINE}"' in verdict.feedback


def test_the_acceptance_says_how_a_sentence_was_understood() -> None:
    alone, helped = led(BURNING).task.verdict, led(BURNING, GOOD).task.verdict
    assert (helped.decision, helped.constraints) == (alone.decision, alone.constraints)
    assert helped.decision is Decision.WARN
    assert UNREAD in helped.constraints
    assert f"is not enforced: '{SENTENCE}'." in alone.feedback
    assert "not enforced" not in helped.feedback
    how = f"not read by rules but with the help of a-model: '{SENTENCE}' as '{LINE}'."
    assert how in helped.feedback


def test_the_planner_is_told_of_it() -> None:
    told = {each.constraint: each.text for each in led(BURNING, GOOD).task.advice}
    assert told[RESTATED] == f'Advice of a-model: "{SENTENCE}", read as "{LINE}"'


def test_a_restatement_that_does_not_count_changes_nothing() -> None:
    bad = Says(restatements=(restatement("Never turn on the unicorn."), restatement(), "{"))
    for plan in PLANS:
        assert led(plan, bad) == led(plan)


@pytest.mark.parametrize("advice", [Decision.WARN, Decision.BLOCK])
@pytest.mark.parametrize("plan", PLANS)
def test_restatements_loosen_nothing(plan: tuple[SkillCall, ...], advice: Decision) -> None:
    assert loosened(led(plan), led(plan, GOOD, advice)) == []


@pytest.mark.parametrize("advice", [Decision.WARN, Decision.BLOCK])
def test_the_log_gives_the_same_verdicts_without_the_model(advice: Decision) -> None:
    found, session = said(BURNING, GOOD, advice, TASK)
    noted = entries(session)[1]
    assert isinstance(noted, TaskBegun)
    assert noted.opinion is not None
    assert noted.opinion.restatements == (restatement(LINE),)
    again = ReplayAdviser(noted.opinion)
    assert led(BURNING, again, again.advice) == found


def test_a_proposal_with_the_id_of_a_restatement_does_not_count() -> None:
    proposal = text(id="requirement_1")
    alone = led(BURNING, Says(proposal))
    assert RESTATED in alone.steps[0].constraints
    both = Says(proposal, restatements=(restatement(LINE),))
    assert led(BURNING, both) == led(BURNING, GOOD)
