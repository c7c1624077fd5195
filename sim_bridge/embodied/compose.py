"""A whole picture as parts: the room, the furniture, everything in its state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from is_bench.facts import Atom
from sim_bridge.embodied.appearance import NOTHING, State, look, states_of
from sim_bridge.embodied.arrangement import Arrangement, frames_of
from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import box, mixed
from sim_bridge.embodied.reaching import arm_parts, busy_arms
from sim_bridge.embodied.room_model import RoomModel
from sim_bridge.embodied.rooms import RoomStyle, style_of
from sim_bridge.embodied.seeded_random import random_of
from sim_bridge.embodied.shadows import shadows
from sim_bridge.embodied.shape import BODY, EAST, ELLIPSOID, GHOST, LINES, NORTH, WEST, Color, Part
from sim_bridge.embodied.substances import color_of


@dataclass
class Composition:
    """Parts in the world, each with its group and the object that it belongs to."""

    parts: list[Part]
    groups: list[int]
    owners: list[str]

    def add(self, part: Part, owner: str, group: int = BODY) -> None:
        """Add a part."""
        self.parts.append(part)
        self.groups.append(GHOST if part.ghost else group)
        self.owners.append(owner)


def compose(room: RoomModel, arrangement: Arrangement, facts: Iterable[Atom]) -> Composition:
    """Everything to be seen when `facts` hold."""
    states = states_of(facts)
    whole = Composition([], [], [])
    _add_room(room, whole, states)
    frames = frames_of(room, arrangement)
    hands = busy_arms(room, arrangement, frames)
    for name, frame in frames.items():
        if name in room.floors:
            continue
        place = arrangement.places.get(name)
        shape = room.shape(name, tipped=place is not None and place.tipped)
        state = states.get(name, NOTHING)
        if name in arrangement.agents:
            state = replace(state, busy=frozenset(hands))
        for seen in look(name, shape, state, room.seed):
            whole.add(seen.part.placed(frame), seen.owner)
    for part in shadows(room, arrangement, frames):
        whole.add(part, "")
    for name in list(arrangement.agents)[:1]:
        for part in arm_parts(hands):
            whole.add(part.placed(frames[name]), name)
    return whole


def _add_room(room: RoomModel, whole: Composition, states: Mapping[str, State]) -> None:
    style, floor = style_of(room.scene.room), room.layout.floor
    owner = room.floors[0]
    (x0, y0, _), (x1, y1, _) = floor.lo, floor.hi
    whole.add(box((x0, y0, -0.06), (x1, y1, 0.0), style.floor), owner)
    for line in _seams(floor, style):
        whole.add(line, owner, LINES)
    h, t = style.wall_height, 0.06
    whole.add(box((x0 - t, y1, -0.06), (x1 + t, y1 + t, h), style.wall), "", NORTH)
    side = mixed(style.wall, style.seam, 0.22)
    whole.add(box((x1, y0, -0.06), (x1 + t, y1, h), side), "", EAST)
    whole.add(box((x0 - t, y0, -0.06), (x0, y1, h), side), "", WEST)
    for name in room.floors:
        state = states.get(name, NOTHING)
        for part, substance in _floor_dirt(floor, state, f"{room.seed}/{name}"):
            whole.add(part, substance)


def _seams(floor: Box, style: RoomStyle) -> list[Part]:
    """The lines between tiles or planks."""
    (x0, y0, _), (x1, y1, _) = floor.lo, floor.hi
    lines = []
    for axis, (low, high, step) in enumerate(((x0, x1, style.tile[0]), (y0, y1, style.tile[1]))):
        at = low + step
        while at < high - 0.02:
            a, b = (
                ((at - 0.006, y0), (at + 0.006, y1))
                if axis == 0
                else ((x0, at - 0.006), (x1, at + 0.006))
            )
            lines.append(box((*a, 0.0), (*b, 0.0012), style.seam))
            at += step
    return lines


def _floor_dirt(floor: Box, state: State, seed: str) -> list[tuple[Part, str]]:
    """What covers the floor: spots all over its middle."""
    (x0, y0, _), (x1, y1, _) = floor.lo, floor.hi
    (cx, cy, _), w, d = floor.center, x1 - x0, y1 - y0
    found = []
    for substance in state.covered:
        chance = random_of(f"{seed}/{substance}")
        color = color_of(substance)
        for _ in range(46):
            at = (cx + w * chance.uniform(-0.42, 0.42), cy + d * chance.uniform(-0.48, 0.3))
            size = chance.uniform(0.025, 0.085)
            flat: Color = color
            half = (size, size * chance.uniform(0.6, 1.0), 0.003)
            found.append((Part(ELLIPSOID, (*at, 0.001), half, flat), substance))
    return found
