from __future__ import annotations

import pytest

from is_bench.goal import Expression, parse_condition
from is_bench_eval.doctor.defects.canonical import canonical, conjuncts
from tests.is_bench.scenes import full, objects

THINGS = objects("apple jar rag rag2 stove")


def parse(text: str) -> Expression:
    return parse_condition(full(text), THINGS, "")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(or (open jar) (open stove))", "(or (open stove) (open jar))"),
        ("(and (open jar) (and (open stove)))", "(and (open stove) (open jar))"),
        ("(and (open jar))", "(open jar)"),
        ("(forall (?x - rag) (open ?x))", "(forall (?y - rag) (and (open ?y)))"),
        (
            "(exists (?x - rag) (forn (1) (?y - jar) (inside ?x ?y)))",
            "(exists (?y - rag) (forn (1) (?x - jar) (inside ?y ?x)))",
        ),
        (
            "(forpairs (?a - rag) (?b - jar) (inside ?a ?b))",
            "(forpairs (?c - rag) (?d - jar) (inside ?c ?d))",
        ),
    ],
)
def test_what_says_the_same_is_written_the_same(one: str, other: str) -> None:
    assert canonical(parse(one)) == canonical(parse(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(or (open jar) (open stove))", "(and (open jar) (open stove))"),
        ("(imply (open jar) (open stove))", "(imply (open stove) (open jar))"),
        ("(inside apple jar)", "(inside jar apple)"),
        ("(not (open jar) (open stove))", "(not (open stove) (open jar))"),
        ("(forall (?x - rag) (open ?x))", "(exists (?x - rag) (open ?x))"),
        ("(forn (1) (?x - rag) (open ?x))", "(forn (2) (?x - rag) (open ?x))"),
        ("(forall (?x - rag) (open ?x))", "(forall (?x - jar) (open ?x))"),
        (
            "(forpairs (?a - rag) (?b - jar) (inside ?a ?b))",
            "(fornpairs (1) (?a - rag) (?b - jar) (inside ?a ?b))",
        ),
    ],
)
def test_what_differs_is_written_differently(one: str, other: str) -> None:
    assert canonical(parse(one)) != canonical(parse(other))


def test_goals_are_taken_apart() -> None:
    goals = [parse("(and (open jar) (and (open stove) (or (open jar))))"), parse("(open apple)")]
    assert [full(f"(open {word})") for word in ("jar", "stove")] == [
        str(goal) for goal in conjuncts(goals)
    ][:2]
    assert len(conjuncts(goals)) == 4
