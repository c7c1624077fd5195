from __future__ import annotations

import json
from typing import Any

import pytest

from is_bench.errors import InputError
from is_bench.verdict import Decision
from kb.adviser.proposals import MOST_VARIABLES, PREFIX, Proposal, read_proposal
from kb.constraint import ConstraintForm, OnUnknown
from kb.loader import load_library
from tests.kb.adviser.samples import FRIDGE, HOUSEHOLD, TOWEL, text


def read(written: str, decision: Decision = Decision.WARN) -> Proposal:
    return read_proposal(written, "some-model", HOUSEHOLD, decision)


@pytest.mark.parametrize(
    ("example", "form"), [(FRIDGE, ConstraintForm.REQUIRE_AFTER), (TOWEL, ConstraintForm.HAZARD)]
)
def test_the_examples_of_the_prompt_are_proposals(
    example: dict[str, Any], form: ConstraintForm
) -> None:
    found = read(json.dumps(example))
    assert found.constraint.form is form
    assert found.constraint.id == f"{PREFIX}{example['id']}"
    assert list(found.things) == example["things"]


@pytest.mark.parametrize("decision", [Decision.WARN, Decision.BLOCK])
def test_the_user_decides_what_a_proposal_does(decision: Decision) -> None:
    found = read(text(), decision).constraint
    assert found.decision is decision
    assert found.unknown is OnUnknown.WARN
    assert found.source == "proposed by the language model some-model"


def test_no_constraint_of_the_library_can_have_the_id_of_a_proposal() -> None:
    assert not any(constraint.id.startswith(PREFIX) for constraint in load_library())


def test_where_may_be_an_object_too() -> None:
    found = read(text(where={"x": "towel.n.01", "h": "stove.n.01"}))
    assert list(found.constraint.variables) == ["x", "h"]


def test_a_text_becomes_one_line_of_what_can_be_seen() -> None:
    said = "A towel on a stove\n\u202ethat runs\u200b catches\x1b[31m fire; take it away."
    assert read(text(text=said)).constraint.text == (
        "A towel on a stove that runs catches [31m fire; take it away."
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"decision": "allow"}, "field 'decision' is not allowed"),
        ({"unknown": "block"}, "field 'unknown' is not allowed"),
        ({"asked": "warn"}, "field 'asked' is not allowed"),
        ({"source": "ISO 12100"}, "field 'source' is not allowed"),
        ({"instruction": "{give} knife"}, "field 'instruction' is not allowed"),
        ({"remove": ["close_refrigerator_after_use"]}, "field 'remove' is not allowed"),
        ({"never": "OPEN(x)"}, "field 'never' is not allowed"),
        ({"id": "Robert'); DROP TABLE"}, "'id' is"),
        ({"id": "x"}, "'id' is"),
        ({"id": 7}, "'id' is"),
        ({"things": []}, "'things' names"),
        ({"things": "stove"}, "'things' names"),
        ({"things": [["stove"]]}, "'things' names"),
        ({"things": [f"thing_{n}" for n in range(99)]}, "'things' names"),
        ({"hazard": None}, "exactly one of"),
        ({"after": "OPEN(x)"}, "exactly one of"),
        ({"category": "Noise"}, "Noise"),
        ({"severity": "apocalyptic"}, "severity"),
        ({"text": "short"}, "text"),
        ({"text": 5}, "text"),
        ({"examples": None}, "examples"),
        ({"where": None}, f"1 to {MOST_VARIABLES} variables"),
        ({"where": [{"variable": "x"}]}, "'where' lists"),
        ({"where": [{"variable": "x", "class": "towel.n.01"}] * 2}, "each variable once"),
        ({"where": {"x": "towel.n.01", "h": "unicorn.n.01"}}, "unicorn.n.01"),
        ({"hazard": "(and (toggled_on ?h) (sings ?x))"}, "sings"),
        ({"hazard": "(exists (?w - window) (open ?w))"}, "window"),
        ({"hazard": "(" * 200}, "nested deeper"),
        ({"mend": ["EXPLODE(h)"]}, "EXPLODE"),
        ({"hazard": None, "before": "PICK(_)", "require": "(open ?h)"}, "too broad"),
    ],
)
def test_what_is_no_proposal_is_refused_with_a_reason(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said.replace("(", r"\(")):
        read(text(**changes))


def test_there_are_limits() -> None:
    four = dict.fromkeys("abcd", "towel.n.01")
    traces = {"violated": [{"steps": ["DONE"]}] * 5, "satisfied": [{"steps": ["DONE"]}]}
    steps = {"violated": [{"steps": ["DONE"] * 99}], "satisfied": [{"steps": ["DONE"]}]}
    for changes in ({"where": four}, {"hazard": f"(not {'(not ' * 60}"}, {"examples": traces}):
        with pytest.raises(InputError):
            read(text(**changes))
    with pytest.raises(InputError, match="more than 4 traces, or 12"):
        read(text(examples=steps))
    with pytest.raises(InputError, match="longer than 300"):
        read(text(where={"x": "towel.n.01", "h": "stove.n.01" + " | stove.n.01" * 30}))


@pytest.mark.parametrize("written", ["", "[]", "7", "null", '"text"', "{", "[" * 100_000])
def test_other_json_is_no_proposal(written: str) -> None:
    with pytest.raises(InputError):
        read(written)
