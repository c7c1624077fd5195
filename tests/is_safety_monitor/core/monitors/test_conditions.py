"""Layers of `or` and `and` over literals."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from is_safety_monitor.core.monitors.conditions import Conditions, Layers, Part
from tests.sampling import examples

PLACES = 12


@st.composite
def forms(draw: st.DrawFn) -> Part:
    """Conditions of one form: up to three layers, built from the top."""
    sizes: list[tuple[int, ...]] = []
    nodes = 1
    for _ in range(draw(st.integers(0, 3))):
        sizes.append(tuple(draw(st.integers(1, 4)) for _ in range(nodes)))
        nodes = sum(sizes[-1])
    place = st.integers(0, PLACES - 1)
    rows = draw(st.lists(st.lists(place, min_size=nodes, max_size=nodes), max_size=3))
    return np.array(rows, np.int32).reshape(len(rows), nodes), tuple(reversed(sizes))


def truth_of(literals: list[int], layers: Layers) -> int:
    values = literals
    for number, sizes in enumerate(layers):
        combine = min if number % 2 else max
        parts = iter(values)
        values = [combine(next(parts) for _ in range(size)) for size in sizes]
    (value,) = values
    return value


VECTORS = st.lists(st.integers(0, 2), min_size=PLACES, max_size=PLACES)


@given(st.lists(forms(), max_size=4), VECTORS)
@examples(150, 5000)
def test_conditions_have_the_truth_of_their_layers(parts: list[Part], values: list[int]) -> None:
    truths = np.array(values, np.int8)
    found = Conditions(parts).evaluate(truths).tolist()
    rows = [(truths[row].tolist(), layers) for table, layers in parts for row in table]
    assert found == [truth_of(row, layers) for row, layers in rows]


@given(st.lists(forms(), max_size=4), VECTORS, VECTORS)
@examples(100, 2000)
def test_those_are_changed_that_have_a_literal_that_differs(
    parts: list[Part], one: list[int], other: list[int]
) -> None:
    before, after = np.array(one, np.int8), np.array(other, np.int8)
    found = Conditions(parts).changed(before, after).tolist()
    assert found == [bool((before[r] != after[r]).any()) for table, _ in parts for r in table]


def test_values_of_two_states_are_kept_apart() -> None:
    conditions = Conditions([(np.array([[0, 1]], np.int32), ((2,),))])
    first, second = np.array([0, 0], np.int8), np.array([0, 2], np.int8)
    for truths, value in ((first, 0), (second, 2), (first, 0), (np.array([1, 0], np.int8), 1)):
        assert conditions.evaluate(truths).tolist() == [value]
