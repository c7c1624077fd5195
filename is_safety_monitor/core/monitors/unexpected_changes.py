"""Monitors `comes ... require` constraints: unexpected changes.

A robot is not alone: a guest opens the refrigerator, a pan boils over, a glass slips.  No step
opens such a constraint, but an observed change that no step was predicted to cause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy

import numpy as np
from numpy.typing import NDArray

from is_bench.facts import Truth
from is_safety_monitor.core.monitors.atoms import FALSE, NEWCOMER, TRUE, UNKNOWN, Truths
from is_safety_monitor.core.monitors.grounding import Grounder
from is_safety_monitor.core.monitors.violation import Violation
from kb.clauses import ALWAYS
from kb.constraint import Constraint, ConstraintForm

Flags = NDArray[np.bool_]
_NOT_COME = -1
_MUTABLE = ("_was_false", "_since")


class UnexpectedChanges:
    """Tracks unexpected changes for all groundings, and reports the open obligations at DONE."""

    def __init__(self, constraints: Iterable[Constraint], grounder: Grounder) -> None:
        """Watch those of `constraints` that have the form; nothing has been seen yet."""
        self._grounder = grounder
        self._watched = [c for c in constraints if _is_watched(c)]
        watched = [(c, grounder.bindings(c, newcomers=True)) for c in self._watched]
        self._constraints = [constraint for constraint, rows in watched for _ in rows]
        self._bindings = [tuple(row) for _, rows in watched for row in rows.tolist()]
        self._is_real = np.array([NEWCOMER not in row for row in self._bindings], np.bool_)
        self._come = grounder.conditions(
            (grounder.formulas.arising(c), rows) for c, rows in watched
        )
        self._demand = grounder.conditions(
            (grounder.formulas.demand(c), rows) for c, rows in watched
        )
        self._was_false = np.zeros(len(self._bindings), np.bool_)
        """Whether it did not hold when that was last known."""
        self._since = np.full(len(self._bindings), _NOT_COME, np.int64)
        self._index = 0

    def fork(self) -> UnexpectedChanges:
        """An independent copy for simulating alternatives."""
        other = copy(self)
        for name in _MUTABLE:
            setattr(other, name, getattr(self, name).copy())
        return other

    def regrounded(self, grounder: Grounder) -> UnexpectedChanges:
        """One that has seen the same, over a scene to which objects were added."""
        known = len(self._grounder.atoms.names)
        other = UnexpectedChanges(self._watched, grounder)
        places = {
            (id(constraint), binding): row
            for row, (constraint, binding) in enumerate(
                zip(self._constraints, self._bindings, strict=True)
            )
        }
        sources = [
            places[id(constraint), tuple(n if n < known else NEWCOMER for n in binding)]
            for constraint, binding in zip(other._constraints, other._bindings, strict=True)
        ]
        for name in _MUTABLE:
            setattr(other, name, getattr(self, name)[sources])
        other._index = self._index
        return other

    def step(self, index: int) -> None:
        """Note that the `index`-th step has been attempted."""
        self._index = index

    def observe(self, truths: Truths, expected: Callable[[], Truths]) -> None:
        """Compare a state with the last one and with the expected one.

        `expected` computes the state predicted for the last step; it is called rarely.
        """
        if not self._bindings:
            return
        values = self._come.evaluate(truths)
        come = (values == TRUE) & self._was_false & (self._since == _NOT_COME)
        if come.any():
            come &= self._come.evaluate(expected()) != TRUE
            self._since[come] = self._index
        self._was_false = np.where(values == UNKNOWN, self._was_false, values == FALSE)

    def open_obligations(self, truths: Truths) -> Iterator[Violation]:
        """Open obligations caused by unexpected changes."""
        come = self._has_come()
        if not come.any():
            return
        values = self._demand.evaluate(truths)
        for row in np.flatnonzero(come & (values != TRUE)).tolist():
            yield Violation(
                constraint=self._constraints[row],
                binding=self._bindings[row],
                truth=Truth.UNKNOWN if values[row] == UNKNOWN else Truth.FALSE,
                since=int(self._since[row]),
            )

    def opened(self) -> Iterator[Constraint]:
        """The constraints of which something has come about."""
        rows = np.flatnonzero(self._has_come()).tolist()
        return iter({id(c): c for c in (self._constraints[row] for row in rows)}.values())

    def _has_come(self) -> Flags:
        """What has come about among objects of the scene."""
        come: Flags = (self._since != _NOT_COME) & self._is_real
        return come


def _is_watched(constraint: Constraint) -> bool:
    """Whether it has the form, and can be violated."""
    if constraint.form is not ConstraintForm.COMES_ABOUT:
        return False
    return ALWAYS not in (constraint.demand, constraint.arising_condition)
