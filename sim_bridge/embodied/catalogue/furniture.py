"""Furniture and what belongs to a room."""

from __future__ import annotations

import itertools
from dataclasses import replace

from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BLACK,
    BLUE,
    CREAM,
    DARK,
    GLASS,
    GRAY,
    PINE,
    STEEL,
    STONE,
    TALL,
    TAN,
    WALNUT,
    WATER,
    WHITE,
    WOOD,
    box,
    legs,
    mixed,
    ring,
    rod,
    surface,
    tray_walls,
)
from sim_bridge.embodied.shape import CLOSED, GLOW, OFF, ON, OPEN, SHINY, Color, Part, Shape

EDGE = 0.02


def _carcass(w: float, d: float, h: float, color: Color, shelves: int) -> tuple[Part, ...]:
    """Back, sides, bottom, top and shelves, open to the front."""
    inner = mixed(color, WHITE, 0.35)
    parts = [
        box((-w / 2, d / 2 - EDGE, 0), (w / 2, d / 2, h), inner),
        box((-w / 2, -d / 2, 0), (-w / 2 + EDGE, d / 2 - EDGE, h), color),
        box((w / 2 - EDGE, -d / 2, 0), (w / 2, d / 2 - EDGE, h), color),
        box((-w / 2 + EDGE, -d / 2, 0), (w / 2 - EDGE, d / 2 - EDGE, 0.06), color),
        box((-w / 2 + EDGE, -d / 2, h - EDGE), (w / 2 - EDGE, d / 2 - EDGE, h), color),
    ]
    for level in _levels(h, shelves)[1:]:
        front = (-w / 2 + EDGE, -d / 2 + 0.02, level - EDGE)
        parts.append(box(front, (w / 2 - EDGE, d / 2 - EDGE, level), inner))
    return tuple(parts)


def _levels(h: float, shelves: int) -> list[float]:
    step = (h - 0.06 - EDGE) / (shelves + 1)
    return [0.06 + step * index for index in range(shelves + 1)]


def _holds(w: float, d: float, h: float, shelves: int) -> tuple[Box, ...]:
    """The cavities of a carcass, the best seen first."""
    levels = [*_levels(h, shelves), h]
    spaces = [
        Box((-w / 2 + EDGE, -d / 2 + 0.01, low), (w / 2 - EDGE, d / 2 - EDGE, high - EDGE))
        for low, high in itertools.pairwise(levels)
    ]
    return tuple(reversed(spaces))


def _two_doors(w: float, d: float, h: float, color: Color) -> tuple[Part, ...]:
    """A pair of doors, closed or swung open by a right angle."""
    y, z, leaf = -d / 2, 0.05, w / 2
    face, knob = mixed(color, WHITE, 0.12), DARK
    return (
        box((-w / 2, y - 0.022, z), (-0.004, y - 0.002, h), face, when=CLOSED),
        box((0.004, y - 0.022, z), (w / 2, y - 0.002, h), face, when=CLOSED),
        box((-0.05, y - 0.04, h * 0.5), (-0.03, y - 0.022, h * 0.5 + 0.12), knob, when=CLOSED),
        box((0.03, y - 0.04, h * 0.5), (0.05, y - 0.022, h * 0.5 + 0.12), knob, when=CLOSED),
        box((-w / 2, y - leaf, z), (-w / 2 + EDGE, y - 0.002, h), face, when=OPEN),
        box((w / 2 - EDGE, y - leaf, z), (w / 2, y - 0.002, h), face, when=OPEN),
    )


def cabinet(
    w: float, d: float, h: float, color: Color, shelves: int = 1, height: float = 0.0
) -> Shape:
    """A cupboard with two doors."""
    parts = _carcass(w, d, h, color, shelves) + _two_doors(w, d, h, color)
    tops = () if height else (surface(w - 0.04, d - 0.04, h),)
    return Shape(
        parts,
        tops or (surface(w - 0.04, d - 0.04, h, 0.35),),
        _holds(w, d, h, shelves),
        mount="wall",
        height=height,
    )


