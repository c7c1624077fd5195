"""The rows of a monitor bank: arrays that grow when a step opens groundings for the first time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from is_bench.calls import SkillCall
from is_bench.durations import seconds_to_ns
from is_bench.verdict import Decision
from is_safety_monitor.core.monitors.atoms import NEWCOMER, Counts, Ids
from is_safety_monitor.core.monitors.conditions import Conditions, Part
from is_safety_monitor.core.monitors.grounding import Grounder
from kb.constraint import Constraint, ConstraintForm, Pattern

CLOSED = -1
"""What `since_count` says of a row that is not open."""
_ROLES = ("after", "until")
_MUTABLE = ("since_count", "since_index", "since_ns")
UNBOUNDED = np.iinfo(np.int64).max
Flags = NDArray[np.bool_]


class Rows:
    """Groundings that have been opened at least once, as parallel arrays.

    Some are about objects that the scene does not have yet (`NEWCOMER`): they are opened and closed
    like the others, and become rows about new objects when these come.
    """

    is_keep: Flags
    is_required: Flags
    is_reminder: Flags
    """Whether it is but a warning that something is late: until then, nothing is wrong."""
    is_response: Flags
    """Whether it is required within bounds."""
    is_window: Flags
    """Whether it holds while it is open: never or keep."""
    step_bound: Counts
    ns_bound: Counts
    has_both: Flags

    def __init__(self, grounder: Grounder, constraints: Sequence[Constraint]) -> None:
        """No rows yet; `constraints` are known by their numbers."""
        self._grounder = grounder
        self._constraints = constraints
        self._traits = _traits(constraints)
        self._parts: list[Part] = []
        self._patterns = {role: _by_skill(constraints, role) for role in _ROLES}
        self._ids: dict[tuple[int, tuple[int, ...]], int] = {}
        self._opened: dict[SkillCall, Ids] = {}
        self._closed: dict[SkillCall, Ids] = {}
        """Only of the rows that there are."""
        self.forbidding: dict[int, tuple[int, ...]] = {}
        """By the key of a step: the rows that forbid it while they are open."""
        self.bindings: list[tuple[int, ...]] = []
        self.numbers: Counts = np.zeros(0, np.int64)
        self.since_count: Counts = np.zeros(0, np.int64)
        """The count of the step that opened a row, or CLOSED."""
        self.since_index: Counts = np.zeros(0, np.int64)
        self.since_ns: Counts = np.zeros(0, np.int64)
        self._arrange()

    def fork(self) -> Rows:
        """The same rows, open and closed on their own."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict | list) or name in _MUTABLE:
                setattr(other, name, value.copy())
        return other

    def regrounded(self, grounder: Grounder, known: int) -> Rows:
        """The same rows over a scene with more objects, which are numbered from `known` on.

        What a row about newcomers remembers, rows about new objects remember, too.
        """
        other = Rows(grounder, self._constraints)
        sources: list[int] = []
        for row, (number, binding) in enumerate(self._ids):
            for arrived in grounder.arrived(self._constraints[number], binding, known).tolist():
                other._id(number, tuple(arrived))
                sources.append(row)
        other._arrange()
        for name in _MUTABLE:
            setattr(other, name, getattr(self, name)[sources])
        return other

    def opened_by(self, step: SkillCall) -> Ids:
        """The rows that `step` opens; those that it opens for the first time are made."""
        found = self._opened.get(step)
        if found is None:
            ids = (
                self._id(number, binding)
                for kind in self._grounder.kinds(step)
                for number, pattern in self._patterns["after"].get(kind.skill, ())
                for binding in self._bindings(number, pattern, kind)
            )
            found = self._opened[step] = np.array([*dict.fromkeys(ids)], np.int32)
            if len(self.bindings) > len(self.numbers):
                self._arrange()
        return found

    def closed_by(self, step: SkillCall) -> Ids:
        """The rows that `step` closes if it succeeds."""
        known = self._closed.get(step)
        if known is None:
            found = [
                self._rows_of(number, pattern, kind)
                for kind in self._grounder.kinds(step)
                for number, pattern in self._patterns["until"].get(kind.skill, ())
            ]
            known = np.array(sorted({row for rows in found for row in rows.tolist()}), np.int32)
            self._closed[step] = known
        return known

    def _bindings(self, number: int, pattern: Pattern, call: SkillCall) -> list[tuple[int, ...]]:
        constraint = self._constraints[number]
        fixed = self._grounder.match(constraint, pattern, call)
        if fixed is None:
            return []
        found = self._grounder.bindings(constraint, fixed, newcomers=True)
        return [tuple(row) for row in found.tolist()]

    def _id(self, number: int, binding: tuple[int, ...]) -> int:
        key = (number, binding)
        if key not in self._ids:
            row = self._ids[key] = len(self.bindings)
            self.bindings.append(binding)
            constraint = self._constraints[number]
            for pattern in constraint.never:
                things = dict(zip(constraint.universal, binding, strict=True))
                step = self._grounder.key(pattern, things)
                self.forbidding[step] = (*self.forbidding.get(step, ()), row)
        return self._ids[key]

    def _rows_of(self, number: int, pattern: Pattern, call: SkillCall) -> Ids:
        """The rows of a constraint whose `pattern` is `call`, as it stands."""
        constraint = self._constraints[number]
        mine = np.flatnonzero(self.numbers == number).astype(np.int32)
        numbers = self._grounder.match(constraint, pattern, call)
        if not len(mine) or numbers is None:
            return mine[:0]
        table = np.array([self.bindings[row] for row in mine.tolist()], np.int32)
        same = np.ones(len(mine), np.bool_)
        for variable, thing in numbers.items():
            if variable in constraint.universal:
                same &= table[:, constraint.universal.index(variable)] == thing
        return mine[same]

    # Building

    def _arrange(self) -> None:
        """Extend the arrays to all rows."""
        known = len(self.numbers)
        self.numbers = np.array([number for number, _ in self._ids], np.int64)
        self.is_real = _flags(NEWCOMER not in binding for binding in self.bindings)
        for name in ("since_count", "since_index", "since_ns"):
            grown = np.concatenate(
                (getattr(self, name), np.full(len(self.bindings) - known, CLOSED, np.int64))
            )
            setattr(self, name, grown)
        self._closed.clear()
        for name, values in self._traits.items():
            setattr(self, name, values[self.numbers])
        self.any_response = bool(self.is_response.any())
        self.any_keep = bool(self.is_keep.any())
        self.any_seconds = bool((self.ns_bound != UNBOUNDED).any())
        self._parts.extend(self._demanded(islice(self._ids, known, None)))
        self.conditions = Conditions(self._parts)
        """What each row demands."""

    def _demanded(self, keys: Iterable[tuple[int, tuple[int, ...]]]) -> Iterator[Part]:
        """What rows demand, those of one constraint that lie side by side together."""
        for number, rows in groupby(keys, itemgetter(0)):
            formula = self._grounder.formulas.demand(self._constraints[number])
            bindings = np.array([binding for _, binding in rows], np.int32)
            yield self._grounder.literals(formula, bindings), formula.layers


