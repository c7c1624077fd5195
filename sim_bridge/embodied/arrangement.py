"""Where everything is: from facts to frames.

An arrangement follows from the one before it and from the facts: what has not been moved stays
where it is, what has been is put down anew.  The same scene, seed and steps give the same
arrangement, and an arrangement is a value, so that a snapshot of the world is one of the body too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from is_bench.facts import Atom
from is_bench.objects import Matter
from sim_bridge.embodied.geometry import Box, Frame
from sim_bridge.embodied.packing import SHRINKING, Newcomer, Spot, Wish, find_spot
from sim_bridge.embodied.resting import HELD, IN, ON, OVER, Rest, gone, rests
from sim_bridge.embodied.room_model import RoomModel
from sim_bridge.embodied.seeded_random import random_of
from sim_bridge.embodied.shape import Shape

CLOTH_SHARE = 0.72
"""How much of the width of its support a cloth covers at most."""

HAND = (0.12, -0.1, 0.69)
"""Where the robot holds things, in its frame: beside its middle, before it, above the floor."""
MOST_HELD = 0.4
"""The longest side of what the robot holds, in meters; larger things are drawn smaller."""

CROWDED = 0.75
"""Things smaller than this share of their size are a sign of bad packing."""


@dataclass(frozen=True)
class Place:
    """Where one object is: in the frame of what it rests on."""

    rest: Rest
    region: int
    """Which of the support's tops or hollows."""
    frame: Frame
    tipped: bool = False


@dataclass(frozen=True)
class Arrangement:
    """Where everything is that the facts put somewhere."""

    places: Mapping[str, Place]
    agents: Mapping[str, Frame] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    """What is not there: not yet, or not any more."""
    homes: Mapping[str, Frame] = field(default_factory=dict)
    """Where agents stood at first; nothing else is put there."""
    reach: tuple[str, ...] = ()
    """What the robot has its hands on."""


def arrange(
    room: RoomModel, facts: Iterable[Atom], before: Arrangement | None = None
) -> Arrangement:
    """The arrangement in which `facts` hold; `before` is the one of the moment before, if any."""
    facts = list(facts)
    absent = gone(facts)
    wanted = _wanted(room, facts, absent)
    work = _Work(room, facts, before.homes if before else {})
    for name, rest in wanted.items():
        old = before.places.get(name) if before else None
        if old is not None and old.rest == rest:
            work.places[name] = old
    work.put_all(
        {n: r for n, r in wanted.items() if n not in work.places and r.support in room.regions}
    )
    if before is not None and before.agents:
        return Arrangement(work.places, before.agents, absent, before.homes, before.reach)
    homes = work.agents()
    return Arrangement(work.places, homes, absent, homes)


def _wanted(room: RoomModel, facts: list[Atom], absent: frozenset[str]) -> dict[str, Rest]:
    """What rests where: as facts say, or else on the floor, for all that is there and can move."""
    objects, floor = room.scene.objects, room.floors[0]
    told = rests(facts, objects, room.scene.domain)
    lost = absent - told.keys()
    wanted = {
        name: Rest(ON, floor) if rest.support in lost else rest
        for name, rest in told.items()
        if name in room.shapes  # whatever is done to a floor, it stays below
    }
    fixed = {*room.floors, *room.fixtures, *absent}
    for thing in objects:
        is_thing = thing.matter is not Matter.AGENT and not thing.matter.is_substance
        if is_thing and thing.name not in wanted and thing.name not in fixed:
            wanted[thing.name] = Rest(ON, floor)
    return wanted


def frames_of(room: RoomModel, arrangement: Arrangement) -> dict[str, Frame]:
    """The frame of every object in the world."""
    elsewhere = {*arrangement.places, *arrangement.gone}
    fixed = {n: f for n, f in room.fixtures.items() if n not in elsewhere}
    frames: dict[str, Frame] = {**fixed, **arrangement.agents}
    frames |= {name: Frame() for name in room.floors}

    def frame(name: str) -> Frame | None:
        if name not in frames:
            place = arrangement.places.get(name)
            below = frame(place.rest.support) if place else None
            if place is None or below is None:
                return None
            frames[name] = below.then(place.frame)
        return frames[name]

    for name in arrangement.places:
        frame(name)
    return frames


def in_hand(shape: Shape, number: int) -> Frame:
    """Where the robot holds a thing of that shape, in its frame; `number` others it holds already.

    The first is on its right arm, the next on its left, and so on.
    """
    bounds = shape.bounds
    scale = min(1.0, MOST_HELD / max(bounds.size))
    side = HAND[0] * (1 if number % 2 else -1)
    x, y = side - bounds.center[0] * scale, HAND[1] - bounds.hi[1] * scale
    return Frame((x, y, HAND[2] - bounds.lo[2] * scale), 0, scale)


