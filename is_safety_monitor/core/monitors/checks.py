"""The constraints that are checked before a step: `before ... require` and `before ... done`.

Groundings are made when a scene is known.  They are kept in the order of their steps' keys, so that
those of one step lie side by side and are evaluated together.  Only of a constraint with very many,
those of a step are made when the step is first asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from is_bench.calls import SkillCall
from is_bench.facts import Truth
from is_safety_monitor.core.monitors.atoms import TRUE, UNKNOWN, Ids, Truths
from is_safety_monitor.core.monitors.conditions import Conditions, tiled
from is_safety_monitor.core.monitors.grounding import Grounder, Keys
from is_safety_monitor.core.monitors.violation import Violation
from kb.constraint import Constraint, ConstraintForm

Offsets = NDArray[np.int64]
MOST_AT_ONCE = 5000
"""A constraint with more groundings than this is grounded step by step."""


@dataclass(frozen=True)
class _Part:
    """The groundings of one constraint for one pattern."""

    number: int
    rows: Ids
    keys: Keys
    literals: Ids
    clause_sizes: tuple[int, ...]


class _Found(NamedTuple):
    """A grounding that a step would violate."""

    place: int
    """Of the key among those of the step."""
    number: int
    """Of the constraint."""
    binding: tuple[int, ...]
    truth: int


@dataclass(frozen=True, eq=False)
class _OfStep:
    """The groundings of one constraint for one key of a step."""

    place: int
    number: int
    rows: Ids
    conditions: Conditions


class CheckTable:
    """Evaluates `before` constraints without `done`: whether their condition holds at a step."""

    def __init__(self, constraints: Iterable[Constraint], grounder: Grounder) -> None:
        """Ground those of `constraints` that are `before ... require`."""
        self._grounder = grounder
        self._constraints = [c for c in constraints if c.form is ConstraintForm.REQUIRE_BEFORE]
        counts = [grounder.most(constraint) for constraint in self._constraints]
        self._large = [number for number, most in enumerate(counts) if most > MOST_AT_ONCE]
        self._size = sum(counts[number] for number in self._large)
        self._of_steps: dict[SkillCall, list[_OfStep]] = {}
        """By step, the groundings of large constraints."""
        small = [number for number, most in enumerate(counts) if 0 < most <= MOST_AT_ONCE]
        parts = [part for number in small for part in self._parts(number)]
        self._arrange([part for part in parts if len(part.rows) and part.clause_sizes])

    def __len__(self) -> int:
        """The number of groundings; of large constraints, with those that name a thing twice."""
        return len(self._keys) + self._size

    def violations(self, step: SkillCall, truths: Truths) -> Iterator[Violation]:
        """The groundings that `step` would violate in a state, each once."""
        found = [*self._found(step, truths)]
        large = [*self._found_in_large(step, truths)]
        if large:
            found = sorted((*found, *large), key=lambda f: (f.place, f.number))
        for number, binding, truth in _each_once(found):
            yield self._violation(number, binding, truth)

    def touches(self, step: SkillCall) -> Iterator[Constraint]:
        """The constraints that are checked before `step`, once for each grounding."""
        for _, low, high in self._slices(step):
            for entry in range(low, high):
                yield self._constraints[self._numbers[entry]]
        for part in self._of_step(step):
            yield self._constraints[part.number]

    def _found(self, step: SkillCall, truths: Truths) -> Iterator[_Found]:
        for place, low, high in self._slices(step):
            values = self._evaluate(low, high, truths)
            for at in np.flatnonzero(values != TRUE).tolist():
                number = int(self._numbers[low + at])
                yield _Found(place, number, self._binding(low + at), int(values[at]))

    def _found_in_large(self, step: SkillCall, truths: Truths) -> Iterator[_Found]:
        for part in self._of_step(step):
            values = part.conditions.evaluate(truths)
            for at in np.flatnonzero(values != TRUE).tolist():
                binding = tuple(part.rows[at].tolist())
                yield _Found(part.place, part.number, binding, int(values[at]))

    def _binding(self, entry: int) -> tuple[int, ...]:
        constraint = self._constraints[self._numbers[entry]]
        return tuple(self._rows[entry][: len(constraint.universal)].tolist())

    def _violation(self, number: int, binding: tuple[int, ...], truth: int) -> Violation:
        unsure = truth == UNKNOWN
        truth_of = Truth.UNKNOWN if unsure else Truth.FALSE
        return Violation(self._constraints[number], binding, truth_of)

    def _slices(self, step: SkillCall) -> Iterator[tuple[int, int, int]]:
        """The groundings of each of the keys of a step, and which key it is."""
        keys = self._grounder.step_keys(step)
        lows = np.searchsorted(self._keys, keys, "left")
        highs = np.searchsorted(self._keys, keys, "right")
        for place, (low, high) in enumerate(zip(lows.tolist(), highs.tolist(), strict=True)):
            if low < high:
                yield place, low, high

    def _of_step(self, step: SkillCall) -> Sequence[_OfStep]:
        """The groundings of large constraints for a step."""
        if not self._large:
            return ()
        if step not in self._of_steps:
            self._of_steps[step] = [part for n in self._large for part in self._ground(n, step)]
        return self._of_steps[step]

    def _ground(self, number: int, step: SkillCall) -> Iterator[_OfStep]:
        constraint, grounder = self._constraints[number], self._grounder
        formula = grounder.formulas.demand(constraint)
        keys = grounder.step_keys(step).tolist()
        for pattern in constraint.before if formula.clause_sizes else ():
            matches = (grounder.match(constraint, pattern, k) for k in grounder.kinds(step))
            by_key = {grounder.key(pattern, fixed): fixed for fixed in matches if fixed is not None}
            for key, fixed in by_key.items():
                rows = grounder.bindings(constraint, fixed)
                if len(rows):
                    conditions = grounder.conditions([(formula, rows)])
                    yield _OfStep(keys.index(key), number, rows, conditions)

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
        rows = grounder.bindings(constraint)
        formula = grounder.formulas.demand(constraint)
        literals = grounder.literals(formula, rows)
        for pattern in constraint.before:
            keys = grounder.pattern_keys(constraint, pattern, rows)
            yield _Part(number, rows, keys, literals, formula.clause_sizes)

    def _arrange(self, parts: list[_Part]) -> None:
        """Concatenate the parts, in the order of their keys."""
        width = max((part.rows.shape[1] for part in parts), default=0)
        keys = _concatenated([part.keys for part in parts], np.int64)
        order = np.argsort(keys, kind="stable")
        counts = np.array([len(part.rows) for part in parts], np.int64)
        self._keys: Keys = keys[order]
        self._numbers = _repeated([part.number for part in parts], counts)[order]
        rows: Ids = np.zeros((len(keys), width), np.int32)
        first = 0
        for part in parts:
            last = first + len(part.rows)
            rows[first:last, : part.rows.shape[1]] = part.rows
            first = last
        self._rows = rows[order]
        sizes, self._clause_starts = _reordered(
            tiled([part.clause_sizes for part in parts], counts),
            _repeated([len(part.clause_sizes) for part in parts], counts),
            order,
        )
        self._literal_starts: Offsets = np.concatenate(([0], np.cumsum(sizes)))
        self._literals, _ = _reordered(
            _concatenated([part.literals.ravel() for part in parts], np.int32),
            _repeated([part.literals.shape[1] for part in parts], counts),
            order,
        )


def _repeated(values: Sequence[int], counts: Offsets) -> Offsets:
    """Each value as often as its count says."""
    return np.repeat(np.array(values, np.int64), counts)


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


def _each_once(found: Iterable[_Found]) -> Iterable[tuple[int, tuple[int, ...], int]]:
    """Constraint, binding and truth; of a binding that was found by several keys, the first."""
    first: dict[tuple[int, tuple[int, ...]], int] = {}
    for entry in found:
        first.setdefault((entry.number, entry.binding), entry.truth)
    return [(number, binding, truth) for (number, binding), truth in first.items()]
