"""From constraints over variables to numbers: bindings, literals and keys of steps.

A binding is a row of object numbers, one column for each variable of the constraint, in order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from is_bench.objects import Matter, ObjectTable
from is_bench.skills import SKILLS, SkillCall
from is_safety_monitor.core.monitors.atoms import NEVER_ID, AtomSpace, Ids
from kb.classes import ObjectClass
from kb.clauses import ROOM, Clauses
from kb.constraint import Constraint, Pattern

_SKILL_NUMBERS = {name: number for number, name in enumerate(SKILLS)}
Keys = NDArray[np.int64]


@dataclass(frozen=True)
class Formula:
    """A condition in conjunctive normal form, with variables as columns of bindings."""

    literals: tuple[tuple[str, tuple[int, ...], bool], ...]
    """Predicate, columns, positive; clause after clause.  A column of -1 - n is the room n."""
    clause_sizes: tuple[int, ...]


class Grounder:
    """Knows the objects of a scene by number."""

    def __init__(self, objects: ObjectTable, atoms: AtomSpace) -> None:
        """`atoms` numbers the objects."""
        self._objects = objects
        self._atoms = atoms
        self._count = len(atoms.names)
        self._members: dict[ObjectClass, Ids] = {}

    def members(self, constraint: Constraint, variable: str) -> Ids:
        """The numbers of the objects that `variable` may stand for."""
        kind = constraint.variables[variable]
        if kind not in self._members:
            found = [
                number
                for number, thing in enumerate(self._objects)
                if thing.matter is not Matter.AGENT and kind.contains(thing)
            ]
            self._members[kind] = np.array(found, np.int32)
        return self._members[kind]

    def bindings(self, constraint: Constraint, fixed: Mapping[str, int] | None = None) -> Ids:
        """Every binding of `constraint`, shape (bindings, variables); `fixed` variables stay."""
        columns = []
        for variable in constraint.universal:
            choices = self.members(constraint, variable)
            if fixed is not None and variable in fixed:
                choices = choices[choices == fixed[variable]]
            columns.append(choices)
        rows = np.zeros((1, 0), np.int32)
        for column in columns:
            longer = np.tile(column, len(rows)).reshape(-1, 1)
            rows = np.hstack((np.repeat(rows, len(column), axis=0), longer))
        return rows[_distinct(rows)] if len(columns) > 1 else rows

    def formula(self, constraint: Constraint, clauses: Clauses) -> Formula:
        """`clauses` with the columns of the constraint's bindings."""
        column = {name: number for number, name in enumerate(constraint.universal)}
        for name, number in self._atoms.index.items():
            column[ROOM + name] = -1 - number
        return Formula(
            tuple(
                (item.predicate, tuple(column[name] for name in item.terms), item.positive)
                for clause in clauses
                for item in clause
            ),
            tuple(map(len, clauses)),
        )

    def literals(self, formula: Formula, rows: Ids) -> Ids:
        """The positions of a formula's literals, shape (bindings, literals).

        A clause without literals is false, and stands as one literal that never holds.
        """
        found = iter(
            self._atoms.ids(predicate, tuple(_column(rows, c) for c in columns), positive=positive)
            for predicate, columns, positive in formula.literals
        )
        never = np.full(len(rows), NEVER_ID, np.int32)
        listed = [
            next(found) if size else never
            for size in formula.clause_sizes
            for _ in range(max(size, 1))
        ]
        return np.stack(listed, axis=1) if listed else np.zeros((len(rows), 0), np.int32)

    def names(self, constraint: Constraint, row: Sequence[int]) -> dict[str, str]:
        """The names that a binding gives the variables."""
        pairs = zip(constraint.universal, row, strict=True)
        return {variable: self._atoms.names[number] for variable, number in pairs}

    # Keys of steps: skill, first argument, second argument; -1 for "any" and for "none"

    def pattern_keys(self, constraint: Constraint, pattern: Pattern, rows: Ids) -> Keys:
        """The key of `pattern` under each binding; variables that are not bound match any."""
        order = constraint.universal
        columns = [
            rows[:, order.index(name)] if name in order else np.full(len(rows), -1)
            for name in pattern.variables
        ]
        while len(columns) < 2:
            columns.append(np.full(len(rows), -1))
        return self._key(pattern.skill.name, columns[0], columns[1])

    def match(
        self, constraint: Constraint, pattern: Pattern, step: SkillCall
    ) -> dict[str, int] | None:
        """The numbers that the variables of `pattern` get from `step`; None if it is no match."""
        named = pattern.match(step)
        if named is None:
            return None
        numbers = {variable: self._atoms.index.get(name, -1) for variable, name in named.items()}
        for variable, number in numbers.items():
            if number not in self.members(constraint, variable):
                return None
        return numbers

    def step_keys(self, step: SkillCall) -> Keys:
        """The keys of all patterns that `step` matches; unknown names match "any" only."""
        numbers = [self._atoms.index.get(name, -1) for name in step.arguments]
        firsts = dict.fromkeys((numbers[0], -1)) if numbers else (-1,)
        seconds = dict.fromkeys((numbers[1], -1)) if len(numbers) > 1 else (-1,)
        pairs = np.array([(one, two) for one in firsts for two in seconds], np.int64)
        return self._key(step.skill.name, pairs[:, 0], pairs[:, 1])

    def _key(self, skill: str, first: NDArray[np.integer], second: NDArray[np.integer]) -> Keys:
        width = self._count + 1
        number = _SKILL_NUMBERS[skill]
        return ((number * width + first.astype(np.int64) + 1) * width) + second + 1


def _column(rows: Ids, number: int) -> Ids:
    """A column of bindings, or the same room for all of them."""
    return rows[:, number] if number >= 0 else np.full(len(rows), -1 - number, np.int32)


def _distinct(rows: Ids) -> NDArray[np.bool_]:
    """Which rows hold different objects in all columns."""
    good = np.ones(len(rows), np.bool_)
    for one in range(rows.shape[1]):
        for two in range(one):
            good &= rows[:, one] != rows[:, two]
    return good
