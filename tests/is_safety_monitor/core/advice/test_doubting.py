"""A guard whose adviser doubts how requirements were read."""

from __future__ import annotations

import json

import pytest

from is_bench.calls import SkillCall
from is_bench.chat.endpoint import Endpoint
from is_bench.guard_log import TaskBegun
from is_bench.verdict import Decision
from is_safety_monitor.core.advice.restating import RestatementScreening, RestatingResult
from is_safety_monitor.core.recorded_advice import ReplayAdviser
from is_safety_monitor.core.request_reading import read_task
from is_safety_monitor.core.task_safe import DOUBTED, UNREAD, UNREAD_REQUEST
from kb.adviser import Adviser, LanguageModelAdviser, Opinion, Question
from tests.chat_server.answers import Answer, Say
from tests.chat_server.asked import Asked
from tests.chat_server.server import KEY, serving
from tests.is_safety_monitor.core.advice.advised import (
    LIMITS,
    PLANS,
    Said,
    Says,
    begun,
    entries,
    loosened,
    said,
)
from tests.kb.adviser.samples import HOUSEHOLD, SCENE

READ = "Never open the refrigerator while the stove is on"
RULE = "before OPEN(electric_refrigerator.n.01_1): stove.n.01_1 is not turned on"
UNREADABLE = "Towel and stove, that is a combination we must never see here"
TASK = f"Make tea. {READ}. {UNREADABLE}."
WHY = "It is about the candle."
LINE = "Never open the refrigerator while the candle is on."
COOKING = PLANS[0]
"""It opens the refrigerator while the stove is on."""


def doubt(why: object = WHY, sentence: object = READ) -> str:
    return json.dumps({"sentence": sentence, "doubt": why})


def restatement(*lines: str, sentence: str = READ) -> str:
    return json.dumps({"sentence": sentence, "lines": lines})


DOUBTING = Says(restatements=(doubt(), restatement(LINE)))


def led(
    plan: tuple[SkillCall, ...],
    adviser: Adviser | None = None,
    advice: Decision = Decision.WARN,
    task: str = TASK,
) -> Said:
    return said(plan, adviser, advice, task)[0]


def screened(*texts: str, task: str = TASK) -> RestatingResult:
    reading = read_task(task, SCENE, HOUSEHOLD)
    screening = RestatementScreening(task, HOUSEHOLD, SCENE, reading.doubtful, reading.stated)
    return screening.screened(texts, "a-model")


def test_the_model_is_shown_what_was_read_in_the_same_query() -> None:
    asked: list[Question] = []

    class Remembers:
        def opinion(self, question: Question) -> Opinion:
            asked.append(question)
            return Opinion()

    begun(Remembers(), instruction=TASK)
    (question,) = asked
    assert question.unread == (UNREADABLE,)
    assert [(one.sentence, one.rules) for one in question.read] == [(READ, (RULE,))]


@pytest.mark.parametrize("texts", [(doubt(),), (doubt(), restatement(LINE))])
def test_a_doubt_warns_with_the_task_alone_and_names_what_speaks_against_it(
    texts: tuple[str, ...],
) -> None:
    task = f"Make tea. {READ}."
    alone, found = led(COOKING, task=task), led(COOKING, Says(restatements=texts), task=task)
    verdict = found.task.verdict
    assert alone.task.verdict.decision is Decision.ALLOW
    assert verdict.decision is Decision.WARN
    assert verdict.constraints == (UNREAD, DOUBTED, UNREAD_REQUEST)  # nobody reads "Make tea"
    how = f"'{READ}' is enforced as '{RULE}'; a-model doubts that: '{WHY}'"
    again = f", and reads it as '{LINE}'" if len(texts) > 1 else ""
    assert f"Advice of a-model: this requirement may have been misread: {how}{again}." in (
        verdict.feedback
    )
    assert not any(DOUBTED in step.constraints for step in found.steps)
    assert "not enforced" not in verdict.feedback


