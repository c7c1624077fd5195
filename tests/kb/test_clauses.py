"""Conditions in conjunctive normal form: the same truth, unknown included."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from is_bench.facts import ARITY, Atom, FactSet, Truth
from is_bench.goal import Expression, evaluate, parse_template
from is_bench.goal.evaluate import conjunction, disjunction
from is_bench.goal.syntax import And, Exists, Fact, ForAll, Imply, Not, Or, Variable
from is_bench.objects import ObjectTable
from kb.clauses import ALWAYS, MAX_CLAUSES, NEVER, ROOM, Clauses, Literal, clauses_of
from kb.errors import ConstraintProblem

BOUND = {"?x": "pan.n.01_1", "?y": "stove.n.01_1"}
ROOM_NAME = "kitchen"
NOTHING = ObjectTable(())


@st.composite
def facts(draw: st.DrawFn) -> Expression:
    predicate = draw(st.sampled_from(("open", "hot", "ontop", "inroom")))
    names = [draw(st.sampled_from(sorted(BOUND))) for _ in range(ARITY[predicate])]
    if predicate == "inroom":
        names[1] = ROOM_NAME
    return Fact(Atom(predicate, tuple(names)))


def some(inner: st.SearchStrategy[Expression], least: int) -> st.SearchStrategy[tuple[Expression]]:
    return st.lists(inner, min_size=least, max_size=3).map(tuple)  # type: ignore[arg-type]


expressions = st.recursive(
    facts(),
    lambda inner: st.one_of(
        some(inner, 1).map(Not),
        some(inner, 0).map(And),
        some(inner, 0).map(Or),
        st.builds(Imply, inner, inner),
    ),
    max_leaves=7,
)

GROUND = [
    *(Atom(predicate, (name,)) for predicate in ("open", "hot") for name in BOUND.values()),
    *(Atom("ontop", (one, two)) for one in BOUND.values() for two in BOUND.values()),
    *(Atom("inroom", (name, ROOM_NAME)) for name in BOUND.values()),
]


@st.composite
def views(draw: st.DrawFn) -> FactSet:
    said = {fact: draw(st.sampled_from([*Truth])) for fact in GROUND}
    true, unknown = (
        frozenset(fact for fact, truth in said.items() if truth is wanted)
        for wanted in (Truth.TRUE, Truth.UNKNOWN)
    )
    return FactSet(true, unknown=unknown)


def value(clauses: Clauses, view: FactSet) -> Truth:
    """The truth of a normal form, straight from what its types say."""

    def literal(item: Literal) -> Truth:
        names = tuple(
            term.removeprefix(ROOM) if term.startswith(ROOM) else BOUND["?" + term]
            for term in item.terms
        )
        truth = view.truth(Atom(item.predicate, names))
        return truth if item.positive else ~truth

    return conjunction(disjunction(map(literal, clause)) for clause in clauses)


def normal(condition: Expression | None, consequence: Expression | None) -> Clauses:
    try:
        return clauses_of(condition, consequence)
    except ConstraintProblem as problem:
        assume("more than" not in str(problem))
        raise


@given(expressions, views())
def test_a_normal_form_is_as_true_as_its_expression(expression: Expression, view: FactSet) -> None:
    expected = evaluate(expression, view, NOTHING, binding=BOUND).truth
    assert value(normal(None, expression), view) is expected


@given(expressions, expressions, views())
def test_a_condition_implies_its_consequence(
    condition: Expression, consequence: Expression, view: FactSet
) -> None:
    implied = Imply(condition, consequence)
    expected = evaluate(implied, view, NOTHING, binding=BOUND).truth
    assert value(normal(condition, consequence), view) is expected


@given(expressions, views())
@example(And(()), FactSet(frozenset()))
@example(Or(()), FactSet(frozenset()))
def test_without_a_consequence_the_condition_is_forbidden(
    condition: Expression, view: FactSet
) -> None:
    expected = ~evaluate(condition, view, NOTHING, binding=BOUND).truth
    assert value(normal(condition, None), view) is expected


def test_nothing_demanded_under_no_condition_is_never_met() -> None:
    assert clauses_of(None, None) == NEVER
    assert clauses_of(Or(()), None) == ALWAYS


def template(text: str) -> Expression:
    return parse_template(text, ("x", "y"), "a test")


def test_variables_and_rooms_are_told_apart() -> None:
    (clause,) = clauses_of(None, template("(inroom ?x kitchen)"))
    assert clause == (Literal("inroom", ("x", "@kitchen"), positive=True),)
    assert clause[0].variables == ("x",)


def test_a_condition_and_its_consequence_become_one_clause() -> None:
    found = clauses_of(template("(hot ?x)"), template("(not (ontop ?x ?y))"))
    hot, on_top = (
        Literal("hot", ("x",), positive=False),
        Literal("ontop", ("x", "y"), positive=False),
    )
    assert found == ((hot, on_top),)


def test_what_is_said_twice_is_kept_once() -> None:
    once = clauses_of(None, template("(open ?x)"))
    assert clauses_of(None, template("(and (open ?x) (open ?x))")) == once
    assert clauses_of(None, template("(or (open ?x) (open ?x))")) == once


@pytest.mark.parametrize("quantifier", [ForAll, Exists])
def test_quantifiers_are_refused(quantifier: type[ForAll | Exists]) -> None:
    everything = quantifier(Variable("?z", "pan.n.01"), template("(open ?x)"))
    for demand in (everything, Not((And((everything,)),))):
        with pytest.raises(ConstraintProblem, match="take quantifiers"):
            clauses_of(None, demand)


def test_a_condition_that_grows_too_large_is_refused() -> None:
    names = [f"?v{number}" for number in range(7)]
    wide = Or(tuple(And((Fact(Atom("open", (n,))), Fact(Atom("hot", (n,))))) for n in names))
    assert len(clauses_of(None, Or(wide.operands[:6]))) == MAX_CLAUSES
    with pytest.raises(ConstraintProblem, match=f"more than {MAX_CLAUSES} clauses"):
        clauses_of(None, wide)
