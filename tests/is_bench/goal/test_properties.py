"""What holds of every expression: printing, three-valued soundness, and explanations."""

from __future__ import annotations

from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st

from is_bench.facts import Atom, FactSet, Truth
from is_bench.goal import evaluate, parse_condition, parse_goals, truth_of
from is_bench.goal.syntax import And, Expression, Not
from tests.is_bench.goal.expressions import OBJECTS, atoms_of, expressions, views

UNCLEAR = 5
"""Atoms left unknown; all their completions are tried."""


@given(expressions())
def test_a_printed_expression_is_read_as_itself(expression: Expression) -> None:
    assert parse_condition(str(expression), OBJECTS, "test") == expression


@given(st.lists(expressions(depth=2), min_size=1, max_size=3))
def test_printed_goals_are_read_as_themselves(goals: list[Expression]) -> None:
    text = f"(:goal {' '.join(map(str, goals))})"
    assert parse_goals(text, OBJECTS, "test") == tuple(goals)


def completions(view: FactSet) -> list[FactSet]:
    """Every way in which what is unknown could turn out."""
    unclear = sorted(view.unknown)
    return [
        FactSet(view.true | {fact for fact, holds in zip(unclear, chosen, strict=True) if holds})
        for chosen in product([False, True], repeat=len(unclear))
    ]


@given(expressions(), st.data(), st.booleans())
def test_a_known_result_stays_however_the_unknown_turns_out(
    expression: Expression, data: st.DataObject, strict: bool
) -> None:
    view = data.draw(views(atoms_of(expression), unknown=UNCLEAR))
    found = evaluate(expression, view, OBJECTS, strict=strict).truth
    ends = {evaluate(expression, c, OBJECTS, strict=strict).truth for c in completions(view)}
    assert Truth.UNKNOWN not in ends
    assert found is Truth.UNKNOWN or ends == {found}


@given(expressions(), st.data())
def test_the_truth_alone_is_that_of_the_evaluation(
    expression: Expression, data: st.DataObject
) -> None:
    view = data.draw(views(atoms_of(expression), unknown=UNCLEAR))
    assert truth_of(expression, view, OBJECTS) is evaluate(expression, view, OBJECTS).truth


@given(expressions(), st.data(), st.booleans())
def test_learning_a_fact_never_takes_back_a_result(
    expression: Expression, data: st.DataObject, strict: bool
) -> None:
    view = data.draw(views(atoms_of(expression), unknown=UNCLEAR))
    assume(view.unknown)
    fact = data.draw(st.sampled_from(sorted(view.unknown)))
    learned = FactSet(
        view.true | ({fact} if data.draw(st.booleans()) else set()), unknown=view.unknown - {fact}
    )
    before = evaluate(expression, view, OBJECTS, strict=strict).truth
    after = evaluate(expression, learned, OBJECTS, strict=strict).truth
    assert before in (Truth.UNKNOWN, after)


@given(expressions(), st.data())
def test_strict_not_is_a_conjunction_of_negations(
    expression: Expression, data: st.DataObject
) -> None:
    second = data.draw(expressions(depth=1))
    view = data.draw(views([*atoms_of(expression), *atoms_of(second)], unknown=UNCLEAR))
    both, apart = Not((expression, second)), And((Not((expression,)), Not((second,))))
    assert evaluate(both, view, OBJECTS).truth is evaluate(apart, view, OBJECTS).truth
    assert (
        evaluate(both, view, OBJECTS, strict=False).truth
        is evaluate(Not((expression,)), view, OBJECTS, strict=False).truth
    )


@given(expressions(least=1), st.data(), st.booleans())
def test_reasons_are_atoms_that_are_not_as_wanted(
    expression: Expression, data: st.DataObject, strict: bool
) -> None:
    view = data.draw(views(atoms_of(expression), unknown=UNCLEAR))
    result = evaluate(expression, view, OBJECTS, strict=strict)
    assert result.truth is not Truth.TRUE or not result.reasons
    assert len(set(result.reasons)) == len(result.reasons)
    for reason in result.reasons:
        assert reason.actual is view.truth(reason.fact)
        assert reason.actual is not reason.required
        assert reason.required is not Truth.UNKNOWN


@given(expressions(least=1, counting=False), st.data(), st.booleans())
def test_what_does_not_hold_has_reasons(
    expression: Expression, data: st.DataObject, strict: bool
) -> None:
    view = data.draw(views(atoms_of(expression), unknown=UNCLEAR))
    result = evaluate(expression, view, OBJECTS, strict=strict)
    assert (result.truth is Truth.TRUE) == (not result.reasons)


@given(expressions(least=1, counting=False), st.data())
def test_a_condition_holds_once_all_its_reasons_are_mended(
    expression: Expression, data: st.DataObject
) -> None:
    atoms = atoms_of(expression)
    assume(len(set(atoms)) == len(atoms))  # otherwise mending one place may break another
    view = data.draw(views(atoms, unknown=UNCLEAR))
    reasons = evaluate(expression, view, OBJECTS).reasons
    mended = mend(view, {reason.fact: reason.required for reason in reasons})
    assert evaluate(expression, mended, OBJECTS).truth is Truth.TRUE


def mend(view: FactSet, wanted: dict[Atom, Truth]) -> FactSet:
    true = {fact for fact, truth in wanted.items() if truth is Truth.TRUE}
    return FactSet(view.true - set(wanted) | true, unknown=view.unknown - set(wanted))
