"""Expressions over other predicates, over classes, constants and defined conditions."""

from __future__ import annotations

import pytest

from is_bench.domain.classes import written_class
from is_bench.errors import SyntaxProblem
from is_bench.facts import FactSet, Truth, atom
from is_bench.goal import Language, parse_condition, parse_template, truth_of
from is_bench.goal.parse import Definition
from is_bench.goal.substitution import facts_in, substituted
from is_bench.goal.syntax import And, Exists, Fact, ForAll, ForN, ForPairs, Imply, Not, Or, Variable
from tests.is_bench.scenes import full, objects

THINGS = objects("apple jar table")
OWN = {"held": 1, "owns": 2}
CLASSES = Language(
    {**OWN, "open": 1, "inside": 2},
    classes=written_class,
    constants=lambda name: name == "water.n.06",
    definitions={
        "loose": Definition(("?x",), Not((Fact(atom("held", "?x")),))),
        "in_closed": Definition(
            ("?x",),
            Exists(
                Variable("?c", "openable"),
                And((Fact(atom("inside", "?x", "?c")), Not((Fact(atom("open", "?c")),)))),
            ),
        ),
    },
)


def test_predicates_of_another_domain_are_known_by_their_arities() -> None:
    found = parse_condition(full("(held apple)"), THINGS, "t", OWN)
    assert found == Fact(atom("held", "apple.n.01_1"))
    with pytest.raises(SyntaxProblem, match="no predicate or operator is named 'open'"):
        parse_condition(full("(open jar)"), THINGS, "t", OWN)
    assert parse_template("(owns ?x ?y)", ("x", "y"), "t", OWN) == Fact(atom("owns", "?x", "?y"))


def test_goals_quantify_over_declared_synsets_only() -> None:
    with pytest.raises(SyntaxProblem, match="no declared synset is named 'openable'"):
        parse_condition(full("(exists (?x - openable) (open ?x))"), THINGS, "t")
    with pytest.raises(SyntaxProblem, match="no predicate or operator is named 'is'"):
        parse_condition(full("(is apple openable)"), THINGS, "t")


def test_a_language_of_classes_quantifies_over_class_expressions() -> None:
    found = parse_template("(forall (?c - !Openable & heatsource) (open ?c))", (), "t", CLASSES)
    assert found == ForAll(Variable("?c", "!openable & heatSource"), Fact(atom("open", "?c")))


@pytest.mark.parametrize("text", ["(held water.n.06)", "(is ?x fluid | stain)"])
def test_constants_and_class_tests_are_facts(text: str) -> None:
    found = parse_template(text, ("x",), "t", CLASSES)
    assert isinstance(found, Fact)
    assert str(found) == text


def test_a_defined_condition_stands_for_its_meaning() -> None:
    found = parse_template("(loose ?y)", ("y",), "t", CLASSES)
    assert found == Not((Fact(atom("held", "?y")),))
    with pytest.raises(SyntaxProblem, match="'loose' takes 1 object, not 2"):
        parse_template("(loose ?y ?y)", ("y",), "t", CLASSES)


def test_a_bound_variable_never_captures_an_argument() -> None:
    found = parse_template("(exists (?c - thing) (in_closed ?c))", (), "t", CLASSES)
    assert str(found) == (
        "(exists (?c - thing) (exists (?c' - openable) (and (inside ?c ?c') (not (open ?c')))))"
    )


def test_every_node_is_substituted_and_searched() -> None:
    fact, x = Fact(atom("owns", "?x", "?z")), Variable("?x", "thing")
    node = And(
        (
            Or((fact,)),
            Imply(fact, fact),
            ForN(1, x, fact),
            ForPairs(None, x, Variable("?z", "thing"), fact),
        )
    )
    found = substituted(node, {"?z": "jar", "?x": "lid"})
    assert list(map(str, facts_in(found))) == [
        "owns(lid, jar)",
        "owns(lid, jar)",
        "owns(lid, jar)",
        "owns(?x, jar)",
        "owns(?x, ?z)",
    ]


def test_the_truth_of_a_condition_can_be_asked_alone() -> None:
    facts = FactSet(frozenset(), unknown=frozenset({atom("held", "apple.n.01_1")}))
    condition = parse_template("(not (held ?x))", ("x",), "t", OWN)
    assert truth_of(condition, facts, THINGS, {"?x": "apple.n.01_1"}) is Truth.UNKNOWN
    assert truth_of(condition, facts, THINGS, {"?x": "jar"}) is Truth.TRUE
