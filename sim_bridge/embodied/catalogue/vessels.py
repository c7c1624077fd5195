"""What holds things and fluids: crockery, pans, bottles, boxes."""

from __future__ import annotations

from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BLACK,
    BLUE,
    DARK,
    GLASS,
    GRAY,
    GREEN,
    STEEL,
    WHITE,
    ball,
    box,
    disc,
    mixed,
    ring,
    rod,
    tray_walls,
)
from sim_bridge.embodied.shape import Color, Part, Shape

CONTENT: Color = (0.5, 0.5, 0.5, 1)
"""Stands for the color of whatever is inside."""
INSIDE = 0.6
"""Half the side of a square that fits a circle, with some air."""


def round_hole(radius: float, low: float, high: float) -> Box:
    """The room in a round vessel, between two heights [m]."""
    r = radius * INSIDE
    return Box((-r, -r, low), (r, r, high))


def cup(
    radius: float, height: float, color: Color, *, handle: bool = False, foot: float = 0.0
) -> Shape:
    """A cup, mug, glass or beaker; on a stem of length `foot`, if any."""
    wall = 0.006
    parts = [
        *ring(radius, height, color, (0, 0, foot), wall),
        disc(radius * 0.93, 0.008, color, (0, 0, foot)),
    ]
    if foot:
        parts += [disc(radius * 0.85, 0.006, color, (0, 0, 0)), rod(0.007, foot, color)]
    if handle:
        x = radius
        parts += [
            box((x, -0.008, height * 0.68), (x + 0.035, 0.008, height * 0.8), color),
            box((x + 0.023, -0.008, height * 0.28), (x + 0.035, 0.008, height * 0.68), color),
            box((x, -0.008, height * 0.2), (x + 0.035, 0.008, height * 0.3), color),
        ]
    low = foot + 0.009
    fill = Part(
        "cylinder",
        (0, 0, low + height * 0.36),
        (radius * 0.9, radius * 0.9, height * 0.36),
        CONTENT,
    )
    return Shape(tuple(parts), (), (round_hole(radius, low, low + height * 1.6),), fluid=fill)


def bowl(radius: float = 0.12, height: float = 0.075, color: Color = WHITE) -> Shape:
    """A bowl that widens towards its rim."""
    base = radius * 0.72
    parts = (
        disc(base, 0.01, color, (0, 0, 0)),
        *ring(base, height * 0.5, color, (0, 0, 0), 0.008, 14),
        *ring(radius * 0.88, height * 0.3, color, (0, 0, height * 0.42), 0.012, 14),
        *ring(radius, height * 0.3, color, (0, 0, height * 0.7), 0.016, 14),
    )
    fill = Part(
        "cylinder", (0, 0, height * 0.4), (radius * 0.8, radius * 0.8, height * 0.25), CONTENT
    )
    hole = base * 0.66
    return Shape(parts, (), (Box((-hole, -hole, 0.011), (hole, hole, height + 0.25)),), fluid=fill)


def plate(radius: float = 0.13, color: Color = WHITE) -> Shape:
    """A flat plate with a rim."""
    parts = (
        disc(radius * 0.92, 0.012, color, (0, 0, 0)),
        *ring(radius, 0.014, mixed(color, BLUE, 0.45), (0, 0, 0.008), 0.012, 18),
    )
    hole = Box((-radius * 0.64, -radius * 0.64, 0.0125), (radius * 0.64, radius * 0.64, 0.4))
    fill = Part("cylinder", (0, 0, 0.014), (radius * 0.75, radius * 0.75, 0.003), CONTENT)
    return Shape(parts, (), (hole,), fluid=fill)


def tray(w: float, d: float, h: float, color: Color) -> Shape:
    """A tray or a baking sheet."""
    hole = Box((-w / 2 + 0.02, -d / 2 + 0.02, 0.0125), (w / 2 - 0.02, d / 2 - 0.02, h + 0.35))
    fill = Part("box", (0, 0, 0.012 + h * 0.2), (w / 2 - 0.014, d / 2 - 0.014, h * 0.2), CONTENT)
    return Shape(tray_walls(w, d, h, color), (), (hole,), fluid=fill)


def dish(w: float, d: float, h: float, color: Color) -> Shape:
    """A deep dish with two handles."""
    base = tray(w, d, h, color)
    ears = tuple(
        box((x - 0.025, -0.05, h - 0.025), (x + 0.025, 0.05, h - 0.008), mixed(color, BLACK, 0.2))
        for x in (-w / 2 - 0.025, w / 2 + 0.025)
    )
    return Shape((*base.parts, *ears), (), base.cavities, fluid=base.fluid)


def pan(radius: float = 0.14, height: float = 0.055, color: Color = DARK) -> Shape:
    """A pan with a long handle towards the right."""
    parts = (
        disc(radius * 0.95, 0.01, color, (0, 0, 0)),
        *ring(radius, height, color, (0, 0, 0), 0.008, 16),
        box(
            (radius - 0.004, -0.013, height - 0.022), (radius + 0.16, 0.013, height - 0.004), BLACK
        ),
    )
    fill = Part(
        "cylinder",
        (0, 0, 0.01 + height * 0.25),
        (radius * 0.92, radius * 0.92, height * 0.25),
        CONTENT,
    )
    return Shape(parts, (), (round_hole(radius, 0.011, height + 0.3),), fluid=fill)


