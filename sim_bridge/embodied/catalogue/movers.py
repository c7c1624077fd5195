"""What moves by itself or carries people: vehicles, the robot, people, animals."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sim_bridge.embodied.arms import HANDS, arm
from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BLACK,
    BLUE,
    BROWN,
    DARK,
    GRAY,
    GREEN,
    NAVY,
    ORANGE,
    PINK,
    PURPLE,
    RED,
    STEEL,
    TALL,
    TAN,
    TEAL,
    WHITE,
    YELLOW,
    ball,
    box,
    capsule,
    lamp,
    mixed,
    rod,
)
from sim_bridge.embodied.shape import (
    BOX,
    CAPSULE,
    CLOSED,
    LEFT,
    OPEN,
    RIGHT,
    SHINY,
    Color,
    Part,
    Shape,
)


def car(color: Color = BLUE) -> Shape:
    """A car; open: its boot lid stands up."""
    glass: Color = (0.35, 0.48, 0.58, 1)
    wheels = tuple(
        rod(0.27, 0.18, BLACK, (x, y, 0.27), "y") for x in (-0.95, 0.95) for y in (-0.66, 0.66)
    )
    hubs = tuple(
        rod(0.13, 0.19, STEEL, (x, y, 0.27), "y") for x in (-0.95, 0.95) for y in (-0.66, 0.66)
    )
    parts = (
        box((-1.6, -0.7, 0.25), (0.8, 0.7, 0.75), color, SHINY),
        box((0.8, -0.7, 0.25), (1.6, 0.7, 0.42), color, SHINY),
        box((0.8, -0.7, 0.42), (1.6, -0.66, 0.75), color, SHINY),
        box((0.8, 0.66, 0.42), (1.6, 0.7, 0.75), color, SHINY),
        box((1.55, -0.66, 0.42), (1.6, 0.66, 0.75), color, SHINY),
        box((-0.75, -0.62, 0.75), (0.7, 0.62, 1.2), glass, SHINY),
        box((-0.7, -0.63, 1.17), (0.65, 0.63, 1.24), color, SHINY),
        *(
            box((x - 0.03, -0.635, 0.75), (x + 0.03, 0.635, 1.17), color)
            for x in (-0.72, 0.0, 0.68)
        ),
        box((0.8, -0.7, 0.75), (1.6, 0.7, 0.79), color, SHINY, CLOSED),
        box((0.76, -0.7, 0.8), (0.8, 0.7, 1.5), color, SHINY, OPEN),
        *(ball((0.03, 0.1, 0.07), (1, 1, 0.85, 1), (-1.6, y, 0.58), SHINY) for y in (-0.5, 0.5)),
        *(ball((0.03, 0.09, 0.06), RED, (1.6, y, 0.6), SHINY) for y in (-0.52, 0.52)),
        *wheels,
        *hubs,
    )
    return Shape(
        parts,
        (Box((-0.65, -0.6, 1.24), (0.6, 0.6, TALL)),),
        (Box((0.84, -0.64, 0.425), (1.53, 0.64, 0.745)),),
        mount="middle",
    )


def pickup(color: Color = RED) -> Shape:
    """A pickup truck."""
    base = car(color)
    glass: Color = (0.35, 0.48, 0.58, 1)
    wheels = tuple(part for part in base.parts if part.form == "cylinder")
    parts = (
        box((-1.6, -0.7, 0.25), (0.1, 0.7, 0.8), color, SHINY),
        box((-0.95, -0.64, 0.8), (0.05, 0.64, 1.3), glass, SHINY),
        box((-0.9, -0.65, 1.27), (0.05, 0.65, 1.34), color, SHINY),
        box((0.1, -0.7, 0.25), (1.6, 0.7, 0.5), mixed(color, BLACK, 0.2)),
        box((0.1, -0.7, 0.5), (1.6, -0.64, 0.85), color, SHINY),
        box((0.1, 0.64, 0.5), (1.6, 0.7, 0.85), color, SHINY),
        box((1.54, -0.64, 0.5), (1.6, 0.64, 0.85), color, SHINY),
        *(ball((0.03, 0.1, 0.07), (1, 1, 0.85, 1), (-1.6, y, 0.6), SHINY) for y in (-0.5, 0.5)),
        *wheels,
    )
    bed = Box((0.15, -0.62, 0.5), (1.5, 0.62, 3.0))
    return Shape(parts, (Box((-0.85, -0.6, 1.34), (0.0, 0.6, TALL)),), (bed,), mount="middle")


def bicycle() -> Shape:
    """A bicycle."""
    wheels = tuple(part for x in (-0.5, 0.5) for part in _wheel(x))
    parts = (
        *wheels,
        rod(0.02, 0.75, TEAL, (0, 0, 0.62), "x"),
        rod(0.02, 0.3, TEAL, (0.2, 0, 0.62)),
        rod(0.02, 0.4, TEAL, (-0.35, 0, 0.6)),
        rod(0.015, 0.4, BLACK, (-0.35, 0, 1.0), "y"),
        ball((0.11, 0.06, 0.03), BLACK, (0.2, 0, 0.94)),
    )
    return Shape(parts, mount="middle")


def _wheel(x: float) -> tuple[Part, ...]:
    return (
        rod(0.32, 0.03, DARK, (x, 0, 0.32), "y"),
        rod(0.28, 0.032, (0.7, 0.75, 0.8, 1), (x, 0, 0.32), "y"),
    )


def robot() -> Shape:
    """The robot: a base on wheels, a column, two arms, a head with two eyes.

    Its arms are parts of LEFT and RIGHT, which are there while they rest.
    """
    parts = (
        rod(0.22, 0.18, DARK),
        rod(0.2, 0.06, WHITE, (0, 0, 0.18)),
        box((-0.09, -0.02, 0.24), (0.09, 0.12, 0.85), WHITE),
        box((-0.14, -0.1, 0.85), (0.14, 0.1, 1.06), ORANGE, SHINY),
        box((-0.11, -0.105, 0.9), (0.11, -0.1, 1.02), DARK),
        *(
            ball((0.032, 0.02, 0.032), (0.3, 0.9, 1.0, 1), (x, -0.105, 0.96), "glow")
            for x in (-0.06, 0.06)
        ),
        *(part for side in (LEFT, RIGHT) for part in arm(side, HANDS[side], side)),
        *lamp((0, -0.025, 0.7), 0.02),
    )
    return Shape(parts)


def person(color: Color = PURPLE) -> Shape:
    """A person, or a child by its scale."""
    parts = (
        rod(0.07, 0.75, NAVY, (-0.09, 0, 0)),
        rod(0.07, 0.75, NAVY, (0.09, 0, 0)),
        box((-0.19, -0.11, 0.75), (0.19, 0.11, 1.35), color),
        capsule(0.05, 0.6, color, (-0.24, 0, 0.8), "z"),
        capsule(0.05, 0.6, color, (0.24, 0, 0.8), "z"),
        ball((0.11, 0.12, 0.14), TAN, (0, 0, 1.5)),
        ball((0.115, 0.12, 0.09), BROWN, (0, 0.02, 1.58)),
    )
    return Shape(parts)


def child() -> Shape:
    """A child."""
    parts = (
        rod(0.05, 0.4, NAVY, (-0.06, 0, 0)),
        rod(0.05, 0.4, NAVY, (0.06, 0, 0)),
        box((-0.13, -0.08, 0.4), (0.13, 0.08, 0.75), GREEN),
        capsule(0.035, 0.36, GREEN, (-0.165, 0, 0.42), "z"),
        capsule(0.035, 0.36, GREEN, (0.165, 0, 0.42), "z"),
        ball((0.1, 0.11, 0.12), TAN, (0, 0, 0.87)),
        ball((0.105, 0.11, 0.08), YELLOW, (0, 0.02, 0.94)),
    )
    return Shape(parts)


def dog(color: Color = TAN) -> Shape:
    """A dog, or an animal of which nothing more is known."""
    parts = (
        Part("ellipsoid", (0.05, 0, 0.26), (0.24, 0.1, 0.11), color),
        *(rod(0.03, 0.2, color, (x, y, 0)) for x in (-0.1, 0.2) for y in (-0.06, 0.06)),
        ball((0.1, 0.085, 0.09), color, (-0.24, 0, 0.38)),
        ball((0.05, 0.04, 0.035), mixed(color, BLACK, 0.5), (-0.33, 0, 0.35)),
        *(ball((0.03, 0.02, 0.05), BROWN, (-0.2, y, 0.47)) for y in (-0.06, 0.06)),
        rod(0.02, 0.16, color, (0.33, 0, 0.34), "x"),
    )
    return Shape(parts)


def cat(color: Color = GRAY) -> Shape:
    """A cat: striped, a flat round face with pointed ears and whiskers, a tail that stands up."""
    dark, pale = mixed(color, BLACK, 0.45), mixed(color, WHITE, 0.55)
    feet = [(x, y) for x in (-0.1, 0.14) for y in (-0.04, 0.04)]
    parts = (
        ball((0.17, 0.065, 0.075), color, (0.03, 0, 0.17)),
        *(
            ball((0.016, 0.066 * share, 0.076 * share), dark, (x, 0, 0.172))
            for x, share in ((-0.03, 0.93), (0.03, 0.99), (0.09, 0.93))
        ),
        *(rod(0.018, 0.14, color, (x, y, 0)) for x, y in feet),
        *(ball((0.03, 0.022, 0.016), pale, (x - 0.01, y, 0.014)) for x, y in feet),
        *_cat_face(color, pale),
        *_cat_tail(color, dark),
    )
    return Shape(parts)


def _cat_face(color: Color, pale: Color) -> tuple[Part, ...]:
    slant = 0.5**0.5
    return (
        ball((0.075, 0.085, 0.075), color, (-0.16, 0, 0.27)),
        ball((0.03, 0.04, 0.026), pale, (-0.222, 0, 0.25)),
        ball((0.008, 0.012, 0.008), PINK, (-0.25, 0, 0.262)),
        *(ball((0.01, 0.018, 0.021), YELLOW, (-0.22, y, 0.292)) for y in (-0.036, 0.036)),
        *(ball((0.006, 0.006, 0.017), BLACK, (-0.228, y, 0.292)) for y in (-0.036, 0.036)),
        *(
            rod(0.002, 0.09, WHITE, (-0.236, y, z), "y")
            for y in (-0.075, 0.075)
            for z in (0.242, 0.256)
        ),
        *(
            # Half of a square that stands on its corner: the head hides the other half.
            Part(BOX, (x, y, 0.335), (0.01, side, side), tint, along=(0, slant, slant))
            for y in (-0.05, 0.05)
            for x, side, tint in ((-0.16, 0.036, color), (-0.167, 0.024, PINK))
        ),
    )


def _cat_tail(color: Color, tip: Color) -> tuple[Part, ...]:
    """Pieces from the back upwards, the last of them bent forward."""
    ends = ((0.18, 0.19), (0.26, 0.22), (0.31, 0.3), (0.31, 0.39), (0.27, 0.45))
    tints = (color, color, color, tip)
    return tuple(map(_tail_piece, ends, ends[1:], tints))


def _tail_piece(begin: tuple[float, float], end: tuple[float, float], color: Color) -> Part:
    across, up = end[0] - begin[0], end[1] - begin[1]
    long = (across * across + up * up) ** 0.5
    center = ((begin[0] + end[0]) / 2, 0.0, (begin[1] + end[1]) / 2)
    return Part(
        CAPSULE, center, (0.018, 0.018, long / 2), color, along=(across / long, 0.0, up / long)
    )


WORDS: Mapping[str, Callable[[], Shape]] = {
    "car": car,
    "pickup": pickup,
    "truck": pickup,
    "bicycle": bicycle,
    "agent": robot,
    "robot": robot,
    "person": person,
    "adult": person,
    "man": person,
    "woman": person,
    "child": child,
    "toddler": child,
    "baby": child,
    "dog": dog,
    "cat": cat,
    "kitten": cat,
}
"""By class words."""
