"""What people and animals lie on, sit on, hide under and hold: cribs, cushions, tents, toys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, hypot, pi, sin

from sim_bridge.embodied.arms import limb
from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BLACK,
    BLUE,
    BROWN,
    CREAM,
    GRAY,
    GREEN,
    ORANGE,
    PINE,
    PINK,
    RED,
    STEEL,
    TALL,
    TAN,
    TEAL,
    WALNUT,
    WHITE,
    YELLOW,
    ball,
    block,
    box,
    legs,
    mixed,
    ring,
    rod,
    surface,
)
from sim_bridge.embodied.shape import BOX, Color, Part, Shape

FUR: Color = (0.62, 0.40, 0.20, 1)


def crib() -> Shape:
    """A baby's bed with bars all round, the front ones lower."""
    w, d, low = 1.1, 0.66, 0.42
    mattress = box((-w / 2 + 0.03, -d / 2 + 0.03, 0.3), (w / 2 - 0.03, d / 2 - 0.03, low), WHITE)
    pillow = box(
        (w / 2 - 0.27, -0.17, low), (w / 2 - 0.08, 0.17, low + 0.05), mixed(PINK, WHITE, 0.5)
    )
    count = 11
    slats = tuple(
        box((x - 0.012, y - 0.012, 0.25), (x + 0.012, y + 0.012, high), PINE)
        for y, high in ((-d / 2, 0.66), (d / 2, 0.86))
        for x in (-w / 2 + w * i / count for i in range(1, count))
    )
    ends = tuple(
        box((x - 0.012, y - 0.012, 0.25), (x + 0.012, y + 0.012, 0.84), PINE)
        for x in (-w / 2, w / 2)
        for y in (-0.2, -0.07, 0.07, 0.2)
    )
    rails = (
        box((-w / 2, -d / 2 - 0.02, 0.64), (w / 2, -d / 2 + 0.02, 0.68), WALNUT),
        box((-w / 2, d / 2 - 0.02, 0.84), (w / 2, d / 2 + 0.02, 0.88), WALNUT),
        *(box((x - 0.02, -d / 2, 0.82), (x + 0.02, d / 2, 0.86), WALNUT) for x in (-w / 2, w / 2)),
        box((-w / 2, -d / 2, 0.25), (w / 2, d / 2, 0.3), WALNUT),
    )
    posts = legs(w + 0.04, d + 0.04, 0.88, WALNUT, 0.05)
    head = Box((-w / 2 + 0.05, 0.02, low), (w / 2 - 0.3, d / 2 - 0.05, TALL))
    lap = Box((-w / 2 + 0.05, -d / 2 + 0.05, low), (w / 2 - 0.3, 0.0, TALL))
    parts = (mattress, pillow, *slats, *ends, *rails, *posts)
    return Shape(parts, (head,), (lap,), mount="wall")


def pet_bed() -> Shape:
    """A round bed with a thick rim, for a dog or a cat; a paw is drawn on it."""
    color = mixed(TEAL, GRAY, 0.3)
    rim = ring(0.33, 0.13, color, (0, 0, 0), 0.09, 16)
    roll = tuple(
        ball((0.075, 0.075, 0.05), color, (0.28 * cos(a), 0.28 * sin(a), 0.12))
        for a in (2 * pi * i / 16 for i in range(16))
        if not -2.2 < a - 2 * pi * (a > pi) < -0.9
    )
    cushion = rod(0.25, 0.06, CREAM)
    paw = (
        rod(0.05, 0.003, BROWN, (0, -0.03, 0.06)),
        *(
            rod(0.022, 0.003, BROWN, (x, y, 0.06))
            for x, y in ((-0.06, 0.03), (0, 0.05), (0.06, 0.03))
        ),
    )
    return Shape((*rim, *roll, cushion, *paw), (surface(0.32, 0.32, 0.063),))


