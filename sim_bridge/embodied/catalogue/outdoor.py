"""Machines of garden and terrace."""

from __future__ import annotations

from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BLACK,
    BLUE,
    DARK,
    GREEN,
    HEAT,
    ORANGE,
    STEEL,
    TALL,
    WATER,
    YELLOW,
    ball,
    block,
    box,
    lamp,
    rod,
)
from sim_bridge.embodied.shape import (
    GLOW,
    OFF,
    ON,
    SHINY,
    Part,
    Shape,
)


def mower() -> Shape:
    """A lawn mower."""
    wheels = tuple(
        rod(0.09, 0.05, BLACK, (x, y, 0.09), "x") for x in (-0.24, 0.24) for y in (-0.22, 0.22)
    )
    parts = (
        box((-0.2, -0.3, 0.08), (0.2, 0.3, 0.22), GREEN),
        rod(0.13, 0.13, DARK, (0, -0.03, 0.22)),
        rod(0.045, 0.03, YELLOW, (0, -0.22, 0.22)),
        *wheels,
        rod(0.014, 0.6, DARK, (-0.18, 0.3, 0.22)),
        rod(0.014, 0.6, DARK, (0.18, 0.3, 0.22)),
        rod(0.016, 0.38, BLACK, (0, 0.3, 0.82), "x"),
        *lamp((0, -0.05, 0.37), 0.028),
    )
    fill = Part("cylinder", (0, -0.22, 0.252), (0.035, 0.035, 0.003), WATER)
    inside = Box((-0.14, 0.1, 0.221), (0.14, 0.27, 0.6))
    return Shape(parts, (), (inside,), fluid=fill, mount="middle")


def trimmer() -> Shape:
    """A string trimmer, lying."""
    parts = (
        rod(0.017, 1.0, ORANGE, (0, 0, 0.06), "x"),
        box((-0.62, -0.05, 0.01), (-0.45, 0.05, 0.13), DARK),
        rod(0.1, 0.03, BLACK, (0.55, 0, 0.02)),
        box((-0.15, -0.02, 0.06), (-0.11, 0.02, 0.16), BLACK),
        *lamp((-0.53, 0, 0.14), 0.02),
    )
    return Shape(parts, tippable=True)


def sprinkler() -> Shape:
    """A lawn sprinkler; on: jets of water."""
    jets = tuple(
        Part(
            "ellipsoid", (x * s, 0, 0.2 + 0.17 * s), (0.035, 0.02, 0.05), WATER, when=ON, ghost=True
        )
        for x in (-0.25, 0.25)
        for s in (0.5, 1.0, 1.5)
    )
    parts = (
        box((-0.16, -0.02, 0), (0.16, 0.02, 0.02), GREEN),
        box((-0.02, -0.13, 0), (0.02, 0.13, 0.02), GREEN),
        rod(0.025, 0.12, STEEL, (0, 0, 0.02)),
        rod(0.013, 0.24, BLUE, (0, 0, 0.14), "x"),
        *jets,
        *lamp((0, -0.03, 0.08), 0.02),
    )
    return Shape(parts)


def grill() -> Shape:
    """A charcoal grill on legs."""
    bars = tuple(
        rod(0.006, 0.46, STEEL, (0, y, 0.79), "x", SHINY) for y in (-0.16, -0.08, 0.0, 0.08, 0.16)
    )
    coals = tuple(
        ball((0.04, 0.04, 0.025), color, (x, y, 0.76), finish, when)
        for x in (-0.16, -0.05, 0.06, 0.17)
        for y in (-0.1, 0.1)
        for color, finish, when in ((BLACK, "matte", OFF), (HEAT, GLOW, ON))
    )
    parts = (
        *(block((0.04, 0.04, 0.6), DARK, (x, y, 0)) for x in (-0.22, 0.22) for y in (-0.15, 0.15)),
        box((-0.27, -0.2, 0.6), (0.27, 0.2, 0.74), BLACK),
        *coals,
        *bars,
        box((-0.27, -0.2, 0.74), (-0.25, 0.2, 0.79), BLACK),
        box((0.25, -0.2, 0.74), (0.27, 0.2, 0.79), BLACK),
        Part("box", (0, 0, 0.78), (0.25, 0.18, 0.004), (1, 0.4, 0.1, 0.4), GLOW, ON, ghost=True),
        *lamp((0.2, -0.205, 0.67), 0.022),
    )
    return Shape(parts, (Box((-0.24, -0.18, 0.797), (0.24, 0.18, 0.797 + TALL)),), mount="middle")
