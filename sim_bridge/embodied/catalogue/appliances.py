"""Things with a plug, an engine or a flame."""

from __future__ import annotations

from sim_bridge.embodied.geometry import Box, Vec
from sim_bridge.embodied.kit import (
    BEAM,
    BLACK,
    BLUE,
    CREAM,
    DARK,
    GLASS,
    GREEN,
    GREY,
    HEAT,
    ORANGE,
    PINK,
    RED,
    STEEL,
    TALL,
    TEAL,
    WHITE,
    WOOD,
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
    Colour,
    Part,
    Shape,
)

SCREEN: Colour = (0.55, 0.80, 1.0, 1)
FIRE: Colour = (1.0, 0.55, 0.15, 1)
WATER: Colour = (0.35, 0.62, 0.92, 0.6)


def _hollow(w: float, d: float, h: float, colour: Colour, hole: Box) -> tuple[Part, ...]:
    """A block of `w` x `d` x `h` with a hole that is open to the front."""
    (x0, _, z0), (x1, y1, z1) = hole.lo, hole.hi
    inner = DARK
    return (
        box((-w / 2, -d / 2, 0), (w / 2, d / 2, z0), colour),
        box((-w / 2, -d / 2, z1), (w / 2, d / 2, h), colour),
        box((-w / 2, -d / 2, z0), (x0, d / 2, z1), colour),
        box((x1, -d / 2, z0), (w / 2, d / 2, z1), colour),
        box((x0, y1, z0), (x1, d / 2, z1), inner),
    )


def _drop_door(hole: Box, front: float, colour: Colour) -> tuple[Part, ...]:
    """A door hinged at the bottom, with a pane that glows when the appliance is on."""
    (x0, _, z0), (x1, _, z1) = hole.lo, hole.hi
    a, b = x0 - 0.02, x1 + 0.02
    y, pane = front, 0.06
    shut = (
        box((a, y - 0.025, z0 - 0.02), (b, y - 0.002, z1 + 0.02), colour, when=CLOSED),
        box(
            (a + 0.05, y - 0.05, z1 - 0.03), (b - 0.05, y - 0.025, z1 - 0.005), STEEL, SHINY, CLOSED
        ),
    )
    window = tuple(
        Part(part.form, part.centre, part.half, part.colour, part.finish, part.when)
        for part in (
            box(
                (x0 + pane, y - 0.03, z0 + pane),
                (x1 - pane, y - 0.025, z1 - pane),
                BLACK,
                SHINY,
                CLOSED,
            ),
        )
    )
    low = (
        box((a, y - 0.004 - (z1 - z0), z0 - 0.03), (b, y - 0.004, z0 - 0.008), colour, when=OPEN),
        box(
            (x0 + pane, y - (z1 - z0) + pane, z0 - 0.008),
            (x1 - pane, y - pane, z0 - 0.006),
            BLACK,
            SHINY,
            OPEN,
        ),
    )
    return (*shut, *window, *low)


def _side_door(hole: Box, front: float, colour: Colour, *, glass: bool) -> tuple[Part, ...]:
    """A door hinged at the left."""
    (x0, _, z0), (x1, _, z1) = hole.lo, hole.hi
    y, leaf = front, x1 - x0 + 0.04
    parts = [
        box(
            (x0 - 0.02, y - 0.025, z0 - 0.02),
            (x1 + 0.02, y - 0.002, z1 + 0.02),
            colour,
            when=CLOSED,
        ),
        box(
            (x1 - 0.02, y - 0.05, z0 + 0.02),
            (x1 + 0.005, y - 0.025, z1 - 0.02),
            STEEL,
            SHINY,
            CLOSED,
        ),
        box(
            (x0 - 0.02, y - leaf, z0 - 0.02), (x0 + 0.005, y - 0.004, z1 + 0.02), colour, when=OPEN
        ),
    ]
    if glass:
        pane = (x0 + 0.03, y - 0.03, z0 + 0.03), (x1 - 0.05, y - 0.025, z1 - 0.03)
        parts.append(box(*pane, BLACK, SHINY, CLOSED))
    return tuple(parts)


