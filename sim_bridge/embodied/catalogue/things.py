"""Tools, toys, clothes, plants, vehicles and other things about the house."""

from __future__ import annotations

from sim_bridge.embodied.catalogue.fittings import flame
from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BLACK,
    BLUE,
    BRASS,
    BROWN,
    CREAM,
    DARK,
    GRAY,
    GREEN,
    LEAF,
    PINE,
    PINK,
    RED,
    STEEL,
    STONE,
    TALL,
    TAN,
    TEAL,
    WATER,
    WHITE,
    YELLOW,
    ball,
    block,
    box,
    disc,
    mixed,
    ring,
    rod,
)
from sim_bridge.embodied.shape import ELLIPSOID, ON, SHINY, Color, Part, Shape

# Cleaning


def sponge() -> Shape:
    """A sponge with a scouring side."""
    parts = (block((0.12, 0.08, 0.035), YELLOW), block((0.12, 0.08, 0.012), GREEN, (0, 0, 0.035)))
    return Shape(parts)


def hand_brush(color: Color = PINE) -> Shape:
    """A scrubbing brush, bristles down."""
    tufts = tuple(
        block((0.014, 0.014, 0.03), CREAM, (x, y, 0))
        for x in (-0.06, -0.03, 0, 0.03, 0.06)
        for y in (-0.02, 0.02)
    )
    return Shape((*tufts, box((-0.085, -0.035, 0.03), (0.085, 0.035, 0.055), color)))


def long_tool(head: tuple[Part, ...], length: float, color: Color = PINE) -> Shape:
    """A tool on a long handle, lying; it can also stand."""
    return Shape((rod(0.017, length, color, (0, 0, 0.035), "x"), *head), tippable=True)


def broom() -> Shape:
    """A broom, lying."""
    head = (
        box((-0.7, -0.15, 0.01), (-0.6, 0.15, 0.06), BROWN),
        box((-0.82, -0.16, 0.005), (-0.7, 0.16, 0.055), YELLOW),
    )
    return long_tool(head, 1.2)


def shovel() -> Shape:
    """A shovel, lying."""
    head = (
        box((-0.78, -0.11, 0.0), (-0.5, 0.11, 0.03), STEEL),
        box((0.5, -0.07, 0.02), (0.53, 0.07, 0.05), BROWN),
    )
    return long_tool(head, 1.0)


def axe() -> Shape:
    """An axe, lying."""
    head = (
        box((-0.36, -0.02, 0.0), (-0.26, 0.06, 0.05), RED),
        box((-0.37, -0.14, 0.005), (-0.25, -0.02, 0.035), STEEL, SHINY),
    )
    return Shape((rod(0.018, 0.7, PINE, (0, 0.0, 0.03), "x"), *head), tippable=True)


def dustpan() -> Shape:
    """A dustpan."""
    parts = (
        box((-0.13, -0.12, 0), (0.13, 0.08, 0.012), RED),
        box((-0.13, 0.06, 0.012), (0.13, 0.08, 0.07), RED),
        box((-0.13, -0.12, 0.012), (-0.115, 0.06, 0.045), RED),
        box((0.115, -0.12, 0.012), (0.13, 0.06, 0.045), RED),
        box((-0.02, 0.08, 0.03), (0.02, 0.24, 0.06), DARK),
    )
    hole = Box((-0.11, -0.11, 0.0125), (0.11, 0.055, 0.3))
    return Shape(parts, (hole,))


def roller() -> Shape:
    """A lint roller."""
    parts = (
        rod(0.03, 0.11, WHITE, (-0.06, 0, 0.03), "x"),
        rod(0.012, 0.12, BLUE, (0.06, 0, 0.03), "x"),
    )
    return Shape(parts)


def soap() -> Shape:
    """A bar of soap."""
    parts = (
        Part("ellipsoid", (0, 0, 0.022), (0.055, 0.038, 0.022), PINK),
        disc(0.02, 0.004, mixed(PINK, WHITE, 0.5), (0, 0, 0.04)),
    )
    return Shape(parts)


def soap_dish() -> Shape:
    """A dish for soap."""
    from sim_bridge.embodied.catalogue.vessels import tray

    base = tray(0.15, 0.11, 0.03, (0.55, 0.75, 0.85, 1))
    return Shape(base.parts, base.cavities)


def toothbrush() -> Shape:
    """A toothbrush."""
    parts = (
        box((-0.1, -0.009, 0.004), (0.1, 0.009, 0.018), TEAL),
        box((-0.1, -0.011, 0.018), (-0.06, 0.011, 0.036), WHITE),
    )
    return Shape(parts)


