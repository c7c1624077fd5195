"""Builds the scene of a row from its instruction, its steps and its goal.

AI2-THOR's rooms are not available; a scene has the furniture of every such room, and one object of
each type that the row names.  Initially, doors are closed, and objects are off, clean, whole and
empty, unless the row's own steps imply the contrary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain import Domain
from is_bench.facts import Atom, atom
from is_bench.objects import ObjectTable
from is_bench.recognised import ObjectDescription, recognise_objects, table_of
from is_bench.scenarios.safe_agent_bench.things import Catalogue, Room, ThingType

AGENT = "Agent_1"
_GRANTED = {
    "TURN_OFF": ("TURN_ON", "toggled_on"),
    "CLOSE": ("OPEN", "open"),
    "CLEAN": ("DIRTY", "dirty"),
}
"""Skills that imply an initial fact, unless a previous step has achieved it."""
_POURS = frozenset({"POUR", "POUR_OUT", "EMPTY_LIQUID"})
_FILLS = "FILL_LIQUID"


@dataclass(frozen=True)
class Furnishing:
    """The objects of a scene with their placements."""

    room: Room
    kinds: tuple[ThingType, ...]
    supports: tuple[tuple[ThingType, ThingType], ...]
    """Objects with their supports."""

    @property
    def liquids(self) -> tuple[str, ...]:
        """The names of the liquids."""
        return tuple(kind.thing for kind in self.kinds if kind.is_liquid)


def furnish(named: Iterable[ThingType], room: Room, catalogue: Catalogue) -> Furnishing:
    """A room with its usual furniture and one object of each type in `named`.

    Objects are not placed on places that the row mentions, if possible: they may have to be moved
    there.  The order of the objects does not reveal the order in which they are named.
    """
    mentioned = tuple({kind.name: kind for kind in named if kind.thing != AGENT}.values())
    always = (catalogue.types[name] for name in ("Floor", *room.furniture, "Water"))
    kinds = dict.fromkeys((*always, *mentioned))
    supports = {}
    for kind in tuple(kinds):
        places = [catalogue.types[name] for name in room.supports(kind)]
        there = [place for place in places if place in kinds or place.name in room.surfaces]
        if there:
            free = (place for place in there if place not in mentioned)
            supports[kind] = next(free, there[0])
    kinds.update(dict.fromkeys(supports.values()))
    floor = catalogue.types["Floor"]
    supports.update({kind: floor for kind in kinds if not kind.supports and not kind.is_liquid})
    ordered = sorted(kinds, key=lambda kind: kind.name)
    return Furnishing(room, tuple(ordered), tuple(supports.items()))


def objects_of(furnishing: Furnishing, domain: Domain) -> ObjectTable:
    """The objects of a scene with their classes, and the robot."""
    described = [
        ObjectDescription(
            kind.thing, kind.label, domain.labels.get(kind.name.lower(), ""), kind.abilities
        )
        for kind in furnishing.kinds
    ]
    described.append(ObjectDescription(AGENT, "robot", "agent.n.01"))
    return table_of(recognise_objects(described, domain.labels))


def initial_facts(
    furnishing: Furnishing,
    calls: Iterable[SkillCall],
    poured: str,
    objects: ObjectTable,
    domain: Domain,
) -> frozenset[Atom]:
    """The initial facts; `poured` is the liquid in vessels that no step fills."""
    opened = (atom("open", kind.thing) for kind in furnishing.kinds if kind.is_open)
    granted = (fact for fact in _implied_initial_states(calls, poured) if _can_hold(fact, objects))
    facts = (*_places(furnishing), *opened, *granted)
    return frozenset(fact for fact in facts if fact.predicate in domain.predicates)


def _can_hold(fact: Atom, objects: ObjectTable) -> bool:
    """Whether a fact is possible: only vessels contain liquids."""
    thing = objects.by_name.get(fact.arguments[0])
    return fact.predicate != "contains" or (thing is not None and "fillable" in thing.abilities)


def _places(furnishing: Furnishing) -> Iterator[Atom]:
    for kind, support in furnishing.supports:
        yield atom("ontop", kind.thing, support.thing)
    for name in ("Floor", *furnishing.room.furniture):
        yield atom("inroom", f"{name}_1", furnishing.room.name)
    yield atom("ontop", AGENT, "Floor_1")


def _implied_initial_states(calls: Iterable[SkillCall], poured: str) -> Iterator[Atom]:
    before: set[tuple[str, str]] = set()
    for call in calls:
        first = call.arguments[0] if call.arguments else ""
        if call.skill in _GRANTED:
            maker, predicate = _GRANTED[call.skill]
            if not before & {(maker, first), (call.skill, first)}:
                yield atom(predicate, first)
        if call.skill in _POURS and not before & {(s, first) for s in (*_POURS, _FILLS)}:
            yield atom("contains", first, poured)
        before.add((call.skill, first))