def footstool() -> Shape:
    """A low padded stool."""
    parts = (
        *legs(0.44, 0.34, 0.24, WALNUT, 0.045),
        box((-0.22, -0.17, 0.22), (0.22, 0.17, 0.27), WALNUT),
        box((-0.21, -0.16, 0.27), (0.21, 0.16, 0.33), RED),
        ball((0.21, 0.16, 0.04), RED, (0, 0, 0.33)),
        rod(0.014, 0.012, mixed(RED, BLACK, 0.4), (0, 0, 0.366)),
    )
    return Shape(parts, (surface(0.3, 0.22, 0.378),), mount="middle")


def teddy() -> Shape:
    """A teddy bear that sits."""
    light = mixed(FUR, WHITE, 0.45)
    parts = (
        ball((0.075, 0.065, 0.085), FUR, (0, 0, 0.085)),
        ball((0.045, 0.02, 0.05), light, (0, -0.052, 0.085)),
        ball((0.065, 0.06, 0.06), FUR, (0, -0.005, 0.215)),
        *(ball((0.026, 0.014, 0.026), FUR, (x, 0, 0.27)) for x in (-0.052, 0.052)),
        *(ball((0.016, 0.01, 0.016), PINK, (x, -0.01, 0.27)) for x in (-0.052, 0.052)),
        ball((0.03, 0.025, 0.024), light, (0, -0.06, 0.2)),
        ball((0.01, 0.008, 0.008), BLACK, (0, -0.085, 0.208)),
        *(ball((0.008, 0.006, 0.008), BLACK, (x, -0.06, 0.235)) for x in (-0.024, 0.024)),
        *(ball((0.026, 0.03, 0.05), FUR, (x, -0.035, 0.115)) for x in (-0.088, 0.088)),
        *(ball((0.034, 0.06, 0.032), FUR, (x, -0.08, 0.034)) for x in (-0.06, 0.06)),
        *(ball((0.026, 0.008, 0.024), light, (x, -0.137, 0.034)) for x in (-0.06, 0.06)),
    )
    return Shape(parts)


def tent(color: Color = ORANGE) -> Shape:
    """A ridge tent, open at its front."""
    half, tall, deep = 0.7, 0.95, 0.85
    slope = hypot(half, tall)
    sides = tuple(
        Part(
            BOX,
            (sign * half / 2, 0, tall / 2),
            (slope / 2, deep, 0.012),
            mixed(color, BLACK, 0.0 if sign > 0 else 0.15),
            along=(sign * tall / slope, 0, half / slope),
        )
        for sign in (-1, 1)
    )
    poles = tuple(limb((0, y, 0), (0, y, tall + 0.03), 0.012, STEEL) for y in (-deep, deep))
    pegs = tuple(
        limb((x * 0.3, y * 0.98, tall * 0.6), (x, y * 1.12, 0.0), 0.004, CREAM)
        for x in (-half, half)
        for y in (-deep, deep)
    )
    sheet = box((-half, -deep, 0), (half, deep, 0.012), mixed(GREEN, BLACK, 0.4))
    back = tuple(
        box(
            (-half * (1 - share) + 0.02, deep - 0.03, tall * share),
            (half * (1 - share) - 0.02, deep - 0.02, tall * (share + 0.1)),
            mixed(color, BLACK, 0.3),
        )
        for share in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
    )
    inside = Box((-0.4, -deep + 0.05, 0.0125), (0.4, deep - 0.1, 0.4))
    return Shape((*sides, *poles, *pegs, sheet, *back), (), (inside,), mount="middle")


def umbrella(color: Color = BLUE) -> Shape:
    """An open umbrella, upright, with a crook."""
    rim, top = 0.34, 0.72
    points = [(rim * cos(a), rim * sin(a)) for a in (2 * pi * i / 8 for i in range(8))]
    low, tip = top - 0.13, (0.0, 0.0, top + 0.02)
    bends = [(0.6 * x, 0.6 * y, low + 0.125) for x, y in points]
    rims = [(x, y, low) for x, y in points]
    parts = (
        ball((rim * 0.97, rim * 0.97, 0.15), color, (0, 0, low)),
        *(limb(tip, bend, 0.007, WHITE) for bend in bends),
        *(limb(bend, end, 0.007, WHITE) for bend, end in zip(bends, rims, strict=True)),
        limb((0, 0, top), (0, 0, top + 0.07), 0.008, STEEL),
        rod(0.009, top - 0.1, STEEL, (0, 0, 0.06)),
        limb((0, 0, 0.06), (0.03, 0, 0.02), 0.014, BROWN),
        limb((0.03, 0, 0.02), (0.07, 0, 0.05), 0.014, BROWN),
    )
    return Shape(parts)


