"""What people wear, play with and own."""

from __future__ import annotations

from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BLACK,
    BLUE,
    BRASS,
    BROWN,
    GLASS,
    LEAF,
    PINK,
    RED,
    STEEL,
    TAN,
    TEAL,
    WALNUT,
    WHITE,
    WOOD,
    YELLOW,
    ball,
    block,
    box,
    capsule,
    mixed,
    ring,
    rod,
)
from sim_bridge.embodied.shape import SHINY, Color, Part, Shape


def sphere(radius: float, color: Color, band: Color) -> Shape:
    """A ball with patches."""
    r = radius
    patches = tuple(
        ball((r * 0.42, r * 0.42, r * 0.42), band, (r * x, r * y, r * (1 + z)))
        for x, y, z in (
            (0.62, 0, 0.1),
            (-0.62, 0, 0.1),
            (0, 0.62, 0.1),
            (0, -0.62, 0.1),
            (0, 0, 0.62),
        )
    )
    return Shape((ball((r, r, r), color, (0, 0, r)), *patches))


def bowling_ball() -> Shape:
    """A bowling ball with its three holes."""
    r = 0.108
    holes = tuple(
        ball((0.014, 0.014, 0.01), WHITE, (x, y, 2 * r - 0.006))
        for x, y in ((-0.02, 0.01), (0.02, 0.01), (0, -0.03))
    )
    return Shape((ball((r, r, r), (0.16, 0.10, 0.35, 1), (0, 0, r), SHINY), *holes))


def toy_car() -> Shape:
    """A toy car."""
    wheels = tuple(
        rod(0.024, 0.02, BLACK, (x, y, 0.024), "y") for x in (-0.06, 0.06) for y in (-0.042, 0.042)
    )
    parts = (
        box((-0.1, -0.04, 0.025), (0.1, 0.04, 0.065), RED),
        box((-0.05, -0.036, 0.065), (0.045, 0.036, 0.1), (0.6, 0.85, 0.95, 1)),
        *wheels,
    )
    return Shape(parts)


def figure() -> Shape:
    """A toy figure."""
    parts = (
        block((0.03, 0.03, 0.06), BLUE, (-0.02, 0, 0)),
        block((0.03, 0.03, 0.06), BLUE, (0.02, 0, 0)),
        block((0.08, 0.04, 0.07), YELLOW, (0, 0, 0.06)),
        block((0.02, 0.025, 0.06), RED, (-0.052, 0, 0.07)),
        block((0.02, 0.025, 0.06), RED, (0.052, 0, 0.07)),
        ball((0.03, 0.03, 0.032), TAN, (0, 0, 0.16)),
    )
    return Shape(parts)


def violin() -> Shape:
    """A violin, lying."""
    parts = (
        Part("ellipsoid", (-0.12, 0, 0.025), (0.1, 0.1, 0.025), (0.60, 0.30, 0.10, 1), SHINY),
        Part("ellipsoid", (0.03, 0, 0.025), (0.08, 0.08, 0.025), (0.60, 0.30, 0.10, 1), SHINY),
        box((0.08, -0.012, 0.03), (0.31, 0.012, 0.055), BLACK),
        box((-0.14, -0.01, 0.048), (0.08, 0.01, 0.056), BLACK),
        ball((0.025, 0.02, 0.02), BROWN, (0.32, 0, 0.045)),
    )
    return Shape(parts)


def boot(color: Color) -> Shape:
    """A boot."""
    parts = (
        box((-0.14, -0.045, 0), (0.1, 0.045, 0.025), mixed(color, BLACK, 0.6)),
        Part("ellipsoid", (-0.07, 0, 0.06), (0.075, 0.045, 0.05), color),
        rod(0.048, 0.2, color, (0.045, 0, 0.025)),
        rod(0.052, 0.02, mixed(color, WHITE, 0.4), (0.045, 0, 0.21)),
    )
    return Shape(parts, (), (Box((0.015, -0.025, 0.231), (0.075, 0.025, 0.4)),))


def collar() -> Shape:
    """A dog collar with its tag."""
    return Shape(
        (
            *ring(0.075, 0.03, RED, (0, 0, 0), 0.01, 14),
            rod(0.022, 0.006, BRASS, (0, -0.082, 0.015), "y"),
        )
    )


def denture() -> Shape:
    """A denture."""
    teeth = tuple(
        block((0.014, 0.014, 0.02), WHITE, (x, -0.022 + 9 * x * x, 0.022))
        for x in (-0.045, -0.027, -0.009, 0.009, 0.027, 0.045)
    )
    return Shape((Part("ellipsoid", (0, 0.005, 0.014), (0.06, 0.045, 0.014), PINK), *teeth))


def comb(color: Color = TEAL) -> Shape:
    """A comb: its back, and its teeth."""
    teeth = (box((x, -0.03, 0), (x + 0.004, 0.012, 0.012), color) for x in _teeth(0.07, 16))
    return Shape((box((-0.075, 0.012, 0), (0.075, 0.03, 0.014), color), *teeth))


def _teeth(half: float, count: int) -> tuple[float, ...]:
    return tuple(-half + 2 * half * i / count for i in range(count))


def hanger() -> Shape:
    """A clothes hanger, lying."""
    return Shape(
        (
            capsule(0.008, 0.4, WOOD, (0, 0, 0.008), "x"),
            capsule(0.006, 0.09, STEEL, (0, 0.05, 0.008), "y"),
        )
    )


def dumbbell() -> Shape:
    """A weight to lift."""
    ends = (rod(0.06, 0.06, BLACK, (x, 0, 0.06), "x") for x in (-0.1, 0.1))
    return Shape((rod(0.016, 0.24, STEEL, (0, 0, 0.06), "x"), *ends))


def camera() -> Shape:
    """A camera on a foot."""
    return Shape(
        (
            rod(0.05, 0.015, WHITE),
            rod(0.012, 0.06, WHITE, (0, 0, 0.015)),
            box((-0.035, -0.07, 0.07), (0.035, 0.06, 0.13), WHITE),
            rod(0.024, 0.02, BLACK, (0, -0.08, 0.1), "y", finish=SHINY),
        )
    )


def goggles() -> Shape:
    """Goggles or glasses."""
    glasses = (rod(0.032, 0.012, GLASS, (x, 0, 0.035), "y", finish=SHINY) for x in (-0.04, 0.04))
    return Shape((capsule(0.006, 0.18, BLACK, (0, 0.015, 0.035), "x"), *glasses))


def globe() -> Shape:
    """A globe on its foot."""
    return Shape(
        (
            rod(0.08, 0.02, WALNUT),
            rod(0.012, 0.08, BRASS, (0, 0, 0.02)),
            ball((0.13, 0.13, 0.13), BLUE, (0, 0, 0.22)),
            ball((0.08, 0.132, 0.06), LEAF, (0.03, 0, 0.25)),
        )
    )


def shards(color: Color = GLASS) -> Shape:
    """Pieces of something broken, on a heap."""
    places = (
        (0.0, 0.0, 10),
        (0.05, 0.03, 50),
        (-0.06, 0.02, 80),
        (0.02, -0.06, 30),
        (-0.03, -0.04, 65),
    )
    return Shape(
        tuple(
            Part(
                "box",
                (x, y, 0.008 + 0.004 * number),
                (0.035, 0.016, 0.004),
                color,
                SHINY,
                spin=turn,
            )
            for number, (x, y, turn) in enumerate(places)
        )
    )
