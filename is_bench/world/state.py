"""The symbolic state: placements, object states, substances, and derived relations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from is_bench.facts import Atom, Truth
from is_bench.objects import ObjectTable, SceneObject, synset_of
from is_bench.versioned_dict import Snapshot, VersionedDict

Key = tuple[str, str]
"""(aspect, object name)."""
Edge = tuple[str, str]
"""(relation, supporting object); the relation is "ontop", "inside" or "overlaid"."""
Value = bool | frozenset[str] | frozenset[Edge]
WorldSnapshot = Snapshot[Key, Value]

FLAGS = ("open", "toggled_on", "cooked", "frozen", "hot", "folded", "unfolded", "broken", "on_fire")
"""Unary predicates that are stored directly."""
AMOUNTS = ("covered", "contains", "saturated")
"""Relations of an object to substances; `filled` reads `contains`."""
POSITIONS = frozenset({"ontop", "inside", "overlaid"})
LOOSE = ("nextto", "under", "touching", "attached", "draped", "grasped")
"""Relations that hold from the start until either object is moved."""


@dataclass(frozen=True)
class Setting:
    """The constant part of an episode."""

    objects: ObjectTable
    static: frozenset[Atom]
    """Facts that no skill changes: inroom, insource."""
    loose: Mapping[str, frozenset[tuple[str, str]]] = field(default_factory=dict)
    """The initial pairs of each loose relation."""
    containers: frozenset[str] = frozenset()
    """Objects that contained something at the start."""


class WorldState:
    """The facts of the symbolic world.  Deterministic; snapshots are O(1), restoring O(changed)."""

    def __init__(self, setting: Setting, values: Mapping[Key, Value]) -> None:
        """`values` are the initial ones; see `world.initial`."""
        self.setting = setting
        self.objects = setting.objects
        self._values: VersionedDict[Key, Value] = VersionedDict(values)

    # Reading

    def flag(self, aspect: str, name: str) -> bool:
        """Whether `name` is open, toggled_on, cooked, ... (see FLAGS)."""
        return self._values.get((aspect, name)) is True

    def amounts(self, aspect: str, name: str) -> frozenset[str]:
        """The substance synsets that `name` is covered with, contains or is saturated with."""
        value = self._values.get((aspect, name))
        return value if isinstance(value, frozenset) else frozenset()  # type: ignore[return-value]  # by the key

    def edges(self, name: str) -> frozenset[Edge]:
        """The direct placements of `name`."""
        value = self._values.get(("at", name))
        return value if isinstance(value, frozenset) else frozenset()  # type: ignore[return-value]  # by the key

    def exists(self, name: str) -> bool:
        """Whether `name` exists now: declared, not future, not cut up."""
        return name in self.objects.by_name and not self.flag("gone", name)

    def is_ontop(self, name: str, support: str) -> bool:
        """Whether `name` stands directly on `support`; in an open vessel, inside is on top."""
        vessel = support in self.objects.open_vessels
        return any(
            parent == support and (relation != "inside" or vessel)
            for relation, parent in self.edges(name)
        )

    def is_inside(self, name: str, container: str) -> bool:
        """Whether `name` is inside `container`, directly or by way of other objects."""
        return container in self.containers(name)

    def containers(self, name: str) -> frozenset[str]:
        """All containers of `name`."""
        found: set[str] = set()
        vessels = self.objects.open_vessels
        for relation, parent in self.ancestry(name):
            if relation == "inside" or parent in vessels:
                found.add(parent)
        return frozenset(found)

    def supports(self, name: str) -> frozenset[str]:
        """All objects that `name` is on or in, directly or indirectly."""
        return frozenset(parent for _, parent in self.ancestry(name))

    def load(self, name: str) -> list[str]:
        """Objects directly on `name`, and all objects inside it; in declared order."""
        return [
            thing.name
            for thing in self.objects
            if thing.name != name
            and (self.is_ontop(thing.name, name) or self.is_inside(thing.name, name))
        ]

    def is_loose_pair(self, relation: str, first: str, second: str) -> bool:
        """Whether an initial relation still holds: neither object was moved since."""
        pairs = self.setting.loose.get(relation, frozenset())
        if (first, second) not in pairs:
            return False
        return not (self.flag("moved", first) or self.flag("moved", second))

    def ancestry(self, name: str) -> list[Edge]:
        """The placements of `name` and of all that it is on or in, each object's once."""
        found, seen = [*self.edges(name)], {name}
        for _, parent in found:
            if parent not in seen:
                seen.add(parent)
                found.extend(self.edges(parent))
        return found

    # The FactView

    def truth(self, fact: Atom) -> Truth:
        """Whether `fact` holds; never unknown.

        A predicate of a substance, or of an object without that state, is false.
        """
        return Truth.TRUE if self.holds(fact) else Truth.FALSE

    def holds(self, fact: Atom) -> bool:
        """`truth`, as a bool."""
        predicate, arguments = fact
        if predicate in ("inroom", "insource"):
            return fact in self.setting.static
        if len(arguments) == 1:
            return self._has_state(predicate, arguments[0])
        return self._has_relation(predicate, *arguments)

    def _has_state(self, predicate: str, name: str) -> bool:
        if predicate in FLAGS:
            return self.flag(predicate, name)
        if predicate not in ("real", "future"):
            return False
        return name in self.objects.by_name and self.exists(name) is (predicate == "real")

    def _has_relation(self, predicate: str, first: str, second: str) -> bool:
        if predicate in ("covered", "saturated", "contains", "filled"):
            aspect = "contains" if predicate == "filled" else predicate
            return synset_of(second) in self.amounts(aspect, first)
        if predicate == "ontop":
            return self.is_ontop(first, second)
        if predicate == "inside":
            return self.is_inside(first, second)
        if predicate == "overlaid":
            return ("overlaid", second) in self.edges(first)
        if predicate == "touching":
            return self._touches(first, second)
        if predicate == "under" and self._bears(first, second):
            return True
        return self.is_loose_pair(predicate, first, second)

    def _bears(self, support: str, name: str) -> bool:
        return support in self.supports(name) and not self.is_inside(name, support)

    def _touches(self, first: str, second: str) -> bool:
        return (
            any(parent == second for _, parent in self.edges(first))
            or any(parent == first for _, parent in self.edges(second))
            or self.is_loose_pair("touching", first, second)
        )

    # What is stored

    @property
    def version(self) -> int:
        """Increases with every change."""
        return self._values.version

    def stored(self) -> Iterator[tuple[Key, Value]]:
        """Everything that is stored, in no particular order."""
        return self._values.items()

    # Changing

    def set_flag(self, aspect: str, name: str, value: bool) -> None:
        """Set a unary state."""
        self._values.set((aspect, name), value or None)

    def add_amounts(self, aspect: str, name: str, synsets: Iterable[str]) -> None:
        """Cover, fill or saturate `name` with substances."""
        self._values.set((aspect, name), self.amounts(aspect, name) | frozenset(synsets))

    def remove_amounts(self, aspect: str, name: str, synsets: Iterable[str]) -> None:
        """Remove substances from `name`."""
        left = self.amounts(aspect, name) - frozenset(synsets)
        self._values.set((aspect, name), left or None)

    def move(self, name: str, relation: str, support: str) -> None:
        """Move `name`, with all objects on and in it, to a new place."""
        self._values.set(("at", name), frozenset({(relation, support)}))
        self._values.set(("moved", name), True)

    def remove(self, name: str) -> None:
        """Remove `name` from the world; objects on it keep their position."""
        for thing in self.objects:
            edges = self.edges(thing.name)
            kept = frozenset(edge for edge in edges if edge[1] != name)
            if kept != edges:
                self._values.set(("at", thing.name), kept | self.edges(name) or None)
        for aspect in ("at", *FLAGS, *AMOUNTS):
            self._values.set((aspect, name), None)
        self._values.set(("moved", name), True)
        self._values.set(("gone", name), True)

    def appear(self, name: str, edges: frozenset[Edge] = frozenset()) -> None:
        """Create an object at the place of `edges`."""
        self._values.set(("gone", name), None)
        if edges:
            self._values.set(("at", name), edges)

    def snapshot(self) -> WorldSnapshot:
        """A token for the present state; O(1)."""
        return self._values.snapshot()

    def restore(self, snapshot: WorldSnapshot) -> None:
        """Return to the state of `snapshot`; O(what differs)."""
        self._values.restore(snapshot)

    # Shorthands over objects

    def things(self) -> Iterator[SceneObject]:
        """The objects that exist and are neither substances nor the agent, in declared order."""
        return (thing for thing in self.objects.things if not self.flag("gone", thing.name))
