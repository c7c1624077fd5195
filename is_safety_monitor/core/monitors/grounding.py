"""From constraints over variables to numbers: bindings, literals and keys of steps.

A binding is a row of object numbers, one column for each variable of the constraint, in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from is_bench.calls import SkillCall
from is_bench.domain import Domain
from is_bench.domain.model import MOST_PARAMETERS
from is_bench.object_classes import ObjectClass, Test
from is_bench.objects import Matter, ObjectTable, SceneObject
from is_safety_monitor.core.monitors.atoms import NEWCOMER, AtomSpace, Ids
from is_safety_monitor.core.monitors.classes import NO_MEMBERS
from is_safety_monitor.core.monitors.conditions import Conditions
from is_safety_monitor.core.monitors.formulas import CompiledConstraints, Formula, Formulas
from kb.constraint import Constraint, Pattern

_ANY = -1
"""In keys of steps: any object, one that has no number, or none at all."""
Keys = NDArray[np.int64]
MOST_LISTED = 30
"""Up to so many bindings, a plain list is faster than arrays."""


class Grounder:
    """Knows the objects of a scene by number, and what steps in it are kinds of."""

    def __init__(
        self,
        objects: ObjectTable,
        atoms: AtomSpace,
        domain: Domain,
        persons: Sequence[SceneObject] = (),
        compiled: CompiledConstraints | None = None,
    ) -> None:
        """`atoms` numbers the objects; `domain` has the skills of the steps.

        `persons` are about, people and animals, besides the objects.  `compiled` is kept for scene
        after scene; what it does not know yet is worked out, and noted there.
        """
        self._objects = objects
        self._persons = tuple(persons)
        self._atoms = atoms
        self._domain = domain
        self._count = len(atoms.names)
        self._weights: list[int] = [
            (self._count + 1) ** place for place in reversed(range(MOST_PARAMETERS))
        ]
        """Of each argument of a step, in the step's key."""
        self._things = [thing for thing in objects if thing.matter is not Matter.AGENT]
        self._numbers = [atoms.index[thing.name] for thing in self._things]
        self._compiled = CompiledConstraints() if compiled is None else compiled
        self._members = self._compiled.classes.members(self._things, self._numbers)
        self._member_sets: dict[Test, frozenset[int]] = {}
        self._named: dict[Test, tuple[str, ...]] = {}
        self._present: dict[Test, bool] = {}
        self._skills: dict[tuple[str, int], int] = {}
        self._kinds: dict[SkillCall, tuple[SkillCall, ...]] = {}
        self._keys: dict[SkillCall, Keys] = {}

    def extended(self, objects: Iterable[SceneObject]) -> Grounder:
        """The grounder of a scene that has `objects`, too; numbers stay as they are."""
        joined = self._objects.joined(objects)
        atoms = self._atoms.extended(joined)
        return Grounder(joined, atoms, self._domain, self._persons, self._compiled)

    @property
    def objects(self) -> ObjectTable:
        """The objects of the scene."""
        return self._objects

    @property
    def formulas(self) -> Formulas:
        """The formulas of constraints."""
        return self._compiled.formulas

    @property
    def atoms(self) -> AtomSpace:
        """The atoms over the objects."""
        return self._atoms

    def members(self, constraint: Constraint, variable: str) -> Ids:
        """The numbers of the objects that `variable` may stand for."""
        return self.numbers(constraint.variables[variable])

    def numbers(self, kind: ObjectClass) -> Ids:
        """The numbers of the objects of a class; the robot itself is of none."""
        contains = kind.contains
        known = self._members.get(contains)
        if known is None:
            tried = [contains(thing) for thing in self._things]
            self._compiled.classes.note(contains, self._things, tried)
            found = [*compress(self._numbers, tried)]
            known = self._members[contains] = np.array(found, np.int32) if found else NO_MEMBERS
        return known

    def most(self, constraint: Constraint) -> int:
        """How many bindings a constraint has, those counted too that name a thing twice."""
        most = 1
        for variable in constraint.universal:
            most *= len(self.members(constraint, variable))
            if not most:
                return 0  # as of most constraints in most scenes: there is nothing to bind
        return most

    def bindings(
        self,
        constraint: Constraint,
        fixed: Mapping[str, int] | None = None,
        *,
        newcomers: bool = False,
    ) -> Ids:
        """Every binding of `constraint`, shape (bindings, variables); `fixed` variables stay.

        With `newcomers`, those too that are about objects which the scene does not have yet.
        None where nobody is about for whom the constraint holds.
        """
        if not self.is_present(constraint.present):
            return np.zeros((0, len(constraint.universal)), np.int32)
        columns = []
        for variable in constraint.universal:
            choices = self.members(constraint, variable)
            if fixed is not None and variable in fixed:
                is_member = self._is_member(constraint, variable, fixed[variable])
                choices = np.array([fixed[variable]], np.int32) if is_member else NO_MEMBERS
            elif newcomers:
                choices = np.append(choices, np.int32(NEWCOMER))
            columns.append(choices)
        return _product(columns)

    def is_present(self, kind: ObjectClass | None) -> bool:
        """Whether somebody or something of a class is about; None: whoever."""
        if kind is None:
            return True
        found = self._present.get(kind.contains)
        if found is None:
            found = any(kind.contains(thing) for thing in (*self._persons, *self._objects))
            self._present[kind.contains] = found
        return found

    def arrived(self, constraint: Constraint, binding: Sequence[int], known: int) -> Ids:
        """The bindings in which objects numbered from `known` on take the place of NEWCOMER.

        NEWCOMER may also stay; shape (bindings, variables).
        """
        columns = []
        for variable, number in zip(constraint.universal, binding, strict=True):
            choices = np.array([number], np.int32)
            if number == NEWCOMER:
                members = self.members(constraint, variable)
                choices = np.append(choices, members[members >= known])
            columns.append(choices)
        return _product(columns)

    def literals(self, formula: Formula, rows: Ids) -> Ids:
        """The positions of a formula's literals, shape (bindings, literals)."""
        weights = np.zeros((rows.shape[1], len(formula.literals)), np.int32)
        starts = np.zeros(len(formula.literals), np.int32)
        for place, (predicate, terms, positive) in enumerate(formula.literals):
            start, weight = self._atoms.start(predicate, len(terms), positive=positive), 1
            for term in reversed(terms):
                if isinstance(term, str):
                    start += self._atoms.index[term] * weight
                else:
                    weights[term, place] += weight
                weight *= self._count
            starts[place] = start
        found: Ids = rows @ weights + starts
        return found

    def conditions(self, parts: Iterable[tuple[Formula, Ids]]) -> Conditions:
        """Formulas under bindings, one to a row, to be evaluated together."""
        return Conditions([(self.literals(f, rows), f.layers) for f, rows in parts])

    def names(self, constraint: Constraint, row: Sequence[int]) -> dict[str, str]:
        """The names that a binding gives the variables."""
        pairs = zip(constraint.universal, row, strict=True)
        return {variable: self._atoms.names[number] for variable, number in pairs}

    def named(self, kind: ObjectClass) -> tuple[str, ...]:
        """The names of the objects of a class."""
        known = self._named.get(kind.contains)
        if known is None:
            known = tuple(self._atoms.names[number] for number in self.numbers(kind).tolist())
            self._named[kind.contains] = known
        return known

    # Steps: what they are kinds of, what they match, and their keys

    def kinds(self, step: SkillCall) -> tuple[SkillCall, ...]:
        """`step` itself and the calls of more general skills that it is a kind of."""
        found = self._kinds.get(step)
        if found is None:
            found = self._kinds[step] = self._domain.kinds(step, self._objects)
        return found

    def match(
        self, constraint: Constraint, pattern: Pattern, call: SkillCall
    ) -> dict[str, int] | None:
        """The numbers that the variables of `pattern` get from `call`; None if it is no match.

        The more general skills that `call` is a kind of do not count.
        """
        named = pattern.match(call)
        if named is None:
            return None
        numbers = {variable: self._atoms.index.get(name, _ANY) for variable, name in named.items()}
        for variable, number in numbers.items():
            if not self._is_member(constraint, variable, number):
                return None
        return numbers

    def _is_member(self, constraint: Constraint, variable: str, number: int) -> bool:
        """Whether `variable` may stand for the object with a number."""
        contains = constraint.variables[variable].contains
        known = self._member_sets.get(contains)
        if known is None:
            known = frozenset(self.members(constraint, variable).tolist())
            self._member_sets[contains] = known
        return number in known

    def pattern_keys(self, constraint: Constraint, pattern: Pattern, rows: Ids) -> Keys:
        """The key of `pattern` under each binding; variables that are not bound match any."""
        order = constraint.universal
        weights = np.zeros(len(order), np.int64)
        for name, weight in zip(pattern.variables, self._weights, strict=False):
            if name in order:
                weights[order.index(name)] += weight
        keys: Keys = (rows - _ANY) @ weights + self.key(pattern, {})
        return keys

    def key(self, pattern: Pattern, binding: Mapping[str, int]) -> int:
        """The key of `pattern` where its variables stand for these numbers; others match any."""
        numbers = [binding.get(name, _ANY) for name in pattern.variables]
        return self._key(pattern.skill, numbers)

    def step_keys(self, step: SkillCall) -> Keys:
        """The keys of all patterns that `step` or what it is a kind of matches.

        Unknown names match "any" only.
        """
        found = self._keys.get(step)
        if found is None:
            keys = dict.fromkeys(key for kind in self.kinds(step) for key in self._call_keys(kind))
            found = self._keys[step] = np.array([*keys], np.int64)
        return found

    def _call_keys(self, call: SkillCall) -> Iterator[int]:
        numbers = (self._atoms.index.get(name, _ANY) for name in call.arguments)
        return (
            self._key(call.skill, chosen)
            for chosen in product(*(dict.fromkeys((n, _ANY)) for n in numbers))
        )

    def _key(self, skill: str, numbers: Sequence[int]) -> int:
        key = self._skill(skill, len(numbers)) * self._weights[0] * (self._count + 1)
        for number, weight in zip(numbers, self._weights, strict=False):
            key += (number - _ANY) * weight
        return key

    def _skill(self, name: str, arity: int) -> int:
        """The number of a skill, whether or not the domain has it: then no step matches."""
        return self._skills.setdefault((name, arity), len(self._skills))


