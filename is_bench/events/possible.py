"""Whether changes are possible: of objects in general, and in a state of the world."""

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
"""The ability that an object needs for a fact to come to hold of it."""


def flaw_of(fact: Atom, objects: ObjectTable) -> str:
    """Why `fact` can neither come to hold nor cease to; empty if it can.

    Its objects are declared and as many as the predicate takes.
    """
    if fact.predicate not in CHANGEABLE:
        known = ", ".join(sorted(CHANGEABLE))
        return (
            f"{fact}: {fact.predicate} is fixed or follows from other facts; change one of {known}"
        )
    thing, *others = (objects.by_name[name] for name in fact.arguments)
    ability = _NEEDS.get(fact.predicate)
    if ability is not None and not thing.can(ability):
        return f"{fact}: {thing.name} is not {ability}; grant it that ability, or change another"
    if fact.predicate in ("covered", "saturated", "contains", "filled"):
        if not others[0].matter.is_substance:
            return f"{fact}: {others[0].name} is no substance"
    elif thing.matter.is_substance or thing.matter is Matter.AGENT:
        return f"{fact}: {thing.name} is {thing.matter.value}, not an object that can be changed so"
    if fact.predicate in PLACES:
        return _flaw_of_place(fact, objects)
    return ""


def _flaw_of_place(fact: Atom, objects: ObjectTable) -> str:
    name, support = (objects.by_name[argument] for argument in fact.arguments)
    if name == support:
        return f"{fact}: nothing rests on or in itself"
    if support.matter.is_substance or support.matter is Matter.AGENT:
        return f"{fact}: nothing can rest on or in {support.name}"
    return ""


def contradiction(changes: Changes, objects: ObjectTable) -> str:
    """Why `changes` can never be made together; empty if they can."""
    return (
        next((f"{f} cannot be added and removed at once" for f in _both(changes)), "")
        or _flaw_of_moves(changes)
        or _flaw_of_comings_and_goings(changes, objects)
    )


def _both(changes: Changes) -> Iterable[Atom]:
    return (fact for fact in changes.adds if fact in changes.removes)


def _flaw_of_moves(changes: Changes) -> str:
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
            return f"{fact} cannot merely cease: say where {name} is then, or remove real({name})"
    return ""


def _flaw_of_comings_and_goings(changes: Changes, objects: ObjectTable) -> str:
    for name in sorted(_named(changes.adds, "open") & _named(changes.adds, "toggled_on")):
        return f"{name} cannot be switched on and opened at once"
    left = _named(changes.removes, "real")
    for fact in changes.adds:
        for name in sorted(left & set(fact.arguments)):
            return f"{fact} cannot be added when {name} leaves"
    placed = {fact.arguments[0] for fact in _places(changes.adds)}
    for name in sorted(_named(changes.adds, "real") - placed):
        if not objects.by_name[name].matter.is_substance:
            return f"real({name}) cannot be added alone: say where {name} is then"
    return ""


def _chain(placed: dict[str, str], name: str) -> Iterable[str]:
    seen: list[str] = []
    here = placed.get(name)
    while here is not None and here not in seen:
        seen.append(here)
        here = placed.get(here)
    return seen


def obstacle(changes: Changes, facts: FactView, objects: ObjectTable) -> str:
    """Why `changes` cannot be made where `facts` hold; empty if they can and change anything."""
    there = _Situation(changes, facts, objects)
    return there.idle() or there.absent() or there.shut_off() or there.jammed()


class _Situation:
    """Changes that are to be made in a state."""

    def __init__(self, changes: Changes, facts: FactView, objects: ObjectTable) -> None:
        self._changes = changes
        self._facts = facts
        self._objects = objects
        self._opened = _named(changes.adds, "open")
        self._closed = _named(changes.removes, "open")

    def idle(self) -> str:
        """Whether nothing would change."""
        coming = any(not self._holds(fact) for fact in self._changes.adds)
        going = any(self._holds(fact) for fact in self._changes.removes)
        return "" if coming or going else "it is so already"

    def absent(self) -> str:
        """Whether an object is not there."""
        entering = _named(self._changes.adds, "real")
        for fact in (*self._changes.adds, *self._changes.removes):
            for name in fact.arguments:
                substance = self._objects.by_name[name].matter.is_substance
                if not (substance or name in entering or self._holds(atom("real", name))):
                    return f"there is no {name} now"
        return ""

    def shut_off(self) -> str:
        """Whether a place cannot be reached, or rests on what is put there."""
        for fact in _places(self._changes.adds):
            name, support = fact.arguments
            into = fact.predicate == "inside" and self._is_shut(support)
            if into or self._is_shut_in(name) or self._is_shut_in(support):
                return f"something shut is around {name} or {support}"
            if any(self._holds(atom(place, support, name)) for place in PLACES):
                return f"{support} rests on or in {name}"
        return ""

    def jammed(self) -> str:
        """Whether an appliance that is on would be opened, or an open one switched on."""
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
