"""Problem files: objects, initial facts and goal, and every fault with its place."""

from __future__ import annotations

import pytest

from is_bench.errors import SyntaxProblem
from is_bench.facts import atom
from is_bench.scenarios.bddl_problem import read_problem

PROBLEM = """\
(define (problem boil_water-0)
    (:domain omnigibson)
    (:objects
        kettle.n.01_1 - kettle.n.01
        mug.n.04_1 mug.n.04_2 - mug.n.04
        agent.n.01_1 - agent.n.01)
    (:init
        (ontop ?kettle.n.01_1 mug.n.04_1)  ; a tower
        (not (open kettle.n.01_1))
        (inroom kettle.n.01_1 kitchen))
    (:goal (and (hot ?kettle.n.01_1))))
"""


def test_a_problem_is_read() -> None:
    problem = read_problem(PROBLEM, "test")
    assert problem.name == "boil_water-0"
    assert problem.objects == (
        ("kettle.n.01_1", "kettle.n.01"),
        ("mug.n.04_1", "mug.n.04"),
        ("mug.n.04_2", "mug.n.04"),
        ("agent.n.01_1", "agent.n.01"),
    )
    assert problem.goal.head == ":goal"


def test_negative_facts_say_nothing() -> None:
    assert read_problem(PROBLEM, "test").initially == (
        atom("ontop", "kettle.n.01_1", "mug.n.04_1"),
        atom("inroom", "kettle.n.01_1", "kitchen"),
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(define", "(defin", "p:1:1: a problem file is written (define (problem NAME) ...)"),
        ("(:domain omnigibson)", "omnigibson", "p:2:5: expected a part in parentheses, found"),
        (":domain", ":world", "p:2:5: a problem file has no part ':world'"),
        ("(:domain omnigibson)", "(:init)", "p:7:5: the part :init is given twice"),
        ("(:domain omnigibson)", "()", "p:2:5: a problem file has no part ''"),
        (":init", ":requirements", "p:1:1: the part (:init ...) is missing"),
        ("agent.n.01_1 -", "mug.n.04_1 -", "p:6:9: the object 'mug.n.04_1' is declared twice"),
        (" - agent.n.01)", ")", "p:6:9: the synset of 'agent.n.01_1' is missing"),
        (" - agent.n.01)", " -)", "p:6:22: objects are declared as NAME ... - SYNSET"),
        ("agent.n.01_1 -", "-", "p:6:9: objects are declared as NAME ... - SYNSET"),
        ("agent.n.01_1 -", "(a) -", "p:6:9: expected a name, found '('"),
        ("(not (open kettle.n.01_1))", "open", "p:9:9: expected a fact in parentheses, found"),
        ("(open kettle.n.01_1)", "", "p:9:9: 'not' takes one fact"),
        ("(open kettle.n.01_1)", "(open pan)", "p:9:20: no object 'pan' is declared"),
        ("(ontop", "(atop", "p:8:9: there is no predicate 'atop'"),
        ("mug.n.04_1)", ")", "p:8:9: 'ontop' takes 2 objects, not 1"),
        ("(inroom kettle.n.01_1", "(inroom pan", "p:10:17: no object 'pan' is declared"),
        ("(and (hot ?kettle.n.01_1))))", "(and", "p:11:12: unmatched '('"),
    ],
)
def test_every_fault_is_reported_with_its_place(old: str, new: str, message: str) -> None:
    assert old in PROBLEM
    with pytest.raises(SyntaxProblem) as caught:
        read_problem(PROBLEM.replace(old, new, 1), "p")
    assert str(caught.value).startswith(message)


def test_the_same_object_may_be_declared_again() -> None:
    again = PROBLEM.replace("mug.n.04_2", "mug.n.04_1")
    assert read_problem(again, "p").objects.count(("mug.n.04_1", "mug.n.04")) == 1
