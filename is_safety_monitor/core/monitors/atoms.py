"""The atoms of a scene as positions in a vector of truth values, and conditions over them.

False, unknown and true are 0, 1 and 2, so that Kleene's `and` is the minimum, `or` the maximum and
`not x` is `2 - x`.  The second half of a vector holds the negations of the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from is_bench.errors import UnknownNameError
from is_bench.facts import ARITY, Atom, FactSet, FactView, Truth
from is_bench.objects import SceneObject
from is_safety_monitor.core.monitors.derived import Derivation
from kb.derived import DERIVED, GROUND, SOURCES

Truths = NDArray[np.int8]
Ids = NDArray[np.int32]
Counts = NDArray[np.int64]

FALSE, UNKNOWN, TRUE = 0, 1, 2
NEVER_ID = 0
"""The position that is always false."""
NEWCOMER = 0
"""The number of an object that stands for every object that the scene does not have yet.

No facts are about it.  What monitors remember of it is what they would remember of any object that
comes later, had they known it from the start.
"""
_VALUES = {Truth.FALSE: FALSE, Truth.UNKNOWN: UNKNOWN, Truth.TRUE: TRUE}
_TRUTHS = {value: truth for truth, value in _VALUES.items()}
Recent = tuple[str, ...]
KEPT_VECTORS = 2
"""The state that a step is judged in, and the one that it is predicted to lead to."""


@dataclass(frozen=True)
class _State:
    """A state, and its atoms' truth values."""

    facts: FactView
    recent: Recent
    stated: Truths
    """Without what is derived, and without negations."""
    truths: Truths

    @property
    def true(self) -> frozenset[Atom]:
        """The atoms that hold."""
        return self.facts.true if isinstance(self.facts, FactSet) else frozenset()


