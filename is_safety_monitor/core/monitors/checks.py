"""The constraints that are checked before a step: `before ... require` and `before ... done`.

All groundings are made when a scene is known.  They are kept in the order of their steps' keys, so
that those of one step lie side by side and are evaluated together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from is_bench.calls import SkillCall
from is_bench.facts import Truth
from is_safety_monitor.core.monitors.atoms import TRUE, UNKNOWN, Ids, Truths
from is_safety_monitor.core.monitors.grounding import Grounder, Keys
from is_safety_monitor.core.monitors.violation import Violation
from kb.constraint import Constraint, Form

Offsets = NDArray[np.int64]


@dataclass(frozen=True)
class _Part:
    """The groundings of one constraint for one pattern."""

    number: int
    rows: Ids
    keys: Keys
    literals: Ids
    clause_sizes: tuple[int, ...]


class CheckTable:
    """Evaluates `before` constraints without `done`: whether their condition holds at a step."""

    def __init__(self, constraints: Iterable[Constraint], grounder: Grounder) -> None:
        """Ground those of `constraints` that are `before ... require`."""
        self._grounder = grounder
        self._constraints = [c for c in constraints if c.form is Form.REQUIRE_BEFORE]
        parts = [part for number in range(len(self._constraints)) for part in self._parts(number)]
        self._arrange([part for part in parts if len(part.rows) and part.clause_sizes])

    def __len__(self) -> int:
        """The number of groundings."""
        return len(self._keys)

    def violations(self, step: SkillCall, truths: Truths) -> Iterator[Violation]:
        """The groundings that `step` would violate in a state, each once."""
        seen: set[tuple[int, tuple[int, ...]]] = set()
        for low, high in self._slices(step):
            found = self._evaluate(low, high, truths)
            for place in np.flatnonzero(found != TRUE).tolist():
                entry = (int(self._numbers[low + place]), self._binding(low + place))
                if entry not in seen:
                    seen.add(entry)
                    yield self._violation(*entry, int(found[place]))

    def touches(self, step: SkillCall) -> Iterator[Constraint]:
        """The constraints that are checked before `step`, once for each grounding."""
        for low, high in self._slices(step):
            for entry in range(low, high):
                yield self._constraints[self._numbers[entry]]

    def _binding(self, entry: int) -> tuple[int, ...]:
        constraint = self._constraints[self._numbers[entry]]
        return tuple(self._rows[entry][: len(constraint.universal)].tolist())

    def _violation(self, number: int, binding: tuple[int, ...], truth: int) -> Violation:
        unsure = truth == UNKNOWN
        truth_of = Truth.UNKNOWN if unsure else Truth.FALSE
        return Violation(self._constraints[number], binding, truth_of)

    def _slices(self, step: SkillCall) -> Iterator[tuple[int, int]]:
        keys = self._grounder.step_keys(step)
        lows = np.searchsorted(self._keys, keys, "left")
        highs = np.searchsorted(self._keys, keys, "right")
        for low, high in zip(lows.tolist(), highs.tolist(), strict=True):
            if low < high:
                yield low, high

    def _evaluate(self, low: int, high: int, truths: Truths) -> Truths:
        """The truth of the entries in [low, high): the least clause, each its greatest literal."""
        clauses = self._clause_starts[low : high + 1]
        literals = self._literal_starts[clauses[0] : clauses[-1] + 1]
        values = truths[self._literals[literals[0] : literals[-1]]]
        by_clause = np.maximum.reduceat(values, literals[:-1] - literals[0])
        found: Truths = np.minimum.reduceat(by_clause, clauses[:-1] - clauses[0])
        return found

    # Building

    def _parts(self, number: int) -> Iterator[_Part]:
        constraint, grounder = self._constraints[number], self._grounder
        named = {name for pattern in constraint.before for name in pattern.variables}
        bound = named & constraint.variables.keys()
        if not all(len(grounder.members(constraint, name)) for name in bound):
            return  # as of most constraints in most scenes: there is nothing to bind
        rows = grounder.bindings(constraint)
        formula = grounder.formula(constraint, constraint.demand)
        literals = grounder.literals(formula, rows)
        for pattern in constraint.before:
            keys = grounder.pattern_keys(constraint, pattern, rows)
            yield _Part(number, rows, keys, literals, formula.clause_sizes)

    def _arrange(self, parts: list[_Part]) -> None:
        """Concatenate the parts, in the order of their keys."""
        width = max((part.rows.shape[1] for part in parts), default=0)
        keys = _concatenated([part.keys for part in parts], np.int64)
        order = np.argsort(keys, kind="stable")
        self._keys: Keys = keys[order]
        self._numbers = _concatenated(
            [np.full(len(part.rows), part.number) for part in parts], np.int64
        )[order]
        rows = [np.pad(part.rows, ((0, 0), (0, width - part.rows.shape[1]))) for part in parts]
        self._rows: Ids = np.concatenate(rows)[order] if rows else np.zeros((0, width), np.int32)
        clause_sizes = [np.tile(part.clause_sizes, (len(part.rows), 1)) for part in parts]
        counts = [np.full(len(part.rows), len(part.clause_sizes)) for part in parts]
        sizes, self._clause_starts = _reordered(
            _concatenated([block.ravel() for block in clause_sizes], np.int64),
            _concatenated(counts, np.int64),
            order,
        )
        self._literal_starts: Offsets = np.concatenate(([0], np.cumsum(sizes)))
        lengths = [np.full(len(part.rows), part.literals.shape[1]) for part in parts]
        self._literals, _ = _reordered(
            _concatenated([part.literals.ravel() for part in parts], np.int32),
            _concatenated(lengths, np.int64),
            order,
        )


def _concatenated(arrays: list[Any], kind: type[np.generic]) -> NDArray[Any]:
    return np.concatenate(arrays).astype(kind) if arrays else np.zeros(0, kind)


def _reordered(
    values: NDArray[Any], lengths: NDArray[Any], order: Offsets
) -> tuple[NDArray[Any], Offsets]:
    """Runs of `lengths` values each, put into another order; the runs and where they start."""
    before = np.concatenate(([0], np.cumsum(lengths)))
    chosen = lengths[order]
    starts: Offsets = np.concatenate(([0], np.cumsum(chosen)))
    places = np.repeat(before[:-1][order] - starts[:-1], chosen) + np.arange(starts[-1])
    return values[places], starts
