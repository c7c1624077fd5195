"""Small machines, with a plug, an engine or a flame."""

from __future__ import annotations

from sim_bridge.embodied.geometry import Box, Vec
from sim_bridge.embodied.part_builders import (
    BEAM,
    BLACK,
    BLUE,
    CREAM,
    DARK,
    FIRE,
    GLASS,
    GRAY,
    HEAT,
    PINK,
    RED,
    STEEL,
    TALL,
    TEAL,
    WATER,
    WHITE,
    YELLOW,
    ball,
    block,
    box,
    lamp,
    mixed,
    ring,
    rod,
    surface,
)
from sim_bridge.embodied.shape import (
    CLOSED,
    GLOW,
    OFF,
    ON,
    OPEN,
    SHINY,
    Color,
    Part,
    Shape,
)


def toaster() -> Shape:
    """A toaster with two slots."""
    parts = (
        box((-0.15, -0.09, 0), (0.15, 0.09, 0.2), STEEL, SHINY),
        box((-0.11, -0.05, 0.2), (0.11, -0.02, 0.203), BLACK, when=OFF),
        box((-0.11, 0.02, 0.2), (0.11, 0.05, 0.203), BLACK, when=OFF),
        box((-0.11, -0.05, 0.2), (0.11, -0.02, 0.203), HEAT, GLOW, ON),
        box((-0.11, 0.02, 0.2), (0.11, 0.05, 0.203), HEAT, GLOW, ON),
        box((0.15, -0.02, 0.1), (0.18, 0.02, 0.13), BLACK),
        *lamp((0.1, -0.095, 0.05), 0.018),
    )
    return Shape(parts, (Box((-0.13, -0.07, 0.203), (0.13, 0.07, 0.203 + TALL)),))


def blender() -> Shape:
    """A jug of glass on a motor; open: its lid stands up at the back."""
    parts = (
        block((0.19, 0.19, 0.13), DARK),
        *lamp((0, -0.1, 0.06), 0.02),
        rod(0.08, 0.01, GRAY, (0, 0, 0.13)),
        *_glass_ring(0.09, 0.24, (0, 0, 0.14)),
        rod(0.09, 0.025, BLACK, (0, 0, 0.38), when=CLOSED),
        box((-0.08, 0.075, 0.38), (0.08, 0.095, 0.53), BLACK, when=OPEN),
        box((0.09, -0.015, 0.18), (0.13, 0.015, 0.34), DARK),
    )
    inside = Box((-0.055, -0.055, 0.141), (0.055, 0.055, 0.375))
    fill = Part("cylinder", (0, 0, 0.22), (0.078, 0.078, 0.075), WATER)
    return Shape(parts, (), (inside,), fluid=fill)


def _glass_ring(radius: float, height: float, at: Vec) -> tuple[Part, ...]:
    return ring(radius, height, GLASS, at)


def stand_mixer() -> Shape:
    """A mixer with its bowl."""
    red = mixed(RED, WHITE, 0.1)
    parts = (
        block((0.2, 0.34, 0.04), red),
        block((0.12, 0.1, 0.3), red, (0, 0.11, 0.04)),
        box((-0.06, -0.14, 0.3), (0.06, 0.16, 0.42), red, SHINY),
        rod(0.095, 0.11, STEEL, (0, -0.07, 0.04), finish=SHINY),
        rod(0.02, 0.14, STEEL, (0, -0.07, 0.16)),
        *lamp((0.065, 0.0, 0.36), 0.02),
    )
    fill = Part("cylinder", (0, -0.07, 0.151), (0.085, 0.085, 0.002), WATER)
    inside = Box((-0.06, -0.14, 0.151), (0.06, -0.09, 0.29))
    return Shape(
        parts, (Box((-0.055, -0.13, 0.42), (0.055, 0.15, 0.42 + TALL)),), (inside,), fluid=fill
    )


