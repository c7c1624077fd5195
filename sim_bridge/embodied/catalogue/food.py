"""Food."""

from __future__ import annotations

from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BROWN,
    CREAM,
    GREEN,
    LEAF,
    ORANGE,
    RED,
    TAN,
    WHITE,
    YELLOW,
    ball,
    block,
    box,
    capsule,
    disc,
    mixed,
    ring,
    rod,
)
from sim_bridge.embodied.shape import Color, Part, Shape

MEAT: Color = (0.78, 0.33, 0.30, 1)
CRUST: Color = (0.85, 0.64, 0.35, 1)


def fruit(half: tuple[float, float, float], color: Color, *, stem: bool = True) -> Shape:
    """A round fruit or vegetable with a stem."""
    parts = [ball(half, color, (0, 0, half[2]))]
    if stem:
        top = 2 * half[2]
        parts += [
            rod(0.006, 0.03, BROWN, (0, 0, top - 0.008)),
            ball((0.025, 0.012, 0.006), LEAF, (0.02, 0, top + 0.012)),
        ]
    return Shape(tuple(parts))


def half_of(whole: Shape) -> Shape:
    """Half of a round thing, its cut side up."""
    body = max(whole.parts, key=lambda part: part.half[0] * part.half[1] * part.half[2])
    x, y, z = body.half
    flesh = mixed(body.color, CREAM, 0.7)
    parts = (
        Part("cylinder", (0, 0, z * 0.45), (x * 0.98, x * 0.98, z * 0.45), body.color),
        Part("cylinder", (0, 0, z * 0.92), (x * 0.9, x * 0.9, 0.004), flesh),
        ball((x * 0.22, x * 0.22, 0.006), BROWN, (0, 0, z * 0.94)),
    )
    del y
    return Shape(parts)


def diced(whole: Shape) -> Shape:
    """A heap of dice of something."""
    body = max(whole.parts, key=lambda part: part.half[0] * part.half[1] * part.half[2])
    flesh = mixed(body.color, CREAM, 0.4)
    cubes = tuple(
        block((0.028, 0.028, 0.028), color, (x, y, z))
        for x, y, z, color in (
            (-0.035, -0.03, 0, flesh),
            (0.0, -0.035, 0, body.color),
            (0.036, -0.025, 0, flesh),
            (-0.03, 0.012, 0, body.color),
            (0.005, 0.006, 0, flesh),
            (0.037, 0.018, 0, body.color),
            (-0.012, -0.01, 0.029, flesh),
            (0.02, -0.005, 0.029, body.color),
        )
    )
    return Shape(cubes)


def pumpkin() -> Shape:
    """A pumpkin with ribs."""
    from math import cos, pi, sin

    ribs = tuple(
        ball(
            (0.075, 0.075, 0.09),
            mixed(ORANGE, BROWN, 0.12 * (i % 2)),
            (0.06 * cos(2 * pi * i / 7), 0.06 * sin(2 * pi * i / 7), 0.09),
        )
        for i in range(7)
    )
    return Shape((*ribs, rod(0.015, 0.05, LEAF, (0, 0, 0.165))))


def loaf(w: float, d: float, h: float, color: Color) -> Shape:
    """A rounded lump of food."""
    parts = (
        Part("ellipsoid", (0, 0, h / 2), (w / 2, d / 2, h / 2), color),
        Part(
            "ellipsoid", (0, 0, h * 0.55), (w * 0.36, d * 0.36, h * 0.5), mixed(color, WHITE, 0.2)
        ),
    )
    return Shape(parts)


def fillet(color: Color) -> Shape:
    """A flat piece of meat or fish with stripes."""
    pale = mixed(color, WHITE, 0.55)
    parts = (
        Part("ellipsoid", (0, 0, 0.018), (0.11, 0.06, 0.018), color),
        *(
            box((x - 0.004, -0.035, 0.028), (x + 0.004, 0.035, 0.034), pale)
            for x in (-0.05, -0.02, 0.01, 0.04)
        ),
    )
    return Shape(parts)


def steak() -> Shape:
    """A steak with its rim of fat."""
    parts = (
        Part("ellipsoid", (0, 0, 0.018), (0.1, 0.075, 0.018), MEAT),
        Part("ellipsoid", (0.02, 0.02, 0.019), (0.085, 0.058, 0.018), mixed(MEAT, RED, 0.3)),
        rod(0.014, 0.006, CREAM, (-0.05, -0.015, 0.03)),
    )
    return Shape(parts)


