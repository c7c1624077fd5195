"""Constraints that say the same, whatever their variables are called."""

from __future__ import annotations

import pytest

from is_safety_monitor.core.lint.duplicates import duplicates
from kb.constraint import Constraint
from tests.is_safety_monitor.core.lint.samples import rule, said


def shut(kind: str, *more: str, name: str = "b_rule") -> Constraint:
    return rule(
        f"where: {{thing: '{kind}'}}",
        "after: OPEN(thing)",
        "require: (not (open ?thing))",
        *more,
        name=name,
    )


A_RULE = rule()


def problems(*constraints: Constraint, own: set[str] | None = None) -> list[tuple[str, str]]:
    found = duplicates(constraints, {c.id for c in constraints} if own is None else own)
    return [(p.constraint, text) for p in found for text in said([p])]


def test_the_same_in_other_words_is_found() -> None:
    assert problems(A_RULE, shut("cabinet.n.01")) == [("b_rule", "error: equivalent to a_rule")]


def test_the_same_of_fewer_objects_is_warned_of() -> None:
    wide = shut("openable")
    expected = [("a_rule", "warning: subsumed by b_rule")]
    assert problems(A_RULE, wide) == expected
    assert problems(wide, A_RULE) == expected


def test_the_same_of_other_objects_is_something_else() -> None:
    assert problems(A_RULE, shut("oven.n.01")) == []


@pytest.mark.parametrize(
    "lines",
    [
        ("after: OPEN(x)", "require: (open ?x)"),
        ("after: CLOSE(x)", "require: (not (open ?x))"),
        ("after: [OPEN(x), CLOSE(x)]", "require: (not (open ?x))"),
        ("after: OPEN(x)", "keep: (not (open ?x))"),
        ("after: OPEN(x)", "require: (not (open ?x))", "within: {steps: 2}"),
        ("after: OPEN(x)", "require: (not (open ?x))", "until: WAIT(x)"),
        ("after: OPEN(x)", "require: (not (open ?x))", "if: (hot ?x)"),
    ],
)
def test_another_form_is_something_else(lines: tuple[str, ...]) -> None:
    assert problems(A_RULE, rule("where: {x: cabinet.n.01}", *lines, name="b_rule")) == []


def test_how_it_is_written_does_not_matter() -> None:
    where = "where: {x: cabinet.n.01, y: oven.n.01}"
    one = rule(where, "after: OPEN(x)", "require: (and (hot ?y) (open ?x))", name="one")
    other = rule(
        "where: {a: oven.n.01, b: cabinet.n.01}",
        "after: [OPEN(b), OPEN(b)]",
        "require: (not (or (not (open ?b)) (not (hot ?a))))",
        name="other",
    )
    assert [name for name, _ in problems(one, other)] == ["other"]


def test_which_of_two_things_is_meant_does_matter() -> None:
    where = "where: {x: cabinet.n.01, y: cabinet.n.01}"
    one = rule(where, "after: OPEN(x)", "require: (ontop ?x ?y)", name="one")
    other = rule(where, "after: OPEN(x)", "require: (ontop ?y ?x)", name="other")
    assert problems(one, other) == []


def test_the_same_text_is_found() -> None:
    one = rule(name="one", text="It burns, so turn it off.")
    other = shut("oven.n.01", name="other")
    again = rule(
        "where: {x: oven.n.01}",
        "after: OPEN(x)",
        "require: (hot ?x)",
        name="again",
        text="it burns,  so TURN it off.",
    )
    assert problems(one, other, again) == [("again", "error: one has the same text")]


def gun(name: str, *phrases: str) -> Constraint:
    return rule(f"instruction: [{', '.join(phrases)}]", kind="factual", name=name)


def test_instructions_that_look_for_the_same_are_found() -> None:
    found = problems(gun("one", "gun", "pistol"), gun("two", "rifle", "guns"), gun("three", "bow"))
    assert found == [("two", "error: it shares a phrase with one")]


def test_only_pairs_with_one_of_the_own_are_told() -> None:
    both = (A_RULE, shut("cabinet.n.01"))
    assert problems(*both, own=set()) == []
    assert len(problems(*both, own={"a_rule"})) == 1
    assert len(problems(*both, own={"b_rule"})) == 1