def _glow_in(hole: Box, front: float, colour: Colour, margin: float = 0.07) -> tuple[Part, ...]:
    """The light of an appliance at work: through the pane, or out of the open door."""
    (x0, _, z0), (x1, y1, z1) = hole.lo, hole.hi
    m = margin
    through = box((x0 + m, front - 0.034, z0 + m), (x1 - m, front - 0.03, z1 - m), colour, GLOW, ON)
    back = box(
        (x0 + 0.01, y1 - 0.006, z0 + 0.01), (x1 - 0.01, y1 - 0.001, z1 - 0.01), colour, GLOW, ON
    )
    return (
        Part(
            through.form,
            through.centre,
            through.half,
            (*colour[:3], 0.85),
            GLOW,
            "on&closed",
            ghost=True,
        ),
        Part(back.form, back.centre, back.half, colour, GLOW, ON, ghost=True),
    )


def refrigerator() -> Shape:
    """A tall refrigerator with a door over its whole front."""
    w, d, h = 0.78, 0.7, 1.7
    hole = Box((-w / 2 + 0.04, -d / 2, 0.14), (w / 2 - 0.04, d / 2 - 0.05, h - 0.06))
    body = _hollow(w, d, h, WHITE, hole)
    inner: Colour = (0.86, 0.94, 1.0, 1)
    lining = box(
        (hole.lo[0], hole.hi[1] - 0.01, hole.lo[2]), (hole.hi[0], hole.hi[1], hole.hi[2]), inner
    )
    levels = [0.14, 0.66, 1.16]
    boards = tuple(
        box((hole.lo[0], -d / 2 + 0.05, z - 0.015), (hole.hi[0], hole.hi[1] - 0.01, z), GLASS)
        for z in levels[1:]
    )
    spaces = tuple(
        Box(
            (hole.lo[0] + 0.01, -d / 2 + 0.03, z + 0.001),
            (hole.hi[0] - 0.01, hole.hi[1] - 0.02, top - 0.02),
        )
        for z, top in reversed(list(zip(levels, [*levels[1:], h - 0.06], strict=True)))
    )
    door = _side_door(hole, -d / 2, mixed(WHITE, BLUE, 0.05), glass=False)
    snow = rod(0.05, 0.01, (0.35, 0.65, 0.95, 1), (0.2, -d / 2 - 0.03, 1.45), "y", when=CLOSED)
    return Shape(
        (*body, lining, *boards, *door, snow),
        (surface(w - 0.06, d - 0.06, h),),
        spaces,
        mount="wall",
    )


def oven() -> Shape:
    """A free-standing oven."""
    w, d, h = 0.68, 0.62, 0.9
    hole = Box((-0.27, -d / 2, 0.28), (0.27, d / 2 - 0.06, 0.7))
    parts = (
        *_hollow(w, d, h, mixed(STEEL, WHITE, 0.3), hole),
        *_drop_door(hole, -d / 2, mixed(DARK, STEEL, 0.3)),
        *_glow_in(hole, -d / 2, FIRE),
        *(rod(0.025, 0.02, BLACK, (x, -d / 2 - 0.011, 0.81), "y") for x in (-0.18, -0.06, 0.06)),
        *lamp((0.22, -d / 2 - 0.01, 0.81)),
    )
    inside = Box((-0.26, -d / 2 + 0.02, 0.281), (0.26, d / 2 - 0.07, 0.69))
    return Shape(parts, (surface(w - 0.06, d - 0.06, h),), (inside,), mount="wall")


def stove() -> Shape:
    """A cooker with four burners."""
    w, d, h = 0.8, 0.62, 0.9
    burners = [(-0.19, -0.14), (0.19, -0.14), (-0.19, 0.14), (0.19, 0.14)]
    parts: list[Part] = [
        box((-w / 2, -d / 2 + 0.02, 0), (w / 2, d / 2, h - 0.03), WHITE),
        box((-w / 2, -d / 2, h - 0.03), (w / 2, d / 2, h), BLACK, SHINY),
        box((-w / 2 + 0.06, -d / 2 + 0.012, 0.2), (w / 2 - 0.06, -d / 2 + 0.02, 0.65), DARK, SHINY),
        *lamp((0.33, -d / 2 - 0.005, 0.8)),
    ]
    for x, y in burners:
        parts += [
            rod(0.125, 0.002, GREY, (x, y, h - 0.001)),
            rod(0.11, 0.002, DARK, (x, y, h), when=OFF),
            rod(0.125, 0.002, HEAT, (x, y, h), finish=GLOW, when=ON),
            rod(0.022, 0.02, STEEL, (x * 1.1 + y * 0.5, -d / 2 + 0.01, 0.8), "y"),
        ]
    parts += [
        Part(
            "cylinder",
            (x, y, h + 0.004),
            (0.16, 0.16, 0.002),
            (1, 0.35, 0.1, 0.35),
            GLOW,
            ON,
            ghost=True,
        )
        for x, y in burners
    ]
    top = Box((-w / 2 + 0.03, -d / 2 + 0.03, h + 0.002), (w / 2 - 0.03, d / 2 - 0.03, h + TALL))
    return Shape(tuple(parts), (top,), mount="wall")


