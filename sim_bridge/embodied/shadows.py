"""Soft shadows under things: dark layers on what they stand on, wider and fainter outwards.

They are ghosts, so that nothing is hidden by them in segmentations.  OpenGL's own shadows cost five
times the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sim_bridge.embodied.appearance import NOTHING, parts_in
from sim_bridge.embodied.arrangement import Arrangement
from sim_bridge.embodied.geometry import Box, Frame
from sim_bridge.embodied.resting import ON
from sim_bridge.embodied.room_model import RoomModel
from sim_bridge.embodied.shape import BOX, ELLIPSOID, Color, Part, Shape

DARK: Color = (0.05, 0.04, 0.06, 0.11)
WIDTHS = (0.25, 0.6, 1.0)
"""How far the layers reach, as shares of the width of the shadow."""
WIDEST = 0.09
"""A shadow reaches at most so far from its thing, in meters."""
LEAN = (-0.35, 0.3)
"""Where shadows fall: away from the light, as shares of their width."""
FLAT = 0.02
"""What is lower casts none, nor does cloth, in meters."""
FOOT = 0.04
"""What of a thing is so near its underside counts as its foot, in meters."""
LIFT = 0.0016
"""How high the first layer is above the ground, in meters; lines between tiles are lower."""


def shadows(
    room: RoomModel, arrangement: Arrangement, frames: Mapping[str, Frame]
) -> Iterator[Part]:
    """The shadows of everything that stands on something."""
    for name, frame in frames.items():
        shape = room.shapes.get(name)
        ground = _ground(room, arrangement, frames, name)
        if shape is None or ground is None or shape.mount == "ground" or shape.height:
            continue
        place = arrangement.places.get(name)
        shape = room.shape(name, tipped=place is not None and place.tipped)
        if shape.bounds.size[2] >= FLAT and not shape.cloth:
            foot = foot_of(shape)
            yield from shadow(frame.box(foot.box), ground, foot.form)


@dataclass(frozen=True)
class Foot:
    """What a thing stands on."""

    box: Box
    """Around it, as high as the thing."""
    form: str
    """BOX, or ELLIPSOID for what is round."""


def foot_of(shape: Shape) -> Foot:
    """What a shape stands on: its parts that come near its underside."""
    low, high = shape.bounds.lo[2], shape.bounds.hi[2]
    parts = parts_in(shape, NOTHING.tags)
    near = [part for part in parts if not part.ghost and part.bounds.lo[2] < low + FOOT]
    boxes = [part.bounds for part in near]
    x0, y0 = (min(box.lo[axis] for box in boxes) for axis in (0, 1))
    x1, y1 = (max(box.hi[axis] for box in boxes) for axis in (0, 1))
    form = BOX if any(part.form == BOX and not part.spin for part in near) else ELLIPSOID
    return Foot(Box((x0, y0, low), (x1, y1, high)), form)


def shadow(thing: Box, ground: Box, form: str = BOX) -> Iterator[Part]:
    """The shadow of a box on the lower side of another, and not beyond its sides."""
    width = min(WIDEST, 0.3 * thing.size[2] + 0.12 * min(thing.size[:2]))
    for layer, share in enumerate(WIDTHS):
        sides = []
        for axis in (0, 1):
            lean, grow = LEAN[axis] * width * share, width * share
            low = max(thing.lo[axis] + lean - grow, ground.lo[axis])
            high = min(thing.hi[axis] + lean + grow, ground.hi[axis])
            sides.append(((low + high) / 2, (high - low) / 2))
        (x, a), (y, b) = sides
        if min(a, b) > 0:
            z = ground.lo[2] + LIFT + 0.0004 * layer
            yield Part(form, (x, y, z), (a, b, 0.0001), DARK, ghost=True)


def _ground(
    room: RoomModel, arrangement: Arrangement, frames: Mapping[str, Frame], name: str
) -> Box | None:
    """The surface that a thing stands on; None: on none that a shadow could fall on."""
    place = arrangement.places.get(name)
    if name in room.floors:
        return None
    if place is None:
        floor = room.layout.floor
        return Box((*floor.lo[:2], 0.0), floor.hi)
    if place.rest.how != ON or place.rest.support not in frames:
        return None
    tops = room.regions[place.rest.support].tops
    return frames[place.rest.support].box(tops[place.region]) if place.region < len(tops) else None