def hand_mixer() -> Shape:
    """A mixer held in the hand, lying with its beaters."""
    parts = (
        box((-0.12, -0.05, 0.0), (0.08, 0.05, 0.09), WHITE, SHINY),
        box((-0.09, -0.02, 0.13), (0.05, 0.02, 0.15), TEAL),
        box((-0.09, -0.02, 0.09), (-0.06, 0.02, 0.13), TEAL),
        box((0.03, -0.02, 0.09), (0.05, 0.02, 0.13), TEAL),
        rod(0.006, 0.08, STEEL, (0.12, -0.025, 0.04), "x"),
        rod(0.006, 0.08, STEEL, (0.12, 0.025, 0.04), "x"),
        ball((0.03, 0.02, 0.02), STEEL, (0.18, -0.025, 0.04), SHINY),
        ball((0.03, 0.02, 0.02), STEEL, (0.18, 0.025, 0.04), SHINY),
        *lamp((0.0, -0.052, 0.055), 0.018),
    )
    return Shape(parts)


def kettle() -> Shape:
    """An electric kettle."""
    parts = (
        rod(0.1, 0.025, BLACK),
        *ring(0.095, 0.2, STEEL, (0, 0, 0.025), 0.008),
        rod(0.088, 0.008, STEEL, (0, 0, 0.025)),
        box((-0.14, -0.015, 0.16), (-0.09, 0.015, 0.2), STEEL),
        box((0.09, -0.015, 0.19), (0.15, 0.015, 0.21), BLACK),
        box((0.13, -0.015, 0.06), (0.15, 0.015, 0.19), BLACK),
        *lamp((0, -0.1, 0.015), 0.02),
    )
    inside = Box((-0.055, -0.055, 0.035), (0.055, 0.055, 0.3))
    fill = Part("cylinder", (0, 0, 0.12), (0.082, 0.082, 0.085), WATER)
    return Shape(parts, (), (inside,), fluid=fill)


def coffee_maker() -> Shape:
    """A coffee maker with its jug."""
    parts = (
        block((0.2, 0.26, 0.04), DARK),
        box((-0.1, 0.04, 0.04), (0.1, 0.13, 0.34), DARK),
        box((-0.1, -0.11, 0.26), (0.1, 0.04, 0.34), DARK),
        *ring(0.07, 0.13, GLASS, (0, -0.05, 0.04)),
        box((0.07, -0.06, 0.06), (0.11, -0.04, 0.14), BLACK),
        *lamp((0.07, -0.113, 0.3), 0.018),
    )
    inside = Box((-0.04, -0.09, 0.041), (0.04, -0.01, 0.25))
    fill = Part("cylinder", (0, -0.05, 0.09), (0.06, 0.06, 0.045), WATER)
    return Shape(parts, (surface(0.18, 0.2, 0.34),), (inside,), fluid=fill)


def rice_cooker() -> Shape:
    """A rice cooker with a lid."""
    parts = (
        *ring(0.15, 0.2, WHITE, (0, 0, 0), 0.012),
        rod(0.14, 0.05, WHITE),
        rod(0.15, 0.03, WHITE, (0, 0, 0.2), when=CLOSED),
        rod(0.02, 0.02, BLACK, (0, 0, 0.23), when=CLOSED),
        box((-0.14, 0.12, 0.2), (0.14, 0.145, 0.46), WHITE, when=OPEN),
        box((-0.06, -0.165, 0.03), (0.06, -0.148, 0.1), DARK),
        *lamp((0, -0.168, 0.07), 0.018),
    )
    inside = Box((-0.085, -0.085, 0.051), (0.085, 0.085, 0.195))
    fill = Part("cylinder", (0, 0, 0.095), (0.132, 0.132, 0.044), WATER)
    return Shape(parts, (), (inside,), fluid=fill)


def popcorn_machine() -> Shape:
    """A popcorn machine: a case of glass under a red roof."""
    parts = (
        block((0.38, 0.34, 0.12), RED),
        box((-0.19, -0.17, 0.12), (0.19, 0.17, 0.45), GLASS),
        box((-0.19, -0.17, 0.45), (0.19, 0.17, 0.52), RED),
        rod(0.07, 0.07, STEEL, (0, 0.03, 0.34)),
        *(
            ball((0.035, 0.035, 0.03), CREAM, (x, y, 0.15))
            for x in (-0.1, 0, 0.1)
            for y in (-0.08, 0.06)
        ),
        *lamp((0.13, -0.175, 0.06), 0.02),
        box((-0.17, -0.15, 0.44), (0.17, 0.15, 0.448), BEAM, GLOW, ON),
    )
    return Shape(parts, (surface(0.34, 0.3, 0.52),))


