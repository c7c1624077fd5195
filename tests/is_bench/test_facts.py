"""Atoms, truth values and sets of facts."""

from __future__ import annotations

import pytest

from is_bench.facts import ARITY, Atom, FactSet, Truth, atom

HOT = atom("hot", "apple.n.01_1")
OPEN = atom("open", "jar.n.01_1")
FROZEN = atom("frozen", "apple.n.01_1")


def test_the_predicates_are_those_of_the_behavior_domain() -> None:
    parsing = pytest.importorskip("bddl.parsing", reason="the bddl package is not installed")
    *_, predicates = parsing.parse_domain("omnigibson")
    assert {name: len(arguments) for name, arguments in predicates.items()} == ARITY


def test_an_atom_reads_like_a_call() -> None:
    inside = atom("inside", "apple.n.01_1", "jar.n.01_1")
    assert str(inside) == "inside(apple.n.01_1, jar.n.01_1)"
    assert inside == Atom("inside", ("apple.n.01_1", "jar.n.01_1"))


@pytest.mark.parametrize("truth", Truth)
def test_a_truth_is_not_a_bool(truth: Truth) -> None:
    with pytest.raises(TypeError, match="compare it"):
        bool(truth)


@pytest.mark.parametrize(
    ("value", "truth", "negated"),
    [
        (True, Truth.TRUE, Truth.FALSE),
        (False, Truth.FALSE, Truth.TRUE),
        (None, Truth.UNKNOWN, Truth.UNKNOWN),
    ],
)
def test_truth_values_and_their_negations(value: bool | None, truth: Truth, negated: Truth) -> None:
    assert Truth.of(value) is truth
    assert ~truth is negated


def test_in_a_closed_world_what_is_not_a_fact_is_false() -> None:
    view = FactSet.closed_world([HOT])
    assert view.truth(HOT) is Truth.TRUE
    assert view.truth(OPEN) is Truth.FALSE


def test_in_a_closed_world_a_fact_may_still_be_unknown() -> None:
    view = FactSet(frozenset({HOT}), unknown=frozenset({OPEN}))
    assert view.truth(OPEN) is Truth.UNKNOWN
    assert view.truth(FROZEN) is Truth.FALSE


def test_in_an_open_world_only_what_is_said_to_be_false_is_false() -> None:
    view = FactSet(frozenset({HOT}), false=frozenset({OPEN}), closed=False)
    assert view.truth(HOT) is Truth.TRUE
    assert view.truth(OPEN) is Truth.FALSE
    assert view.truth(FROZEN) is Truth.UNKNOWN


def test_a_set_of_facts_lists_what_holds_in_order() -> None:
    assert list(FactSet(frozenset({OPEN, HOT}), unknown=frozenset({FROZEN}))) == [HOT, OPEN]
