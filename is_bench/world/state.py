"""The symbolic state: what is where, open, on, hot, wet; and the relations that follow from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from is_bench.facts import Atom, Truth, atom
from is_bench.ledger import Ledger, Snapshot
from is_bench.objects import Matter, ObjectTable, SceneObject, synset_of

Key = tuple[str, str]
"""(aspect, object name)."""
Edge = tuple[str, str]
"""(relation, supporting object); the relation is "ontop", "inside" or "overlaid"."""
Value = bool | frozenset[str] | frozenset[Edge]
WorldSnapshot = Snapshot[Key, Value]

FLAGS = ("open", "toggled_on", "cooked", "frozen", "hot", "folded", "unfolded", "broken", "on_fire")
"""Unary predicates that are stored as they are."""
AMOUNTS = ("covered", "contains", "saturated")
"""Relations of an object to substances; `filled` reads `contains`."""
POSITIONS = frozenset({"ontop", "inside", "overlaid"})
LOOSE = ("nextto", "under", "touching", "attached", "draped", "grasped")
"""Relations that hold from the start until either object is moved."""


@dataclass(frozen=True)
class Setting:
    """What never changes in an episode."""

    objects: ObjectTable
    static: frozenset[Atom]
    """Facts that no skill changes: inroom, insource."""
    loose: Mapping[str, frozenset[tuple[str, str]]] = field(default_factory=dict)
    """The initial pairs of each loose relation."""
    containers: frozenset[str] = frozenset()
    """What held something inside at the start."""


class WorldState:
    """The facts of the symbolic world.  Deterministic; snapshots are O(1), restoring O(changed)."""

    def __init__(self, setting: Setting, values: Mapping[Key, Value]) -> None:
        """`values` are the initial ones; see `world.initial`."""
        self.setting = setting
        self.objects = setting.objects
        self._ledger: Ledger[Key, Value] = Ledger(values)
        self._facts: tuple[int, frozenset[Atom]] = (-1, frozenset())

    # Reading

    def flag(self, aspect: str, name: str) -> bool:
        """Whether `name` is open, toggled_on, cooked, ... (see FLAGS)."""
        return self._ledger.get((aspect, name)) is True

    def amounts(self, aspect: str, name: str) -> frozenset[str]:
        """The substance synsets that `name` is covered with, contains or is saturated with."""
        value = self._ledger.get((aspect, name))
        return value if isinstance(value, frozenset) else frozenset()  # type: ignore[return-value]  # by the key

    def edges(self, name: str) -> frozenset[Edge]:
        """What `name` stands on, lies in or is overlaid on, directly."""
        value = self._ledger.get(("at", name))
        return value if isinstance(value, frozenset) else frozenset()  # type: ignore[return-value]  # by the key

    def exists(self, name: str) -> bool:
        """Whether `name` is there: declared, not still to come, not cut up."""
        return name in self.objects.by_name and not self.flag("gone", name)

    def is_ontop(self, name: str, support: str) -> bool:
        """Whether `name` stands directly on `support`; in an open vessel, inside is on top."""
        vessel = self._is_open_vessel(support)
        return any(
            parent == support and (relation != "inside" or vessel)
            for relation, parent in self.edges(name)
        )

    def is_inside(self, name: str, container: str) -> bool:
        """Whether `name` is inside `container`, however deep in or on other things."""
        return container in self.containers(name)

    def containers(self, name: str) -> frozenset[str]:
        """Everything that `name` is inside of."""
        found: set[str] = set()
        for relation, parent in self._ancestry(name):
            if relation == "inside" or self._is_open_vessel(parent):
                found.add(parent)
        return frozenset(found)

    def supports(self, name: str) -> frozenset[str]:
        """Everything that `name` stands on or is in, directly or not."""
        return frozenset(parent for _, parent in self._ancestry(name))

    def load(self, name: str) -> list[str]:
        """What stands directly on `name`, and what is inside it however deep; in declared order."""
        return [
            thing.name
            for thing in self.objects
            if thing.name != name
            and (self.is_ontop(thing.name, name) or self.is_inside(thing.name, name))
        ]

    def is_loose_pair(self, relation: str, first: str, second: str) -> bool:
        """Whether a relation of the start still holds: neither object was moved since."""
        pairs = self.setting.loose.get(relation, frozenset())
        if (first, second) not in pairs:
            return False
        return not (self.flag("moved", first) or self.flag("moved", second))

    def _ancestry(self, name: str) -> Iterator[Edge]:
        seen = {name}
        todo = [name]
        while todo:
            for edge in self.edges(todo.pop()):
                yield edge
                if edge[1] not in seen:
                    seen.add(edge[1])
                    todo.append(edge[1])

    def _is_open_vessel(self, name: str) -> bool:
        thing = self.objects.get(name)
        return thing is not None and thing.can("fillable") and not thing.can("openable")

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

    def facts(self) -> frozenset[Atom]:
        """Every fact that holds, derived ones too: a closed world."""
        version, known = self._facts
        if version != self._ledger.version:
            known = frozenset(self._all_facts())
            self._facts = (self._ledger.version, known)
        return known

    def _all_facts(self) -> Iterator[Atom]:
        yield from self.setting.static
        for (aspect, name), value in self._ledger.items():
            if value is True and aspect in FLAGS:
                yield Atom(aspect, (name,))
            elif aspect in AMOUNTS and isinstance(value, frozenset):
                yield from self._amount_facts(aspect, name, value)  # type: ignore[arg-type]  # by the key
        for thing in self.objects:
            gone = self.flag("gone", thing.name)
            yield Atom("future" if gone else "real", (thing.name,))
            yield from self._position_facts(thing.name)
        for relation, pairs in self.setting.loose.items():
            for pair in pairs:
                if self.is_loose_pair(relation, *pair):
                    yield atom(relation, *pair)

    def _amount_facts(self, aspect: str, name: str, synsets: frozenset[str]) -> Iterator[Atom]:
        for synset in synsets:
            for substance in self.objects.by_synset.get(synset) or (f"{synset}_1",):
                yield atom(aspect, name, substance)
                if aspect == "contains":
                    yield atom("filled", name, substance)

    def _position_facts(self, name: str) -> Iterator[Atom]:
        edges = self.edges(name)
        if not edges:
            return
        for relation, parent in edges:
            yield Atom("touching", (name, parent))
            yield Atom("touching", (parent, name))
            if relation == "overlaid":
                yield Atom("overlaid", (name, parent))
            if relation != "inside" or self._is_open_vessel(parent):
                yield Atom("ontop", (name, parent))
        around = list(self._ancestry(name))
        inside = {p for how, p in around if how == "inside" or self._is_open_vessel(p)}
        for parent in inside:
            yield Atom("inside", (name, parent))
        for parent in {p for _, p in around} - inside:
            yield Atom("under", (parent, name))

    # Changing

    def set_flag(self, aspect: str, name: str, value: bool) -> None:
        """Set a unary state."""
        self._ledger.set((aspect, name), value or None)

    def add_amounts(self, aspect: str, name: str, synsets: Iterable[str]) -> None:
        """Cover, fill or saturate `name` with substances."""
        self._ledger.set((aspect, name), self.amounts(aspect, name) | frozenset(synsets))

    def remove_amounts(self, aspect: str, name: str, synsets: Iterable[str]) -> None:
        """Take substances off or out of `name`."""
        left = self.amounts(aspect, name) - frozenset(synsets)
        self._ledger.set((aspect, name), left or None)

    def move(self, name: str, relation: str, support: str) -> None:
        """Put `name`, with all that is on and in it, at a new place."""
        self._ledger.set(("at", name), frozenset({(relation, support)}))
        self._ledger.set(("moved", name), True)

    def remove(self, name: str) -> None:
        """Take `name` out of the world; what stood on it stays where it was."""
        for thing in self.objects:
            edges = self.edges(thing.name)
            kept = frozenset(edge for edge in edges if edge[1] != name)
            if kept != edges:
                self._ledger.set(("at", thing.name), kept | self.edges(name) or None)
        for aspect in ("at", *FLAGS, *AMOUNTS):
            self._ledger.set((aspect, name), None)
        self._ledger.set(("moved", name), True)
        self._ledger.set(("gone", name), True)

    def appear(self, name: str, edges: frozenset[Edge] = frozenset()) -> None:
        """Bring an object into being, at the place that `edges` say."""
        self._ledger.set(("gone", name), None)
        if edges:
            self._ledger.set(("at", name), edges)

    def snapshot(self) -> WorldSnapshot:
        """A token for the present state; O(1)."""
        return self._ledger.snapshot()

    def restore(self, snapshot: WorldSnapshot) -> None:
        """Return to the state of `snapshot`; O(what differs)."""
        self._ledger.restore(snapshot)

    # Shorthands over objects

    def things(self) -> Iterator[SceneObject]:
        """The objects that exist and are neither substances nor the agent, in declared order."""
        for thing in self.objects:
            is_thing = thing.matter is not Matter.AGENT and not thing.matter.is_substance
            if is_thing and self.exists(thing.name):
                yield thing