def chest(w: float, d: float, h: float, color: Color) -> Shape:
    """A chest of two drawers; open: the upper one is pulled out."""
    half = h / 2
    face = mixed(color, WHITE, 0.15)
    pull, y = 0.65 * d, -d / 2
    body = (
        box((-w / 2, d / 2 - EDGE, 0), (w / 2, d / 2, h), color),
        box((-w / 2, y, 0), (-w / 2 + EDGE, d / 2 - EDGE, h), color),
        box((w / 2 - EDGE, y, 0), (w / 2, d / 2 - EDGE, h), color),
        box((-w / 2, y, h - EDGE), (w / 2, d / 2, h), color),
        box((-w / 2 + EDGE, y, 0), (w / 2 - EDGE, d / 2 - EDGE, half), color),
        box((-w / 2 + 0.03, y - 0.02, 0.04), (w / 2 - 0.03, y, half - 0.02), face),
        box((-0.07, y - 0.04, half * 0.5), (0.07, y - 0.02, half * 0.5 + 0.025), DARK),
        box((-w / 2 + 0.03, y - 0.02, half), (w / 2 - 0.03, y, h - 0.03), face, when=CLOSED),
        box((-0.07, y - 0.04, half * 1.5), (0.07, y - 0.02, half * 1.5 + 0.025), DARK, when=CLOSED),
        box(
            (-w / 2 + 0.03, y - pull, half),
            (w / 2 - 0.03, y - pull + 0.02, h - 0.08),
            face,
            when=OPEN,
        ),
        box((-w / 2 + 0.04, y - pull, half), (w / 2 - 0.04, y, half + 0.01), face, when=OPEN),
    )
    drawer = Box((-w / 2 + 0.05, y - pull + 0.03, half + 0.01), (w / 2 - 0.05, y - 0.01, h - 0.05))
    return Shape(body, (surface(w - 0.04, d - 0.04, h),), (drawer,), mount="wall")


def countertop(w: float = 1.5, d: float = 0.62, h: float = 0.9) -> Shape:
    """A worktop on a closed base."""
    base, line = CREAM, mixed(CREAM, BLACK, 0.35)
    fronts = tuple(
        box(
            (x - w / 6 + 0.01, -d / 2 + 0.005, 0.1),
            (x + w / 6 - 0.01, -d / 2 + 0.02, h - 0.07),
            line,
        )
        for x in (-w / 3, 0.0, w / 3)
    )
    parts = (
        box((-w / 2, -d / 2 + 0.02, 0), (w / 2, d / 2, h - 0.04), base),
        *fronts,
        box((-w / 2, -d / 2, h - 0.04), (w / 2, d / 2, h), mixed(STONE, DARK, 0.25), SHINY),
    )
    return Shape(parts, (surface(w - 0.06, d - 0.08, h),), mount="wall")


def sink(w: float = 1.1, d: float = 0.62, h: float = 0.88) -> Shape:
    """A basin with a drainer beside it; on: the tap runs."""
    left, right, low = -0.02, w / 2 - 0.06, h - 0.2
    front, back = -d / 2 + 0.07, d / 2 - 0.13
    rim = mixed(STEEL, WHITE, 0.25)
    middle, tap = (left + right) / 2, (back - 0.05)
    parts = (
        box((-w / 2, -d / 2 + 0.02, 0), (w / 2, d / 2, low - 0.01), mixed(CREAM, TAN, 0.4)),
        box((-w / 2, -d / 2, low - 0.01), (w / 2, d / 2, low), STEEL, SHINY),
        box((-w / 2, -d / 2, low), (left, d / 2, h), rim, SHINY),
        box((right, -d / 2, low), (w / 2, d / 2, h), rim, SHINY),
        box((left, -d / 2, low), (right, front, h), rim, SHINY),
        box((left, back, low), (right, d / 2, h), rim, SHINY),
        rod(0.018, 0.28, STEEL, (middle, d / 2 - 0.06, h), finish=SHINY),
        box(
            (middle - 0.015, tap - 0.02, h + 0.25), (middle + 0.015, d / 2 - 0.05, h + 0.28), STEEL
        ),
        rod(0.02, 0.06, STEEL, (middle, tap - 0.01, h + 0.19), finish=SHINY),
        rod(0.035, 0.015, DARK, (middle, 0.0, low - 0.012)),
        Part(
            "cylinder",
            (middle, tap - 0.01, (h + 0.19 + low) / 2),
            (0.022, 0.022, (h + 0.19 - low) / 2),
            WATER,
            when=ON,
            ghost=True,
        ),
        Part(
            "cylinder", (middle, 0.0, low + 0.012), (0.16, 0.16, 0.01), WATER, when=ON, ghost=True
        ),
    )
    drainer = Box((-w / 2 + 0.03, -d / 2 + 0.03, h), (left - 0.02, d / 2 - 0.03, h + TALL))
    basin = Box((left + 0.01, front + 0.01, low + 0.001), (right - 0.01, tap - 0.06, h + TALL))
    return Shape(parts, (drainer,), (basin,), mount="wall")