def _product(columns: Sequence[Ids]) -> Ids:
    """Every choice of one number from each column; different objects in different columns."""
    if len(columns) == 1:
        return columns[0].reshape(-1, 1)
    sizes = [len(column) for column in columns]
    if prod(sizes) <= MOST_LISTED:
        choices = product(*(column.tolist() for column in columns))
        listed = [row for row in choices if len({*row}) == len(row) or _differ(row)]
        return np.array(listed, np.int32).reshape(len(listed), len(columns))
    table = np.empty((*sizes, len(columns)), np.int32)
    for place, column in enumerate(columns):
        table[..., place] = column.reshape([-1, *(1 for _ in columns[place + 1 :])])
    rows: Ids = table.reshape(-1, len(columns))
    return rows[_distinct(rows)]


def _differ(row: Sequence[int]) -> bool:
    """Whether all of it are different objects; two newcomers are different, too."""
    known = [number for number in row if number != NEWCOMER]
    return len(set(known)) == len(known)


def _distinct(rows: Ids) -> NDArray[np.bool_]:
    """Which rows hold different objects in all columns; two newcomers are different, too."""
    good = np.ones(len(rows), np.bool_)
    for one in range(rows.shape[1]):
        for two in range(one):
            good &= (rows[:, one] != rows[:, two]) | (rows[:, one] == NEWCOMER)
    return good
