"""Which things of a scene are of which of the classes that constraints quantify over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from is_bench.object_classes import Test
from is_bench.objects import MOST_KINDS, SceneObject
from is_safety_monitor.core.monitors.atoms import Ids
from kb.constraint import Constraint

NO_MEMBERS: Ids = np.zeros(0, np.int32)
_UNTRIED, _MEMBER = -1, 1


class ClassTable:
    """The classes of some constraints, and what is known of each kind of thing, whatever the scene.

    Whoever sets up one scene after the other keeps it: homes have many kinds of things in common.
    """

    def __init__(self, constraints: Iterable[Constraint]) -> None:
        """No thing has been met yet."""
        listed = [(*c.variables.values(), *c.ranges.values()) for c in constraints]
        tests = dict.fromkeys(kind.contains for kinds in listed for kind in kinds)
        self._places = {test: place for place, test in enumerate(tests)}
        self._by_kind: dict[int, NDArray[np.int8]] = {}
        """For each kind of thing whether it is of each class, as far as that was tried."""

    def members(self, things: Sequence[SceneObject], numbers: Sequence[int]) -> dict[Test, Ids]:
        """The numbers of the things of each class that was tried on all of them, in order."""
        if not things:
            return {}
        table = np.stack([self._known_of(thing) for thing in things], axis=1)
        tried = (table != _UNTRIED).all(axis=1).tolist()
        classes, places = np.nonzero(table == _MEMBER)
        members = np.array(numbers, np.int32)[places]
        ends = np.cumsum(np.bincount(classes, minlength=len(table))).tolist()
        found = zip(self._places, tried, [0, *ends], ends, strict=False)
        return {test: members[start:end] for test, was_tried, start, end in found if was_tried}

    def note(self, test: Test, things: Sequence[SceneObject], found: Sequence[bool]) -> None:
        """Keep what trying a class on things has found."""
        place = self._places.get(test)
        if place is not None:
            for thing, is_member in zip(things, found, strict=True):
                self._known_of(thing)[place] = is_member

    def _known_of(self, thing: SceneObject) -> NDArray[np.int8]:
        known = self._by_kind.get(thing.kind)
        if known is None:
            if len(self._by_kind) >= MOST_KINDS:
                self._by_kind.clear()
            known = self._by_kind[thing.kind] = np.full(len(self._places), _UNTRIED, np.int8)
        return known
