"""What holds things and fluids: crockery, pans, bottles, boxes."""

from __future__ import annotations

from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BLACK,
    BLUE,
    DARK,
    GLASS,
    GREEN,
    GREY,
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
from sim_bridge.embodied.shape import Colour, Part, Shape

CONTENT: Colour = (0.5, 0.5, 0.5, 1)
"""Stands for the colour of whatever is inside."""
INSIDE = 0.6
"""Half the side of a square that fits a circle, with some air."""


def round_hole(radius: float, low: float, high: float) -> Box:
    """The room in a round vessel, between two heights [m]."""
    r = radius * INSIDE
    return Box((-r, -r, low), (r, r, high))


def cup(
    radius: float, height: float, colour: Colour, *, handle: bool = False, foot: float = 0.0
) -> Shape:
    """A cup, mug, glass or beaker; on a stem of length `foot`, if any."""
    wall = 0.006
    parts = [
        *ring(radius, height, colour, (0, 0, foot), wall),
        disc(radius * 0.93, 0.008, colour, (0, 0, foot)),
    ]
    if foot:
        parts += [disc(radius * 0.85, 0.006, colour, (0, 0, 0)), rod(0.007, foot, colour)]
    if handle:
        x = radius
        parts += [
            box((x, -0.008, height * 0.68), (x + 0.035, 0.008, height * 0.8), colour),
            box((x + 0.023, -0.008, height * 0.28), (x + 0.035, 0.008, height * 0.68), colour),
            box((x, -0.008, height * 0.2), (x + 0.035, 0.008, height * 0.3), colour),
        ]
    low = foot + 0.009
    fill = Part(
        "cylinder",
        (0, 0, low + height * 0.36),
        (radius * 0.9, radius * 0.9, height * 0.36),
        CONTENT,
    )
    return Shape(tuple(parts), (), (round_hole(radius, low, low + height * 1.6),), fluid=fill)


def bowl(radius: float = 0.12, height: float = 0.075, colour: Colour = WHITE) -> Shape:
    """A bowl that widens towards its rim."""
    base = radius * 0.72
    parts = (
        disc(base, 0.01, colour, (0, 0, 0)),
        *ring(base, height * 0.5, colour, (0, 0, 0), 0.008, 14),
        *ring(radius * 0.88, height * 0.3, colour, (0, 0, height * 0.42), 0.012, 14),
        *ring(radius, height * 0.3, colour, (0, 0, height * 0.7), 0.016, 14),
    )
    fill = Part(
        "cylinder", (0, 0, height * 0.4), (radius * 0.8, radius * 0.8, height * 0.25), CONTENT
    )
    hole = base * 0.66
    return Shape(parts, (), (Box((-hole, -hole, 0.011), (hole, hole, height + 0.25)),), fluid=fill)


def plate(radius: float = 0.13, colour: Colour = WHITE) -> Shape:
    """A flat plate with a rim."""
    parts = (
        disc(radius * 0.92, 0.012, colour, (0, 0, 0)),
        *ring(radius, 0.014, mixed(colour, BLUE, 0.45), (0, 0, 0.008), 0.012, 18),
    )
    hole = Box((-radius * 0.64, -radius * 0.64, 0.0125), (radius * 0.64, radius * 0.64, 0.4))
    fill = Part("cylinder", (0, 0, 0.014), (radius * 0.75, radius * 0.75, 0.003), CONTENT)
    return Shape(parts, (), (hole,), fluid=fill)


def tray(w: float, d: float, h: float, colour: Colour) -> Shape:
    """A tray or a baking sheet."""
    hole = Box((-w / 2 + 0.02, -d / 2 + 0.02, 0.0125), (w / 2 - 0.02, d / 2 - 0.02, h + 0.35))
    fill = Part("box", (0, 0, 0.012 + h * 0.2), (w / 2 - 0.014, d / 2 - 0.014, h * 0.2), CONTENT)
    return Shape(tray_walls(w, d, h, colour), (), (hole,), fluid=fill)


def dish(w: float, d: float, h: float, colour: Colour) -> Shape:
    """A deep dish with two handles."""
    base = tray(w, d, h, colour)
    ears = tuple(
        box((x - 0.025, -0.05, h - 0.025), (x + 0.025, 0.05, h - 0.008), mixed(colour, BLACK, 0.2))
        for x in (-w / 2 - 0.025, w / 2 + 0.025)
    )
    return Shape((*base.parts, *ears), (), base.cavities, fluid=base.fluid)


