"""Derived predicates over the facts of a state: who touches whom, and who is near whom.

`kb/derived.py` says what they mean.  All of them are worked out at once, as matrices of truth
values over pairs of objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from kb.derived import (
    BESIDE,
    CONTACT,
    DERIVED,
    NEAR,
    ON_OR_IN,
    PLACES,
    RECENTLY_ON,
    TOUCHES,
)

Matrix = NDArray[np.int8]
_FALSE, _UNKNOWN, _TRUE = 0, 1, 2


class Derivation:
    """Works out the derived predicates that are asked for."""

    def __init__(self, wanted: Iterable[str], count: int, ground: Iterable[int]) -> None:
        """`wanted` are predicates, over `count` objects; `ground` numbers the widest supports."""
        self._wanted = frozenset(wanted) & DERIVED.keys()
        self._count = count
        self._ground = list(ground)

    def __call__(
        self, block: Callable[[str], NDArray[np.int8] | None], recent: Iterable[int]
    ) -> None:
        """Fill the blocks of derived predicates from those of the facts.

        `block` gives the truth values of a predicate, None where the space lacks it; `recent`
        numbers the objects that were switched on not long ago.
        """
        if self._wanted & {CONTACT, NEAR, ON_OR_IN}:
            rests = _settled(self._joined(block, PLACES))
            touches = np.maximum(rests, _certain(self._joined(block, TOUCHES)))
            contact = np.maximum(touches, touches.T)
            self._fill(block(ON_OR_IN), rests)
            self._fill(block(CONTACT), contact)
            if NEAR in self._wanted:
                beside = _certain(self._joined(block, BESIDE))
                together = self._sharing(rests)
                near = np.maximum.reduce([contact, beside, beside.T, together])
                self._fill(block(NEAR), near)
        self._recently(block, recent)

    def _recently(
        self, block: Callable[[str], NDArray[np.int8] | None], recent: Iterable[int]
    ) -> None:
        values = block(RECENTLY_ON)
        if values is None:
            return
        running = block("toggled_on")
        values[:] = _FALSE if running is None else running
        values[[*recent]] = _TRUE

    def _fill(self, values: NDArray[np.int8] | None, matrix: Matrix) -> None:
        if values is not None:
            values[:] = matrix.ravel()

    def _joined(
        self, block: Callable[[str], NDArray[np.int8] | None], predicates: Iterable[str]
    ) -> Matrix:
        shape = (self._count, self._count)
        found = np.zeros(shape, np.int8)
        for predicate in predicates:
            values = block(predicate)
            if values is not None:
                np.maximum(found, values.reshape(shape), out=found)
        return found

    def _sharing(self, rests: Matrix) -> Matrix:
        """Which things rest on or in one thing that is not the ground."""
        found = np.zeros_like(rests)
        for support in np.flatnonzero(rests.any(axis=0)).tolist():
            if support not in self._ground:
                column = rests[:, support]
                np.maximum(found, np.minimum.outer(column, column), out=found)
        np.fill_diagonal(found, _FALSE)
        return found


def _settled(rests: Matrix) -> Matrix:
    """A thing that is known to rest somewhere rests nowhere else that nobody has seen it."""
    known = (rests == _TRUE).any(axis=1)
    return np.where(known[:, None] & (rests == _UNKNOWN), np.int8(_FALSE), rests)


def _certain(values: Matrix) -> Matrix:
    """What is unknown counts as false."""
    return np.where(values == _UNKNOWN, np.int8(_FALSE), values)
