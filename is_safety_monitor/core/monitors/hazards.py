"""Laws: hazards that no step may bring about, and that are mended where they are found.

A law speaks of a state and not of steps.  Whatever skill brings the state about, in whichever
order its parts come together, the step that completes it is the one that is stopped.

| the hazard before the step | after the step | the step |
|---|---|---|
| false or unknown | true | is stopped |
| false | unknown | is stopped or let through with a warning: the law's `unknown` decides |
| unknown | unknown | passes if the law only warns of what is unknown, or else is stopped |
| true | anything | passes: it did not begin the hazard |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from is_bench.calls import SkillCall
from is_bench.facts import Truth
from is_safety_monitor.core.monitors.atoms import FALSE, TRUE, UNKNOWN, Ids, Truths
from is_safety_monitor.core.monitors.grounding import Grounder
from is_safety_monitor.core.monitors.trees import Places, Tree, TreeBuilder
from is_safety_monitor.core.monitors.violation import Violation
from kb.constraint import LAW_FORMS, Check, Constraint, OnUnknown
from kb.derived import RECENTLY_ON

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
GRAVE = ("major", "critical")
"""Severities of what is mended before anything else is done."""
_IN_USE = ("toggled_on", "open", RECENTLY_ON)
_NEVER = -2
_BEFORE = -1
"""The index of what came about before the first step."""
_AT_DONE = (Check.END, Check.START, Check.HANDLED)
_MUTABLE = ("_since", "_there", "_was_false")


@dataclass(frozen=True, eq=False)
class _Law:
    """A law and its bindings in a scene."""

    constraint: Constraint
    bindings: Ids
    first: int
    """The number of its first row among the rows of all laws."""
    trigger: Tree
    danger: Tree

    @property
    def rows(self) -> Numbers:
        """The numbers of its rows."""
        return np.arange(self.first, self.first + len(self.bindings))

    @cached_property
    def comes_first(self) -> bool:
        """Whether it is mended before anything else, if it was there from the start.

        It is grave then, and about things that have to do with each other: what merely runs or
        stands open may be in use.
        """
        literals = self.constraint.literals
        related = any(len(literal.terms) > 1 for literal in literals)
        in_use = any(literal.predicate in _IN_USE for literal in literals)
        grave = self.constraint.severity in GRAVE
        return self.has(Check.START) and grave and related and not in_use

    def has(self, check: Check) -> bool:
        """Whether it is looked at then."""
        return check in self.constraint.checks


class Hazards:
    """Predicts which hazards a step begins, and remembers which ones have come about."""

    def __init__(self, constraints: Iterable[Constraint], grounder: Grounder) -> None:
        """Ground the laws among `constraints`; nothing has been seen yet."""
        self._constraints = [c for c in constraints if c.form in LAW_FORMS]
        self.grounder = grounder
        """Knows the objects of the scene."""
        self._laws: list[_Law] = []
        self._size = 0
        for constraint in self._constraints:
            self._ground(constraint)
        self._arrange()
        self._since = np.full(self._size, _NEVER, np.int64)
        """The step after which each came about; _NEVER where it did not."""
        self._there = np.zeros(self._size, np.bool_)
        """Whether each was there when its things were first seen."""
        self._was_false = np.zeros(self._size, np.bool_)
        self._handled: dict[int, int] = {}
        """The things that steps were about, each with the first such step."""
        self._index = _BEFORE
        self._seen: Truths | None = None

    def __len__(self) -> int:
        """The number of groundings."""
        return self._size

    @property
    def constraints(self) -> Iterator[Constraint]:
        """The laws that the scene has things for."""
        return (law.constraint for law in self._laws)

    def fork(self) -> Hazards:
        """One that has seen the same and goes its own way."""
        other = copy(self)
        for name in _MUTABLE:
            setattr(other, name, getattr(self, name).copy())
        other._handled = dict(self._handled)  # noqa: SLF001  # its own class
        return other

    def regrounded(self, grounder: Grounder) -> Hazards:
        """One that has seen the same, over a scene to which objects were added."""
        other = Hazards(self._constraints, grounder)
        places = {key: row for row, key in enumerate(self._keys())}
        for row, key in enumerate(other._keys()):  # its own class
            known = places.get(key)
            if known is not None:
                for name in _MUTABLE:
                    getattr(other, name)[row] = getattr(self, name)[known]
        other._index, other._handled = self._index, dict(self._handled)
        return other

    def step(self, step: SkillCall, index: int) -> None:
        """Note that `step`, the `index`-th that was asked for, has been attempted."""
        self._index = index
        numbers = self.grounder.atoms.index
        for name in step.arguments:
            if name in numbers:
                self._handled.setdefault(numbers[name], index)

    def expect(self, before: Truths, after: Truths) -> None:
        """Note what the last step may have begun by prediction: perhaps nobody will see it."""
        for law, chosen in self._changed(before, after):
            rows = chosen[law.danger.evaluate(after, chosen) != FALSE] + law.first
            new = rows[(self._since[rows] == _NEVER) & ~self._there[rows]]
            self._since[new] = self._index

    def observe(self, truths: Truths) -> None:
        """Look at a state: what is there from the start, and what has come about since."""
        if not self._size or truths is self._seen:
            return
        changed = self._changed(self._seen, truths) if self._seen is not None else self._all()
        self._seen = truths
        for law, chosen in changed:
            rows = chosen + law.first
            values = law.danger.evaluate(truths, chosen)
            true, false = rows[values == TRUE], rows[values == FALSE]
            new = true[(self._since[true] == _NEVER) & ~self._there[true]]
            come = self._was_false[new] | (self._index != _BEFORE)
            self._since[new[come]] = self._index
            self._there[new[~come]] = True
            self._since[false] = _NEVER
            self._there[false] = False
            self._was_false[false] = True

    def begun(self, before: Truths, after: Truths) -> Iterator[Violation]:
        """What a step would begin that leads from one state to another."""
        for law, chosen in self._changed(before, after):
            if not law.has(Check.BEGIN):
                continue
            values = law.danger.evaluate(after, chosen)
            rows, values = chosen[values != FALSE], values[values != FALSE]
            if not len(rows):
                continue
            earlier, later = (law.trigger.evaluate(seen, rows) for seen in (before, after))
            came = later > earlier
            if law.constraint.unknown is not OnUnknown.WARN:
                came |= (later == UNKNOWN) & (earlier == UNKNOWN)
            for row, value in zip(rows[came].tolist(), values[came].tolist(), strict=True):
                yield replace(self._violation(law, row, value), predicted=True)

    def lasting(self, step: SkillCall, truths: Truths, after: Truths | None) -> Iterator[Violation]:
        """What has to be mended before `step`: its things' hazards, and grave ones from the start.

        A step passes that ends some of the grave ones, by leading to the state `after`, or that is
        about the things of all of them: it may be on its way to mending them.
        """
        numbers = self._numbers(step.arguments)
        if self._use_laws:
            active = (self._since != _NEVER) | self._there
            for law, row in self._left_by(self._about(numbers) & active, truths, after):
                yield self._violation(law, row, TRUE, standing=True)
        pending = self._first & self._there
        if pending.any():
            now = list(self._left_by(pending, truths, None))
            left = now if after is None else list(self._left_by(pending, truths, after))
            working = all(set(law.bindings[row].tolist()) & set(numbers) for law, row in left)
            if len(left) == len(now) and not working:
                for law, row in left:
                    yield self._violation(law, row, TRUE, standing=True)

    def _left_by(
        self, pending: Flags, truths: Truths, after: Truths | None
    ) -> Iterator[tuple[_Law, int]]:
        """Which of the rows `pending` hold in a state, and in the one that a step leads to."""
        for law, chosen in self._by_law(np.flatnonzero(pending)):
            rows = chosen[law.danger.evaluate(truths, chosen) == TRUE]
            if after is not None and len(rows):
                rows = rows[law.danger.evaluate(after, rows) == TRUE]
            for row in rows.tolist():
                yield law, int(row)

    def unmet(self, truths: Truths) -> Iterator[Violation]:
        """What is due at DONE and does not hold, unknown included."""
        due = self._ends & (self._since != _NEVER) | self._starts & self._there
        if self._handled:
            due |= self._aftercare & np.isin(self._things, list(self._handled))
        for law, rows in self._by_law(np.flatnonzero(due)):
            values = law.danger.evaluate(truths, rows)
            for row, value in zip(rows.tolist(), values.tolist(), strict=True):
                if value != FALSE:
                    yield self._violation(law, row, value)

    def _violation(self, law: _Law, row: int, value: int, *, standing: bool = False) -> Violation:
        """What a row says of which the hazard has the truth `value`."""
        since = int(self._since[law.first + row])
        if since == _NEVER and law.has(Check.HANDLED):
            since = self._handled.get(int(law.bindings[row, 0]), _NEVER)
        return Violation(
            constraint=law.constraint,
            binding=tuple(law.bindings[row].tolist()),
            truth=Truth.FALSE if value == TRUE else Truth.UNKNOWN,
            since=None if since == _NEVER else max(since, 0),
            standing=standing,
            found=bool(self._there[law.first + row]),
        )

    def _all(self) -> Iterator[tuple[_Law, Places]]:
        for law in self._laws:
            yield law, np.arange(len(law.bindings))

    def _changed(self, before: Truths, after: Truths) -> Iterator[tuple[_Law, Places]]:
        """The laws that a change is about, each with the rows that it is about."""
        half = len(before) // 2
        places = np.flatnonzero(before[:half] != after[:half])
        lows = np.searchsorted(self._places, places, "left").tolist()
        highs = np.searchsorted(self._places, places, "right").tolist()
        parts = [self._rows[low:high] for low, high in zip(lows, highs, strict=True) if low < high]
        if not parts:
            return
        yield from self._by_law(np.unique(np.concatenate(parts)))

    def _by_law(self, rows: Numbers) -> Iterator[tuple[_Law, Places]]:
        """Rows, in order, sorted by the laws that they are of."""
        laws = np.searchsorted(self._firsts, rows, "right") - 1
        for number in dict.fromkeys(laws.tolist()):
            law = self._laws[number]
            yield law, rows[laws == number] - law.first

    def _numbers(self, names: Iterable[str]) -> list[int]:
        return [self.grounder.atoms.index.get(name, _NEVER) for name in names]

    def _about(self, numbers: list[int]) -> Flags:
        """Which rows are about any of these things, of laws that are looked at on use."""
        found = np.zeros(self._size, np.bool_)
        for law in self._use_laws:
            found[law.rows] = np.isin(law.bindings, numbers).any(axis=1)
        return found

    # Building

    def _ground(self, constraint: Constraint) -> None:
        grounder = self.grounder
        if not all(len(grounder.members(constraint, name)) for name in constraint.universal):
            return
        bindings = grounder.bindings(constraint)
        trigger = constraint.trigger
        if not len(bindings) or trigger is None:
            return
        ranges = {name: grounder.numbers(kind) for name, kind in constraint.ranges.items()}
        builder = TreeBuilder(grounder.atoms, ranges)
        variables = constraint.universal
        danger = builder.tree(constraint.danger, variables, bindings)
        same = constraint.danger is trigger
        started = danger if same else builder.tree(trigger, variables, bindings)
        self._laws.append(_Law(constraint, bindings, self._size, started, danger))
        self._size += len(bindings)

    def _arrange(self) -> None:
        """Which rows are about an atom, in the order of the atoms' positions."""
        places, rows = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for law in self._laws:
            for leaf in law.danger.leaves():  # the trigger's are among them
                table = leaf.reshape(len(law.bindings), -1)
                places.append(table.ravel().astype(np.int64))
                rows.append(np.repeat(law.rows, table.shape[1]))
        self._firsts = np.array([law.first for law in self._laws], np.int64)
        counts = [len(law.bindings) for law in self._laws]
        self._use_laws = [law for law in self._laws if law.has(Check.USE)]
        self._first = _repeated([law.comes_first for law in self._laws], counts)
        self._ends, self._starts, self._aftercare = (
            _repeated([law.has(check) for law in self._laws], counts) for check in _AT_DONE
        )
        firsts = [law.bindings[:, 0] for law in self._laws]
        self._things: Ids = np.concatenate([np.zeros(0, np.int32), *firsts])
        joined = np.concatenate(places)
        order = np.argsort(joined, kind="stable")
        self._places: Numbers = joined[order]
        self._rows: Numbers = np.concatenate(rows)[order]

    def _keys(self) -> list[tuple[str, tuple[int, ...]]]:
        return [
            (law.constraint.id, binding)
            for law in self._laws
            for binding in map(tuple, law.bindings.tolist())
        ]


def _repeated(values: list[bool], counts: list[int]) -> Flags:
    """Each value as often as its count says."""
    return np.repeat(np.array(values, np.bool_), counts)
