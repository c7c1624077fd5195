"""What an object looks like: parts that come and go with its state, and the room that it offers.

In an object's own frame its front is -y, and its origin is the middle of its underside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import cos, radians, sin

from sim_bridge.embodied.geometry import Box, Frame, Vec, basis

BODY, NORTH, EAST, WEST, LINES, GHOST = range(6)
"""Groups of parts, which can be hidden one by one.

They are bodies, three walls, lines on the floor, and light with steam.
"""

Color = tuple[float, float, float, float]

ALWAYS, OPEN, CLOSED, ON, OFF = "", "open", "closed", "on", "off"
"""When a part is there."""
LEFT, RIGHT = "left", "right"
"""The robot's arms; a part with one of them is there while that arm rests."""
MATTE, SHINY, GLOW = "matte", "shiny", "glow"
"""What the surface of a part is like; the color's alpha makes glass of it."""
BOX, CYLINDER, ELLIPSOID, CAPSULE = "box", "cylinder", "ellipsoid", "capsule"


@dataclass(frozen=True)
class Part:
    """One primitive body."""

    form: str
    center: Vec
    half: Vec
    """Half the extents before `spin`; a cylinder or capsule is as round as its first of the two."""
    color: Color
    finish: str = MATTE
    when: str = ALWAYS
    axis: str = "z"
    """Along which a cylinder or capsule lies."""
    spin: float = 0.0
    """Degrees about z, counterclockwise."""
    along: Vec | None = None
    """The unit vector that its own z axis is turned to, instead of by `axis` and `spin`."""
    label: str = ""
    """What is written on each side of a box."""
    ghost: bool = False
    """Seen, but no body: light, steam; no part of the object's outline."""

    @property
    def bounds(self) -> Box:
        """The smallest box around the part."""
        x, y, z = self.half
        if self.along is not None:
            columns = basis(self.along)
            x, y, z = (
                sum(abs(axis[i]) * half for axis, half in zip(columns, self.half, strict=True))
                for i in range(3)
            )
        elif self.spin:
            c, s = abs(cos(radians(self.spin))), abs(sin(radians(self.spin)))
            x, y = x * c + y * s, x * s + y * c
        return Box(
            (self.center[0] - x, self.center[1] - y, self.center[2] - z),
            (self.center[0] + x, self.center[1] + y, self.center[2] + z),
        )

    def placed(self, frame: Frame) -> Part:
        """The part outside of `frame`."""
        x, y, z = (value * frame.scale for value in self.half)
        odd = frame.quarter % 2 == 1
        center = frame.point(self.center)
        if self.along is not None:
            along = Frame(quarter=frame.quarter).point(self.along)
            return replace(self, center=center, half=(x, y, z), along=along)
        if self.spin or not odd:
            spin = self.spin + 90 * frame.quarter if self.spin else 0.0
            return replace(self, center=center, half=(x, y, z), spin=spin)
        axis = {"x": "y", "y": "x", "z": "z"}[self.axis]
        return replace(self, center=center, half=(y, x, z), axis=axis)

    def tipped(self) -> Part:
        """The part after the object was set up on its back: its front looks up."""
        (x, y, z), (a, b, c) = self.center, self.half
        axis = {"x": "x", "y": "z", "z": "y"}[self.axis]
        center = (x, z, -y)
        if self.along is not None:
            return replace(
                self, center=center, along=(self.along[0], self.along[2], -self.along[1])
            )
        return replace(self, center=center, half=(a, c, b), axis=axis, spin=0.0)


@dataclass(frozen=True)
class Shape:
    """A kind of object."""

    parts: tuple[Part, ...]
    tops: tuple[Box, ...] = ()
    """Where things can stand on it: the floor of each box is the surface, its top the headroom."""
    cavities: tuple[Box, ...] = ()
    """Where things can be inside of it."""
    beneath: Box | None = None
    """Free room under it."""
    fluid: Part | None = None
    """How its content shows when it is filled; the color is the substance's."""
    mount: str = "item"
    """Where it belongs: "item", "wall" (its back at a wall), "middle", or "ground" (flat)."""
    height: float = 0.0
    """How high above the floor it is mounted."""
    tippable: bool = False
    """Whether it can also stand on end, or lie down."""
    cloth: bool = False
    bounds: Box = field(init=False, compare=False)
    """Around it as it is when closed."""
    reach: Box = field(init=False, compare=False)
    """Around it and whatever opens."""

    def __post_init__(self) -> None:
        solid = [part for part in self.parts if not part.ghost]
        rest = [part for part in solid if not {OPEN, ON} & set(part.when.split("&"))]
        object.__setattr__(self, "bounds", _around(rest))
        object.__setattr__(self, "reach", _around(solid))

    def tipped(self) -> Shape:
        """The shape set up on its back, standing on its underside again."""
        turned = [part.tipped() for part in self.parts]
        low = _around(part for part in turned if not part.ghost).lo
        return Shape(tuple(_lifted(part, -low[2]) for part in turned), mount=self.mount)


def _lifted(part: Part, by: float) -> Part:
    x, y, z = part.center
    return replace(part, center=(x, y, z + by))


def _around(parts: Iterable[Part]) -> Box:
    boxes = [part.bounds for part in parts]
    total = boxes[0]
    for box in boxes[1:]:
        total = total.union(box)
    return total