def washing_machine(colour: Colour, port: Colour) -> Shape:
    """A washing machine or dryer with a round door."""
    w, d, h = 0.66, 0.62, 0.88
    hole = Box((-0.2, -d / 2, 0.2), (0.2, d / 2 - 0.06, 0.62))
    y = -d / 2
    parts = (
        *_hollow(w, d, h, colour, hole),
        rod(0.24, 0.025, GREY, (0, y - 0.014, 0.41), "y", when=CLOSED),
        rod(0.19, 0.012, port, (0, y - 0.032, 0.41), "y", SHINY, CLOSED),
        box((-0.24, y - 0.46, 0.2), (-0.215, y - 0.004, 0.62), GREY, when=OPEN),
        box((-0.3, y - 0.012, 0.74), (0.1, y - 0.002, 0.84), mixed(colour, DARK, 0.25)),
        rod(0.03, 0.02, STEEL, (0.17, y - 0.012, 0.79), "y"),
        *lamp((0.26, y - 0.01, 0.79)),
        Part(
            "ellipsoid",
            (0, y - 0.045, 0.36),
            (0.13, 0.012, 0.09),
            (0.7, 0.9, 1, 1),
            GLOW,
            "on&closed",
            ghost=True,
        ),
    )
    inside = Box((-0.19, y + 0.02, 0.201), (0.19, d / 2 - 0.08, 0.61))
    return Shape(parts, (surface(w - 0.06, d - 0.06, h),), (inside,), mount="wall")


def dishwasher() -> Shape:
    """A dishwasher."""
    w, d, h = 0.64, 0.62, 0.86
    hole = Box((-0.28, -d / 2, 0.12), (0.28, d / 2 - 0.05, 0.7))
    parts = (
        *_hollow(w, d, h, STEEL, hole),
        *_drop_door(hole, -d / 2, mixed(STEEL, WHITE, 0.4)),
        *lamp((0.24, -d / 2 - 0.01, 0.79)),
    )
    inside = Box((-0.27, -d / 2 + 0.02, 0.121), (0.27, d / 2 - 0.06, 0.69))
    return Shape(parts, (surface(w - 0.06, d - 0.06, h),), (inside,), mount="wall")


def microwave(w: float = 0.5, d: float = 0.38, h: float = 0.3, colour: Colour = WHITE) -> Shape:
    """A microwave oven: a door at the left, a panel at the right."""
    hole = Box((-w / 2 + 0.03, -d / 2, 0.03), (w / 2 - 0.13, d / 2 - 0.03, h - 0.03))
    parts = (
        *_hollow(w, d, h, colour, hole),
        *_side_door(hole, -d / 2, mixed(colour, DARK, 0.3), glass=True),
        *_glow_in(hole, -d / 2, YELLOW, 0.045),
        box((w / 2 - 0.09, -d / 2 - 0.004, 0.05), (w / 2 - 0.03, -d / 2 - 0.001, h - 0.09), DARK),
        *lamp((w / 2 - 0.06, -d / 2 - 0.008, h - 0.05), 0.018),
    )
    inside = Box(
        (hole.lo[0] + 0.005, -d / 2 + 0.01, 0.031),
        (hole.hi[0] - 0.005, hole.hi[1] - 0.01, h - 0.035),
    )
    return Shape(parts, (surface(w - 0.03, d - 0.03, h),), (inside,))


