"""Many conditions in conjunctive normal form, evaluated together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from is_safety_monitor.core.monitors.atoms import Ids, Truths
from is_safety_monitor.core.monitors.grounding import Formula, Grounder

Counts = NDArray[np.int64]


class Conditions:
    """The literals of conditions, side by side.

    The truth of a condition is that of its least clause, a clause's that of its greatest literal.
    """

    def __init__(self, grounder: Grounder, parts: Sequence[tuple[Formula, Ids]]) -> None:
        """Each part is a formula with at least one clause, and its bindings, one to a row."""
        literals = [grounder.literals(formula, rows).ravel() for formula, rows in parts]
        self._literals: Ids = np.concatenate(literals) if literals else np.zeros(0, np.int32)
        literal_counts = [
            np.tile([max(size, 1) for size in formula.clause_sizes], len(rows))
            for formula, rows in parts
        ]
        clause_counts = [np.full(len(rows), len(formula.clause_sizes)) for formula, rows in parts]
        self._literal_starts = _starts(literal_counts)
        self._clause_starts = _starts(clause_counts)
        self._evaluated: tuple[Truths | None, Truths] = (None, np.zeros(0, np.int8))

    def evaluate(self, truths: Truths) -> Truths:
        """The truth of each condition, in the order of the parts and their rows."""
        seen, values = self._evaluated
        if truths is not seen:
            values = truths[self._literals]
            if len(self._literal_starts) < len(values):
                values = np.maximum.reduceat(values, self._literal_starts)
            if len(self._clause_starts) < len(values):
                values = np.minimum.reduceat(values, self._clause_starts)
            self._evaluated = (truths, values)
        return values


def _starts(counts: Sequence[NDArray[np.integer]]) -> Counts:
    """Where runs of so many begin."""
    lengths = np.concatenate([np.zeros(1, np.int64), *counts])
    return np.cumsum(lengths)[:-1].astype(np.int64)