def pan(radius: float = 0.14, height: float = 0.055, colour: Colour = DARK) -> Shape:
    """A pan with a long handle towards the right."""
    parts = (
        disc(radius * 0.95, 0.01, colour, (0, 0, 0)),
        *ring(radius, height, colour, (0, 0, 0), 0.008, 16),
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


def pot(radius: float = 0.15, height: float = 0.17, colour: Colour = STEEL) -> Shape:
    """A pot with two handles."""
    parts = (
        disc(radius * 0.95, 0.01, colour, (0, 0, 0)),
        *ring(radius, height, colour, (0, 0, 0), 0.008, 16),
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


def slab_pan(colour: Colour = BLACK) -> Shape:
    """A flat griddle."""
    parts = (
        box((-0.2, -0.13, 0), (0.2, 0.13, 0.02), colour),
        box((-0.2, 0.13, 0), (0.2, 0.14, 0.035), colour),
        *(box((x - 0.035, -0.03, 0.004), (x + 0.035, 0.03, 0.018), STEEL) for x in (-0.235, 0.235)),
    )
    return Shape(parts, (Box((-0.19, -0.12, 0.02), (0.19, 0.12, 10)),))


def pitcher(radius: float = 0.07, height: float = 0.22, colour: Colour = GLASS) -> Shape:
    """A jug with a handle and a lip."""
    base = cup(radius, height, colour)
    solid = mixed((*colour[:3], 1), GREY, 0.25)
    extra = (
        box((radius, -0.01, height * 0.8), (radius + 0.05, 0.01, height * 0.88), solid),
        box((radius + 0.035, -0.01, height * 0.3), (radius + 0.05, 0.01, height * 0.8), solid),
        box((radius, -0.01, height * 0.22), (radius + 0.05, 0.01, height * 0.3), solid),
        box((-radius - 0.03, -0.02, height * 0.88), (-radius, 0.02, height), solid),
    )
    return Shape((*base.parts, *extra), (), base.cavities, fluid=base.fluid)


def teapot(colour: Colour = (0.86, 0.55, 0.35, 1)) -> Shape:
    """A teapot."""
    r, h = 0.095, 0.12
    parts = (
        disc(r * 0.9, 0.01, colour, (0, 0, 0)),
        *ring(r, h, colour, (0, 0, 0), 0.01, 14),
        *ring(r * 0.8, 0.02, colour, (0, 0, h), 0.02, 14),
        rod(0.016, 0.09, colour, (-r - 0.035, 0, 0.07), "x"),
        box((-r - 0.085, -0.014, 0.07), (-r - 0.06, 0.014, 0.12), colour),
        box((r, -0.01, h * 0.78), (r + 0.05, 0.01, h * 0.9), colour),
        box((r + 0.035, -0.01, h * 0.25), (r + 0.05, 0.01, h * 0.78), colour),
        box((r, -0.01, h * 0.2), (r + 0.05, 0.01, h * 0.3), colour),
    )
    fill = Part("cylinder", (0, 0, 0.065), (r * 0.88, r * 0.88, 0.05), CONTENT)
    return Shape(parts, (), (round_hole(r * 0.75, 0.011, h + 0.15),), fluid=fill)


def bucket(colour: Colour = BLUE) -> Shape:
    """A bucket with its handle up."""
    r, h = 0.15, 0.26
    parts = (
        disc(r * 0.95, 0.012, colour, (0, 0, 0)),
        *ring(r, h, colour, (0, 0, 0), 0.01, 16),
        *ring(r + 0.01, 0.025, mixed(colour, WHITE, 0.4), (0, 0, h - 0.02), 0.012, 16),
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


def vase(colour: Colour = (0.30, 0.45, 0.68, 1)) -> Shape:
    """A vase with a wide belly and a neck."""
    parts = (
        disc(0.055, 0.012, colour, (0, 0, 0)),
        *ring(0.06, 0.06, colour, (0, 0, 0), 0.008),
        *ring(0.085, 0.1, mixed(colour, WHITE, 0.25), (0, 0, 0.05), 0.03),
        *ring(0.06, 0.06, colour, (0, 0, 0.14), 0.008),
        *ring(0.072, 0.02, colour, (0, 0, 0.19), 0.02),
    )
    fill = Part("cylinder", (0, 0, 0.1), (0.05, 0.05, 0.085), CONTENT)
    return Shape(parts, (), (Box((-0.032, -0.032, 0.0125), (0.032, 0.032, 0.55)),), fluid=fill)
