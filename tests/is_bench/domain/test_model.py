"""Calls are checked against a domain: skill, number of arguments, objects."""

from __future__ import annotations

import pytest

from is_bench.calls import DONE, SkillCall, parse_call
from is_bench.domain import SourceText, domain_from_texts, load_domain
from is_bench.errors import InputError, Place, SyntaxProblem, UnknownNameError
from tests.is_bench.domain.rooms import full, table

DOMAIN = load_domain("household")
OBJECTS = table("mug table")


def test_a_call_of_the_domain_is_itself() -> None:
    call = parse_call(full("PLACE_ON_TOP(mug, table)"))
    assert DOMAIN.check(call, OBJECTS) is call
    assert DOMAIN.parse("place_on_top ( mug.n.04_1,table.n.02_1 )", OBJECTS) == call
    assert DOMAIN.duration_s(call) == 30.0
    assert DOMAIN.duration_s(DONE) == 0.0
    assert DOMAIN.duration_s(SkillCall("FLY")) == 0.0


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("PICKK(mug)", UnknownNameError, "did you mean PICK"),
        ("PICK(mug2)", UnknownNameError, "did you mean mug.n.04_1"),
        ("PICK(mug, table)", SyntaxProblem, "PICK takes (thing), not (mug.n.04_1, table.n.02_1)"),
        ("PICK", SyntaxProblem, "PICK takes (thing), not ()"),
        ("PICK(mug", SyntaxProblem, "is not a skill call"),
    ],
)
def test_what_is_no_call_of_the_domain_says_why(
    text: str, kind: type[InputError], message: str
) -> None:
    with pytest.raises(kind) as caught:
        DOMAIN.parse(full(text), OBJECTS)
    assert message in caught.value.message


def test_faults_can_be_given_a_place() -> None:
    with pytest.raises(SyntaxProblem) as caught:
        DOMAIN.parse("FLY", OBJECTS, Place("plan", 3))
    assert str(caught.value).startswith("plan:3: no skill is named 'FLY'")


def test_kinds_of_kinds_are_kinds_and_circles_end() -> None:
    text = """
domain: d
skills:
  A: {meaning: a, parameters: {x: handled}, kind_of: [B(x)]}
  B: {meaning: b, parameters: {x: handled}, kind_of: ["C(x, x)", A(x)]}
  C: {meaning: c, parameters: {x: handled, y: handled}}
"""
    domain = domain_from_texts([SourceText("d.yaml", text)])
    kinds = domain.kinds(parse_call("A(mug)"), OBJECTS)
    assert list(map(str, kinds)) == ["A(mug)", "B(mug)", "C(mug, mug)"]


def test_a_skill_that_the_domain_does_not_have_is_a_kind_of_nothing() -> None:
    assert DOMAIN.kinds(SkillCall("FLY"), OBJECTS) == (SkillCall("FLY"),)