def iron() -> Shape:
    """A clothes iron, flat on its sole."""
    blue = mixed(BLUE, WHITE, 0.2)
    parts = (
        box((-0.13, -0.055, 0), (0.06, 0.055, 0.02), STEEL, SHINY, OFF),
        box((0.06, -0.035, 0), (0.13, 0.035, 0.02), STEEL, SHINY, OFF),
        box((-0.13, -0.055, 0), (0.06, 0.055, 0.02), HEAT, GLOW, ON),
        box((0.06, -0.035, 0), (0.13, 0.035, 0.02), HEAT, GLOW, ON),
        box((-0.12, -0.045, 0.02), (0.07, 0.045, 0.07), blue),
        box((-0.1, -0.018, 0.12), (0.08, 0.018, 0.15), DARK),
        box((-0.1, -0.018, 0.07), (-0.06, 0.018, 0.12), DARK),
        box((0.05, -0.018, 0.07), (0.08, 0.018, 0.12), blue),
        *lamp((-0.03, -0.05, 0.055), 0.016),
    )
    return Shape(_with_both(parts))


def _with_both(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return parts


def hair_dryer() -> Shape:
    """A hair dryer, lying."""
    pink = mixed(PINK, RED, 0.3)
    parts = (
        rod(0.045, 0.16, pink, (0, 0.05, 0.045), "x"),
        rod(0.03, 0.06, BLACK, (0.11, 0.05, 0.045), "x"),
        box((-0.07, -0.11, 0.02), (-0.03, 0.03, 0.06), pink),
        *lamp((-0.05, -0.08, 0.062), 0.018),
        Part(
            "ellipsoid",
            (0.2, 0.05, 0.045),
            (0.08, 0.04, 0.04),
            (1, 0.6, 0.3, 0.35),
            GLOW,
            ON,
            ghost=True,
        ),
    )
    return Shape(parts)


def fan() -> Shape:
    """A fan on a foot; on: its blades are a blur."""
    blades = tuple(
        box((-0.13, -0.095, 0.33), (-0.01, -0.085, 0.39), TEAL, when=OFF)
        if side == 0
        else box((0.01, -0.095, 0.33), (0.13, -0.085, 0.39), TEAL, when=OFF)
        for side in (0, 1)
    )
    more = (
        box((-0.03, -0.095, 0.37), (0.03, -0.085, 0.49), TEAL, when=OFF),
        box((-0.03, -0.095, 0.23), (0.03, -0.085, 0.35), TEAL, when=OFF),
    )
    parts = (
        rod(0.12, 0.03, WHITE),
        rod(0.02, 0.3, WHITE, (0, 0.02, 0.03)),
        rod(0.05, 0.08, WHITE, (0, -0.03, 0.36), "y"),
        rod(0.17, 0.01, mixed(WHITE, GRAY, 0.4), (0, -0.075, 0.36), "y"),
        *blades,
        *more,
        rod(0.14, 0.008, (0.3, 0.8, 0.8, 0.75), (0, -0.09, 0.36), "y", when=ON),
        *lamp((0, -0.1, 0.045), 0.02),
        *(
            Part(
                "ellipsoid",
                (x, -0.17, 0.36 + z),
                (0.012, 0.07, 0.012),
                (0.8, 0.95, 1, 0.6),
                GLOW,
                ON,
                ghost=True,
            )
            for x, z in ((-0.08, 0.0), (0.08, 0.0), (0.0, 0.08), (0.0, -0.08))
        ),
    )
    return Shape(parts)


def heater() -> Shape:
    """A space heater with glowing bars."""
    bars = tuple(
        rod(0.012, 0.4, color, (0, -0.085, z), "x", finish, when)
        for z in (0.18, 0.27, 0.36)
        for color, finish, when in ((GRAY, "matte", OFF), (HEAT, GLOW, ON))
    )
    parts = (
        box((-0.25, -0.07, 0.05), (0.25, 0.08, 0.5), mixed(CREAM, GRAY, 0.2)),
        box((-0.22, -0.075, 0.12), (0.22, -0.07, 0.42), DARK),
        *bars,
        box((-0.25, -0.12, 0), (-0.2, 0.12, 0.05), DARK),
        box((0.2, -0.12, 0), (0.25, 0.12, 0.05), DARK),
        *lamp((0.2, -0.075, 0.46), 0.018),
        Part(
            "box", (0, -0.1, 0.27), (0.22, 0.012, 0.14), (1, 0.45, 0.15, 0.3), GLOW, ON, ghost=True
        ),
    )
    return Shape(parts, (Box((-0.24, -0.06, 0.5), (0.24, 0.07, 0.5 + TALL)),))


def table_lamp() -> Shape:
    """A small lamp with a shade."""
    shade: Color = (1.0, 0.92, 0.55, 1)
    parts = (
        rod(0.08, 0.02, TEAL),
        rod(0.02, 0.2, TEAL, (0, 0, 0.02)),
        rod(0.13, 0.17, mixed(CREAM, GRAY, 0.3), (0, 0, 0.2), when=OFF),
        rod(0.13, 0.17, shade, (0, 0, 0.2), finish=GLOW, when=ON),
        Part(
            "ellipsoid", (0, 0, 0.28), (0.26, 0.26, 0.2), (1, 0.93, 0.6, 0.25), GLOW, ON, ghost=True
        ),
    )
    return Shape(parts)


def vacuum_cleaner() -> Shape:
    """A vacuum cleaner with its hose and head."""
    parts = (
        Part("ellipsoid", (-0.12, 0, 0.13), (0.19, 0.13, 0.13), RED, SHINY),
        rod(0.06, 0.03, BLACK, (-0.2, -0.13, 0.06), "y"),
        rod(0.06, 0.03, BLACK, (-0.2, 0.13, 0.06), "y"),
        rod(0.02, 0.22, DARK, (0.17, 0, 0.14), "x"),
        rod(0.02, 0.55, STEEL, (0.28, 0, 0.03)),
        box((0.2, -0.15, 0), (0.34, 0.15, 0.05), DARK),
        *lamp((-0.12, 0, 0.26), 0.024),
    )
    return Shape(parts)


def power_strip() -> Shape:
    """A power strip with sockets and cable."""
    sockets = tuple(rod(0.022, 0.004, DARK, (x, 0, 0.04)) for x in (-0.12, -0.06, 0.0, 0.06))
    parts = (
        box((-0.16, -0.035, 0), (0.16, 0.035, 0.04), WHITE),
        *sockets,
        box((0.1, -0.018, 0.04), (0.14, 0.018, 0.048), RED),
        rod(0.008, 0.14, BLACK, (0.23, 0, 0.012), "x"),
    )
    return Shape(parts)


def lighter() -> Shape:
    """A lighter; on: a flame."""
    parts = (
        block((0.05, 0.03, 0.09), YELLOW),
        block((0.05, 0.03, 0.025), STEEL, (0, 0, 0.09), SHINY),
        Part("ellipsoid", (0, 0, 0.15), (0.016, 0.016, 0.04), FIRE, GLOW, ON, ghost=True),
    )
    return Shape(parts)


def bulb() -> Shape:
    """A light bulb."""
    parts = (
        rod(0.022, 0.04, STEEL, finish=SHINY),
        ball((0.045, 0.045, 0.05), (1.0, 0.97, 0.85, 1), (0, 0, 0.08), SHINY),
    )
    return Shape(parts)


def gadget() -> Shape:
    """Any other appliance: a case with a panel."""
    parts = (
        block((0.28, 0.2, 0.2), mixed(TEAL, WHITE, 0.5)),
        box((-0.1, -0.105, 0.06), (0.06, -0.1, 0.16), DARK),
        *lamp((0.1, -0.105, 0.12), 0.022),
    )
    return Shape(parts, (surface(0.26, 0.18, 0.2),))
