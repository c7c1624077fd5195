"""What rests directly on or in what, read from facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from is_bench.facts import Atom
from is_bench.objects import Matter, ObjectTable, class_of

ON, IN, OVER = "ontop", "inside", "overlaid"


@dataclass(frozen=True)
class Rest:
    """How something is supported."""

    how: str
    """ON, IN or OVER."""
    support: str


def rests(facts: Iterable[Atom], objects: ObjectTable) -> dict[str, Rest]:
    """The direct support of everything that has one, supports before what rests on them."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    touching: set[tuple[str, ...]] = set()
    for predicate, arguments in facts:
        if predicate in (ON, IN, OVER) and _are_solid(arguments, objects):
            found[arguments[0]][predicate].add(arguments[1])
        elif predicate == "touching":
            touching.add(arguments)
    direct = {name: _direct(name, relations, found, touching) for name, relations in found.items()}
    return _sorted(direct, objects)


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
    done: dict[str, Rest] = {}

    def visit(name: str, above: frozenset[str]) -> None:
        if name in done or name not in direct or name in above:
            return
        visit(direct[name].support, above | {name})
        done[name] = direct[name]

    for thing in objects:
        if thing.matter is not Matter.AGENT:
            visit(thing.name, frozenset())
    return done
