"""Checks whether changes are possible: statically, and in a world state."""

from __future__ import annotations

from collections.abc import Iterable

from is_bench.facts import Atom, FactView, Truth, atom
from is_bench.objects import Matter, ObjectTable
from is_bench.world import CHANGEABLE, Changes

PLACES = ("ontop", "inside", "overlaid")
_NEEDS = {
    "open": "openable",
    "toggled_on": "toggleable",
    "cooked": "cookable",
    "frozen": "freezable",
    "hot": "heatable",
    "broken": "breakable",
    "on_fire": "flammable",
    "filled": "fillable",
    "contains": "fillable",
    "folded": "foldable",
    "unfolded": "foldable",
}
"""The ability that an object needs for a fact about it to become true."""


def static_error(fact: Atom, objects: ObjectTable) -> str:
    """Why `fact` can be neither added nor removed; empty if it can.

    Its objects must be declared, and their number must fit the predicate.
    """
    if fact.predicate not in CHANGEABLE:
        known = ", ".join(sorted(CHANGEABLE))
        return (
            f"{fact}: {fact.predicate} is static or derived from other facts; change one of {known}"
        )
    thing, *others = (objects.by_name[name] for name in fact.arguments)
    ability = _NEEDS.get(fact.predicate)
    if ability is not None and not thing.can(ability):
        return f"{fact}: {thing.name} is not {ability}; add this ability, or use another object"
    if fact.predicate in ("covered", "saturated", "contains", "filled"):
        if not others[0].matter.is_substance:
            return f"{fact}: {others[0].name} is no substance"
    elif thing.matter.is_substance or thing.matter is Matter.AGENT:
        return f"{fact}: {thing.name} is {thing.matter.value}; this cannot be changed for it"
    if fact.predicate in PLACES:
        return _placement_error(fact, objects)
    return ""


def _placement_error(fact: Atom, objects: ObjectTable) -> str:
    name, support = (objects.by_name[argument] for argument in fact.arguments)
    if name == support:
        return f"{fact}: an object cannot rest on or in itself"
    if support.matter.is_substance or support.matter is Matter.AGENT:
        return f"{fact}: nothing can rest on or in {support.name}"
    return ""


def contradiction(changes: Changes, objects: ObjectTable) -> str:
    """Why `changes` contradict one another; empty if they do not."""
    return (
        next((f"{f} cannot be added and removed at once" for f in _added_and_removed(changes)), "")
        or _move_error(changes)
        or _existence_error(changes, objects)
    )


def _added_and_removed(changes: Changes) -> Iterable[Atom]:
    return (fact for fact in changes.adds if fact in changes.removes)


def _move_error(changes: Changes) -> str:
    placed: dict[str, str] = {}
    for fact in _places(changes.adds):
        name, support = fact.arguments
        if name in placed:
            return f"{name} cannot be put in two places at once"
        placed[name] = support
    for name in placed:
        if name in _chain(placed, name):
            return f"{name} cannot rest on or in itself"
    for fact in _places(changes.removes):
        name = fact.arguments[0]
        if name not in placed and atom("real", name) not in changes.removes:
            return f"removing {fact} leaves {name} without a place; add one, or remove real({name})"
    return ""


def _existence_error(changes: Changes, objects: ObjectTable) -> str:
    for name in sorted(_named(changes.adds, "open") & _named(changes.adds, "toggled_on")):
        return f"{name} cannot be switched on and opened at once"
    left = _named(changes.removes, "real")
    for fact in changes.adds:
        for name in sorted(left & set(fact.arguments)):
            return f"{fact} cannot be added when {name} is removed"
    placed = {fact.arguments[0] for fact in _places(changes.adds)}
    for name in sorted(_named(changes.adds, "real") - placed):
        if not objects.by_name[name].matter.is_substance:
            return f"real({name}) cannot be added without a place for {name}; add one"
    return ""


def _chain(placed: dict[str, str], name: str) -> Iterable[str]:
    seen: list[str] = []
    here = placed.get(name)
    while here is not None and here not in seen:
        seen.append(here)
        here = placed.get(here)
    return seen


def blocking_reason(changes: Changes, facts: FactView, objects: ObjectTable) -> str:
    """Why `changes` cannot be made in the state `facts`; empty if they can and have an effect."""
    there = _ChangeCheck(changes, facts, objects)
    return there.idle() or there.absent() or there.shut_off() or there.jammed()


class _ChangeCheck:
    """Checks changes in a state."""

    def __init__(self, changes: Changes, facts: FactView, objects: ObjectTable) -> None:
        self._changes = changes
        self._facts = facts
        self._objects = objects
        self._opened = _named(changes.adds, "open")
        self._closed = _named(changes.removes, "open")

    def idle(self) -> str:
        """Whether the changes have no effect."""
        coming = any(not self._holds(fact) for fact in self._changes.adds)
        going = any(self._holds(fact) for fact in self._changes.removes)
        return "" if coming or going else "no fact would change"

    def absent(self) -> str:
        """Whether an object does not exist in the state."""
        entering = _named(self._changes.adds, "real")
        for fact in (*self._changes.adds, *self._changes.removes):
            for name in fact.arguments:
                substance = self._objects.by_name[name].matter.is_substance
                if not (substance or name in entering or self._holds(atom("real", name))):
                    return f"{name} does not exist at this time"
        return ""

    def shut_off(self) -> str:
        """Whether a place is inside a closed container, or rests on the object to be placed."""
        for fact in _places(self._changes.adds):
            name, support = fact.arguments
            into = fact.predicate == "inside" and self._is_shut(support)
            if into or self._is_shut_in(name) or self._is_shut_in(support):
                return f"{name} or {support} is inside a closed container"
            if any(self._holds(atom(place, support, name)) for place in PLACES):
                return f"{support} rests on or in {name}"
        return ""

    def jammed(self) -> str:
        """Whether a running appliance would be opened, or an open one switched on."""
        off = _named(self._changes.removes, "toggled_on")
        for name in sorted(self._opened - off):
            if self._holds(atom("toggled_on", name)):
                return f"{name} is on"
        for name in sorted(_named(self._changes.adds, "toggled_on") - self._closed):
            if self._objects.by_name[name].can("openable") and self._holds(atom("open", name)):
                return f"{name} is open"
        return ""

    def _holds(self, fact: Atom) -> bool:
        return self._facts.truth(fact) is Truth.TRUE

    def _is_shut(self, name: str) -> bool:
        if not self._objects.by_name[name].can("openable") or name in self._opened:
            return False
        return name in self._closed or not self._holds(atom("open", name))

    def _is_shut_in(self, name: str) -> bool:
        return any(
            self._holds(atom("inside", name, thing.name)) and self._is_shut(thing.name)
            for thing in self._objects
        )


def _places(facts: Iterable[Atom]) -> Iterable[Atom]:
    return (fact for fact in facts if fact.predicate in PLACES)


def _named(facts: Iterable[Atom], predicate: str) -> set[str]:
    return {fact.arguments[0] for fact in facts if fact.predicate == predicate}
