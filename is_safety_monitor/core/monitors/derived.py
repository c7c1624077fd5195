"""Derived predicates over the facts of a state: contact and proximity relations.

`kb/derived.py` says what they mean.  All of them are worked out at once, as matrices of truth
values over pairs of objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from kb.derived import (
    BELOW,
    BESIDE,
    CONTACT,
    DERIVED,
    ELSEWHERE,
    NEAR,
    ON_OR_IN,
    PLACES,
    RECENTLY_ON,
    ROOM,
    TOUCHES,
)

Matrix = NDArray[np.int8]
Flags = NDArray[np.bool_]
Rooms = Mapping[int, frozenset[str]]
"""The rooms of the things of which they are known, by the things' numbers."""
Blocks = Callable[[str], NDArray[np.int8]]
"""Gives the truth values of a predicate: a part of a vector, which may be written."""
_FALSE, _UNKNOWN, _TRUE = 0, 1, 2
_DEEPEST = 3
"""On how many things in a row a thing rests of which only the last is known to be in a room."""
FROM_PLACES = frozenset({CONTACT, NEAR, ON_OR_IN, ELSEWHERE})
"""The derived predicates that follow from where things are."""
MOVING = FROM_PLACES | {*PLACES, *TOUCHES, *BESIDE, ROOM}
"""The predicates whose facts change when a thing is moved."""


class Derivation:
    """Works out the derived predicates that are asked for."""

    def __init__(self, wanted: Iterable[str], count: int, ground: Iterable[int]) -> None:
        """`wanted` are predicates, over `count` objects; `ground` numbers the widest supports."""
        self._wanted = frozenset(wanted) & DERIVED.keys()
        self._shape = count, count
        self._narrow = np.ones(count, np.float32)
        """By support: 1 where things on it are near each other, 0 for the ground."""
        self._narrow[list(ground)] = 0
        self._others = np.full(self._shape, _TRUE, np.int8)
        """For each pair of things: true where they are different."""
        np.fill_diagonal(self._others, _FALSE)

    def relations(self, block: Blocks, rooms: Rooms, *, certain: bool) -> None:
        """Fill the blocks of what follows from where things are: all but recently_on.

        `certain`: no fact is unknown.
        """
        if not self._wanted & FROM_PLACES:
            return
        rests = self._joined(block, PLACES)
        touches = self._joined(block, TOUCHES)
        beside = self._joined(block, BESIDE)
        if not certain:
            rests, touches, beside = _settled(rests), _certain(touches), _certain(beside)
        np.maximum(touches, rests, out=touches)
        contact = np.maximum(touches, touches.T)
        self._fill(block, ON_OR_IN, rests)
        self._fill(block, CONTACT, contact)
        if NEAR in self._wanted:
            near = np.maximum(contact, self._sharing(rests, certain=certain))
            np.maximum(near, np.maximum(beside, beside.T), out=near)
            below = self._joined(block, BELOW) == _TRUE
            adjacent = (beside == _TRUE) | below & (rests.T != _TRUE)
            np.maximum(near, self._at(rests == _TRUE, adjacent | adjacent.T), out=near)
            self._fill(block, NEAR, near)
        if ELSEWHERE in self._wanted:
            self._fill(block, ELSEWHERE, self._apart(rests == _TRUE, rooms))

    def recently(self, block: Blocks, recent: Iterable[int]) -> None:
        """Fill the block of recently_on; `recent` numbers what was on not long ago."""
        if RECENTLY_ON in self._wanted:
            values = block(RECENTLY_ON)
            values[:] = block("toggled_on")
            values[[*recent]] = _TRUE

    def _fill(self, block: Blocks, predicate: str, matrix: Matrix) -> None:
        if predicate in self._wanted:
            block(predicate)[:] = matrix.ravel()

    def _joined(self, block: Blocks, predicates: Sequence[str]) -> Matrix:
        found: Matrix = block(predicates[0]).reshape(self._shape).copy()
        for predicate in predicates[1:]:
            np.maximum(found, block(predicate).reshape(self._shape), out=found)
        return found

    def _sharing(self, rests: Matrix, *, certain: bool) -> Matrix:
        """Which things rest on or in one thing that is not the ground."""
        found = self._overlap(rests == _TRUE) * self._others
        if not certain:
            possible = self._overlap(rests != _FALSE) & self._others.view(np.bool_)
            np.maximum(found, possible.view(np.int8), out=found)
        return found

    def _at(self, rests: Flags, adjacent: Flags) -> Matrix:
        """Which things rest on or in something narrow that is beside, above or below another."""
        counted = rests * self._narrow
        found = (counted @ adjacent.astype(np.float32)) != 0
        at: Matrix = (found | found.T).astype(np.int8) * self._others
        return at

    def _apart(self, rests: Flags, rooms: Rooms) -> Matrix:
        """Which things are in different rooms."""
        names = {room: column for column, room in enumerate(sorted({*chain(*rooms.values())}))}
        found = np.zeros((self._shape[0], len(names)), np.float32)
        for number, own in rooms.items():
            found[number, [names[room] for room in own]] = 1
        for _ in range(_DEEPEST):
            unplaced = ~found.any(axis=1)
            found[unplaced] = (rests[unplaced].astype(np.float32) @ found) != 0
        known = found.any(axis=1)
        apart: Matrix = np.logical_and.outer(known, known).astype(np.int8) * _TRUE
        apart[(found @ found.T) != 0] = _FALSE
        return apart

    def _overlap(self, borne: Flags) -> Flags:
        """Which two things have a support in common; `borne` has a row a thing, a column a support.

        The ground does not count.
        """
        counted = borne * self._narrow  # floats, which unlike integers are multiplied fast
        overlap: Flags = (counted @ counted.T) != 0
        return overlap


def _settled(rests: Matrix) -> Matrix:
    """An object with a known support has no other support."""
    unknown = rests == _UNKNOWN
    if not unknown.any():
        return rests
    known = (rests == _TRUE).any(axis=1)
    return np.where(known[:, None] & unknown, np.int8(_FALSE), rests)


def _certain(values: Matrix) -> Matrix:
    """What is unknown counts as false."""
    unknown = values == _UNKNOWN
    return np.where(unknown, np.int8(_FALSE), values) if unknown.any() else values