def high_chair() -> Shape:
    """A child's high chair with its tray."""
    parts = (
        *legs(0.46, 0.46, 0.55, PINE, 0.04),
        box((-0.2, -0.2, 0.55), (0.2, 0.2, 0.59), PINE),
        box((-0.2, 0.17, 0.59), (0.2, 0.2, 1.0), YELLOW),
        *(box((x - 0.015, -0.2, 0.59), (x + 0.015, 0.17, 0.76), PINE) for x in (-0.2, 0.2)),
        box((-0.24, -0.34, 0.76), (0.24, -0.08, 0.79), WHITE),
    )
    return Shape(parts, (Box((-0.22, -0.32, 0.79), (0.22, -0.1, TALL)),), mount="middle")


def mattress() -> Shape:
    """A quilted mattress."""
    seams = tuple(
        box((x - 0.004, -0.9, 0.2), (x + 0.004, 0.9, 0.203), GRAY) for x in (-0.3, -0.1, 0.1, 0.3)
    )
    parts = (box((-0.45, -0.92, 0), (0.45, 0.92, 0.2), WHITE), *seams)
    return Shape(parts, (Box((-0.42, -0.9, 0.203), (0.42, 0.9, TALL)),), mount="wall")


def blocks() -> Shape:
    """Three toy blocks on a heap."""
    parts = (
        block((0.06, 0.06, 0.06), RED, (-0.035, 0, 0)),
        block((0.06, 0.06, 0.06), BLUE, (0.035, 0, 0)),
        block((0.06, 0.06, 0.06), YELLOW, (0, 0, 0.06)),
    )
    return Shape(parts)


def balloon() -> Shape:
    """A balloon on its string."""
    parts = (
        ball((0.13, 0.13, 0.16), RED, (0, 0, 0.5)),
        ball((0.02, 0.02, 0.02), RED, (0, 0, 0.34)),
        limb((0, 0, 0), (0, 0, 0.34), 0.004, WHITE),
        ball((0.03, 0.02, 0.04), mixed(RED, WHITE, 0.7), (-0.05, -0.1, 0.56)),
    )
    return Shape(parts)


def christmas_tree() -> Shape:
    """A decorated fir."""
    tiers = tuple(
        rod(
            0.45 * (1 - 0.13 * i),
            0.17,
            mixed(GREEN, BLACK, 0.25 + 0.04 * (i % 2)),
            (0, 0, 0.25 + 0.19 * i),
        )
        for i in range(7)
    )
    balls = tuple(
        ball(
            (0.04, 0.04, 0.04), (RED, YELLOW, BLUE)[i % 3], (r * cos(2.4 * i), r * sin(2.4 * i), z)
        )
        for i in range(14)
        for z in [0.33 + 0.19 * (i // 2)]
        for r in [0.45 * (1 - 0.13 * (i // 2))]
    )
    star = ball((0.06, 0.03, 0.06), YELLOW, (0, 0, 1.62))
    foot = (rod(0.14, 0.12, TAN), rod(0.05, 0.15, BROWN, (0, 0, 0.12)))
    return Shape((*foot, *tiers, *balls, star), mount="wall")


WORDS: Mapping[str, Callable[[], Shape]] = {
    "crib": crib,
    "baby_bed": crib,
    "pet_bed": pet_bed,
    "dog_bed": pet_bed,
    "cat_bed": pet_bed,
    "footstool": footstool,
    "ottoman": footstool,
    "hassock": footstool,
    "teddy": teddy,
    "teddy_bear": teddy,
    "tent": tent,
    "umbrella": umbrella,
    "parasol": umbrella,
    "highchair": high_chair,
    "high_chair": high_chair,
    "mattress": mattress,
    "block": blocks,
    "building_block": blocks,
    "balloon": balloon,
    "christmas_tree": christmas_tree,
}
"""By class words."""