class _Work:
    """An arrangement in the making."""

    def __init__(self, room: RoomModel, facts: list[Atom], homes: Mapping[str, Frame]) -> None:
        self.room = room
        self.places: dict[str, Place] = {}
        self._homes = homes
        self._partners = _partners(facts)

    def put_all(self, wanted: Mapping[str, Rest]) -> None:
        """Find places for what has none, supports before what rests on them."""
        groups: dict[str, list[str]] = {}
        for name, rest in wanted.items():
            groups.setdefault(rest.support, []).append(name)
        for support, names in groups.items():
            self._put_group(support, names, wanted)

    def _put_group(self, support: str, names: list[str], wanted: Mapping[str, Rest]) -> None:
        """Put several things on one support, the large ones first.

        Where that leaves one of them tiny, all that is there makes room, or shrinks alike.
        """
        order = sorted(names, key=lambda name: -self._bulk(name))
        if wanted[names[0]].how == HELD:
            self._hand_over(names, wanted)
            return
        for name in order:
            self.put(name, wanted[name])
        if support in self.room.floors:
            return
        scales = [self.places[name].frame.scale for name in order]
        if min(scales) >= CROWDED:
            return
        others = {n: p.rest for n, p in self.places.items() if p.rest.support == support}
        self._crowd(sorted(others, key=lambda name: -self._bulk(name)), others, min(scales))

    def _hand_over(self, names: list[str], wanted: Mapping[str, Rest]) -> None:
        """Put things onto the robot's arms, by turns to its left and right."""
        robot = wanted[names[0]].support
        held = sum(1 for place in self.places.values() if place.rest.support == robot)
        for number, name in enumerate(names, start=held):
            frame = in_hand(self.room.shapes[name], number)
            self.places[name] = Place(wanted[name], 0, frame)

    def _crowd(self, order: list[str], rests_: Mapping[str, Rest], so_far: float) -> None:
        """Lay everything on a support anew, all of the same size, corner by corner."""
        kept = {name: self.places[name] for name in order}
        for largest in SHRINKING:
            if largest <= so_far * 1.1:
                break
            for name in order:
                del self.places[name]
            for name in order:
                self.put(name, rests_[name], largest, corner=True)
            if min(self.places[name].frame.scale for name in order) >= largest * 0.8:
                return
            self.places |= kept
        self.places |= kept

    def _bulk(self, name: str) -> float:
        w, d, _ = self.room.shapes[name].reach.size
        return round(w * d, 4)

    def put(self, name: str, rest: Rest, largest: float = 1.0, *, corner: bool = False) -> None:
        """Find a place for `name` on or in its support."""
        room = self.room
        regions = room.regions[rest.support]
        choices = regions.hollows if rest.how == IN else regions.tops
        best: tuple[tuple[float, int], int, Spot, bool] | None = None
        for index, region in self._in_order(rest, choices):
            limited = self._limited(rest, region)
            for tipped in (False, True) if name in room.tipped else (False,):
                spot = self._spot(name, rest, limited, index, tipped, largest, corner)
                rank = (-round(spot.scale, 2), int(tipped))
                if best is None or rank < best[0]:
                    best = (rank, index, spot, tipped)
        if best is None:
            return
        _, index, spot, tipped = best
        shape = room.shape(name, tipped=tipped)
        z = choices[index].lo[2] - shape.bounds.lo[2] * spot.scale
        frame = Frame((spot.x, spot.y, z), spot.quarter, spot.scale)
        self.places[name] = Place(rest, index, frame, tipped)

    def _in_order(self, rest: Rest, choices: tuple[Box, ...]) -> list[tuple[int, Box]]:
        """The regions, those with siblings first."""
        used = {
            place.region for place in self.places.values() if place.rest.support == rest.support
        }
        return sorted(enumerate(choices), key=lambda choice: (choice[0] not in used, choice[0]))

    def _limited(self, rest: Rest, region: Box) -> Box:
        """A region, no higher than what the support itself stands in."""
        top, support = region.hi[2], rest.support
        shift, scale = 0.0, 1.0
        while support in self.places:
            place = self.places[support]
            shift = place.frame.origin[2] + place.frame.scale * shift
            scale *= place.frame.scale
            around = self.room.regions[place.rest.support]
            holder = (around.hollows if place.rest.how == IN else around.tops)[place.region]
            top = min(top, (holder.hi[2] - 0.01 - shift) / scale)
            support = place.rest.support
        return Box(region.lo, (region.hi[0], region.hi[1], max(top, region.lo[2] + 0.004)))

    def _spot(
        self,
        name: str,
        rest: Rest,
        region: Box,
        index: int,
        tipped: bool,
        largest: float,
        corner: bool,
    ) -> Spot:
        room = self.room
        shape = room.shape(name, tipped=tipped)
        body, reach = self._compound(name, shape)
        newcomer = Newcomer(body, reach, _turns(shape))
        siblings = self._siblings(name, rest.support)
        taken = [box for box, at in siblings.values() if at == index]
        taken += self._obstacles(rest)
        if rest.how == OVER:
            largest = min(
                largest,
                CLOTH_SHARE * region.size[0] / body.size[0],
                0.92 * region.size[1] / body.size[1],
            )
        wish = self._wish(name, rest, region, siblings)
        if corner:
            wish = Wish((region.lo[0], region.lo[1]))
        return find_spot(region, taken, newcomer, wish, largest)

    def _compound(self, name: str, shape: Shape) -> tuple[Box, Box]:
        """Around an object and all that it carries: at rest, and with what of it opens."""
        body, reach = shape.bounds, shape.reach
        for other, place in self.places.items():
            if place.rest.support == name:
                inner, wide = self._compound(other, self.room.shape(other, tipped=place.tipped))
                body = body.union(place.frame.box(inner))
                reach = reach.union(place.frame.box(wide))
        return body, reach.union(body)

    def _body(self, name: str) -> Box:
        """Around a placed object at rest, in the frame of its support."""
        place = self.places[name]
        return place.frame.box(self.room.shape(name, tipped=place.tipped).bounds)

    def _siblings(self, name: str, support: str) -> dict[str, tuple[Box, int]]:
        """What rests on or in the same support: its box and its region."""
        found = {}
        for other, place in self.places.items():
            if other != name and place.rest.support == support:
                shape = self.room.shape(other, tipped=place.tipped)
                _, reach = self._compound(other, shape)
                found[other] = (place.frame.box(reach), place.region)
        return found

    def _obstacles(self, rest: Rest) -> list[Box]:
        """What stands in the way on the floor."""
        if rest.support not in self.room.floors:
            return []
        zones = [zone for zone in self.room.layout.zones.values() if zone.lo[2] < 0.9]
        return [*zones, *(frame.box(_ROBOT) for frame in self._homes.values())]

    def _wish(
        self, name: str, rest: Rest, region: Box, siblings: Mapping[str, tuple[Box, int]]
    ) -> Wish:
        on_floor = rest.support in self.room.floors
        boxes = {other: self._body(other) for other in siblings}
        if on_floor:
            boxes |= dict(self.room.layout.zones)
        partners = self._partners.get(name, frozenset())
        near = tuple(box for other, box in boxes.items() if other in partners)
        far = tuple(box for other, box in boxes.items() if other not in partners)
        return Wish(self._target(name, rest, region, on_floor), near, far)

    def _target(self, name: str, rest: Rest, region: Box, on_floor: bool) -> tuple[float, float]:
        """Where on its support a thing rather is: somewhere in the middle, by the seed."""
        chance = random_of(f"{self.room.scene.name}/{self.room.seed}/{name}/{rest.support}")
        x, y, _ = region.center
        w, d, _ = region.size
        share = 0.25 if on_floor else 0.15
        front = 0.0 if rest.how == OVER else -0.1
        return (x + w * chance.uniform(-share, share), y + d * (chance.uniform(-0.1, 0.1) + front))

    def agents(self) -> dict[str, Frame]:
        """Where the robot stands: free floor at the front."""
        room = self.room
        frames: dict[str, Frame] = {}
        region = room.layout.floor
        region = Box(
            (region.lo[0] + 0.1, region.lo[1] + 0.05, 0), (region.hi[0] - 0.1, region.hi[1], 2.2)
        )
        taken = list(room.layout.zones.values())
        floor_things = [
            place.frame.box(self._compound(name, room.shape(name, tipped=place.tipped))[1])
            for name, place in self.places.items()
            if place.rest.support in room.floors
        ]
        for thing in room.scene.objects:
            if thing.matter is Matter.AGENT:
                robot = room.shapes[thing.name]
                newcomer = Newcomer(robot.bounds, robot.reach, (2,))
                target = (region.hi[0] * 0.55, region.lo[1] + 0.4)
                wish = Wish(target, apart=tuple(taken + floor_things))
                spot = find_spot(region, taken + floor_things, newcomer, wish)
                frames[thing.name] = Frame((spot.x, spot.y, 0.0), 2, spot.scale)
        return frames


_ROBOT = Box((-0.25, -0.25, 0), (0.25, 0.25, 1.1))


def _turns(shape: Shape) -> tuple[int, ...]:
    return (0,) if shape.reach != shape.bounds else (0, 1)


def _partners(facts: Iterable[Atom]) -> dict[str, frozenset[str]]:
    """What each object is next to."""
    found: dict[str, set[str]] = {}
    for predicate, arguments in facts:
        if predicate == "nextto" and len(arguments) == 2:
            found.setdefault(arguments[0], set()).add(arguments[1])
            found.setdefault(arguments[1], set()).add(arguments[0])
    return {name: frozenset(others) for name, others in found.items()}
