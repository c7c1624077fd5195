"""Cloth and clothes."""

from __future__ import annotations

from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BROWN,
    NAVY,
    RED,
    TALL,
    WHITE,
    ball,
    box,
    mixed,
)
from sim_bridge.embodied.shape import Color, Shape


def cloth(w: float, d: float, color: Color, stripe: Color | None = None) -> Shape:
    """A flat piece of cloth with two stripes."""
    band = stripe or mixed(color, WHITE, 0.55)
    parts = (
        box((-w / 2, -d / 2, 0), (w / 2, d / 2, 0.012), color),
        *(
            box((x - w * 0.04, -d / 2, 0.012), (x + w * 0.04, d / 2, 0.0135), band)
            for x in (-w * 0.32, w * 0.32)
        ),
    )
    top = Box((-w / 2 + 0.01, -d / 2 + 0.01, 0.0135), (w / 2 - 0.01, d / 2 - 0.01, TALL))
    return Shape(parts, (top,), cloth=True)


def foil(color: Color) -> Shape:
    """A sheet of foil or film, crumpled at its edges."""
    base = cloth(0.28, 0.22, color, mixed(color, WHITE, 0.6))
    rim = tuple(
        ball((0.03, 0.012, 0.008), color, (x, y, 0.01)) for x in (-0.1, 0, 0.1) for y in (-0.1, 0.1)
    )
    return Shape((*base.parts, *rim), base.tops, cloth=True)


def trousers(color: Color = NAVY) -> Shape:
    """A pair of trousers, laid out."""
    parts = (
        box((-0.2, 0.13, 0), (0.2, 0.3, 0.03), color),
        box((-0.2, -0.3, 0), (-0.025, 0.13, 0.028), color),
        box((0.025, -0.3, 0), (0.2, 0.13, 0.028), color),
        box((-0.2, 0.27, 0.03), (0.2, 0.3, 0.035), BROWN),
    )
    return Shape(parts, (Box((-0.19, 0.14, 0.031), (0.19, 0.26, TALL)),), cloth=True)


def shirt(color: Color) -> Shape:
    """A shirt, laid out."""
    parts = (
        box((-0.15, -0.22, 0), (0.15, 0.22, 0.022), color),
        box((-0.28, 0.06, 0), (-0.15, 0.2, 0.02), color),
        box((0.15, 0.06, 0), (0.28, 0.2, 0.02), color),
        box((-0.05, 0.17, 0.022), (0.05, 0.22, 0.026), mixed(color, WHITE, 0.7)),
        box((-0.008, -0.2, 0.022), (0.008, 0.17, 0.024), mixed(color, WHITE, 0.5)),
    )
    return Shape(parts, (Box((-0.14, -0.21, 0.024), (0.14, 0.15, TALL)),), cloth=True)


def sock() -> Shape:
    """A sock, laid out."""
    parts = (
        box((-0.04, -0.03, 0), (0.04, 0.16, 0.022), WHITE),
        box((-0.04, -0.11, 0), (0.12, -0.03, 0.022), WHITE),
        box((-0.04, 0.11, 0.022), (0.04, 0.13, 0.025), RED),
    )
    return Shape(parts, (), cloth=True)
