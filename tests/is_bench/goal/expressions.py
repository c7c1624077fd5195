"""Random expressions of the whole goal language, and random views of the facts they ask for."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from is_bench.facts import ARITY, Atom, FactSet, Truth
from is_bench.goal import evaluate
from is_bench.goal.syntax import (
    And,
    Exists,
    Expression,
    Fact,
    ForAll,
    ForN,
    ForPairs,
    Imply,
    Not,
    Or,
    Variable,
)
from is_bench.objects import ObjectTable, SceneObject

SYNSETS = {"apple.n.01": 3, "jar.n.01": 2, "table.n.02": 1}
OBJECTS = ObjectTable(
    tuple(
        SceneObject(f"{synset}_{number}", synset)
        for synset, count in SYNSETS.items()
        for number in range(1, count + 1)
    )
)
NAMES = [thing.name for thing in OBJECTS]
VARIABLES = ("?x", "?y", "?z")
PREDICATES = ("open", "hot", "inside", "nextto")

Names = tuple[str, ...]
Expressions = st.SearchStrategy[Expression]


@st.composite
def facts(draw: st.DrawFn, bound: Names = ()) -> Fact:
    predicate = draw(st.sampled_from(PREDICATES))
    # Bound variables first: what a quantifier binds should be used.
    name = st.sampled_from([*bound, *bound, *NAMES])
    return Fact(Atom(predicate, tuple(draw(name) for _ in range(ARITY[predicate]))))


@st.composite
def variables(draw: st.DrawFn) -> Variable:
    return Variable(draw(st.sampled_from(VARIABLES)), draw(st.sampled_from(list(SYNSETS))))


def _many(draw: st.DrawFn, inner: Expressions, least: int) -> tuple[Expression, ...]:
    return tuple(draw(st.lists(inner, min_size=least, max_size=3)))


@st.composite
def expressions(
    draw: st.DrawFn, depth: int = 3, bound: Names = (), least: int = 0, counting: bool = True
) -> Expression:
    """Any expression; `least`: operands of and, or; `counting`: with forn, forpairs, fornpairs."""

    def inner(*more: Variable) -> Expressions:
        names = tuple(dict.fromkeys((*bound, *(variable.name for variable in more))))
        return expressions(depth - 1, names, least, counting)

    def one(*more: Variable) -> Expression:
        return draw(inner(*more))

    def for_all() -> Expression:
        variable = draw(variables())
        return ForAll(variable, one(variable))

    def exists() -> Expression:
        variable = draw(variables())
        return Exists(variable, one(variable))

    def for_n() -> Expression:
        variable = draw(variables())
        return ForN(draw(st.integers(0, 3)), variable, one(variable))

    def for_pairs() -> Expression:
        first, second = draw(variables()), draw(variables())
        return ForPairs(draw(st.none() | st.integers(0, 3)), first, second, one(first, second))

    makers: list[Callable[[], Expression]] = [lambda: draw(facts(bound))]
    if depth:
        makers += [
            lambda: Not(_many(draw, inner(), 1)),
            lambda: And(_many(draw, inner(), least)),
            lambda: Or(_many(draw, inner(), least)),
            lambda: Imply(one(), one()),
            for_all,
            exists,
        ]
    if depth and counting:
        makers += [for_n, for_pairs]
    return draw(st.sampled_from(makers))()


class Asked:
    """A view in which nothing holds, which remembers every atom that it is asked for."""

    def __init__(self) -> None:
        self.atoms: list[Atom] = []

    def truth(self, fact: Atom) -> Truth:
        self.atoms.append(fact)
        return Truth.FALSE


def atoms_of(expression: Expression) -> list[Atom]:
    """The ground atoms that the truth of `expression` depends on, as often as it asks for them."""
    asked = Asked()
    evaluate(Or((expression, And(()))), asked, OBJECTS)
    return asked.atoms


@st.composite
def views(draw: st.DrawFn, atoms: list[Atom], unknown: int = 0) -> FactSet:
    """Some of `atoms` hold, at most `unknown` of them are unknown."""
    known = sorted(set(atoms))
    if not known:
        return FactSet(frozenset())
    some = st.sets(st.sampled_from(known))
    open_ = st.sets(st.sampled_from(known), max_size=unknown)
    unclear = frozenset(draw(open_)) if unknown else frozenset()
    return FactSet(frozenset(draw(some)) - unclear, unknown=unclear)
