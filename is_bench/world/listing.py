"""Lists the true facts of a symbolic state, those included that follow from placements."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.facts import Atom, FactSet
from is_bench.objects import ObjectTable
from is_bench.world.state import AMOUNTS, Edge, WorldState

_AMOUNTS = frozenset(AMOUNTS)
_Placed = tuple[frozenset[Edge], list[Edge]]
"""An object's direct placements, and those of all that it is on or in as well."""


class PlacementFacts:
    """The facts that follow from where objects are, in any state of one scene.

    Those of an object are kept until it, or something that it is on or in, is somewhere else.
    """

    def __init__(self, objects: ObjectTable) -> None:
        """Nothing is kept yet."""
        self._vessels = objects.open_vessels
        self._kept: dict[str, tuple[_Placed, frozenset[Atom]]] = {}
        """By object: its place, and what follows from it."""

    def of(self, name: str, state: WorldState) -> frozenset[Atom]:
        """The facts about the place of `name`, which is an object, in `state`."""
        placed = state.edges(name), state.ancestry(name)
        known = self._kept.get(name)
        if known is None or known[0] != placed:
            known = self._kept[name] = (placed, frozenset(self._following(name, *placed)))
        return known[1]

    def _following(self, name: str, edges: frozenset[Edge], ancestry: list[Edge]) -> Iterator[Atom]:
        vessels = self._vessels
        for relation, parent in edges:
            yield Atom("touching", (name, parent))
            yield Atom("touching", (parent, name))
            if relation == "overlaid":
                yield Atom("overlaid", (name, parent))
            if relation != "inside" or parent in vessels:
                yield Atom("ontop", (name, parent))
        inside = {parent for how, parent in ancestry if how == "inside" or parent in vessels}
        for parent in inside:
            yield Atom("inside", (name, parent))
        for parent in {parent for _, parent in ancestry} - inside:
            yield Atom("under", (parent, name))


class FactListing:
    """Lists the facts of a world's states, one after the other."""

    def __init__(self, state: WorldState, placements: PlacementFacts | None = None) -> None:
        """`placements` are shared with other worlds of the same objects."""
        self._state = state
        self._placements = PlacementFacts(state.objects) if placements is None else placements
        self._listed: tuple[int, FactSet] = (-1, FactSet(frozenset()))

    def facts(self) -> FactSet:
        """All true facts of the present state; a closed world."""
        version, listed = self._listed
        if version != self._state.version:
            listed = FactSet(frozenset(self._facts()))
            self._listed = (self._state.version, listed)
        return listed

    def _facts(self) -> set[Atom]:
        setting, moved = self._state.setting, set[str]()
        found = {*setting.static, *setting.objects.existence}
        declared = setting.objects.by_name
        for (aspect, name), _ in self._state.stored():
            if aspect == "moved":
                moved.add(name)
            elif aspect in _AMOUNTS:
                found.update(self._amounts(aspect, name))
            elif aspect not in ("at", "gone"):
                found.add(Atom(aspect, (name,)))
            elif name in declared and aspect == "at":
                found |= self._placements.of(name, self._state)
            elif name in declared:
                found.remove(Atom("real", (name,)))
                found.add(Atom("future", (name,)))
        found.update(self._loose(moved))
        return found

    def _amounts(self, aspect: str, name: str) -> Iterator[Atom]:
        objects = self._state.objects
        for synset in self._state.amounts(aspect, name):
            own = synset if synset in objects.by_name else f"{synset}_1"  # a scenario's own name
            for substance in objects.by_synset.get(synset) or (own,):
                yield Atom(aspect, (name, substance))
                if aspect == "contains":
                    yield Atom("filled", (name, substance))

    def _loose(self, moved: set[str]) -> Iterator[Atom]:
        """The initial relations between objects that were not moved."""
        for relation, pairs in self._state.setting.loose.items():
            for pair in pairs:
                if moved.isdisjoint(pair):
                    yield Atom(relation, pair)
