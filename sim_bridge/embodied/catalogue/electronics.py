"""What plays, shows or computes."""

from __future__ import annotations

from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BLACK,
    CREAM,
    DARK,
    GRAY,
    SCREEN,
    STEEL,
    TALL,
    WHITE,
    WOOD,
    block,
    box,
    lamp,
    mixed,
    rod,
)
from sim_bridge.embodied.shape import (
    CLOSED,
    GLOW,
    OFF,
    ON,
    OPEN,
    SHINY,
    Shape,
)


def radio() -> Shape:
    """A radio with an aerial."""
    parts = (
        box((-0.15, -0.05, 0), (0.15, 0.05, 0.17), WOOD),
        rod(0.055, 0.008, DARK, (-0.08, -0.054, 0.085), "y"),
        box((0.0, -0.055, 0.1), (0.12, -0.05, 0.15), mixed(CREAM, GRAY, 0.4), when=OFF),
        box((0.0, -0.055, 0.1), (0.12, -0.05, 0.15), SCREEN, GLOW, ON),
        rod(0.005, 0.2, STEEL, (0.13, 0.03, 0.17)),
        *lamp((0.06, -0.055, 0.05), 0.018),
    )
    return Shape(parts, (Box((-0.14, -0.045, 0.17), (0.11, 0.02, 0.17 + TALL)),))


def loudspeaker() -> Shape:
    """A loudspeaker."""
    parts = (
        box((-0.13, -0.12, 0), (0.13, 0.12, 0.48), mixed(WOOD, BLACK, 0.5)),
        rod(0.09, 0.01, GRAY, (0, -0.125, 0.17), "y"),
        rod(0.045, 0.014, BLACK, (0, -0.127, 0.17), "y"),
        rod(0.05, 0.01, GRAY, (0, -0.125, 0.35), "y"),
        *lamp((0.09, -0.125, 0.44), 0.02),
    )
    return Shape(parts, (Box((-0.12, -0.11, 0.48), (0.12, 0.11, 0.48 + TALL)),))


def stereo() -> Shape:
    """An audio system: a deck between two boxes."""
    parts = (
        box((-0.16, -0.15, 0), (0.16, 0.15, 0.14), DARK),
        box((-0.1, -0.156, 0.07), (0.1, -0.15, 0.12), BLACK, SHINY, OFF),
        box((-0.1, -0.156, 0.07), (0.1, -0.15, 0.12), SCREEN, GLOW, ON),
        *(block((0.16, 0.24, 0.32), WOOD, (x, 0, 0)) for x in (-0.26, 0.26)),
        *(rod(0.055, 0.01, BLACK, (x, -0.125, z), "y") for x in (-0.26, 0.26) for z in (0.1, 0.23)),
        *lamp((0.13, -0.155, 0.03), 0.018),
    )
    return Shape(parts, (Box((-0.15, -0.14, 0.14), (0.15, 0.14, 0.14 + TALL)),))


def laptop() -> Shape:
    """A laptop; open: its screen stands up, dark or lit."""
    parts = (
        box((-0.17, -0.12, 0), (0.17, 0.12, 0.02), GRAY),
        box((-0.17, -0.12, 0.02), (0.17, 0.12, 0.032), STEEL, SHINY, CLOSED),
        rod(0.025, 0.002, WHITE, (0, 0, 0.032), when=CLOSED),
        box((-0.15, -0.02, 0.02), (0.15, 0.1, 0.023), BLACK, when=OPEN),
        box((-0.17, 0.105, 0.02), (0.17, 0.12, 0.25), GRAY, when=OPEN),
        box((-0.155, 0.1, 0.035), (0.155, 0.105, 0.24), BLACK, SHINY, "open&off"),
        box((-0.155, 0.1, 0.035), (0.155, 0.105, 0.24), SCREEN, GLOW, "open&on"),
        *lamp((0.15, -0.1, 0.026), 0.014),
    )
    return Shape(parts)


def computer() -> Shape:
    """A tower with its screen."""
    parts = (
        box((0.2, -0.2, 0), (0.38, 0.2, 0.42), DARK),
        box((-0.32, -0.06, 0), (0.0, 0.06, 0.02), BLACK),
        box((-0.18, -0.02, 0.02), (-0.14, 0.02, 0.14), BLACK),
        box((-0.4, -0.04, 0.14), (0.1, -0.01, 0.44), BLACK),
        box((-0.38, -0.046, 0.16), (0.08, -0.04, 0.42), DARK, SHINY, OFF),
        box((-0.38, -0.046, 0.16), (0.08, -0.04, 0.42), SCREEN, GLOW, ON),
        *lamp((0.29, -0.205, 0.36), 0.022),
    )
    return Shape(parts, (Box((0.21, -0.19, 0.42), (0.37, 0.19, 0.42 + TALL)),))


def television() -> Shape:
    """A television on a foot."""
    parts = (
        box((-0.2, -0.1, 0), (0.2, 0.1, 0.02), BLACK),
        box((-0.03, -0.02, 0.02), (0.03, 0.02, 0.1), BLACK),
        box((-0.48, -0.03, 0.1), (0.48, 0.03, 0.65), BLACK),
        box((-0.46, -0.036, 0.12), (0.46, -0.03, 0.63), DARK, SHINY, OFF),
        box((-0.46, -0.036, 0.12), (0.46, -0.03, 0.63), SCREEN, GLOW, ON),
        *lamp((0.42, -0.038, 0.11), 0.014),
    )
    return Shape(parts)