def table(w: float, d: float, h: float, color: Color, mount: str = "middle") -> Shape:
    """A top on four legs."""
    parts = (
        *legs(w, d, h - 0.04, color),
        box((-w / 2, -d / 2, h - 0.04), (w / 2, d / 2, h), color),
    )
    under = Box((-w / 2 + 0.08, -d / 2 + 0.02, 0), (w / 2 - 0.08, d / 2 - 0.02, h - 0.05))
    return Shape(parts, (surface(w - 0.05, d - 0.05, h),), beneath=under, mount=mount)


def shelf(w: float = 1.1, d: float = 0.42, h: float = 1.05) -> Shape:
    """An open shelf of three boards."""
    return Shape(
        _carcass(w, d, h, WALNUT, 1),
        (surface(w - 0.04, d - 0.04, h),),
        _holds(w, d, h, 1),
        mount="wall",
    )


def bench(w: float = 1.4, d: float = 0.5, h: float = 0.45) -> Shape:
    """A garden bench with a low back."""
    slats = tuple(
        box((-w / 2, y - 0.07, h - 0.04), (w / 2, y + 0.07, h), PINE) for y in (-0.17, 0.0, 0.17)
    )
    back = box((-w / 2, d / 2 - 0.04, h + 0.12), (w / 2, d / 2, h + 0.32), PINE)
    posts = tuple(
        box((x - 0.03, d / 2 - 0.06, 0), (x + 0.03, d / 2 - 0.0, h + 0.12), WOOD)
        for x in (-w / 2 + 0.1, w / 2 - 0.1)
    )
    feet = tuple(
        box((x - 0.03, -d / 2, 0), (x + 0.03, -d / 2 + 0.06, h - 0.04), WOOD)
        for x in (-w / 2 + 0.1, w / 2 - 0.1)
    )
    top = Box((-w / 2 + 0.02, -d / 2 + 0.02, h), (w / 2 - 0.02, d / 2 - 0.07, h + TALL))
    under = Box((-w / 2 + 0.15, -d / 2, 0), (w / 2 - 0.15, d / 2 - 0.08, h - 0.05))
    return Shape((*slats, back, *posts, *feet), (top,), beneath=under, mount="wall")


def seat(w: float, color: Color) -> Shape:
    """A sofa or an armchair."""
    d, arm, h = 0.85, 0.16, 0.42
    dark = mixed(color, BLACK, 0.2)
    count = max(1, round((w - 2 * arm) / 0.7))
    each = (w - 2 * arm) / count
    cushions = tuple(
        box(
            (-w / 2 + arm + each * i + 0.008, -d / 2, 0.25),
            (-w / 2 + arm + each * (i + 1) - 0.008, d / 2 - 0.22, h),
            color,
        )
        for i in range(count)
    )
    parts = (
        box((-w / 2, -d / 2 + 0.02, 0.05), (w / 2, d / 2, 0.25), dark),
        *cushions,
        box((-w / 2, d / 2 - 0.22, 0.25), (w / 2, d / 2, 0.82), dark),
        box((-w / 2, -d / 2, 0.25), (-w / 2 + arm, d / 2 - 0.22, 0.6), dark),
        box((w / 2 - arm, -d / 2, 0.25), (w / 2, d / 2 - 0.22, 0.6), dark),
    )
    top = Box((-w / 2 + arm + 0.02, -d / 2 + 0.02, h), (w / 2 - arm - 0.02, d / 2 - 0.24, h + TALL))
    return Shape(parts, (top,), mount="wall")


