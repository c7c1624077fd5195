"""Many grounded conditions, evaluated together: layers of `or` and `and` over literals.

In Kleene's strong logic `or` is the greatest value and `and` the least.  Negation stands at the
literals alone: the second half of a vector of truth values holds the negations.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from is_safety_monitor.core.monitors.atoms import Counts, Ids, Truths

Layers = Sequence[tuple[int, ...]]
"""Of each layer, the numbers of parts of its nodes, in order.

The parts of the first layer are literals, those of another one the nodes of the layer below.  The
first layer and every other one after it are `or`, those between them `and`.  A condition is the one
node of its last layer.
"""
Part = tuple[Ids, Layers]
"""Conditions of one form: the positions of their literals, a row a condition, and the layers."""
KEPT_STATES = 2
"""The state that a step is judged in, and the one that it is predicted to lead to."""
Flags = NDArray[np.bool_]


class Conditions:
    """The conditions of some parts, in the order of the parts and their rows."""

    def __init__(self, parts: Sequence[Part]) -> None:
        """A node has at least one part."""
        filled = [(rows, layers) for rows, layers in parts if len(rows)]
        self._literals = _joined([rows.ravel() for rows, _ in filled])
        counts = np.array([len(rows) for rows, _ in filled], np.int64)
        sizes = np.repeat(np.array([rows.shape[1] for rows, _ in filled], np.int64), counts)
        self._owners = np.repeat(np.arange(len(sizes)), sizes)
        """The condition that each literal is of."""
        self._size = len(sizes)
        height = max((len(layers) for _, layers in filled), default=0)
        self._layers = [
            _Layer(tiled([_layer(layers, number) for _, layers in filled], counts))
            for number in range(height)
        ]
        self._evaluated: list[tuple[Truths, Truths]] = []

    def evaluate(self, truths: Truths) -> Truths:
        """The truth of each condition.  Neither it nor `truths` may be changed afterwards."""
        for seen, values in self._evaluated:
            if seen is truths:
                return values
        values = truths.take(self._literals)
        for number, layer in enumerate(self._layers):
            values = layer.combined(values, np.minimum if number % 2 else np.maximum)
        self._evaluated = [(truths, values), *self._evaluated[: KEPT_STATES - 1]]
        return values

    def changed(self, before: Truths, after: Truths) -> Flags:
        """Which conditions are about an atom whose truth differs between two states."""
        literals = self._literals
        found = np.zeros(self._size, np.bool_)
        found[self._owners[before.take(literals) != after.take(literals)]] = True
        return found


class _Layer:
    """How the nodes of a layer follow from their parts, which lie side by side.

    Most nodes have one part or two: those are combined at once, the others part by part.
    """

    def __init__(self, sizes: Counts) -> None:
        """`sizes` are the numbers of parts of the nodes."""
        firsts = np.cumsum(sizes) - sizes
        self._firsts = firsts
        self._several = np.flatnonzero(sizes > 1)
        self._seconds = firsts[self._several] + 1
        self._many = np.flatnonzero(sizes > 2)  # a first and a second one
        several = sizes[self._many]
        self._starts = np.cumsum(several) - several
        self._parts = np.repeat(firsts[self._many] - self._starts, several) + np.arange(
            sum(several)
        )

    def combined(self, values: Truths, combine: np.ufunc) -> Truths:
        """The values of the nodes, from those of their parts."""
        if not len(self._several):
            return values
        found = values.take(self._firsts)
        found[self._several] = combine(found[self._several], values.take(self._seconds))
        if len(self._many):
            found[self._many] = combine.reduceat(values.take(self._parts), self._starts)
        return found


def tiled(lists: Sequence[Sequence[int]], times: Counts) -> Counts:
    """Each of `lists` so many `times`, one after the other."""
    values = np.array([value for listed in lists for value in listed], np.int64)
    lengths = np.array([len(listed) for listed in lists], np.int64)
    totals = lengths * times
    firsts, starts = np.cumsum(lengths) - lengths, np.cumsum(totals) - totals
    passed = np.arange(totals.sum()) - np.repeat(starts, totals)
    found: Counts = values[passed % np.repeat(lengths, totals) + np.repeat(firsts, totals)]
    return found


def _layer(layers: Layers, number: int) -> tuple[int, ...]:
    """The sizes of the nodes of a layer; above its last layer, a condition is passed on."""
    return layers[number] if number < len(layers) else (1,)


def _joined(parts: Sequence[NDArray[np.integer]]) -> Counts:
    return np.concatenate([np.zeros(0, np.int64), *parts])
