"""Facts computed back from geometry: inside, ontop, nextto, under.

Furniture is built in: it stands on no floor and in no wall as far as facts go.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from is_bench.facts import Atom, atom
from sim_bridge.embodied.arrangement import Arrangement, frames_of
from sim_bridge.embodied.geometry import Box, Frame
from sim_bridge.embodied.packing import NEAR
from sim_bridge.embodied.room_model import ROOM, RoomModel

TOUCH = 0.004
"""Surfaces so close touch, in meters."""


@dataclass(frozen=True)
class Standing:
    """Where something stands in the world."""

    box: Box
    foot: tuple[float, float, float]
    """The middle of its underside."""


def standings(room: RoomModel, arrangement: Arrangement) -> dict[str, Standing]:
    """Where everything but the floor stands."""
    found = {}
    for name, frame in frames_of(room, arrangement).items():
        if name in room.floors:
            continue
        place = arrangement.places.get(name)
        shape = room.shape(name, tipped=place is not None and place.tipped)
        box = frame.box(shape.bounds)
        x, y, _ = box.center
        found[name] = Standing(box, (x, y, box.lo[2]))
    return found


def geometric_facts(room: RoomModel, arrangement: Arrangement) -> frozenset[Atom]:
    """What holds of the objects that can be moved, judged by their boxes alone."""
    frames = frames_of(room, arrangement)
    where = standings(room, arrangement)
    movable = [name for name in where if name in arrangement.places or name not in room.fixtures]
    on, within = _contacts(room, frames, where, movable)
    facts = {atom("ontop", name, below) for name, belows in on.items() for below in belows}
    facts |= {
        atom("inside", name, around) for name, arounds in within.items() for around in arounds
    }
    facts |= _under(on, within, movable)
    facts |= _beneath(room, frames, where, movable)
    facts |= {
        atom("nextto", a, b) for a in movable for b in where if _is_next(where, on, within, a, b)
    }
    facts |= {atom("nextto", b, a) for _, (a, b) in [f for f in facts if f.predicate == "nextto"]}
    return frozenset(facts)


def _contacts(
    room: RoomModel, frames: Mapping[str, Frame], where: Mapping[str, Standing], movable: list[str]
) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """What each thing stands directly upon, and everything that it is inside of."""
    on: dict[str, set[str]] = {name: set() for name in movable}
    within: dict[str, set[str]] = {name: set() for name in movable}
    for other, frame in frames.items():
        if other == ROOM:
            continue
        regions = room.regions[other]
        tops = [frame.box(box) for box in regions.tops]
        hollows = [frame.box(box) for box in regions.hollows]
        for name in movable:
            if name == other:
                continue
            foot = where[name].foot
            stands = any(_stands(foot, top) for top in tops)
            if stands:
                on[name].add(other)
            # A hollow reaches above the rim, upon which something may lie; in a vessel, on is in.
            if other in room.floors or (stands and regions.tops != regions.hollows):
                continue
            if any(hollow.holds(foot, TOUCH) for hollow in hollows):
                within[name].add(other)
    return on, within


def _stands(foot: tuple[float, float, float], top: Box) -> bool:
    flat = Box(top.lo, (top.hi[0], top.hi[1], top.lo[2]))
    return flat.holds(foot, TOUCH)


def _under(
    on: Mapping[str, set[str]], within: Mapping[str, set[str]], movable: list[str]
) -> set[Atom]:
    """What bears things, directly or through others, without containing them."""
    facts = set()
    for name in movable:
        todo, seen = [name], {name}
        while todo:
            one = todo.pop()
            for below in on.get(one, set()) | within.get(one, set()):
                if below not in seen:
                    seen.add(below)
                    todo.append(below)
        facts |= {atom("under", below, name) for below in seen - {name} - within[name]}
    return facts


def _beneath(
    room: RoomModel, frames: Mapping[str, Frame], where: Mapping[str, Standing], movable: list[str]
) -> set[Atom]:
    """What stands in the free room under tables and benches."""
    facts = set()
    for other, frame in frames.items():
        beneath = room.shapes[other].beneath if other in room.shapes else None
        if beneath is not None:
            world = frame.box(beneath)
            facts |= {
                atom("under", n, other)
                for n in movable
                if n != other and world.holds(where[n].box.center)
            }
    return facts


def _is_next(
    where: Mapping[str, Standing],
    on: Mapping[str, set[str]],
    within: Mapping[str, set[str]],
    first: str,
    second: str,
) -> bool:
    """Side by side: at most NEAR apart, neither on nor in the other, and no wall between them."""
    if first == second or within.get(first, set()) - {second} != within.get(second, set()) - {
        first
    }:
        return False
    for a, b in ((first, second), (second, first)):
        if b in on.get(a, ()) or b in within.get(a, ()):
            return False
    a_box, b_box = where[first].box, where[second].box
    level = min(a_box.hi[2], b_box.hi[2]) - max(a_box.lo[2], b_box.lo[2])
    return level > 0 and a_box.gap(b_box) <= NEAR
