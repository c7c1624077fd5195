"""Formulas give what grounding the expression gives, and those of known constraints are kept."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from is_bench.domain import load_domain
from is_bench.facts import Atom
from is_bench.goal import Expression
from is_bench.goal.syntax import And, Exists, Fact, Imply, Not, Or, Variable
from is_bench.object_classes import ObjectClass
from is_bench.objects import ObjectTable, make_object
from is_safety_monitor.core.monitors import AtomSpace, Grounder
from is_safety_monitor.core.monitors.conditions import Conditions, tiled
from is_safety_monitor.core.monitors.formulas import Formulas
from is_safety_monitor.core.monitors.trees import TreeBuilder
from kb.constraint import Constraint, ConstraintForm
from kb.loader import load_library
from tests.sampling import examples

NAMES = ("apple.n.01_1", "jar.n.01_1", "cup.n.01_1")
SCENE = ObjectTable(tuple(make_object(n, n.rsplit("_", 1)[0]) for n in NAMES))
SPACE = AtomSpace(SCENE, {"open": 1, "inside": 2})
GROUNDER = Grounder(SCENE, SPACE, load_domain("is_bench"))
LAW = next(c for c in load_library() if c.form is ConstraintForm.HAZARD and not c.ranges)
ANYTHING = ObjectClass("anything", lambda _: True)
WORDS = st.sampled_from(["?x", "?y", NAMES[0]])
FACTS = WORDS.map(lambda a: Fact(Atom("open", (a,)))) | st.tuples(WORDS, WORDS).map(
    lambda pair: Fact(Atom("inside", pair))
)


def _wider(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    several = st.lists(inner, max_size=3).map(tuple)
    return (
        several.map(And)
        | several.map(Or)
        | several.map(Not)
        | st.tuples(inner, inner).map(lambda pair: Imply(*pair))
    )


EXPRESSIONS = st.recursive(FACTS, _wider, max_leaves=8)


def law_of(expression: Expression) -> Constraint:
    """A law about two things: both occur in it, whatever the expression names."""
    both = Fact(Atom("inside", ("?x", "?y")))
    variables = {"x": ANYTHING, "y": ANYTHING}
    whole = And((both, expression))
    return replace(LAW, variables=variables, hazard=whole, condition=None)


@given(EXPRESSIONS, st.lists(st.integers(0, 2), min_size=SPACE.size, max_size=SPACE.size))
@examples(100, 2000)
def test_the_formula_of_an_expression_is_as_true_as_the_expression(
    expression: Expression, values: list[int]
) -> None:
    law = law_of(expression)
    rows = GROUNDER.bindings(law)
    formula = Formulas().law(law).danger
    assert formula is not None
    half = np.array([0, *values[1:]], np.int8)
    truths = np.concatenate([half, 2 - half]).astype(np.int8)
    tree = TreeBuilder(SPACE, {}).tree(law.danger, law.universal, rows)
    found = Conditions([(GROUNDER.literals(formula, rows), formula.layers)]).evaluate(truths)
    assert found.tolist() == Conditions([tree]).evaluate(truths).tolist()


def test_an_expression_with_quantifiers_has_no_formula() -> None:
    node = Exists(Variable("?z", "rigid"), Fact(Atom("inside", ("?x", "?z"))))
    assert Formulas().law(law_of(node)).danger is None


def test_the_formulas_of_known_constraints_are_made_once() -> None:
    stranger = replace(LAW, hazard=Fact(Atom("open", ("?x",))), variables={"x": ANYTHING})
    formulas = Formulas([LAW])
    assert formulas.law(LAW) is formulas.law(LAW)
    assert formulas.demand(LAW) is formulas.demand(LAW)
    assert stranger.id == LAW.id
    assert formulas.law(stranger) is not formulas.law(stranger)


@given(st.lists(st.tuples(st.lists(st.integers(0, 9), max_size=4), st.integers(0, 4)), max_size=6))
@examples(50, 500)
def test_lists_are_repeated_one_after_the_other(pairs: list[tuple[list[int], int]]) -> None:
    lists, times = [listed for listed, _ in pairs], np.array([n for _, n in pairs], np.int64)
    plain = [value for listed, n in pairs for value in listed * n]
    assert tiled(lists, times).tolist() == plain