def hose() -> Shape:
    """A coiled hose."""
    return Shape(
        (
            *ring(0.19, 0.035, GREEN, (0, 0, 0), 0.03, 16),
            *ring(0.17, 0.03, mixed(GREEN, LEAF, 0.5), (0, 0, 0.035), 0.03, 16),
            rod(0.02, 0.1, BRASS, (0.2, -0.1, 0.02), "y"),
            *(
                Part(ELLIPSOID, (0.2, y, z), (size, 0.05, size), WATER, when=ON, ghost=True)
                for y, z, size in (
                    (-0.19, 0.035, 0.016),
                    (-0.26, 0.05, 0.02),
                    (-0.34, 0.05, 0.024),
                    (-0.42, 0.03, 0.03),
                )
            ),
            Part(ELLIPSOID, (0.2, -0.5, 0.004), (0.12, 0.1, 0.004), WATER, when=ON, ghost=True),
        )
    )


# Kitchen


def knife() -> Shape:
    """A knife, lying."""
    parts = (
        box((-0.19, -0.018, 0.004), (0.03, 0.018, 0.01), (0.85, 0.87, 0.9, 1), SHINY),
        box((0.03, -0.015, 0.0), (0.15, 0.015, 0.022), BLACK),
    )
    return Shape(parts, tippable=True)


def fork() -> Shape:
    """A fork, lying."""
    tines = tuple(
        box((-0.11, y - 0.004, 0.002), (-0.05, y + 0.004, 0.01), STEEL, SHINY)
        for y in (-0.018, -0.006, 0.006, 0.018)
    )
    parts = (
        *tines,
        box((-0.05, -0.022, 0.002), (-0.03, 0.022, 0.01), STEEL, SHINY),
        box((-0.03, -0.008, 0.002), (0.11, 0.008, 0.01), STEEL, SHINY),
    )
    return Shape(parts, tippable=True)


def spoon() -> Shape:
    """A spoon, lying."""
    parts = (
        ball((0.032, 0.022, 0.008), STEEL, (-0.075, 0, 0.009), SHINY),
        box((-0.045, -0.007, 0.004), (0.11, 0.007, 0.012), STEEL, SHINY),
    )
    return Shape(parts, tippable=True)


def board() -> Shape:
    """A chopping board."""
    parts = (
        block((0.36, 0.24, 0.022), PINE),
        box((0.14, -0.03, 0.022), (0.16, 0.03, 0.0235), BROWN),
    )
    return Shape(parts, (Box((-0.17, -0.11, 0.022), (0.13, 0.11, TALL)),))


def candle() -> Shape:
    """A candle."""
    wick = rod(0.004, 0.02, BLACK, (0, 0, 0.12))
    return Shape((rod(0.03, 0.12, CREAM), wick, *flame(0.13, 0.014, ON)))


# Toys and sports


# Clothes that are no cloth


def paper(color: Color = (0.90, 0.89, 0.84, 1)) -> Shape:
    """A folded newspaper."""
    lines = tuple(
        box((-0.11, y - 0.006, 0.022), (0.11, y + 0.006, 0.023), GRAY)
        for y in (-0.1, -0.06, -0.02, 0.02)
    )
    return Shape(
        (
            block((0.26, 0.34, 0.022), color),
            *lines,
            box((-0.11, 0.08, 0.022), (0.11, 0.14, 0.0232), BLACK),
        )
    )


def book(color: Color = RED) -> Shape:
    """A book."""
    return Shape(
        (
            block((0.16, 0.23, 0.035), color),
            box((-0.07, -0.116, 0.006), (0.081, 0.113, 0.029), CREAM),
        ),
        (Box((-0.07, -0.1, 0.035), (0.07, 0.1, TALL)),),
    )


def screen() -> Shape:
    """A flat filter in a frame."""
    bars = tuple(
        box((x - 0.006, -0.1, 0.006), (x + 0.006, 0.1, 0.016), GRAY)
        for x in (-0.08, -0.04, 0.0, 0.04, 0.08)
    )
    frame = (
        box((-0.13, -0.12, 0), (0.13, -0.1, 0.022), WHITE),
        box((-0.13, 0.1, 0), (0.13, 0.12, 0.022), WHITE),
        box((-0.13, -0.1, 0), (-0.11, 0.1, 0.022), WHITE),
        box((0.11, -0.1, 0), (0.13, 0.1, 0.022), WHITE),
    )
    return Shape((*frame, *bars))


# Stones, metal, wood


def pebble(color: Color = STONE) -> Shape:
    """A pebble."""
    return Shape(
        (
            ball((0.05, 0.038, 0.026), mixed(color, DARK, 0.3), (0, 0, 0.026)),
            ball((0.025, 0.02, 0.014), mixed(color, WHITE, 0.3), (0.012, 0, 0.042)),
        )
    )


