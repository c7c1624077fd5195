"""Pairs of constraints of which no step can satisfy both."""

from __future__ import annotations

import pytest

from is_safety_monitor.core.lint.contradictions import contradictions
from kb.constraint import Constraint
from tests.is_safety_monitor.core.lint.samples import rule, said


def demand(
    require: str,
    *more: str,
    name: str = "b_rule",
    moment: str = "after",
    step: str = "OPEN(x)",
    where: str = "x: openable",
) -> Constraint:
    return rule(
        f"where: {{{where}}}",
        f"{moment}: {step}",
        f"require: {require}",
        *more,
        name=name,
        kind="temporal" if moment == "after" else "factual",
    )


A_RULE = demand("(not (open ?x))", name="a_rule", where="x: cabinet.n.01")
B_RULE = demand("(open ?x)")


def problems(*constraints: Constraint, own: set[str] | None = None) -> list[tuple[str, str]]:
    found = contradictions(constraints, {c.id for c in constraints} if own is None else own)
    return [(p.constraint, text) for p in found for text in said([p])]


def test_opposite_demands_are_found_in_both_orders() -> None:
    assert problems(A_RULE, B_RULE) == [("b_rule", "error: a_rule demands the opposite at OPEN(x)")]
    assert [name for name, _ in problems(B_RULE, A_RULE)] == ["a_rule"]


def test_before_a_step_too() -> None:
    one = demand("(not (hot ?x))", name="one", moment="before")
    other = demand("(and (hot ?x) (open ?x))", name="other", moment="before")
    assert [name for name, _ in problems(one, other)] == ["other"]


@pytest.mark.parametrize(
    "other",
    [
        demand("(not (open ?x))"),
        demand("(hot ?x)"),
        demand("(or (open ?x) (hot ?x))"),
        demand("(open ?x)", step="CLOSE(x)"),
        demand("(open ?x)", moment="before"),
        demand("(open ?x)", where="x: oven.n.01"),
        demand("(open ?x)", "if: (hot ?x)"),
        demand("(open ?x)", "until: CLOSE(x)"),
        demand("(open ?x)", "decision: warn"),
        demand("(open ?y)", where="x: openable, y: openable"),
    ],
)
def test_what_can_both_be_satisfied_is_no_contradiction(other: Constraint) -> None:
    assert problems(A_RULE, other) == []


def test_the_places_of_the_objects_matter() -> None:
    where, step = "x: openable, y: openable", "PLACE_ON_TOP(x, y)"
    one = demand("(not (ontop ?x ?y))", name="one", step=step, where=where)
    turned = demand("(ontop ?y ?x)", name="turned", step=step, where=where)
    renamed = demand(
        "(ontop ?a ?b)", name="renamed", step="PLACE_ON_TOP(a, b)", where="a: openable, b: openable"
    )
    assert problems(one, turned) == []
    assert [name for name, _ in problems(one, renamed)] == ["renamed"]


def test_any_object_meets_every_object() -> None:
    one = demand("(open ?x)", name="one", step="PLACE_INSIDE(_, x)")
    other = demand("(not (open ?x))", name="other", step="PLACE_INSIDE(_, x)")
    assert len(problems(one, other)) == 1


def test_only_pairs_with_one_of_the_own_are_told() -> None:
    assert problems(A_RULE, B_RULE, own=set()) == []
    assert len(problems(A_RULE, B_RULE, own={"a_rule"})) == 1
    assert len(problems(A_RULE, B_RULE, own={"b_rule"})) == 1