def toaster_oven() -> Shape:
    """A small oven with a door that drops."""
    w, d, h = 0.46, 0.34, 0.28
    hole = Box((-w / 2 + 0.03, -d / 2, 0.04), (w / 2 - 0.12, d / 2 - 0.03, h - 0.04))
    parts = (
        *_hollow(w, d, h, mixed(RED, DARK, 0.25), hole),
        *_drop_door(hole, -d / 2, DARK),
        *_glow_in(hole, -d / 2, FIRE, 0.06),
        rod(0.022, 0.015, STEEL, (w / 2 - 0.06, -d / 2 - 0.008, 0.08), "y"),
        rod(0.022, 0.015, STEEL, (w / 2 - 0.06, -d / 2 - 0.008, 0.15), "y"),
        *lamp((w / 2 - 0.06, -d / 2 - 0.008, h - 0.05), 0.018),
    )
    inside = Box(
        (hole.lo[0] + 0.005, -d / 2 + 0.01, 0.041),
        (hole.hi[0] - 0.005, hole.hi[1] - 0.01, h - 0.045),
    )
    return Shape(parts, (surface(w - 0.03, d - 0.03, h),), (inside,))


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
        rod(0.08, 0.01, GREY, (0, 0, 0.13)),
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
        rod(0.17, 0.01, mixed(WHITE, GREY, 0.4), (0, -0.075, 0.36), "y"),
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
        rod(0.012, 0.4, colour, (0, -0.085, z), "x", finish, when)
        for z in (0.18, 0.27, 0.36)
        for colour, finish, when in ((GREY, "matte", OFF), (HEAT, GLOW, ON))
    )
    parts = (
        box((-0.25, -0.07, 0.05), (0.25, 0.08, 0.5), mixed(CREAM, GREY, 0.2)),
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


def radio() -> Shape:
    """A radio with an aerial."""
    parts = (
        box((-0.15, -0.05, 0), (0.15, 0.05, 0.17), WOOD),
        rod(0.055, 0.008, DARK, (-0.08, -0.054, 0.085), "y"),
        box((0.0, -0.055, 0.1), (0.12, -0.05, 0.15), mixed(CREAM, GREY, 0.4), when=OFF),
        box((0.0, -0.055, 0.1), (0.12, -0.05, 0.15), SCREEN, GLOW, ON),
        rod(0.005, 0.2, STEEL, (0.13, 0.03, 0.17)),
        *lamp((0.06, -0.055, 0.05), 0.018),
    )
    return Shape(parts, (Box((-0.14, -0.045, 0.17), (0.11, 0.02, 0.17 + TALL)),))


def loudspeaker() -> Shape:
    """A loudspeaker."""
    parts = (
        box((-0.13, -0.12, 0), (0.13, 0.12, 0.48), mixed(WOOD, BLACK, 0.5)),
        rod(0.09, 0.01, GREY, (0, -0.125, 0.17), "y"),
        rod(0.045, 0.014, BLACK, (0, -0.127, 0.17), "y"),
        rod(0.05, 0.01, GREY, (0, -0.125, 0.35), "y"),
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
        box((-0.17, -0.12, 0), (0.17, 0.12, 0.02), GREY),
        box((-0.17, -0.12, 0.02), (0.17, 0.12, 0.032), STEEL, SHINY, CLOSED),
        rod(0.025, 0.002, WHITE, (0, 0, 0.032), when=CLOSED),
        box((-0.15, -0.02, 0.02), (0.15, 0.1, 0.023), BLACK, when=OPEN),
        box((-0.17, 0.105, 0.02), (0.17, 0.12, 0.25), GREY, when=OPEN),
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


def table_lamp() -> Shape:
    """A small lamp with a shade."""
    shade: Colour = (1.0, 0.92, 0.55, 1)
    parts = (
        rod(0.08, 0.02, TEAL),
        rod(0.02, 0.2, TEAL, (0, 0, 0.02)),
        rod(0.13, 0.17, mixed(CREAM, GREY, 0.3), (0, 0, 0.2), when=OFF),
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
        ball((0.04, 0.04, 0.025), colour, (x, y, 0.76), finish, when)
        for x in (-0.16, -0.05, 0.06, 0.17)
        for y in (-0.1, 0.1)
        for colour, finish, when in ((BLACK, "matte", OFF), (HEAT, GLOW, ON))
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
