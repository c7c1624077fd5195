"""Constraints that can never fire, and those that always do."""

from __future__ import annotations

import pytest

from is_bench.object_classes import ANYTHING, ObjectClass
from is_bench.objects import make_object
from is_safety_monitor.core.lint.vacuity import extent, known_objects, vacuity_problems
from tests.is_safety_monitor.core.lint.samples import rule, said

ALWAYS = "error: its requirement is always true; the constraint never fires"
NEVER = "its requirement is never true; the constraint always fires"


OPENED = ("after: OPEN(x)", "require: (open ?x)")


def problems(*lines: str, kind: str = "temporal") -> list[str]:
    return said(vacuity_problems(rule(*lines, kind=kind)))


def after(require: str, *more: str) -> list[str]:
    return problems("where: {x: openable}", "after: OPEN(x)", f"require: {require}", *more)


def test_a_plain_constraint_is_clean() -> None:
    assert said(vacuity_problems(rule())) == []


def test_a_class_without_members_is_found() -> None:
    kind = "openable & !openable"
    found = problems(f"where: {{x: '{kind}'}}", "after: OPEN(x)", "require: (open ?x)")
    assert found == [f"error: x: nothing is a {kind}; it can never fire"]


def test_a_class_that_users_fill_may_be_without_members() -> None:
    assert problems("where: {x: '!openable & undressing'}", *OPENED) == []


def test_a_pattern_that_resembles_such_a_class_is_found() -> None:
    found = problems("where: {x: '*undressing*'}", *OPENED)
    assert found == ["error: x: nothing is a *undressing*; it can never fire"]


def test_a_variable_that_is_not_used_is_found() -> None:
    where = "where: {x: openable, y: openable}"
    assert problems(where, "after: OPEN(x)", "require: (open ?x)") == [
        "error: the variable y is not used"
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ("after: OPEN(x)", "require: (nextto ?x ?y)"),
        ("after: [OPEN(x), OPEN(y)]", "require: (open ?x)"),
        ("after: OPEN(x)", "require: (open ?x)", "until: CLOSE(y)"),
        ("after: OPEN(x)", "require: (open ?x)", "if: (hot ?y)"),
        ("after: OPEN(x)", "never: OPEN(y)"),
        ("comes: (open ?y)", "require: (not (open ?x))"),
        ("after: OPEN(x)", "keep: (nextto ?x ?y)"),
    ],
)
def test_a_variable_may_be_used_anywhere_in_the_form(lines: tuple[str, ...]) -> None:
    assert problems("where: {x: openable, y: openable}", *lines) == []


@pytest.mark.parametrize(
    "comes", ["(or (open ?x) (not (open ?x)))", "(and (open ?x) (not (open ?x)))"]
)
def test_what_cannot_come_about_is_found(comes: str) -> None:
    found = problems("where: {x: openable}", f"comes: {comes}", "require: (not (open ?x))")
    assert found == ["error: the `comes` condition is constant; the constraint never fires"]


def test_a_variable_may_be_used_in_what_must_be_done() -> None:
    lines = ("where: {x: openable, y: openable}", "before: OPEN(x)", "done: CLOSE(y)")
    assert problems(*lines, kind="causal") == []


@pytest.mark.parametrize(
    "require",
    [
        "(or (open ?x) (not (open ?x)))",
        "(imply (open ?x) (open ?x))",
        "(and)",
        "(and (or (hot ?x) (open ?x) (not (hot ?x))))",
    ],
)
def test_a_demand_that_is_always_met_is_found(require: str) -> None:
    assert after(require) == [ALWAYS]


def test_a_demand_that_its_condition_contains_is_found() -> None:
    assert after("(open ?x)", "if: (open ?x)") == [ALWAYS]


def test_a_demand_that_is_never_met_is_found() -> None:
    assert after("(and (open ?x) (not (open ?x)))") == [f"error: {NEVER}"]
    assert after("(not (or (open ?x) (hot ?x) (not (hot ?x))))") == [f"error: {NEVER}"]


@pytest.mark.parametrize("require", ["(or)", "(not (and))"])
def test_what_is_plainly_forbidden_is_meant(require: str) -> None:
    assert after(require) == []


def test_a_demand_that_forbids_a_step_altogether_may_be_meant() -> None:
    lines = ("where: {x: openable}", "before: OPEN(x)", "require: (and (open ?x) (not (open ?x)))")
    assert problems(*lines, kind="factual") == [f"warning: {NEVER}"]


def test_an_impossible_demand_under_a_condition_is_meant() -> None:
    assert after("(and (open ?x) (not (open ?x)))", "if: (hot ?x)") == []


def test_forms_without_a_demand_have_none_to_look_at() -> None:
    lines = ("where: {x: openable, y: openable}", "after: OPEN(x)", "never: OPEN(y)")
    assert problems(*lines) == []
    assert problems("instruction: gun", kind="factual") == []


def test_the_extent_of_a_class_is_what_it_contains_of_the_taxonomy() -> None:
    assert len(extent(ANYTHING)) == len(known_objects()) > 1000
    stoves = ObjectClass("stoves", lambda thing: thing.synset == "stove.n.01")
    assert extent(stoves) == {"stove.n.01"}
    assert stoves.contains(make_object("stove.n.01_1", "stove.n.01"))
