"""Where on and in a shape other things can be."""

from __future__ import annotations

from dataclasses import dataclass

from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import TALL
from sim_bridge.embodied.shape import Shape

POCKET = 0.42
"""The share of its top that a thing without a hollow keeps for what is "inside" of it."""


@dataclass(frozen=True)
class Regions:
    """The room that an object offers, in its own frame."""

    tops: tuple[Box, ...]
    """To stand on."""
    hollows: tuple[Box, ...]
    """To be inside of."""


def regions_of(shape: Shape, *, vessel: bool, floor: Box | None = None) -> Regions:
    """What `shape` offers; in a `vessel`, open at its top, on and in are the same.

    Anything can be asked to hold anything: what has no hollow keeps a part of its top for that,
    and what has no flat top is stood upon in its middle.
    """
    if floor is not None:
        return Regions((floor,), (floor,))
    if vessel and shape.cavities:
        return Regions(shape.cavities, shape.cavities)
    tops = shape.tops or (_crown(shape),)
    if shape.cavities:
        return Regions(tops, shape.cavities)
    if vessel:
        return Regions(tops, tops)
    split = tuple(_split(top) for top in tops)
    return Regions(tuple(front for front, _ in split), tuple(back for _, back in split))


def _crown(shape: Shape) -> Box:
    """The middle of the top of whatever is round or pointed."""
    (x0, y0, _), (x1, y1, z1) = shape.bounds.lo, shape.bounds.hi
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    a, b = 0.3 * (x1 - x0), 0.3 * (y1 - y0)
    return Box((x - a, y - b, z1), (x + a, y + b, z1 + TALL))


def _split(top: Box) -> tuple[Box, Box]:
    """The front of a top to stand on, its back for a pocket."""
    edge = top.hi[1] - POCKET * top.size[1]
    front = Box(top.lo, (top.hi[0], edge - 0.002, top.hi[2]))
    back = Box((top.lo[0], edge, top.lo[2]), top.hi)
    return front, back