class AtomSpace:
    """Numbers every atom of some predicates over the objects of a scene."""

    def __init__(
        self,
        objects: Iterable[SceneObject],
        arities: Mapping[str, int],
        rooms: Iterable[str] = (),
    ) -> None:
        """Atoms of predicates that `arities` lacks, and over other names, are ignored.

        `rooms` occur as the second argument of `inroom`.  They are numbered before the objects, so
        that objects keep their numbers when others join them.
        """
        needed = set(arities) & DERIVED.keys()
        sources = {name: ARITY[name] for name in SOURCES} if needed else {}
        self._arities = dict(sorted({**arities, **sources}.items()))
        self._derived = needed
        self._ground: tuple[str, ...] = ()
        things = tuple(objects)
        self._number((*sorted(set(rooms)), *(thing.name for thing in things)), things)

    def extended(self, objects: Iterable[SceneObject]) -> AtomSpace:
        """A space with `objects` too; those that it has already may be among them."""
        other = copy(self)
        things = tuple(objects)
        other._number((*self.index, *(thing.name for thing in things)), things)  # noqa: SLF001  # its own class
        return other

    def _number(self, names: Iterable[str], things: Iterable[SceneObject]) -> None:
        self.names = ("", *dict.fromkeys(names))
        """By number; the name of NEWCOMER is empty."""
        self.index = {name: number for number, name in enumerate(self.names) if name}
        self._base: dict[str, int] = {}
        self.size = NEVER_ID + 1
        for predicate, arity in self._arities.items():
            self._base[predicate] = self.size
            self.size += len(self.names) ** arity
        self._ids: dict[Atom, int] = {}
        self._cached: list[_State] = []
        self._ground += tuple(t.name for t in things if t.synset in GROUND)
        ground = [self.index[name] for name in self._ground]
        self._derive = Derivation(self._derived, len(self.names), ground)

    def ids(self, predicate: str, arguments: tuple[Ids, ...], *, positive: bool) -> Ids:
        """The positions of atoms whose arguments are given as columns of object numbers.

        Raises UnknownNameError if the space has no predicate with so many arguments.
        """
        if self._arities.get(predicate) != len(arguments):
            known = [f"{name}/{arity}" for name, arity in self._arities.items()]
            raise UnknownNameError("predicate", f"{predicate}/{len(arguments)}", known)
        place = np.zeros_like(arguments[0])
        for column in arguments:
            place = place * len(self.names) + column
        place = place + self._base[predicate]
        return place.astype(np.int32) if positive else (place + self.size).astype(np.int32)

    def vector(self, facts: FactView, recent: Recent = ()) -> Truths:
        """The truth of every atom and of its negation, `2 * size` values.  Do not change it.

        `recent` names what was switched on not long ago.
        """
        for state in self._cached:
            if facts is state.facts and recent == state.recent:
                return state.truths
        known = self._known(facts)
        stated = known.copy() if self._derived else known
        if self._derived:
            self._derive(partial(self._block, known), [self.index[name] for name in recent])
        truths = self._doubled(known)
        state = _State(facts, recent, stated, truths)
        self._cached = [state, *self._cached[: KEPT_VECTORS - 1]]
        return truths

    def view(self, facts: FactView, recent: Recent = ()) -> FactView:
        """`facts`, and the derived ones with them."""
        return _Completed(self, facts, self.vector(facts, recent)) if self._derived else facts

    def _block(self, values: Truths, predicate: str) -> Truths | None:
        """The part of `values` that is about `predicate`; None where there is none."""
        base = self._base.get(predicate)
        if base is None:
            return None
        part: Truths = values[base : base + len(self.names) ** self._arities[predicate]]
        return part

    def _doubled(self, values: Truths) -> Truths:
        values[NEVER_ID] = FALSE
        return np.concatenate((values, TRUE - values))

    def _known(self, facts: FactView) -> Truths:
        if not isinstance(facts, FactSet):
            return self._asked(facts)
        similar = next((s for s in self._cached if _differ_in_truth(s.facts, facts)), None)
        if similar is not None:
            return self._changed(similar, facts)
        values = np.full(self.size, FALSE if facts.closed else UNKNOWN, np.int8)
        if not facts.closed:
            values[self._positions(facts.false)] = FALSE
        if facts.unknown:
            values[self._positions(facts.unknown)] = UNKNOWN
        values[self._positions(facts.true)] = TRUE
        return values

    def _changed(self, state: _State, facts: FactSet) -> Truths:
        """The values of a state that differs from a known one in what is true alone."""
        values: Truths = state.stated.copy()
        values[self._positions(state.true - facts.true)] = FALSE
        values[self._positions(facts.true - state.true)] = TRUE
        return values

    def _positions(self, atoms: Iterable[Atom]) -> list[int]:
        """Where atoms stand; the place 0, which is overwritten, for those that have none."""
        known = self._ids.get
        return [self.position(fact) if (place := known(fact)) is None else place for fact in atoms]

    def position(self, fact: Atom) -> int:
        """Where the truth of `fact` stands; NEVER_ID for one that the space does not have."""
        numbers = [self.index[name] for name in fact.arguments if name in self.index]
        place = NEVER_ID
        if self._arities.get(fact.predicate) == len(numbers) == len(fact.arguments):
            for number in numbers:
                place = place * len(self.names) + number
            place += self._base[fact.predicate]
        self._ids[fact] = place
        return place

    def _asked(self, facts: FactView) -> Truths:
        """Ask a view that cannot be listed for every atom; slow, for small scenes and tests."""
        values = np.full(self.size, UNKNOWN, np.int8)
        for predicate in self._base:
            for number, atom in enumerate(self._atoms(predicate), self._base[predicate]):
                if all(atom.arguments):
                    values[number] = _VALUES[facts.truth(atom)]
        return values

    def _atoms(self, predicate: str) -> Iterator[Atom]:
        names = product(self.names, repeat=self._arities[predicate])
        return (Atom(predicate, arguments) for arguments in names)


def _differ_in_truth(one: FactView, other: FactSet) -> bool:
    """Whether two states are complete, and nothing is unknown in either."""
    if not isinstance(one, FactSet):
        return False
    return one.closed and other.closed and not (one.unknown or other.unknown)


@dataclass(frozen=True)
class _Completed:
    """Facts and what is derived from them."""

    space: AtomSpace
    facts: FactView
    values: Truths

    def truth(self, fact: Atom) -> Truth:
        """Whether `fact` holds."""
        if fact.predicate not in DERIVED:
            return self.facts.truth(fact)
        return _TRUTHS[int(self.values[self.space.position(fact)])]


class Conditions:
    """Many conditions in conjunctive normal form, evaluated together.

    The truth of a condition is that of its least clause, a clause's that of its greatest literal.
    """

    def __init__(self, parts: Sequence[tuple[Ids, Sequence[int]]]) -> None:
        """Each part has literals' positions, a row a condition, and the sizes of their clauses.

        There is at least one clause, and none is empty.
        """
        literals = [rows.ravel() for rows, _ in parts]
        self._literals: Ids = np.concatenate(literals) if literals else np.zeros(0, np.int32)
        self._literal_starts = _starts([np.tile(sizes, len(rows)) for rows, sizes in parts])
        self._clause_starts = _starts([np.full(len(rows), len(sizes)) for rows, sizes in parts])
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