def chair(color: Color = PINE) -> Shape:
    """A chair."""
    parts = (
        *legs(0.42, 0.42, 0.42, color, 0.04),
        box((-0.21, -0.21, 0.42), (0.21, 0.21, 0.46), color),
        box((-0.21, 0.18, 0.46), (0.21, 0.21, 0.9), color),
    )
    under = Box((-0.16, -0.2, 0), (0.16, 0.16, 0.41))
    return Shape(
        parts, (Box((-0.2, -0.2, 0.46), (0.2, 0.17, 0.46 + TALL)),), beneath=under, mount="middle"
    )


def bed() -> Shape:
    """A bed with a pillow."""
    parts = (
        box((-0.5, -1.0, 0.1), (0.5, 1.0, 0.3), WOOD),
        box((-0.49, -0.99, 0.3), (0.49, 0.98, 0.5), mixed(BLUE, WHITE, 0.7)),
        box((-0.35, 0.55, 0.5), (0.35, 0.93, 0.6), WHITE),
        box((-0.5, 0.98, 0.3), (0.5, 1.03, 0.9), WOOD),
    )
    return Shape(parts, (Box((-0.45, -0.95, 0.5), (0.45, 0.5, 0.5 + TALL)),), mount="wall")


def bathtub(w: float = 1.5, d: float = 0.75, h: float = 0.55) -> Shape:
    """A bathtub with its tap."""
    parts = (
        *tray_walls(w, d, h, WHITE, wall=0.06),
        rod(0.02, 0.2, STEEL, (w / 2 - 0.03, 0, h), finish=SHINY),
        box((w / 2 - 0.16, -0.02, h + 0.17), (w / 2 - 0.01, 0.02, h + 0.2), STEEL),
        Part(
            "cylinder",
            (w / 2 - 0.14, 0, (h + 0.23) / 2),
            (0.025, 0.025, (h + 0.1) / 2),
            WATER,
            when=ON,
            ghost=True,
        ),
    )
    inside = Box((-w / 2 + 0.08, -d / 2 + 0.08, 0.061), (w / 2 - 0.2, d / 2 - 0.08, h + TALL))
    fill = Part("box", (0, 0, 0.28), (w / 2 - 0.062, d / 2 - 0.062, 0.16), WATER)
    return Shape(parts, (), (inside,), fluid=fill, mount="wall")


def toilet() -> Shape:
    """A toilet with its lid up."""
    parts = (
        rod(0.14, 0.36, WHITE, (0, -0.1, 0)),
        Part("ellipsoid", (0, -0.13, 0.38), (0.2, 0.26, 0.06), WHITE, SHINY),
        Part("ellipsoid", (0, -0.15, 0.41), (0.12, 0.17, 0.04), (0.55, 0.75, 0.88, 1), SHINY),
        box((-0.22, 0.14, 0.3), (0.22, 0.34, 0.85), WHITE, SHINY),
        box((-0.18, 0.11, 0.46), (0.18, 0.14, 0.84), WHITE),
        box((-0.03, 0.2, 0.85), (0.03, 0.26, 0.865), STEEL),
    )
    return Shape(parts, (Box((-0.21, 0.15, 0.865), (0.21, 0.33, 0.865 + TALL)),), mount="wall")


def shower(w: float = 0.95, d: float = 0.95, h: float = 1.9) -> Shape:
    """A shower cabin of glass, open in front."""
    parts = (
        box((-w / 2, -d / 2, 0), (w / 2, d / 2, 0.08), WHITE),
        box((-w / 2, d / 2 - 0.03, 0.08), (w / 2, d / 2, h), mixed(WHITE, BLUE, 0.12)),
        box((-w / 2, -d / 2, 0.08), (-w / 2 + 0.015, d / 2 - 0.03, h), GLASS, SHINY),
        box((w / 2 - 0.015, -d / 2, 0.08), (w / 2, d / 2 - 0.03, h), GLASS, SHINY),
        rod(0.012, 0.7, STEEL, (0, d / 2 - 0.06, 1.0), finish=SHINY),
        rod(0.09, 0.03, STEEL, (0, d / 2 - 0.14, 1.7), finish=SHINY),
        *(
            Part(
                "cylinder",
                (x, d / 2 - 0.14 + y, 0.9),
                (0.006, 0.006, 0.8),
                WATER,
                when=ON,
                ghost=True,
            )
            for x in (-0.05, 0.0, 0.05)
            for y in (-0.04, 0.04)
        ),
    )
    inside = Box((-w / 2 + 0.03, -d / 2 + 0.02, 0.081), (w / 2 - 0.03, d / 2 - 0.26, h))
    return Shape(parts, (inside,), (inside,), mount="wall")


