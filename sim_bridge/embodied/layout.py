"""A room: where its furniture stands, along the walls and free.

Furniture is whatever the facts put nowhere.  The south side stays open, as a stage does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sim_bridge.embodied.geometry import Box, Frame
from sim_bridge.embodied.packing import NEAR, Newcomer, Wish, find_spot
from sim_bridge.embodied.seeded_random import random_of
from sim_bridge.embodied.shape import Shape

GAP = NEAR + 0.04
"""Between pieces of furniture: not next to each other."""
FRONT = 0.35
"""Free floor at least kept in front of furniture."""
MARGIN = 0.12
"""Between the furniture at the ends of a wall and the next wall."""


@dataclass(frozen=True)
class Layout:
    """A furnished room."""

    floor: Box
    """The floor, its surface at z = 0; as high as what stands on it."""
    frames: Mapping[str, Frame]
    """Where each piece of furniture stands."""
    zones: Mapping[str, Box]
    """What each piece needs for itself and for whatever of it opens."""


def lay_out(shapes: Mapping[str, Shape], extra: float, seed: str) -> Layout:
    """Furnish a room; `extra` is the side of a square of floor that has to stay free."""
    names = list(shapes)
    random_of(seed).shuffle(names)
    walls = [name for name in names if shapes[name].mount == "wall"]
    free = [name for name in names if shapes[name].mount != "wall"]
    free.sort(key=lambda name: -_area(shapes[name].reach))
    plans = [_try(shapes, walls, free, count, extra) for count in range(len(walls) + 1)]
    return min(plans, key=lambda plan: _cost(plan.floor))


def _area(box: Box) -> float:
    return box.size[0] * box.size[1]


def _cost(floor: Box) -> float:
    """Small rooms show things large; a picture is a little wider than deep."""
    w, d, _ = floor.size
    return max(w / 1.25, d)


def _try(
    shapes: Mapping[str, Shape], walls: Sequence[str], free: Sequence[str], count: int, extra: float
) -> Layout:
    """A layout with the first `count` pieces at the north wall, the others at the sides."""
    north, west, east = list(walls[:count]), list(walls[count::2]), list(walls[count + 1 :: 2])
    deep = {
        side: _depth(shapes, side_names)
        for side, side_names in zip("nwe", (north, west, east), strict=True)
    }
    long = {
        side: _length(shapes, side_names)
        for side, side_names in zip("nwe", (north, west, east), strict=True)
    }
    inner_w, inner_d = _free_space(shapes, free, extra)
    width = max(long["n"] + 2 * MARGIN, deep["w"] + deep["e"] + inner_w)
    depth = deep["n"] + max(long["w"] + MARGIN, long["e"] + MARGIN, inner_d)
    placed: dict[str, Frame] = {}
    placed |= _along(shapes, north, 0, width, depth, 0.0)
    placed |= _along(shapes, west, 1, width, depth, deep["n"])
    placed |= _along(shapes, east, 3, width, depth, deep["n"])
    floor = Box((-width / 2, -depth / 2, 0), (width / 2, depth / 2, 2.2))
    middle = Box(
        (-width / 2 + deep["w"], -depth / 2, 0), (width / 2 - deep["e"], depth / 2 - deep["n"], 9)
    )
    placed |= _in_the_middle(shapes, free, middle)
    zones = {name: placed[name].box(shapes[name].reach) for name in placed}
    return Layout(floor, placed, zones)


def _depth(shapes: Mapping[str, Shape], names: Sequence[str]) -> float:
    """How far the furniture of a wall comes into the room, with the floor before it."""
    depths = [shapes[name].reach.size[1] for name in names]
    bodies = [shapes[name].bounds.size[1] + FRONT for name in names]
    return max([*depths, *bodies], default=0.0) + (0.05 if names else 0.0)


def _length(shapes: Mapping[str, Shape], names: Sequence[str]) -> float:
    return sum(shapes[name].reach.size[0] for name in names) + GAP * max(0, len(names) - 1)


def _free_space(
    shapes: Mapping[str, Shape], free: Sequence[str], extra: float
) -> tuple[float, float]:
    """The width and depth that free-standing furniture and things on the floor need."""
    sizes = [shapes[name].reach.size for name in free]
    if not sizes:
        return max(extra, 0.9), max(extra, 0.9)
    area = sum((w + GAP) * (d + GAP) for w, d, _ in sizes)
    width = max(*(w for w, _, _ in sizes), (area * 1.3) ** 0.5, extra)
    depth = max(*(d for _, d, _ in sizes), area / width)
    return width + 0.15, depth + GAP + max(0.0, extra - 0.5)


def _along(
    shapes: Mapping[str, Shape],
    names: Sequence[str],
    quarter: int,
    width: float,
    depth: float,
    start: float,
) -> dict[str, Frame]:
    """Put furniture along a wall: 0 north, 1 west, 3 east; evenly, its back to the wall."""
    run = width if quarter == 0 else depth
    room = run - start - 2 * MARGIN - _length(shapes, names)
    spare = max(0.0, room) / (len(names) + 1)
    at = start + MARGIN + spare
    frames = {}
    for name in names:
        reach, back = shapes[name].reach, shapes[name].bounds.hi[1]
        lean = reach.center[0] if quarter == 1 else -reach.center[0]
        along = at + reach.size[0] / 2 + lean
        z = shapes[name].height - min(0.0, shapes[name].bounds.lo[2])
        if quarter == 0:
            origin = (-width / 2 + along, depth / 2 - back - 0.005, z)
        elif quarter == 1:
            origin = (-width / 2 + back + 0.005, depth / 2 - along, z)
        else:
            origin = (width / 2 - back - 0.005, depth / 2 - along, z)
        frames[name] = Frame(origin, quarter)
        at += reach.size[0] + GAP + spare
    return frames


def _in_the_middle(
    shapes: Mapping[str, Shape], names: Sequence[str], middle: Box
) -> dict[str, Frame]:
    frames: dict[str, Frame] = {}
    taken: list[Box] = []
    for name in names:
        shape = shapes[name]
        newcomer = Newcomer(shape.reach, shape.reach, (0, 1))
        target = (middle.center[0], middle.hi[1] - shape.reach.size[1] / 2)
        spot = find_spot(middle, taken, newcomer, Wish(target, apart=tuple(taken)))
        frame = Frame(
            (spot.x, spot.y, -spot.scale * min(0.0, shape.bounds.lo[2])), spot.quarter, spot.scale
        )
        frames[name] = frame
        taken.append(frame.box(shape.reach))
    return frames
