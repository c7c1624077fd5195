"""Restatements of unread requirements: what counts, and why others do not."""

from __future__ import annotations

import json

import pytest

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.verdict import Decision
from is_safety_monitor.core.advice import restating
from is_safety_monitor.core.advice.restating import RestatementScreening, RestatingResult
from is_safety_monitor.core.request_reading import read_task
from kb.constraint import OnUnknown

DOMAIN = load_domain("household")
SCENE = ObjectTable(
    tuple(
        make_object(name, synset_of(name))
        for name in (
            *("electric_refrigerator.n.01_1", "stove.n.01_1", "towel.n.01_1", "window.n.01_1"),
            *("table_lamp.n.01_1", "plate.n.04_1", "plate.n.04_2", "countertop.n.01_1"),
        )
    )
)
SAID = "Stove and open fridge, that is a combination we must never see here"
OTHER = "One must never glow beside the other, lamp and stove"
TASK = f"Put the towel on the counter. Never open the window. {SAID}. {OTHER}."
LINE = "Never turn on the stove while the refrigerator is open."


def text(*lines: object, sentence: str = SAID) -> str:
    return json.dumps({"sentence": sentence, "lines": lines})


def screened(
    *texts: str, instruction: str = TASK, decision: Decision = Decision.WARN
) -> RestatingResult:
    reading = read_task(instruction, SCENE, DOMAIN)
    screening = RestatementScreening(
        instruction,
        DOMAIN,
        SCENE,
        reading.doubtful,
        reading.stated,
        decision,
    )
    return screening.screened(texts, "a-model")


def why_not(*lines: object, sentence: str = SAID) -> str:
    found = screened(text(*lines, sentence=sentence))
    assert not found.accepted
    assert found.rejected[0].text == sentence
    return found.rejected[0].why


@pytest.mark.parametrize("decision", [Decision.WARN, Decision.BLOCK])
def test_a_restatement_that_the_rules_read_counts(decision: Decision) -> None:
    found = screened(
        text(LINE, "Never open the refrigerator while the stove is on."), decision=decision
    )
    assert found.rejected == ()
    assert found.model == "a-model"
    first, second = found.constraints
    assert [first.id, second.id] == ["advice_requirement_1", "advice_requirement_2"]
    assert first.text == f'"{SAID}", read as "{LINE}"'
    assert first.source == "the instruction, restated by a-model"
    assert str(first.require) == "(not (open ?x2))"
    assert {first.decision, second.decision} == {decision}
    assert first.unknown is OnUnknown.WARN


def test_two_sentences_have_numbers_of_their_own() -> None:
    beside = "Never turn on the stove while the lamp is on."
    found = screened(text(LINE), text(beside, sentence=OTHER))
    assert [c.id for c in found.constraints] == ["advice_requirement_1", "advice_requirement_2"]
    assert [one.sentence for one in found.accepted] == [SAID, OTHER]


def test_a_name_in_code_is_understood() -> None:
    found = screened(text("Never turn on stove.n.01_1 while electric_refrigerator.n.01_1 is open."))
    assert [c.variables["x1"].text for c in found.constraints] == ["stove.n.01_1"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Never turn on the unicorn.", "the rules cannot read 'Never turn on the unicorn.'"),
        ("Never frobnicate the stove.", "the rules cannot read"),
        ("Never open the window. Never open the refrigerator.", "the rules cannot read"),
        ("Never put plate.n.04_1 on the counter.", "the rules cannot read"),
        ("Turn on the stove.", "demands nothing"),
        ("The stove is hot.", "demands nothing"),
        ("Never put the towel on the counter.", "forbids what the instruction asks for"),
        ("Never open the window.", "only repeats what the rules have read"),
        ("You may turn on the stove.", "demands nothing"),
    ],
)
def test_other_restatements_do_not_count(line: str, said: str) -> None:
    assert said in why_not(line)


def test_one_line_that_is_not_read_discards_the_others() -> None:
    assert "the rules cannot read" in why_not(LINE, "Be careful with the unicorn, never drop it.")


def test_formulas_do_not_count() -> None:
    (rejection,) = screened(text("(not (open electric_refrigerator.n.01_1))")).rejected
    assert "is no plain sentence" in rejection.why


def test_no_lines_are_no_demand() -> None:
    assert why_not() == "the model finds no demand in it that can be checked"


def test_only_sentences_that_were_not_read_are_restated() -> None:
    for sentence in ("Never open the window", "", "Open the safe"):
        assert "restates no sentence" in why_not(LINE, sentence=sentence)
    found = screened(text(LINE), text("Keep the window open."))
    assert len(found.accepted) == len(found.rejected) == 1


def test_opposites_of_what_was_read_do_not_count() -> None:
    task = f"The window must be closed before you close the refrigerator. {SAID}."
    line = "The window must be open before you close the refrigerator."
    assert screened(text(line), instruction=task).accepted
    task = f"The stove must be clean before you turn on the stove. {SAID}."
    line = "The stove must be dirty before you turn on the stove."
    (rejection,) = screened(text(line), instruction=task).rejected
    assert "requirement_1 demands the opposite" in rejection.why


def test_a_demand_that_was_not_read_counts_as_no_request() -> None:
    task = f"Make tea. {SAID}."
    assert screened(text("Never open the refrigerator."), instruction=task).accepted
    task = f"Open the refrigerator. {SAID}."
    (rejection,) = screened(text("Never open the refrigerator."), instruction=task).rejected
    assert rejection.why == "it forbids what the instruction asks for"


@pytest.mark.parametrize(
    "lines",
    [
        ["Never touch anything."],
        [
            f"Never touch the {name}."
            for name in ("refrigerator", "stove", "towel", "lamp", "plate")
        ],
    ],
)
def test_most_steps_cannot_be_forbidden(lines: list[str]) -> None:
    (rejection,) = screened(text(*lines), instruction=f"Be quick. {SAID}.").rejected
    assert "too broad" in rejection.why


@pytest.mark.parametrize(
    "given", ["", "{", "[]", "7", '{"sentence": 1}', '{"sentence": "x", "lines": [[]]}', "[" * 5000]
)
def test_broken_texts_are_refused_with_a_reason(given: str) -> None:
    found = screened(given)
    assert not found.accepted
    assert found.rejected[0].why


def test_whatever_breaks_while_checking_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(restating, "read_restatements", broken)
    assert "checking it failed (ZeroDivisionError" in why_not(LINE)