def towel_rack() -> Shape:
    """A rack of bars on two feet; towels lie over its flat top."""
    bars = tuple(
        rod(0.012, 0.7, STEEL, (0, y, 0.9), "x", SHINY) for y in (-0.12, -0.04, 0.04, 0.12)
    )
    posts = tuple(box((x - 0.015, -0.15, 0), (x + 0.015, 0.15, 0.91), STEEL) for x in (-0.35, 0.35))
    top = Box((-0.33, -0.14, 0.913), (0.33, 0.14, 0.913 + TALL))
    return Shape((*bars, *posts), (top,), mount="wall")


def ironing_board() -> Shape:
    """An ironing board, set up."""
    parts = (
        box((-0.6, -0.19, 0.82), (0.45, 0.19, 0.86), mixed(BLUE, WHITE, 0.5)),
        Part("cylinder", (0.45, 0, 0.84), (0.19, 0.19, 0.02), mixed(BLUE, WHITE, 0.5)),
        box((-0.4, -0.15, 0), (-0.36, -0.11, 0.82), STEEL),
        box((0.3, -0.15, 0), (0.34, -0.11, 0.82), STEEL),
        box((-0.4, 0.11, 0), (-0.36, 0.15, 0.82), STEEL),
        box((0.3, 0.11, 0), (0.34, 0.15, 0.82), STEEL),
    )
    under = Box((-0.33, -0.18, 0), (0.27, 0.18, 0.8))
    return Shape(
        parts, (Box((-0.58, -0.18, 0.86), (0.5, 0.18, 0.86 + TALL)),), beneath=under, mount="middle"
    )


def bin_(w: float, d: float, h: float, color: Color) -> Shape:
    """An open bin, basket or crate."""
    inside = Box((-w / 2 + 0.02, -d / 2 + 0.02, 0.013), (w / 2 - 0.02, d / 2 - 0.02, h + 0.15))
    fill = Part("box", (0, 0, h * 0.4), (w / 2 - 0.014, d / 2 - 0.014, h * 0.35), GRAY)
    bands = tuple(
        box(
            (-w / 2 - 0.004, -d / 2 - 0.004, z),
            (w / 2 + 0.004, -d / 2, z + 0.03),
            mixed(color, BLACK, 0.3),
        )
        for z in (h * 0.35, h * 0.8)
    )
    return Shape((*tray_walls(w, d, h, color), *bands), (), (inside,), fluid=fill)


def floor_lamp() -> Shape:
    """A standing lamp with a shade that is open at its top."""
    glow: Color = (1.0, 0.92, 0.55, 1)
    parts = (
        rod(0.16, 0.03, DARK),
        rod(0.015, 1.35, DARK, (0, 0, 0.03)),
        *(replace(p, when=OFF) for p in ring(0.17, 0.28, mixed(CREAM, GRAY, 0.3), (0, 0, 1.32))),
        *(replace(p, when=ON, finish=GLOW) for p in ring(0.17, 0.28, glow, (0, 0, 1.32))),
        rod(0.12, 0.02, DARK, (0, 0, 1.48)),
        Part(
            "ellipsoid", (0, 0, 1.46), (0.34, 0.34, 0.3), (1, 0.93, 0.6, 0.25), GLOW, ON, ghost=True
        ),
    )
    inside = Box((-0.09, -0.09, 1.501), (0.09, 0.09, 1.75))
    return Shape(parts, (), (inside,), mount="middle")