def drumstick() -> Shape:
    """A leg of poultry."""
    parts = (
        ball((0.07, 0.045, 0.042), (0.93, 0.74, 0.56, 1), (-0.03, 0, 0.042)),
        capsule(0.013, 0.09, CREAM, (0.07, 0, 0.03)),
        ball((0.018, 0.018, 0.016), WHITE, (0.115, 0, 0.03)),
    )
    return Shape(parts)


def sausage(color: Color) -> Shape:
    """A sausage."""
    parts = (
        capsule(0.022, 0.17, color, (0, 0, 0.022)),
        ball((0.012, 0.008, 0.008), BROWN, (-0.087, 0, 0.022)),
        ball((0.012, 0.008, 0.008), BROWN, (0.087, 0, 0.022)),
    )
    return Shape(parts)


def bacon() -> Shape:
    """Rashers of bacon."""
    parts = tuple(
        box((-0.1, y - 0.016 + 0.011 * i, 0.001), (0.1, y - 0.005 + 0.011 * i, 0.013), color)
        for y in (-0.035, 0.005, 0.042)
        for i, color in enumerate((MEAT, CREAM, MEAT))
    )
    return Shape(parts)


def egg() -> Shape:
    """An egg out of its shell: white and yolk."""
    parts = (
        Part("cylinder", (0, 0, 0.004), (0.055, 0.055, 0.004), (0.97, 0.97, 0.92, 1)),
        ball((0.022, 0.022, 0.014), ORANGE, (0, 0, 0.01)),
    )
    return Shape(parts)


def pie(color: Color, top: Color) -> Shape:
    """A round pie or quiche with a crust."""
    parts = (
        disc(0.125, 0.035, CRUST, (0, 0, 0)),
        *ring(0.135, 0.05, mixed(CRUST, BROWN, 0.2), (0, 0, 0), 0.018, 16),
        disc(0.115, 0.008, top, (0, 0, 0.035)),
        *(
            box((x - 0.008, -0.09, 0.043), (x + 0.008, 0.09, 0.047), color)
            for x in (-0.05, 0.0, 0.05)
        ),
    )
    return Shape(parts)


def pizza() -> Shape:
    """A pizza."""
    dots = ((0.05, 0.05), (-0.06, 0.03), (0.0, -0.07), (0.07, -0.04), (-0.05, -0.06), (0.0, 0.02))
    parts = (
        disc(0.15, 0.014, CRUST, (0, 0, 0)),
        disc(0.13, 0.004, (0.95, 0.78, 0.35, 1), (0, 0, 0.014)),
        *(disc(0.022, 0.004, RED, (x, y, 0.018)) for x, y in dots),
        *(disc(0.012, 0.004, LEAF, (y, -x, 0.018)) for x, y in dots[:3]),
    )
    return Shape(parts)


def lasagna() -> Shape:
    """A slab of lasagna in layers."""
    parts = (
        block((0.2, 0.13, 0.02), RED),
        block((0.2, 0.13, 0.014), (0.97, 0.86, 0.55, 1), (0, 0, 0.02)),
        block((0.2, 0.13, 0.018), RED, (0, 0, 0.034)),
        block((0.2, 0.13, 0.012), (0.97, 0.80, 0.40, 1), (0, 0, 0.052)),
        *(
            disc(0.015, 0.003, BROWN, (x, y, 0.064))
            for x, y in ((-0.06, 0.02), (0.03, -0.03), (0.06, 0.03))
        ),
    )
    return Shape(parts)


def burger() -> Shape:
    """A hamburger."""
    parts = (
        disc(0.06, 0.02, CRUST, (0, 0, 0)),
        disc(0.063, 0.018, BROWN, (0, 0, 0.02)),
        disc(0.068, 0.006, GREEN, (0, 0, 0.038)),
        Part("ellipsoid", (0, 0, 0.05), (0.06, 0.06, 0.032), CRUST),
    )
    return Shape(parts)