def pot(radius: float = 0.15, height: float = 0.17, color: Color = STEEL) -> Shape:
    """A pot with two handles."""
    parts = (
        disc(radius * 0.95, 0.01, color, (0, 0, 0)),
        *ring(radius, height, color, (0, 0, 0), 0.008, 16),
        *(
            box((x - 0.02, -0.045, height - 0.05), (x + 0.02, 0.045, height - 0.03), BLACK)
            for x in (-radius - 0.02, radius + 0.02)
        ),
    )
    fill = Part(
        "cylinder",
        (0, 0, 0.01 + height * 0.36),
        (radius * 0.92, radius * 0.92, height * 0.36),
        CONTENT,
    )
    return Shape(parts, (), (round_hole(radius, 0.011, height + 0.3),), fluid=fill)


def slab_pan(color: Color = BLACK) -> Shape:
    """A flat griddle."""
    parts = (
        box((-0.2, -0.13, 0), (0.2, 0.13, 0.02), color),
        box((-0.2, 0.13, 0), (0.2, 0.14, 0.035), color),
        *(box((x - 0.035, -0.03, 0.004), (x + 0.035, 0.03, 0.018), STEEL) for x in (-0.235, 0.235)),
    )
    return Shape(parts, (Box((-0.19, -0.12, 0.02), (0.19, 0.12, 10)),))


def pitcher(radius: float = 0.07, height: float = 0.22, color: Color = GLASS) -> Shape:
    """A jug with a handle and a lip."""
    base = cup(radius, height, color)
    solid = mixed((*color[:3], 1), GRAY, 0.25)
    extra = (
        box((radius, -0.01, height * 0.8), (radius + 0.05, 0.01, height * 0.88), solid),
        box((radius + 0.035, -0.01, height * 0.3), (radius + 0.05, 0.01, height * 0.8), solid),
        box((radius, -0.01, height * 0.22), (radius + 0.05, 0.01, height * 0.3), solid),
        box((-radius - 0.03, -0.02, height * 0.88), (-radius, 0.02, height), solid),
    )
    return Shape((*base.parts, *extra), (), base.cavities, fluid=base.fluid)


def teapot(color: Color = (0.86, 0.55, 0.35, 1)) -> Shape:
    """A teapot."""
    r, h = 0.095, 0.12
    parts = (
        disc(r * 0.9, 0.01, color, (0, 0, 0)),
        *ring(r, h, color, (0, 0, 0), 0.01, 14),
        *ring(r * 0.8, 0.02, color, (0, 0, h), 0.02, 14),
        rod(0.016, 0.09, color, (-r - 0.035, 0, 0.07), "x"),
        box((-r - 0.085, -0.014, 0.07), (-r - 0.06, 0.014, 0.12), color),
        box((r, -0.01, h * 0.78), (r + 0.05, 0.01, h * 0.9), color),
        box((r + 0.035, -0.01, h * 0.25), (r + 0.05, 0.01, h * 0.78), color),
        box((r, -0.01, h * 0.2), (r + 0.05, 0.01, h * 0.3), color),
    )
    fill = Part("cylinder", (0, 0, 0.065), (r * 0.88, r * 0.88, 0.05), CONTENT)
    return Shape(parts, (), (round_hole(r * 0.75, 0.011, h + 0.15),), fluid=fill)


def bucket(color: Color = BLUE) -> Shape:
    """A bucket with its handle up."""
    r, h = 0.15, 0.26
    parts = (
        disc(r * 0.95, 0.012, color, (0, 0, 0)),
        *ring(r, h, color, (0, 0, 0), 0.01, 16),
        *ring(r + 0.01, 0.025, mixed(color, WHITE, 0.4), (0, 0, h - 0.02), 0.012, 16),
        *(
            box((x - 0.006, -0.012, h), (x + 0.006, 0.012, h + 0.13), STEEL)
            for x in (-r + 0.005, r - 0.005)
        ),
        box((-r, -0.012, h + 0.13), (r, 0.012, h + 0.145), STEEL),
    )
    fill = Part("cylinder", (0, 0, 0.09), (r * 0.9, r * 0.9, 0.075), CONTENT)
    return Shape(parts, (), (round_hole(r, 0.0125, h + 0.12),), fluid=fill)


def watering_can() -> Shape:
    """A watering can."""
    r, h = 0.11, 0.2
    parts = (
        disc(r * 0.95, 0.012, GREEN, (0, 0, 0)),
        *ring(r, h, GREEN, (0, 0, 0), 0.01, 14),
        rod(0.015, 0.16, GREEN, (-r - 0.075, 0, 0.12), "x"),
        rod(0.014, 0.08, GREEN, (-r - 0.15, 0, 0.12)),
        ball((0.03, 0.03, 0.025), STEEL, (-r - 0.15, 0, 0.21)),
        box((r, -0.012, 0.16), (r + 0.07, 0.012, 0.18), GREEN),
        box((r + 0.05, -0.012, 0.05), (r + 0.07, 0.012, 0.16), GREEN),
    )
    fill = Part("cylinder", (0, 0, 0.1), (r * 0.9, r * 0.9, 0.075), CONTENT)
    return Shape(parts, (), (round_hole(r, 0.0125, h + 0.2),), fluid=fill)


def vase(color: Color = (0.30, 0.45, 0.68, 1)) -> Shape:
    """A vase with a wide belly and a neck."""
    parts = (
        disc(0.055, 0.012, color, (0, 0, 0)),
        *ring(0.06, 0.06, color, (0, 0, 0), 0.008),
        *ring(0.085, 0.1, mixed(color, WHITE, 0.25), (0, 0, 0.05), 0.03),
        *ring(0.06, 0.06, color, (0, 0, 0.14), 0.008),
        *ring(0.072, 0.02, color, (0, 0, 0.19), 0.02),
    )
    fill = Part("cylinder", (0, 0, 0.1), (0.05, 0.05, 0.085), CONTENT)
    return Shape(parts, (), (Box((-0.032, -0.032, 0.0125), (0.032, 0.032, 0.55)),), fluid=fill)
