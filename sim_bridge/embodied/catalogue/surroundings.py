"""What rooms and gardens are made of."""

from __future__ import annotations

from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BLACK,
    BLUE,
    CREAM,
    DARK,
    GRAY,
    GREEN,
    LEAF,
    PINE,
    STEEL,
    TALL,
    WALNUT,
    WHITE,
    WOOD,
    ball,
    block,
    box,
    mixed,
    surface,
)
from sim_bridge.embodied.shape import CLOSED, OPEN, SHINY, Color, Part, Shape


def mirror() -> Shape:
    """A mirror on the wall."""
    parts = (
        box((-0.35, -0.03, 0), (0.35, 0, 0.9), WOOD),
        box((-0.31, -0.036, 0.04), (0.31, -0.03, 0.86), (0.80, 0.90, 0.95, 1), SHINY),
    )
    return Shape(parts, (surface(0.6, 0.02, 0.9, 0.3, (0, -0.015)),), mount="wall", height=1.0)


def window() -> Shape:
    """A window with two casements."""
    sky: Color = (0.60, 0.82, 0.97, 1)
    w, h = 1.0, 1.0
    parts = (
        box((-w / 2, -0.02, 0), (w / 2, 0, h), WHITE),
        box((-w / 2 + 0.05, -0.024, 0.05), (w / 2 - 0.05, -0.02, h - 0.05), sky),
        box((-w / 2 - 0.05, -0.14, -0.04), (w / 2 + 0.05, 0, 0), WHITE),
        *(
            box(
                (x - 0.22, -0.045, 0.05),
                (x + 0.22, -0.028, h - 0.05),
                (0.45, 0.62, 0.78, 1),
                SHINY,
                CLOSED,
            )
            for x in (-0.23, 0.23)
        ),
        *(
            box((x - 0.02, -0.06, 0.42), (x + 0.02, -0.045, 0.58), WHITE, when=CLOSED)
            for x in (-0.05, 0.05)
        ),
        box(
            (-w / 2, -0.46, 0.05),
            (-w / 2 + 0.04, -0.028, h - 0.05),
            (0.45, 0.62, 0.78, 1),
            SHINY,
            OPEN,
        ),
        box(
            (w / 2 - 0.04, -0.46, 0.05),
            (w / 2, -0.028, h - 0.05),
            (0.45, 0.62, 0.78, 1),
            SHINY,
            OPEN,
        ),
    )
    sill = Box((-w / 2, -0.135, 0.0), (w / 2, -0.065, 0.9))
    return Shape(parts, (sill,), mount="wall", height=0.95)


def door() -> Shape:
    """A door in its frame."""
    w, h = 0.9, 2.0
    leaf = mixed(WOOD, WHITE, 0.25)
    parts = (
        box((-w / 2, -0.06, 0), (-w / 2 + 0.06, 0, h), WHITE),
        box((w / 2 - 0.06, -0.06, 0), (w / 2, 0, h), WHITE),
        box((-w / 2 + 0.06, -0.06, h - 0.06), (w / 2 - 0.06, 0, h), WHITE),
        box((-w / 2 + 0.06, -0.012, 0), (w / 2 - 0.06, -0.006, h - 0.06), DARK),
        box((-w / 2 + 0.06, -0.05, 0.005), (w / 2 - 0.06, -0.015, h - 0.06), leaf, when=CLOSED),
        ball((0.03, 0.03, 0.03), STEEL, (w / 2 - 0.13, -0.075, 0.95), SHINY, CLOSED),
        box((-w / 2 + 0.06, -0.06 - 0.76, 0.005), (-w / 2 + 0.1, -0.06, h - 0.06), leaf, when=OPEN),
        ball((0.03, 0.03, 0.03), STEEL, (-w / 2 + 0.13, -0.72, 0.95), SHINY, OPEN),
    )
    return Shape(parts, (), mount="wall")


def fence() -> Shape:
    """A stretch of rail fence."""
    posts = tuple(block((0.1, 0.1, 1.05), WOOD, (x, 0, 0)) for x in (-0.95, 0.0, 0.95))
    rails = tuple(box((-1.0, -0.07, z), (1.0, -0.05, z + 0.13), PINE) for z in (0.2, 0.5, 0.8))
    return Shape((*posts, *rails), (surface(1.9, 0.08, 1.05),), mount="wall")


def ground(color: Color, w: float = 3.0, d: float = 2.2) -> Shape:
    """A flat stretch of ground that things stand on."""
    slab = box((-w / 2, -d / 2, 0), (w / 2, d / 2, 0.02), color)
    return Shape((slab,), (surface(w - 0.1, d - 0.1, 0.02),), mount="ground")


def lawn() -> Shape:
    """A lawn with tufts."""
    w, d = 3.0, 2.2
    tufts = tuple(
        Part(
            "box",
            (-w / 2 + 0.12 + 0.31 * i, -d / 2 + 0.1 + (0.47 * i * (j + 1)) % (d - 0.2), 0.02),
            (0.05, 0.03, 0.002),
            mixed(LEAF, GREEN, 0.2 * (j + 1)),
        )
        for i in range(9)
        for j in range(4)
    )
    base = ground((0.30, 0.58, 0.24, 1), w, d)
    return Shape(base.parts + tufts, base.tops, mount="ground")


def painting() -> Shape:
    """A picture in its frame, standing."""
    return Shape(
        (
            box((-0.3, -0.02, 0), (0.3, 0.02, 0.5), WALNUT),
            box((-0.26, -0.024, 0.04), (0.26, -0.02, 0.46), CREAM),
            box((-0.2, -0.027, 0.08), (0.05, -0.024, 0.25), GREEN),
            box((0.0, -0.027, 0.2), (0.2, -0.024, 0.4), BLUE),
        ),
        mount="wall",
        height=0.9,
    )


def stairs() -> Shape:
    """A few steps up."""
    steps = tuple(
        box((-0.5, -0.45 + 0.28 * i, 0), (0.5, 0.67, 0.17 * (i + 1)), PINE) for i in range(4)
    )
    return Shape(steps, (Box((-0.48, -0.44, 0.17), (0.48, -0.18, TALL)),), mount="wall")


def treadmill() -> Shape:
    """A belt to run on."""
    return Shape(
        (
            box((-0.4, -0.8, 0), (0.4, 0.8, 0.16), DARK),
            box((-0.3, -0.78, 0.16), (0.3, 0.6, 0.165), BLACK),
            box((-0.4, 0.6, 0.16), (-0.34, 0.68, 1.15), GRAY),
            box((0.34, 0.6, 0.16), (0.4, 0.68, 1.15), GRAY),
            box((-0.36, 0.56, 1.1), (0.36, 0.72, 1.25), BLACK),
        ),
        mount="wall",
    )