def _traits(constraints: Sequence[Constraint]) -> dict[str, NDArray[Any]]:
    """What the rows of each constraint have in common, by the names of the arrays of rows."""
    windows = (ConstraintForm.NEVER_AFTER, ConstraintForm.KEEP_AFTER)
    late = [c.form is ConstraintForm.REQUIRE_AFTER and c.bounds.given for c in constraints]
    steps = [UNBOUNDED if c.bounds.steps is None else c.bounds.steps for c in constraints]
    seconds = [
        UNBOUNDED if c.bounds.seconds is None else seconds_to_ns(c.bounds.seconds)
        for c in constraints
    ]
    step_bound, ns_bound = np.array(steps, np.int64), np.array(seconds, np.int64)
    return {
        "is_keep": _flags(c.form is ConstraintForm.KEEP_AFTER for c in constraints),
        "is_required": _flags(c.form is ConstraintForm.REQUIRE_AFTER for c in constraints),
        "is_reminder": _flags(c.decision is Decision.WARN and c.bounds.given for c in constraints),
        "is_response": _flags(late),
        "is_window": _flags(c.form in windows for c in constraints),
        "step_bound": step_bound,
        "ns_bound": ns_bound,
        "has_both": (step_bound != UNBOUNDED) & (ns_bound != UNBOUNDED),
    }


def _by_skill(constraints: Sequence[Constraint], role: str) -> dict[str, list[tuple[int, Pattern]]]:
    found: dict[str, list[tuple[int, Pattern]]] = {}
    for number, constraint in enumerate(constraints):
        for pattern in getattr(constraint, role):
            found.setdefault(pattern.skill, []).append((number, pattern))
    return found


def _flags(values: Iterable[bool]) -> Flags:
    return np.fromiter(values, np.bool_)
