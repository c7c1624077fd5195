"""The atoms of a scene as positions in a vector of truth values.

False, unknown and true are 0, 1 and 2, so that Kleene's `and` is the minimum, `or` the maximum and
`not x` is `2 - x`.  The second half of a vector holds the negations of the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from is_bench.domain import changed_facts
from is_bench.errors import UnknownNameError
from is_bench.facts import ARITY, Atom, FactSet, FactView, Truth
from is_bench.objects import SceneObject
from is_bench.stated_relations import stated_relations
from is_safety_monitor.core.monitors.derived import MOVING, Derivation, Rooms
from kb.derived import DERIVED, ELSEWHERE, GROUND, ROOM, SOURCES
from kb.rooms import kinds_of_rooms, room_kinds

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
    truths: Truths

    def is_of(self, facts: FactView, recent: Recent) -> bool:
        """Whether it is the state with these facts."""
        same = facts is self.facts or (isinstance(facts, FactSet) and facts == self.facts)
        return same and recent == self.recent


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
        self._things: tuple[SceneObject, ...] = ()
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
        self._parts: dict[str, slice] = {}
        self.size = NEVER_ID + 1
        for predicate, arity in self._arities.items():
            self._base[predicate] = self.size
            self.size += len(self.names) ** arity
            self._parts[predicate] = slice(self._base[predicate], self.size)
        self._ids: dict[Atom, int] = {}
        self._cached: list[_State] = []
        self._things = (*{thing.name: thing for thing in (*self._things, *things)}.values(),)
        ground = {self.index[thing.name] for thing in self._things if thing.synset in GROUND}
        self._derivation = Derivation(self._derived, len(self.names), sorted(ground))
        self._labeled = stated_relations(self._things)
        self._labeled_ids = [self.position(fact) for fact in sorted(self._labeled)]

    def ids(self, predicate: str, arguments: tuple[Ids, ...], *, positive: bool) -> Ids:
        """The positions of atoms whose arguments are given as columns of object numbers.

        Raises UnknownNameError if the space has no predicate with so many arguments.
        """
        start = self.start(predicate, len(arguments), positive=positive)
        place = arguments[0]
        for column in arguments[1:]:
            place = place * len(self.names) + column
        return place + start

    def start(self, predicate: str, arity: int, *, positive: bool) -> int:
        """The first position of a predicate's atoms, or of their negations.

        The others follow in the order of their arguments' numbers.  Without a predicate it is the
        position that is always false, or always true.  Raises UnknownNameError if the space has no
        predicate with so many arguments.
        """
        start = self._base.get(predicate) if self._arities.get(predicate) == arity else None
        if not predicate:
            start = NEVER_ID
        if start is None:
            known = [f"{name}/{number}" for name, number in self._arities.items()]
            raise UnknownNameError("predicate", f"{predicate}/{arity}", known)
        return start if positive else start + self.size

    def vector(self, facts: FactView, recent: Recent = ()) -> Truths:
        """The truth of every atom and of its negation, `2 * size` values.  Do not change it.

        `recent` names what was switched on not long ago.  States with the same facts share one
        vector, as long as it is kept.
        """
        known = next((state for state in self._cached if state.is_of(facts, recent)), None)
        if known is not None and facts is known.facts:
            return known.truths
        truths = self._worked_out(facts, recent) if known is None else known.truths
        others = [state for state in self._cached if state is not known]
        self._cached = [_State(facts, recent, truths), *others[: KEPT_VECTORS - 1]]
        return truths

    def view(self, facts: FactView, recent: Recent = ()) -> FactView:
        """`facts`, and the derived ones with them."""
        if not self._derived and not self._labeled and ROOM not in self._arities:
            return facts
        return _Completed(self, facts, self.vector(facts, recent), self._labeled)

    def _worked_out(self, facts: FactView, recent: Recent) -> Truths:
        """The vector of a state that is not kept."""
        truths = np.empty(2 * self.size, np.int8)
        atoms = truths[: self.size]
        moved = self._state_into(atoms, facts)
        atoms[self._labeled_ids] = TRUE
        atoms[NEVER_ID] = FALSE
        certain = isinstance(facts, FactSet) and facts.closed and not facts.unknown
        rooms = self._rooms(facts) if moved else {}
        self._derive_into(atoms, recent, rooms, moved=moved, certain=certain)
        np.subtract(TRUE, atoms, out=truths[self.size :])
        return truths

    def _state_into(self, atoms: Truths, facts: FactView) -> bool:
        """Write a state, by way of a similar one if there is any; whether things have moved."""
        if isinstance(facts, FactSet):
            for known in self._cached:
                if isinstance(known.facts, FactSet) and known.facts.closed == facts.closed:
                    atoms[:] = known.truths[: self.size]
                    return self._change(atoms, known.facts, facts)
        atoms[:] = self._stated(facts)
        return True

    def _change(self, atoms: Truths, before: FactSet, after: FactSet) -> bool:
        """Write what differs between two states; whether things have moved."""
        changed = list(changed_facts(before, after))
        if any(fact.predicate == ROOM for fact in changed):
            atoms[:] = self._stated(after)
            return True
        if changed:
            atoms[self._positions(changed)] = _values(after, changed)
        return any(fact.predicate in MOVING for fact in changed)

    def _rooms(self, facts: FactView) -> Rooms:
        """The rooms of things by their numbers; none of a view that cannot be listed."""
        if ELSEWHERE not in self._derived or not isinstance(facts, FactSet):
            return {}
        found: dict[int, set[str]] = {}
        for fact in facts.true:
            if fact.predicate == ROOM and fact.arguments[0] in self.index:
                found.setdefault(self.index[fact.arguments[0]], set()).add(fact.arguments[1])
        return {number: frozenset(rooms) for number, rooms in found.items()}

    def _derive_into(
        self, atoms: Truths, recent: Recent, rooms: Rooms, *, moved: bool, certain: bool
    ) -> None:
        """Work out what is derived; what follows from places only if something has `moved`.

        `certain`: no fact is unknown.
        """
        if not self._derived:
            return
        block = partial(self._block, atoms)
        if moved:
            self._derivation.relations(block, rooms, certain=certain)
        self._derivation.recently(block, [self.index[name] for name in recent])

    def _block(self, values: Truths, predicate: str) -> Truths:
        """The part of `values` that is about `predicate`."""
        part: Truths = values[self._parts[predicate]]
        return part

    def _stated(self, facts: FactView) -> Truths:
        """The truth of every atom, by the facts alone."""
        if not isinstance(facts, FactSet):
            return self._asked(facts)
        values = np.full(self.size, FALSE if facts.closed else UNKNOWN, np.int8)
        if not facts.closed:
            values[self._positions(facts.false)] = FALSE
        if facts.unknown:
            values[self._positions(facts.unknown)] = UNKNOWN
        values[self._positions(facts.true)] = TRUE
        if ROOM in self._arities:
            values[self._positions(_in_kinds_of_rooms(facts.true))] = TRUE
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


def _in_kinds_of_rooms(facts: Iterable[Atom]) -> Iterator[Atom]:
    """For each thing in a room, that it is in a room of that kind."""
    for fact in facts:
        if fact.predicate == ROOM:
            thing, room = fact.arguments
            yield from (Atom(ROOM, (thing, kind)) for kind in room_kinds(room))


def _values(state: FactSet, facts: Iterable[Atom]) -> list[int]:
    """The truth of `facts` in a state."""
    true, unknown = state.true, state.unknown
    false = (lambda _: True) if state.closed else state.false.__contains__
    return [
        TRUE if fact in true else UNKNOWN if fact in unknown or not false(fact) else FALSE
        for fact in facts
    ]


@dataclass(frozen=True)
class _Completed:
    """Facts, what labels state, and what is derived from both."""

    space: AtomSpace
    facts: FactView
    values: Truths
    labeled: frozenset[Atom]
    """What labels state."""

    def truth(self, fact: Atom) -> Truth:
        """Whether `fact` holds."""
        if fact in self.labeled:
            return Truth.TRUE
        is_kind = fact.predicate == ROOM and fact.arguments[-1] in kinds_of_rooms()
        if fact.predicate not in DERIVED and not is_kind:
            return self.facts.truth(fact)
        return _TRUTHS[int(self.values[self.space.position(fact)])]