def slab(color: Color = STONE) -> Shape:
    """A paving stone."""
    return Shape(
        (
            block((0.38, 0.38, 0.05), mixed(color, GRAY, 0.4)),
            box((-0.17, -0.17, 0.05), (0.17, 0.17, 0.053), mixed(color, GRAY, 0.15)),
        ),
        (Box((-0.18, -0.18, 0.053), (0.18, 0.18, TALL)),),
    )


def ornament(color: Color = BRASS) -> Shape:
    """An ornament of metal: an urn on a foot."""
    parts = (
        block((0.12, 0.12, 0.03), mixed(color, BLACK, 0.3)),
        rod(0.025, 0.05, color, (0, 0, 0.03), finish=SHINY),
        ball((0.07, 0.07, 0.07), color, (0, 0, 0.14), SHINY),
        rod(0.035, 0.05, color, (0, 0, 0.2), finish=SHINY),
        *(box((x - 0.01, -0.01, 0.12), (x + 0.01, 0.01, 0.2), color) for x in (-0.085, 0.085)),
    )
    return Shape(parts)


def chain() -> Shape:
    """A chain of links, coiled."""
    from math import cos, pi, sin

    links = tuple(
        block(
            (0.026, 0.016, 0.018),
            STEEL if i % 2 else GRAY,
            (0.1 * cos(2 * pi * i / 16), 0.07 * sin(2 * pi * i / 16), 0),
        )
        for i in range(16)
    )
    return Shape(links)


def log_(length: float = 0.42) -> Shape:
    """A log of wood."""
    parts = (
        rod(0.09, length, BROWN, (0, 0, 0.09), "x"),
        *(
            rod(0.08, 0.004, PINE, (x, 0, 0.09), "x")
            for x in (-length / 2 - 0.001, length / 2 + 0.001)
        ),
    )
    return Shape(parts, (Box((-length * 0.4, -0.03, 0.18), (length * 0.4, 0.03, TALL)),))


def split_log() -> Shape:
    """Half of a log, its split side up."""
    return Shape(
        (
            box((-0.2, -0.08, 0), (0.2, 0.08, 0.05), BROWN),
            box((-0.2, -0.085, 0.05), (0.2, 0.085, 0.085), BROWN),
            box((-0.198, -0.083, 0.085), (0.198, 0.083, 0.09), PINE),
        )
    )


def paper_sack(color: Color = GRAY) -> Shape:
    """A heavy sack of powder, lying."""
    parts = (
        box((-0.24, -0.15, 0), (0.24, 0.15, 0.1), mixed(color, TAN, 0.4)),
        box((-0.13, -0.08, 0.1), (0.13, 0.08, 0.102), WHITE),
        box((-0.1, -0.05, 0.102), (0.1, 0.05, 0.104), DARK),
        *(
            box((x - 0.012, -0.14, 0.01), (x + 0.012, 0.14, 0.09), mixed(color, BLACK, 0.2))
            for x in (-0.25, 0.25)
        ),
    )
    return Shape(parts, (Box((-0.22, -0.13, 0.104), (0.22, 0.13, TALL)),))


# Plants


def plant() -> Shape:
    """A plant in a pot."""
    parts = (
        *ring(0.1, 0.15, (0.72, 0.36, 0.22, 1), (0, 0, 0), 0.012),
        rod(0.088, 0.12, (0.25, 0.16, 0.10, 1)),
        rod(0.015, 0.2, BROWN, (0, 0, 0.12)),
        *(
            ball((0.1, 0.1, 0.08), mixed(LEAF, GREEN, t), (x, y, z))
            for x, y, z, t in (
                (0, 0, 0.42, 0.0),
                (0.07, 0.02, 0.34, 0.6),
                (-0.07, -0.02, 0.35, 0.3),
                (0, -0.07, 0.32, 0.8),
                (0.01, 0.07, 0.33, 0.4),
            )
        ),
    )
    fill = Part("cylinder", (0, 0, 0.122), (0.086, 0.086, 0.003), (0.5, 0.5, 0.5, 1))
    return Shape(parts, fluid=fill)


def flower(color: Color = RED) -> Shape:
    """A cut flower, lying; in a vase it stands."""
    parts = (
        rod(0.008, 0.3, GREEN, (0.04, 0, 0.03), "x"),
        ball((0.045, 0.032, 0.03), color, (-0.14, 0, 0.03)),
        ball((0.03, 0.022, 0.032), mixed(color, YELLOW, 0.35), (-0.155, 0, 0.032)),
        ball((0.06, 0.018, 0.008), LEAF, (0.03, 0.03, 0.022)),
    )
    return Shape(parts, tippable=True)


# Vehicles


# Beings


def cushion(color: Color = TEAL) -> Shape:
    """A cushion or pillow."""
    return Shape((ball((0.2, 0.14, 0.07), color, (0, 0, 0.07)),))