def test_what_is_doubted_is_enforced_all_the_same() -> None:
    alone, found = led(COOKING), led(COOKING, Says(restatements=(doubt(),)))
    assert alone.steps[1].decision is Decision.BLOCK
    assert "requirement_1" in alone.steps[1].constraints
    assert (found.steps, found.plan) == (alone.steps, alone.plan)
    told = {each.constraint for each in found.task.advice}
    assert told == {each.constraint for each in alone.task.advice}


@pytest.mark.parametrize("advice", [Decision.WARN, Decision.BLOCK])
def test_the_restatement_of_what_is_doubted_is_added(advice: Decision) -> None:
    plan = (*PLANS[2][:1], SkillCall("OPEN", ("electric_refrigerator.n.01_1",)))
    alone, found = led(plan), led(plan, DOUBTING, advice)
    assert loosened(alone, found) == []
    assert alone.steps[1].decision is Decision.ALLOW
    assert found.steps[1].decision is advice
    assert "advice_requirement_1" in found.steps[1].constraints
    assert f'Advice of a-model: "{READ}", read as "{LINE}"' in found.steps[1].feedback


@pytest.mark.parametrize("plan", PLANS)
def test_doubts_loosen_nothing(plan: tuple[SkillCall, ...]) -> None:
    assert loosened(led(plan), led(plan, DOUBTING, Decision.BLOCK)) == []


@pytest.mark.parametrize(
    "bad",
    [
        doubt(sentence="Never open the window"),
        doubt(sentence=UNREADABLE),
        doubt(sentence=7),
        doubt(" \n"),
        doubt(["x"]),
        restatement(LINE),
    ],
)
def test_doubts_that_do_not_count_change_nothing_and_are_reported(bad: str) -> None:
    assert led(COOKING, Says(restatements=(bad,))) == led(COOKING)
    found = screened(bad)
    assert (found.doubts, found.accepted) == ((), ())
    assert found.rejected[0].why


def test_a_doubt_that_says_the_same_as_the_reading_is_none() -> None:
    found = screened(doubt(), restatement(f"{READ}."))
    assert (found.doubts, found.accepted) == ((), ())
    assert "reads it the same" in found.rejected[0].why


def test_a_doubt_of_a_demand_that_is_read_too_strictly_stays() -> None:
    strict = "Keep the stove off"
    less = restatement("The stove must be off at the end.", sentence=strict)
    found = screened(doubt(sentence=strict), less, task=f"{strict}.")
    assert [len(one.rules) for one in found.doubts] == [2]
    assert "only repeats" in found.rejected[0].why


def test_a_doubt_stays_where_its_restatement_does_not_count() -> None:
    found = screened(doubt(), restatement("Never turn on the unicorn."))
    assert [one.sentence for one in found.doubts] == [READ]
    assert "the rules cannot read" in found.rejected[0].why


def test_a_sentence_is_doubted_once() -> None:
    found = screened(doubt(), doubt("another reason"))
    assert [one.why for one in found.doubts] == [WHY]
    assert len(found.rejected) == 1


@pytest.mark.parametrize("advice", [Decision.WARN, Decision.BLOCK])
def test_the_log_gives_the_same_verdicts_without_the_model(
    advice: Decision, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai", reason="openai is not installed")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")

    def answer(asked: Asked) -> Answer:
        (shown,) = json.loads(asked.turns[-1])["read"]
        assert (shown["text"], shown["reading"]) == (READ, [RULE])
        number = shown["number"]
        return Say(
            {
                "doubts": [{"sentence": number, "why": WHY}],
                "restatements": [{"sentence": number, "lines": [LINE]}],
            }
        )

    with serving(answer) as server:
        adviser = LanguageModelAdviser(Endpoint(server.url, "a-model"), LIMITS)
        found, session = said(COOKING, adviser, advice, TASK)
        assert len(server.requests) == 1
    noted = entries(session)[1]
    assert isinstance(noted, TaskBegun)
    assert noted.opinion is not None
    assert noted.opinion.restatements == (doubt(), json.dumps({"sentence": READ, "lines": [LINE]}))
    assert DOUBTED in found.task.verdict.constraints
    again = ReplayAdviser(noted.opinion)
    assert led(COOKING, again, again.advice) == found == led(COOKING, DOUBTING, advice)
