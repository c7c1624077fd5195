"""Laws: hazards that steps must not cause and that must be resolved if present.

A law describes a state and not steps.  Whichever skill causes the state, in whichever order its
parts come together, the step that completes it is the one that is blocked.

| the hazard before the step | after the step | the step |
|---|---|---|
| false or unknown | true | is blocked |
| false | unknown | is blocked or allowed with a warning: the law's `unknown` decides |
| unknown | unknown | is allowed if the law only warns of unknown facts, else is blocked |
| true | anything | is allowed: it did not cause the hazard |
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from is_bench.calls import SkillCall
from is_bench.facts import Truth
from is_bench.goal import Expression
from is_bench.hazards import PRIVACY
from is_safety_monitor.core.monitors.atoms import FALSE, TRUE, UNKNOWN, Ids, Truths
from is_safety_monitor.core.monitors.conditions import Conditions, Flags, Part
from is_safety_monitor.core.monitors.formulas import Formula
from is_safety_monitor.core.monitors.grounding import Grounder
from is_safety_monitor.core.monitors.trees import TreeBuilder
from is_safety_monitor.core.monitors.violation import Violation
from is_safety_monitor.core.storage_habits import LIVING, named_class
from kb.constraint import GRAVE, LAW_FORMS, CheckTime, Constraint, OnUnknown
from kb.derived import RECENTLY_ON

Numbers = NDArray[np.int64]
_IN_USE = ("toggled_on", "open", RECENTLY_ON)
_LEAVING = "leaving"
"""The circumstance that people leave."""
_NO_PLACE = f"walked_on & !textile | {LIVING}"
"""Where a hazard that was found does not keep other things away: where people walk, and people."""
_NEVER = -2
_BEFORE = -1
"""The index of what came about before the first step."""
_FLAGGED = (CheckTime.BEGIN, CheckTime.END, CheckTime.START, CheckTime.HANDLED)
_NO_TRIGGER = -1
"""The danger itself is what must not come about."""
_NO_ROWS: Numbers = np.zeros(0, np.int64)
_MUTABLE = ("_since", "_there", "_was_false")


@dataclass(frozen=True, eq=False)
class _Law:
    """A law and its bindings in a scene."""

    constraint: Constraint
    bindings: Ids
    first: int
    """The number of its first row among the rows of all laws."""
    trigger: Part
    danger: Part

    @cached_property
    def blocks_place(self) -> bool:
        """Whether, found from the start, it stops steps that put something at its place.

        It is grave then, and about things that have to do with each other: what merely runs or
        stands open may be in use.  Whoever puts something beside papers is not hurt by them, and
        what is due when people leave may stay until then.
        """
        law = self.constraint
        occasion = frozenset() if law.present is None else law.present.names
        is_due_late = law.category == PRIVACY or _LEAVING in occasion
        if is_due_late or not (self.has(CheckTime.START) and law.severity in GRAVE):
            return False
        literals = law.literals
        related = any(len(literal.terms) > 1 for literal in literals)
        return related and not any(literal.predicate in _IN_USE for literal in literals)

    def has(self, check: CheckTime) -> bool:
        """Whether it is looked at then."""
        return check in self.constraint.checks


class Hazards:
    """Predicts hazards caused by a step and tracks existing ones."""

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
        """An independent copy for simulating alternatives."""
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
        come = self._dangers.changed(before, after) & (self._dangers.evaluate(after) != FALSE)
        self._since[come & (self._since == _NEVER) & ~self._there] = self._index

    def observe(self, truths: Truths) -> None:
        """Look at a state: what is there from the start, and what has come about since."""
        if not self._size or truths is self._seen:
            return
        values = self._dangers.evaluate(truths)
        true, false = values == TRUE, values == FALSE
        if self._seen is not None:
            changed = self._dangers.changed(self._seen, truths)
            true, false = true & changed, false & changed
        self._seen = truths
        new = true & (self._since == _NEVER) & ~self._there
        come = new & self._was_false if self._index == _BEFORE else new
        self._since[come] = self._index
        self._there[new & ~come] = True
        self._since[false] = _NEVER
        self._there[false] = False
        self._was_false[false] = True

    def caused_by(self, before: Truths, after: Truths) -> Iterator[Violation]:
        """Hazards caused by a step that leads from one state to another."""
        touched = self._begins & self._dangers.changed(before, after)
        if not touched.any():
            return
        values = self._dangers.evaluate(after)
        rows = np.flatnonzero(touched & (values != FALSE))
        if not len(rows):
            return
        earlier, later = (self._started(rows, state) for state in (before, after))
        came = later > earlier
        came |= (later == UNKNOWN) & (earlier == UNKNOWN) & ~self._tolerant[rows]
        for row in rows[came].tolist():
            yield self._violation(row, int(values[row]), predicted=True)

    def _started(self, rows: Numbers, truths: Truths) -> Truths:
        """Whether the triggers of `rows` hold in a state."""
        found: Truths = self._dangers.evaluate(truths)[rows]
        places = self._trigger_places[rows]
        own = places != _NO_TRIGGER
        if own.any():
            found[own] = self._triggers.evaluate(truths)[places[own]]
        return found

    def persisting(
        self, step: SkillCall, truths: Truths, after: Truths | None
    ) -> Iterator[Violation]:
        """Hazards to resolve before `step`, unless it ends them by leading to the state `after`.

        They are about its objects and matter in use, or were there from the start, are grave, and
        lie where the step puts something: no food goes onto the table with the poison.
        """
        numbers = self._numbers(step.arguments)
        pending = np.union1d(self._used(numbers), self._lying_at(numbers))
        for state in (truths,) if after is None else (truths, after):
            if len(pending):
                pending = pending[self._dangers.evaluate(state)[pending] == TRUE]
        for row in pending.tolist():
            yield self._violation(row, TRUE, standing=True)

    def open_obligations(self, truths: Truths) -> Iterator[Violation]:
        """Open obligations at DONE: hazards that are present or unknown."""
        due = self._ends & (self._since != _NEVER) | self._starts & self._there
        if self._handled:
            due |= self._aftercare & np.isin(self._things, list(self._handled))
        if not due.any():
            return
        values = self._dangers.evaluate(truths)
        for row in np.flatnonzero(due & (values != FALSE)).tolist():
            yield self._violation(row, int(values[row]))

    def _violation(
        self, row: int, value: int, *, standing: bool = False, predicted: bool = False
    ) -> Violation:
        """What a row says of which the hazard has the truth `value`."""
        law, binding = self._law(row), self._binding(row)
        since = int(self._since[row])
        if since == _NEVER and law.has(CheckTime.HANDLED):
            since = self._handled.get(binding[0], _NEVER)
        return Violation(
            constraint=law.constraint,
            binding=binding,
            truth=Truth.FALSE if value == TRUE else Truth.UNKNOWN,
            since=None if since == _NEVER else max(since, 0),
            standing=standing,
            predicted=predicted,
            preexisting=bool(self._there[row]),
        )

    def _law(self, row: int) -> _Law:
        return self._laws[bisect_right(self._firsts, row) - 1]

    def _binding(self, row: int) -> tuple[int, ...]:
        law = self._law(row)
        return tuple(law.bindings[row - law.first].tolist())

    def _numbers(self, names: Iterable[str]) -> set[int]:
        known = self.grounder.atoms.index
        return {known[name] for name in names if name in known}

    def _lying_at(self, numbers: Collection[int]) -> Numbers:
        """Which grave rows were there from the start, at one of these places; none walks there.

        A step that is about the offending thing itself, the first, is not meant.
        """
        places = {number for number in numbers if number not in self._no_places}
        found = np.flatnonzero(self._at_places & self._there).tolist()
        bindings = ((row, self._binding(row)) for row in found) if places else ()
        rows = [
            row
            for row, (first, *rest) in bindings
            if first not in numbers and not places.isdisjoint(rest)
        ]
        return np.array(rows, np.int64)

    def _used(self, numbers: Collection[int]) -> Numbers:
        """Which rows have come about and are about any of these things, where use matters."""
        used = np.zeros(self._size, np.bool_)
        for number in numbers:
            used[self._by_thing.get(number, _NO_ROWS)] = True
        return np.flatnonzero(used & ((self._since != _NEVER) | self._there))

    # Building

    def _ground(self, constraint: Constraint) -> None:
        grounder = self.grounder
        if not grounder.most(constraint):
            return
        bindings = grounder.bindings(constraint)
        trigger = constraint.trigger
        if not len(bindings) or trigger is None:
            return
        formulas = grounder.formulas.law(constraint)
        danger = self._part(constraint, constraint.danger, formulas.danger, bindings)
        started = danger
        if constraint.danger is not trigger:
            started = self._part(constraint, trigger, formulas.trigger, bindings)
        self._laws.append(_Law(constraint, bindings, self._size, started, danger))
        self._size += len(bindings)

    def _part(
        self, constraint: Constraint, node: Expression, formula: Formula | None, bindings: Ids
    ) -> Part:
        """A condition over bindings; without a `formula`, quantifiers range over the scene."""
        grounder = self.grounder
        if formula is not None:
            return grounder.literals(formula, bindings), formula.layers
        ranges = {name: grounder.numbers(kind) for name, kind in constraint.ranges.items()}
        builder = TreeBuilder(grounder.atoms, ranges)
        return builder.tree(node, constraint.universal, bindings)

    def _arrange(self) -> None:
        """What all rows need: their conditions, and which of them are looked at when."""
        laws = self._laws
        self._dangers = Conditions([law.danger for law in laws])
        self._firsts = [law.first for law in laws]
        counts = [len(law.bindings) for law in laws]
        self._triggers = Conditions([law.trigger for law in laws if law.trigger is not law.danger])
        self._at_places = _repeated([law.blocks_place for law in laws], counts)
        self._no_places = frozenset(self.grounder.numbers(named_class(_NO_PLACE)).tolist())
        own = _repeated([law.trigger is not law.danger for law in laws], counts)
        self._trigger_places = np.where(own, np.cumsum(own) - 1, _NO_TRIGGER)
        """Of each row, the place among the triggers, where that is another condition."""
        self._begins, self._ends, self._starts, self._aftercare = (
            _repeated([law.has(check) for law in laws], counts) for check in _FLAGGED
        )
        warns = [law.constraint.unknown is OnUnknown.WARN for law in laws]
        self._tolerant = _repeated(warns, counts)
        """Whether what is unknown before and after a step does not stop the step."""
        firsts = [law.bindings[:, 0] for law in laws]
        self._things: Ids = np.concatenate([np.zeros(0, np.int32), *firsts])
        self._by_thing = _rows_by_thing(law for law in laws if law.has(CheckTime.USE))

    def _keys(self) -> list[tuple[str, tuple[int, ...]]]:
        return [
            (law.constraint.id, binding)
            for law in self._laws
            for binding in map(tuple, law.bindings.tolist())
        ]


def _repeated(values: list[bool], counts: list[int]) -> Flags:
    """Each value as often as its count says."""
    return np.repeat(np.array(values, np.bool_), counts)


def _rows_by_thing(laws: Iterable[_Law]) -> dict[int, Numbers]:
    """For each thing, by its number, the rows that are about it, in order."""
    things, rows = [_NO_ROWS], [_NO_ROWS]
    for law in laws:
        count, width = law.bindings.shape
        things.append(law.bindings.ravel().astype(np.int64))
        rows.append(np.repeat(np.arange(law.first, law.first + count), width))
    listed = np.concatenate(things)
    order = np.argsort(listed, kind="stable")
    numbers, firsts = np.unique(listed[order], return_index=True)
    by_number = np.split(np.concatenate(rows)[order], firsts[1:])
    return dict(zip(numbers.tolist(), by_number, strict=False))  # without laws there is no number
