"""The atoms of a scene as positions in a vector of truth values.

False, unknown and true are 0, 1 and 2, so that Kleene's `and` is the minimum, `or` the maximum and
`not x` is `2 - x`.  The second half of a vector holds the negations of the first.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from is_bench.facts import ARITY, Atom, FactSet, FactView, Truth
from is_bench.objects import ObjectTable

Truths = NDArray[np.int8]
Ids = NDArray[np.int32]

FALSE, UNKNOWN, TRUE = 0, 1, 2
NEVER_ID = 0
"""The position that is always false."""
_VALUES = {Truth.FALSE: FALSE, Truth.UNKNOWN: UNKNOWN, Truth.TRUE: TRUE}


class AtomSpace:
    """Numbers every atom of some predicates over the objects of a scene."""

    def __init__(
        self, objects: ObjectTable, predicates: Iterable[str], rooms: Iterable[str] = ()
    ) -> None:
        """Atoms of other predicates, and over other names, have no place and are ignored.

        `rooms` are numbered after the objects: they occur as the second argument of `inroom`.
        """
        self.names = (*(thing.name for thing in objects), *sorted(set(rooms)))
        self.index = {name: number for number, name in enumerate(self.names)}
        self._base: dict[str, int] = {}
        self.size = NEVER_ID + 1
        for predicate in sorted(set(predicates)):
            self._base[predicate] = self.size
            self.size += len(self.names) ** ARITY[predicate]
        self._ids: dict[Atom, int] = {}
        self._cached: tuple[FactView | None, Truths] = (None, np.zeros(0, np.int8))

    def ids(self, predicate: str, arguments: tuple[Ids, ...], *, positive: bool) -> Ids:
        """The positions of atoms whose arguments are given as columns of object numbers."""
        place = np.zeros_like(arguments[0])
        for column in arguments:
            place = place * len(self.names) + column
        place = place + self._base[predicate]
        return place.astype(np.int32) if positive else (place + self.size).astype(np.int32)

    def vector(self, facts: FactView) -> Truths:
        """The truth of every atom and of its negation, `2 * size` values.  Do not change it."""
        seen, values = self._cached
        if facts is not seen:
            values = self._doubled(self._known(facts))
            self._cached = (facts, values)
        return values

    def _doubled(self, values: Truths) -> Truths:
        values[NEVER_ID] = FALSE
        return np.concatenate((values, TRUE - values))

    def _known(self, facts: FactView) -> Truths:
        if not isinstance(facts, FactSet):
            return self._asked(facts)
        values = np.full(self.size, FALSE if facts.closed else UNKNOWN, np.int8)
        if not facts.closed:
            values[self._positions(facts.false)] = FALSE
        if facts.unknown:
            values[self._positions(facts.unknown)] = UNKNOWN
        values[self._positions(facts.true)] = TRUE
        return values

    def _positions(self, atoms: Iterable[Atom]) -> list[int]:
        """Where atoms stand; the place 0, which is overwritten, for those that have none."""
        known = self._ids.get
        return [self._position(fact) if (place := known(fact)) is None else place for fact in atoms]

    def _position(self, fact: Atom) -> int:
        place = self._base.get(fact.predicate)
        if place is not None:
            offset = 0
            for name in fact.arguments:
                number = self.index.get(name)
                if number is None:
                    place = None
                    break
                offset = offset * len(self.names) + number
            else:
                place += offset
        self._ids[fact] = NEVER_ID if place is None else place
        return self._ids[fact]

    def _asked(self, facts: FactView) -> Truths:
        """Ask a view that cannot be listed for every atom; slow, for small scenes and tests."""
        values = np.full(self.size, UNKNOWN, np.int8)
        for predicate in self._base:
            for number, atom in enumerate(self._atoms(predicate), self._base[predicate]):
                values[number] = _VALUES[facts.truth(atom)]
        return values

    def _atoms(self, predicate: str) -> Iterable[Atom]:
        if ARITY[predicate] == 1:
            return (Atom(predicate, (name,)) for name in self.names)
        return (Atom(predicate, (one, two)) for one in self.names for two in self.names)
