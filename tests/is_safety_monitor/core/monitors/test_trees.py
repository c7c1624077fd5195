"""Grounded conditions give what the goal language's own evaluation gives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from is_bench.facts import Atom, FactSet, Truth
from is_bench.goal import Expression, evaluate
from is_bench.goal.syntax import And, Exists, Fact, ForAll, Imply, Not, Or, Variable
from is_bench.objects import make_object
from is_safety_monitor.core.monitors import AtomSpace
from is_safety_monitor.core.monitors.conditions import Conditions
from is_safety_monitor.core.monitors.trees import TreeBuilder
from tests.sampling import examples

NAMES = ("apple.n.01_1", "jar.n.01_1", "cup.n.01_1")
SPACE = AtomSpace([make_object(n, n.rsplit("_", 1)[0]) for n in NAMES], {"open": 1, "inside": 2})
NUMBERS = np.array([SPACE.index[name] for name in NAMES], np.int32)
ALL = tuple(Atom("open", (a,)) for a in NAMES) + tuple(
    Atom("inside", (a, b)) for a in NAMES for b in NAMES
)
VALUES = {0: Truth.FALSE, 1: Truth.UNKNOWN, 2: Truth.TRUE}


@dataclass(frozen=True)
class Ranges:
    by_synset: dict[str, tuple[str, ...]]


RANGES = Ranges({"some": NAMES, "none": ()})


def facts_over(variables: tuple[str, ...]) -> st.SearchStrategy[Expression]:
    names = st.sampled_from(variables)
    single = names.map(lambda a: Fact(Atom("open", (a,))))
    double = st.tuples(names, names).map(lambda pair: Fact(Atom("inside", pair)))
    return single | double


def expressions(variables: tuple[str, ...], depth: int) -> st.SearchStrategy[Expression]:
    if not depth:
        return facts_over(variables)
    inner = expressions(variables, depth - 1)
    bound = f"?z{depth}"
    body = expressions((*variables, bound), depth - 1)
    several = st.lists(inner, min_size=1, max_size=3).map(tuple)
    ranges = st.sampled_from(["some", "none"])
    return (
        facts_over(variables)
        | several.map(And)
        | several.map(Or)
        | several.map(Not)
        | st.tuples(inner, inner).map(lambda pair: Imply(*pair))
        | st.tuples(ranges, body).map(lambda p: Exists(Variable(bound, p[0]), p[1]))
        | st.tuples(ranges, body).map(lambda p: ForAll(Variable(bound, p[0]), p[1]))
    )


STATES = st.lists(st.sampled_from([0, 1, 2]), min_size=len(ALL), max_size=len(ALL))


@given(expressions(("?x", "?y"), 3), STATES)
@examples(150, 5000)
def test_a_tree_gives_the_truth_of_its_expression(node: Expression, values: list[int]) -> None:
    by_truth = {v: frozenset(a for a, x in zip(ALL, values, strict=True) if x == v) for v in VALUES}
    facts = FactSet(by_truth[2], by_truth[0], by_truth[1])
    bindings = np.array([(x, y) for x in NUMBERS for y in NUMBERS if x != y], np.int32)
    builder = TreeBuilder(SPACE, {"some": NUMBERS, "none": NUMBERS[:0]})
    parts = [builder.tree(node, ("x", "y"), bindings)]
    found = Conditions(parts).evaluate(SPACE.vector(facts))
    for row, value in zip(bindings.tolist(), found.tolist(), strict=True):
        binding = {"?x": SPACE.names[row[0]], "?y": SPACE.names[row[1]]}
        assert VALUES[value] is evaluate(node, facts, RANGES, binding=binding).truth