def muffin() -> Shape:
    """A muffin in its paper."""
    parts = (
        rod(0.035, 0.045, (0.90, 0.85, 0.95, 1)),
        Part("ellipsoid", (0, 0, 0.05), (0.047, 0.047, 0.03), BROWN),
        *(
            ball((0.008, 0.008, 0.008), (0.2, 0.12, 0.3, 1), (x, y, 0.075))
            for x, y in ((0.015, 0), (-0.015, 0.012))
        ),
    )
    return Shape(parts)


def flatbread() -> Shape:
    """A tortilla."""
    parts = (
        disc(0.11, 0.01, (0.95, 0.87, 0.66, 1), (0, 0, 0)),
        *(
            disc(0.014, 0.002, TAN, (x, y, 0.01))
            for x, y in ((0.04, 0.03), (-0.05, 0.02), (0.01, -0.05))
        ),
    )
    return Shape(parts)


def slice_of_bread(color: Color = CRUST) -> Shape:
    """A slice of bread, lying."""
    parts = (
        block((0.12, 0.12, 0.022), mixed(color, BROWN, 0.3)),
        box((-0.05, -0.05, 0.022), (0.05, 0.05, 0.025), mixed(color, CREAM, 0.4)),
    )
    return Shape(parts)


def noodles() -> Shape:
    """A brick of dry noodles."""
    waves = tuple(
        rod(0.01, 0.12, (0.96, 0.83, 0.47, 1), (0, y, 0.035), "x")
        for y in (-0.045, -0.022, 0.0, 0.022, 0.045)
    )
    return Shape((block((0.12, 0.12, 0.03), (0.93, 0.78, 0.42, 1)), *waves))


def cheese(color: Color = (0.98, 0.93, 0.75, 1)) -> Shape:
    """A block of cheese or butter."""
    parts = (
        block((0.13, 0.08, 0.055), color),
        box((-0.066, -0.041, 0), (-0.02, 0.041, 0.056), mixed(color, TAN, 0.35)),
    )
    return Shape(parts, (Box((-0.06, -0.035, 0.056), (0.06, 0.035, 10)),))


def corn() -> Shape:
    """A cob of corn with leaves."""
    parts = (
        capsule(0.028, 0.17, YELLOW, (0.01, 0, 0.03)),
        Part("ellipsoid", (-0.085, 0.02, 0.022), (0.05, 0.022, 0.02), GREEN),
        Part("ellipsoid", (-0.085, -0.02, 0.022), (0.05, 0.022, 0.02), GREEN),
    )
    return Shape(parts)


def eggplant() -> Shape:
    """An aubergine, lying."""
    parts = (
        ball((0.085, 0.042, 0.042), (0.28, 0.10, 0.36, 1), (-0.02, 0, 0.042)),
        ball((0.05, 0.03, 0.03), (0.28, 0.10, 0.36, 1), (0.055, 0, 0.042)),
        ball((0.02, 0.028, 0.028), LEAF, (0.095, 0, 0.042)),
    )
    return Shape(parts)


def leaves() -> Shape:
    """A bunch of leaves."""
    parts = tuple(
        ball(
            (0.055, 0.03, 0.012), mixed(LEAF, GREEN, 0.3 * (i % 3)), (x, y, 0.012 + 0.008 * (i % 3))
        )
        for i, (x, y) in enumerate(
            (
                (-0.04, -0.03),
                (0.04, -0.028),
                (-0.035, 0.03),
                (0.04, 0.03),
                (0.0, 0.0),
                (0.0, -0.05),
                (0.0, 0.05),
            )
        )
    )
    return Shape(parts)


def shellfish(color: Color) -> Shape:
    """A shell, a little open."""
    parts = (
        ball((0.05, 0.042, 0.016), color, (0, 0, 0.016)),
        ball((0.047, 0.04, 0.012), mixed(color, WHITE, 0.4), (0, 0, 0.034)),
        ball((0.018, 0.016, 0.006), CREAM, (0, -0.03, 0.026)),
    )
    return Shape(parts)


def nut() -> Shape:
    """A walnut."""
    parts = (
        ball((0.032, 0.027, 0.027), (0.70, 0.52, 0.32, 1), (0, 0, 0.027)),
        Part("ellipsoid", (0, 0, 0.027), (0.034, 0.006, 0.029), BROWN),
    )
    return Shape(parts)
