"""What rests directly on or in what, read from facts.

A domain may have predicates of places that no picture knows.  One of a single object says that the
robot holds it; by one of two objects, the first stands on the second.  Every solid object that is
there and that no fact puts anywhere stands on the floor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from is_bench.domain import Domain, PredicateKind
from is_bench.facts import Atom
from is_bench.objects import Matter, ObjectTable, SceneObject, class_of

ON, IN, OVER, HELD = "ontop", "inside", "overlaid", "held"
_DRAWN = (ON, IN, OVER)


@dataclass(frozen=True)
class Rest:
    """How something is supported."""

    how: str
    """ON, IN, OVER or HELD."""
    support: str


def rests(facts: Collection[Atom], objects: ObjectTable, domain: Domain) -> dict[str, Rest]:
    """The direct support of everything that has one, supports before what rests on them."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    touching: set[tuple[str, ...]] = set()
    for predicate, arguments in facts:
        if predicate in _DRAWN and len(arguments) == 2 and _are_solid(arguments, objects):
            found[arguments[0]][predicate].add(arguments[1])
        elif predicate == "touching":
            touching.add(arguments)
    direct = {name: _direct(name, relations, found, touching) for name, relations in found.items()}
    return _sorted({**_elsewhere(facts, objects, domain), **direct}, objects)


def gone(facts: Iterable[Atom]) -> frozenset[str]:
    """The objects that are not there: not yet, or not any more."""
    return frozenset(fact.arguments[0] for fact in facts if fact.predicate == "future")


def _elsewhere(facts: Iterable[Atom], objects: ObjectTable, domain: Domain) -> Mapping[str, Rest]:
    """The supports that a domain's own predicates of places tell."""
    places = {p.name for p in domain.predicates.values() if p.sort is PredicateKind.PLACE} - {
        *_DRAWN
    }
    if not places:
        return {}
    robot = next((thing for thing in objects if thing.matter is Matter.AGENT), None)
    found = {}
    for _, arguments in sorted(fact for fact in facts if fact.predicate in places):
        rest = _rest(arguments, objects, robot)
        if rest is not None:
            found[arguments[0]] = rest
    return found


def _rest(
    arguments: tuple[str, ...], objects: ObjectTable, robot: SceneObject | None
) -> Rest | None:
    thing, *others = (objects.get(name) for name in arguments)
    if thing is None or thing.matter is Matter.AGENT or thing.matter.is_substance:
        return None
    support = others[0] if others else robot
    if support is None or support.matter.is_substance:
        return None
    return Rest(HELD if support.matter is Matter.AGENT else ON, support.name)


def _are_solid(arguments: tuple[str, ...], objects: ObjectTable) -> bool:
    things = [objects.get(name) for name in arguments]
    return all(thing is not None and not thing.matter.is_substance for thing in things)


def _direct(
    name: str,
    relations: Mapping[str, set[str]],
    found: Mapping[str, Mapping[str, set[str]]],
    touching: set[tuple[str, ...]],
) -> Rest:
    if relations[OVER]:
        return Rest(OVER, _nearest(relations[OVER]))
    if relations[ON]:
        support = _nearest(relations[ON])
        return Rest(IN if support in relations[IN] else ON, support)
    holders = relations[IN]
    touched = {holder for holder in holders if (name, holder) in touching}
    # Of nested containers, the innermost is itself inside all others.
    innermost = sorted(
        touched or holders, key=lambda one: (-len(found[one][IN]) if one in found else 0, one)
    )
    return Rest(IN, innermost[0])


def _nearest(supports: set[str]) -> str:
    """One support of several: rather a thing than the floor."""
    return min(supports, key=lambda name: (class_of(name) == "floor", name))


def _sorted(direct: Mapping[str, Rest], objects: ObjectTable) -> dict[str, Rest]:
    """Supports first; of what would carry itself, one thing has no support."""
    left = dict(direct)
    done: dict[str, Rest] = {}

    def visit(name: str, above: frozenset[str]) -> None:
        if name in done or name not in left:
            return
        above |= {name}
        if left[name].support in above:
            del left[name]
            return
        visit(left[name].support, above)
        done[name] = left[name]

    for thing in objects:
        if thing.matter is not Matter.AGENT:
            visit(thing.name, frozenset())
    return done
