"""The rows of a monitor bank: arrays that grow when a step opens groundings for the first time."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from is_bench.skills import SkillCall
from is_safety_monitor.core.monitors.atoms import Ids, Truths
from is_safety_monitor.core.monitors.conditions import Conditions, Counts
from is_safety_monitor.core.monitors.grounding import Formula, Grounder
from kb.constraint import Constraint, Form, Pattern

CLOSED = -1
"""What `since_count` says of a row that is not open."""
_ROLES = ("after", "until", "never")
_MUTABLE = ("since_count", "since_index", "since_ns")
UNBOUNDED = np.iinfo(np.int64).max
Flags = NDArray[np.bool_]
_Key = tuple[str, tuple[str, ...]]
"""A step as its skill's name and arguments, which hash faster than the call."""


class Rows:
    """Groundings that have been opened at least once, as parallel arrays."""

    def __init__(self, grounder: Grounder, constraints: Sequence[Constraint]) -> None:
        """No rows yet; `constraints` are known by their numbers."""
        self._grounder = grounder
        self._constraints = constraints
        self._formulas: dict[int, Formula] = {}
        self._patterns = {role: _by_skill(constraints, role) for role in _ROLES}
        self._ids: dict[tuple[int, tuple[int, ...]], int] = {}
        self._opened: dict[_Key, Ids] = {}
        self._matched: dict[tuple[str, _Key], Ids] = {}
        """By role and step; only for the rows that there are."""
        self.bindings: list[tuple[int, ...]] = []
        self.numbers: Counts = np.zeros(0, np.int64)
        self.since_count: Counts = np.zeros(0, np.int64)
        """The count of the step that opened a row, or CLOSED."""
        self.since_index: Counts = np.zeros(0, np.int64)
        self.since_ns: Counts = np.zeros(0, np.int64)
        self._arrange()

    def __len__(self) -> int:
        return len(self.bindings)

    def fork(self) -> Rows:
        """The same rows, open and closed on their own."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict | list) or name in _MUTABLE:
                setattr(other, name, value.copy())
        return other

    def evaluate(self, truths: Truths) -> Truths:
        """The truth of what each row demands."""
        return self._conditions.evaluate(truths)

    def opened_by(self, step: SkillCall) -> Ids:
        """The rows that `step` opens; those that it opens for the first time are made."""
        key = (step.skill.name, step.arguments)
        found = self._opened.get(key)
        if found is None:
            ids = [
                self._id(number, binding)
                for number, pattern in self._patterns["after"].get(step.skill.name, ())
                for binding in self._bindings(number, pattern, step)
            ]
            found = self._opened[key] = np.array(ids, np.int32)
            if len(self.bindings) > len(self.numbers):
                self._arrange()
        return found

    def matching(self, role: str, step: SkillCall) -> Ids:
        """The rows that have a pattern under `role` ("until" or "never") which `step` matches."""
        key = (role, (step.skill.name, step.arguments))
        known = self._matched.get(key)
        if known is None:
            patterns = self._patterns[role].get(step.skill.name, ())
            found = [self._rows_of(number, pattern, step) for number, pattern in patterns]
            known = np.unique(np.concatenate((np.zeros(0, np.int32), *found)))
            self._matched[key] = known
        return known

    def _bindings(self, number: int, pattern: Pattern, step: SkillCall) -> list[tuple[int, ...]]:
        constraint = self._constraints[number]
        fixed = self._grounder.match(constraint, pattern, step)
        if fixed is None:
            return []
        found = self._grounder.bindings(constraint, fixed)
        return [tuple(row) for row in found.tolist()]

    def _id(self, number: int, binding: tuple[int, ...]) -> int:
        key = (number, binding)
        if key not in self._ids:
            self._ids[key] = len(self.bindings)
            self.bindings.append(binding)
        return self._ids[key]

    def _rows_of(self, number: int, pattern: Pattern, step: SkillCall) -> Ids:
        """The rows of a constraint whose `pattern` is `step`."""
        constraint = self._constraints[number]
        mine = np.flatnonzero(self.numbers == number).astype(np.int32)
        if not len(mine) or self._grounder.match(constraint, pattern, step) is None:
            return mine[:0]
        table = np.array([self.bindings[row] for row in mine.tolist()], np.int32)
        keys = self._grounder.pattern_keys(constraint, pattern, table)
        return mine[np.isin(keys, self._grounder.step_keys(step))]

    # Building

    def _formula(self, number: int) -> Formula:
        """What the rows of a constraint demand; `never` demands that its condition is false."""
        if number not in self._formulas:
            constraint = self._constraints[number]
            self._formulas[number] = self._grounder.formula(constraint, constraint.demand)
        return self._formulas[number]

    def _arrange(self) -> None:
        """Extend the arrays to all rows."""
        new = len(self.bindings) - len(self.numbers)
        ordered = sorted(self._ids.items(), key=lambda item: item[1])
        self.numbers = np.array([number for (number, _), _ in ordered], np.int64)
        for name in ("since_count", "since_index", "since_ns"):
            grown = np.concatenate((getattr(self, name), np.full(new, CLOSED, np.int64)))
            setattr(self, name, grown)
        self._matched.clear()
        self._set_flags()
        self._conditions = Conditions(
            self._grounder,
            [
                (self._formula(number), np.array([binding], np.int32).reshape(1, len(binding)))
                for number, binding in zip(self.numbers.tolist(), self.bindings, strict=True)
            ],
        )

    def _set_flags(self) -> None:
        rows = [self._constraints[number] for number in self.numbers.tolist()]
        forms = [c.form for c in rows]
        self.is_never = _flags(form is Form.NEVER_AFTER for form in forms)
        self.is_keep = _flags(form is Form.KEEP_AFTER for form in forms)
        self.is_required = _flags(form is Form.REQUIRE_AFTER for form in forms)
        self.is_response = _flags(c.form is Form.REQUIRE_AFTER and c.bounds.given for c in rows)
        self.is_window = self.is_never | self.is_keep
        self.any_response = bool(self.is_response.any())
        self.any_keep = bool(self.is_keep.any())
        self.step_bound: Counts = np.array(
            [UNBOUNDED if c.bounds.steps is None else c.bounds.steps for c in rows], np.int64
        )
        self.ns_bound: Counts = np.array(
            [UNBOUNDED if c.bounds.seconds is None else int(c.bounds.seconds * 1e9) for c in rows],
            np.int64,
        )
        self.any_seconds = bool((self.ns_bound != UNBOUNDED).any())
        self.has_both = (self.step_bound != UNBOUNDED) & (self.ns_bound != UNBOUNDED)


def _by_skill(constraints: Sequence[Constraint], role: str) -> dict[str, list[tuple[int, Pattern]]]:
    found: dict[str, list[tuple[int, Pattern]]] = {}
    for number, constraint in enumerate(constraints):
        for pattern in getattr(constraint, role):
            found.setdefault(pattern.skill.name, []).append((number, pattern))
    return found


def _flags(values: object) -> Flags:
    return np.fromiter(values, np.bool_)  # type: ignore[call-overload,no-any-return]
