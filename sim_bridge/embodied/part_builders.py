"""Builders of the parts that shapes consist of, and their colors."""

from __future__ import annotations

from math import cos, pi, sin, tan

from sim_bridge.embodied.geometry import Box, Vec
from sim_bridge.embodied.shape import (
    ALWAYS,
    BOX,
    CAPSULE,
    CYLINDER,
    ELLIPSOID,
    GLOW,
    MATTE,
    OFF,
    ON,
    Color,
    Part,
)

WHITE: Color = (0.93, 0.93, 0.91, 1)
CREAM: Color = (0.93, 0.88, 0.76, 1)
STONE: Color = (0.80, 0.79, 0.76, 1)
GRAY: Color = (0.55, 0.56, 0.58, 1)
DARK: Color = (0.22, 0.23, 0.25, 1)
BLACK: Color = (0.09, 0.09, 0.10, 1)
STEEL: Color = (0.70, 0.73, 0.77, 1)
BRASS: Color = (0.80, 0.62, 0.22, 1)
COPPER: Color = (0.72, 0.42, 0.25, 1)
WOOD: Color = (0.64, 0.45, 0.27, 1)
PINE: Color = (0.80, 0.63, 0.41, 1)
WALNUT: Color = (0.42, 0.28, 0.17, 1)
RED: Color = (0.80, 0.15, 0.13, 1)
ORANGE: Color = (0.95, 0.53, 0.10, 1)
YELLOW: Color = (0.95, 0.82, 0.20, 1)
GREEN: Color = (0.25, 0.60, 0.25, 1)
LEAF: Color = (0.20, 0.50, 0.18, 1)
TEAL: Color = (0.15, 0.55, 0.58, 1)
BLUE: Color = (0.18, 0.38, 0.75, 1)
NAVY: Color = (0.14, 0.20, 0.42, 1)
PURPLE: Color = (0.48, 0.26, 0.58, 1)
PINK: Color = (0.93, 0.62, 0.68, 1)
BROWN: Color = (0.45, 0.27, 0.14, 1)
TAN: Color = (0.82, 0.68, 0.48, 1)
GLASS: Color = (0.75, 0.88, 0.93, 0.32)
LIT: Color = (0.25, 1.0, 0.35, 1)
UNLIT: Color = (0.16, 0.18, 0.16, 1)
HEAT: Color = (1.0, 0.30, 0.08, 1)
BEAM: Color = (1.0, 0.93, 0.60, 0.35)
SCREEN: Color = (0.55, 0.80, 1.0, 1)
FIRE: Color = (1.0, 0.55, 0.15, 1)
WATER: Color = (0.35, 0.62, 0.92, 0.6)

TALL = 10.0
"""The headroom of a surface with nothing above it."""


def box(lo: Vec, hi: Vec, color: Color, finish: str = MATTE, when: str = ALWAYS) -> Part:
    """A block from corner to corner."""
    span = Box(lo, hi)
    w, d, h = span.size
    return Part(BOX, span.center, (w / 2, d / 2, h / 2), color, finish, when)


def block(size: Vec, color: Color, at: Vec = (0, 0, 0), finish: str = MATTE) -> Part:
    """A block of `size` with the middle of its underside at `at`."""
    w, d, h = size
    return Part(BOX, (at[0], at[1], at[2] + h / 2), (w / 2, d / 2, h / 2), color, finish)


def rod(
    radius: float,
    length: float,
    color: Color,
    at: Vec = (0, 0, 0),
    axis: str = "z",
    finish: str = MATTE,
    when: str = ALWAYS,
    form: str = CYLINDER,
) -> Part:
    """A cylinder; `at` is the middle of its underside when upright, its middle when lying."""
    half = {
        "x": (length / 2, radius, radius),
        "y": (radius, length / 2, radius),
        "z": (radius, radius, length / 2),
    }[axis]
    lift = length / 2 if axis == "z" else 0.0
    return Part(form, (at[0], at[1], at[2] + lift), half, color, finish, when, axis)


def capsule(radius: float, length: float, color: Color, at: Vec, axis: str = "x") -> Part:
    """A rod with round ends."""
    return rod(radius, length, color, at, axis, form=CAPSULE)


def ball(half: Vec, color: Color, at: Vec, finish: str = MATTE, when: str = ALWAYS) -> Part:
    """An ellipsoid around `at`."""
    return Part(ELLIPSOID, at, half, color, finish, when)


def ring(
    radius: float, height: float, color: Color, at: Vec, wall: float = 0.006, count: int = 12
) -> tuple[Part, ...]:
    """A round wall that is hollow, of flat panels; `radius` is the outer one."""
    parts = []
    middle = radius * cos(pi / count) - wall / 2
    half = (radius * cos(pi / count)) * tan(pi / count)
    for index in range(count):
        angle = 2 * pi * (index + 0.5) / count
        center = (at[0] + middle * cos(angle), at[1] + middle * sin(angle), at[2] + height / 2)
        spin = 360 * (index + 0.5) / count + 90
        parts.append(Part(BOX, center, (half, wall / 2, height / 2), color, spin=spin))
    return tuple(parts)


def disc(radius: float, height: float, color: Color, at: Vec) -> Part:
    """A flat cylinder, `at` under its middle."""
    return rod(radius, height, color, at)


def legs(w: float, d: float, h: float, color: Color, thick: float = 0.05) -> tuple[Part, ...]:
    """Four legs in the corners of `w` x `d`."""
    x, y = w / 2 - thick / 2, d / 2 - thick / 2
    return tuple(block((thick, thick, h), color, (a, b, 0)) for a in (-x, x) for b in (-y, y))


def tray_walls(
    w: float, d: float, h: float, color: Color, at: Vec = (0, 0, 0), wall: float = 0.012
) -> tuple[Part, ...]:
    """An open box: a floor and four walls."""
    x, y, z = at
    a, b = w / 2, d / 2
    return (
        box((x - a, y - b, z), (x + a, y + b, z + wall), color),
        box((x - a, y - b, z + wall), (x - a + wall, y + b, z + h), color),
        box((x + a - wall, y - b, z + wall), (x + a, y + b, z + h), color),
        box((x - a + wall, y - b, z + wall), (x + a - wall, y - b + wall, z + h), color),
        box((x - a + wall, y + b - wall, z + wall), (x + a - wall, y + b, z + h), color),
    )


def lamp(at: Vec, size: float = 0.022) -> tuple[Part, ...]:
    """The light that tells whether an appliance is on."""
    half = (size, size, size)
    halo = (size * 1.9, size * 1.9, size * 1.9)
    return (
        ball(half, LIT, at, GLOW, ON),
        Part(ELLIPSOID, at, halo, (0.3, 1.0, 0.4, 0.35), GLOW, ON, ghost=True),
        ball(half, UNLIT, at, MATTE, OFF),
    )


def surface(
    w: float, d: float, z: float, room: float = TALL, at: tuple[float, float] = (0, 0)
) -> Box:
    """Where things can stand: a rectangle at height `z` with `room` above it."""
    return Box((at[0] - w / 2, at[1] - d / 2, z), (at[0] + w / 2, at[1] + d / 2, z + room))


def mixed(a: Color, b: Color, share: float) -> Color:
    """A color between two: all `a` at 0, all `b` at 1; the alpha is that of `a`."""
    mix = [p + (q - p) * share for p, q in zip(a, b, strict=True)]
    return (mix[0], mix[1], mix[2], a[3])
