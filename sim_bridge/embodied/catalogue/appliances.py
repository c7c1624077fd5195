"""Large machines, most of them with a door."""

from __future__ import annotations

from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BLACK,
    BLUE,
    DARK,
    FIRE,
    GLASS,
    GRAY,
    HEAT,
    RED,
    STEEL,
    TALL,
    WHITE,
    YELLOW,
    box,
    lamp,
    mixed,
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


def _hollow(w: float, d: float, h: float, color: Color, hole: Box) -> tuple[Part, ...]:
    """A block of `w` x `d` x `h` with a hole that is open to the front."""
    (x0, _, z0), (x1, y1, z1) = hole.lo, hole.hi
    inner = DARK
    return (
        box((-w / 2, -d / 2, 0), (w / 2, d / 2, z0), color),
        box((-w / 2, -d / 2, z1), (w / 2, d / 2, h), color),
        box((-w / 2, -d / 2, z0), (x0, d / 2, z1), color),
        box((x1, -d / 2, z0), (w / 2, d / 2, z1), color),
        box((x0, y1, z0), (x1, d / 2, z1), inner),
    )


def _drop_door(hole: Box, front: float, color: Color) -> tuple[Part, ...]:
    """A door hinged at the bottom, with a pane that glows when the appliance is on."""
    (x0, _, z0), (x1, _, z1) = hole.lo, hole.hi
    a, b = x0 - 0.02, x1 + 0.02
    y, pane = front, 0.06
    shut = (
        box((a, y - 0.025, z0 - 0.02), (b, y - 0.002, z1 + 0.02), color, when=CLOSED),
        box(
            (a + 0.05, y - 0.05, z1 - 0.03), (b - 0.05, y - 0.025, z1 - 0.005), STEEL, SHINY, CLOSED
        ),
    )
    window = tuple(
        Part(part.form, part.center, part.half, part.color, part.finish, part.when)
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
        box((a, y - 0.004 - (z1 - z0), z0 - 0.03), (b, y - 0.004, z0 - 0.008), color, when=OPEN),
        box(
            (x0 + pane, y - (z1 - z0) + pane, z0 - 0.008),
            (x1 - pane, y - pane, z0 - 0.006),
            BLACK,
            SHINY,
            OPEN,
        ),
    )
    return (*shut, *window, *low)


def _side_door(hole: Box, front: float, color: Color, *, glass: bool) -> tuple[Part, ...]:
    """A door hinged at the left."""
    (x0, _, z0), (x1, _, z1) = hole.lo, hole.hi
    y, leaf = front, x1 - x0 + 0.04
    parts = [
        box(
            (x0 - 0.02, y - 0.025, z0 - 0.02),
            (x1 + 0.02, y - 0.002, z1 + 0.02),
            color,
            when=CLOSED,
        ),
        box(
            (x1 - 0.02, y - 0.05, z0 + 0.02),
            (x1 + 0.005, y - 0.025, z1 - 0.02),
            STEEL,
            SHINY,
            CLOSED,
        ),
        box((x0 - 0.02, y - leaf, z0 - 0.02), (x0 + 0.005, y - 0.004, z1 + 0.02), color, when=OPEN),
    ]
    if glass:
        pane = (x0 + 0.03, y - 0.03, z0 + 0.03), (x1 - 0.05, y - 0.025, z1 - 0.03)
        parts.append(box(*pane, BLACK, SHINY, CLOSED))
    return tuple(parts)


def _glow_in(hole: Box, front: float, color: Color, margin: float = 0.07) -> tuple[Part, ...]:
    """The light of an appliance at work: through the pane, or out of the open door."""
    (x0, _, z0), (x1, y1, z1) = hole.lo, hole.hi
    m = margin
    through = box((x0 + m, front - 0.034, z0 + m), (x1 - m, front - 0.03, z1 - m), color, GLOW, ON)
    back = box(
        (x0 + 0.01, y1 - 0.006, z0 + 0.01), (x1 - 0.01, y1 - 0.001, z1 - 0.01), color, GLOW, ON
    )
    return (
        Part(
            through.form,
            through.center,
            through.half,
            (*color[:3], 0.85),
            GLOW,
            "on&closed",
            ghost=True,
        ),
        Part(back.form, back.center, back.half, color, GLOW, ON, ghost=True),
    )


def refrigerator() -> Shape:
    """A tall refrigerator with a door over its whole front."""
    w, d, h = 0.78, 0.7, 1.7
    hole = Box((-w / 2 + 0.04, -d / 2, 0.14), (w / 2 - 0.04, d / 2 - 0.05, h - 0.06))
    body = _hollow(w, d, h, WHITE, hole)
    inner: Color = (0.86, 0.94, 1.0, 1)
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
            rod(0.125, 0.002, GRAY, (x, y, h - 0.001)),
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


def washing_machine(color: Color, port: Color) -> Shape:
    """A washing machine or dryer with a round door."""
    w, d, h = 0.66, 0.62, 0.88
    hole = Box((-0.2, -d / 2, 0.2), (0.2, d / 2 - 0.06, 0.62))
    y = -d / 2
    parts = (
        *_hollow(w, d, h, color, hole),
        rod(0.24, 0.025, GRAY, (0, y - 0.014, 0.41), "y", when=CLOSED),
        rod(0.19, 0.012, port, (0, y - 0.032, 0.41), "y", SHINY, CLOSED),
        box((-0.24, y - 0.46, 0.2), (-0.215, y - 0.004, 0.62), GRAY, when=OPEN),
        box((-0.3, y - 0.012, 0.74), (0.1, y - 0.002, 0.84), mixed(color, DARK, 0.25)),
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


def microwave(w: float = 0.5, d: float = 0.38, h: float = 0.3, color: Color = WHITE) -> Shape:
    """A microwave oven: a door at the left, a panel at the right."""
    hole = Box((-w / 2 + 0.03, -d / 2, 0.03), (w / 2 - 0.13, d / 2 - 0.03, h - 0.03))
    parts = (
        *_hollow(w, d, h, color, hole),
        *_side_door(hole, -d / 2, mixed(color, DARK, 0.3), glass=True),
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
