"""Small things that lie about a house: tools, sports gear, what is written and worn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from sim_bridge.embodied.arms import limb
from sim_bridge.embodied.part_builders import (
    BLACK,
    BLUE,
    BRASS,
    BROWN,
    CREAM,
    DARK,
    GRAY,
    PINE,
    RED,
    STEEL,
    TAN,
    TEAL,
    WHITE,
    YELLOW,
    ball,
    block,
    box,
    disc,
    mixed,
    ring,
    rod,
)
from sim_bridge.embodied.shape import SHINY, Color, Part, Shape


def card() -> Shape:
    """A bank card with its chip and stripe."""
    parts = (
        block((0.1, 0.065, 0.004), BLUE),
        box((-0.05, 0.012, 0.004), (0.05, 0.025, 0.005), BLACK),
        box((-0.035, -0.012, 0.004), (-0.015, 0.004, 0.0055), BRASS),
    )
    return Shape(parts)


def pencil(color: Color = YELLOW, tip: Color = TAN) -> Shape:
    """A pencil or a pen, lying."""
    parts = (
        rod(0.008, 0.16, color, (0.01, 0, 0.008), "x"),
        limb((-0.07, 0, 0.008), (-0.09, 0, 0.008), 0.005, tip),
        rod(0.0085, 0.014, RED, (0.094, 0, 0.008), "x"),
    )
    return Shape(parts)


def key() -> Shape:
    """A key."""
    parts = (
        *ring(0.028, 0.008, BRASS, (-0.05, 0, 0), 0.01, 10),
        box((-0.024, -0.005, 0), (0.06, 0.005, 0.008), BRASS, SHINY),
        *(box((x, -0.022, 0), (x + 0.01, -0.005, 0.008), BRASS) for x in (0.03, 0.05)),
    )
    return Shape(parts)


def tyre() -> Shape:
    """A car's tyre, lying."""
    return Shape(
        (
            *ring(0.31, 0.2, BLACK, (0, 0, 0), 0.12, 18),
            *ring(0.2, 0.16, STEEL, (0, 0, 0.02), 0.03, 14),
            disc(0.17, 0.05, GRAY, (0, 0, 0.06)),
        )
    )


def tape() -> Shape:
    """A roll of tape or paper, lying."""
    return Shape(tuple(ring(0.055, 0.05, TAN, (0, 0, 0), 0.022, 14)))


def paper_roll() -> Shape:
    """A roll of soft paper, standing."""
    return Shape(
        (
            *ring(0.058, 0.1, WHITE, (0, 0, 0), 0.034, 14),
            rod(0.024, 0.098, BROWN),
            box((-0.05, -0.062, 0.0), (0.05, -0.058, 0.09), WHITE),
        )
    )


def rolling_pin() -> Shape:
    """A rolling pin."""
    handles = (rod(0.014, 0.09, BROWN, (x, 0, 0.035), "x") for x in (-0.18, 0.18))
    return Shape((rod(0.035, 0.27, PINE, (0, 0, 0.035), "x"), *handles))


def ladder() -> Shape:
    """A step ladder."""
    rails = tuple(
        limb((x, y, 0), (x * 0.8, 0, 1.25), 0.022, STEEL)
        for x in (-0.25, 0.25)
        for y in (-0.3, 0.3)
    )
    rungs = tuple(
        box(
            (-0.24, -0.3 * (1 - s) - 0.05, 1.25 * s),
            (0.24, -0.3 * (1 - s) + 0.05, 1.25 * s + 0.03),
            GRAY,
        )
        for s in (0.2, 0.4, 0.6, 0.8)
    )
    return Shape(
        (*rails, *rungs, box((-0.22, -0.09, 1.24), (0.22, 0.09, 1.28), RED)), mount="middle"
    )


def chocolate() -> Shape:
    """A bar of chocolate, half out of its wrapper."""
    brown: Color = (0.30, 0.16, 0.08, 1)
    squares = tuple(
        block((0.03, 0.032, 0.008), mixed(brown, WHITE, 0.08), (-0.085 + 0.034 * i, y, 0.012))
        for i in range(3)
        for y in (-0.019, 0.019)
    )
    foil = box((0.0, -0.042, 0), (0.012, 0.042, 0.02), (0.85, 0.86, 0.9, 1))
    wrapper = box((0.012, -0.042, 0), (0.11, 0.042, 0.021), (0.45, 0.10, 0.50, 1))
    stripe = box((0.03, -0.02, 0.021), (0.09, 0.02, 0.022), YELLOW)
    return Shape(
        (box((-0.105, -0.038, 0), (0.01, 0.038, 0.012), brown), *squares, foil, wrapper, stripe)
    )


def bat() -> Shape:
    """A baseball bat, lying."""
    parts = (
        limb((-0.4, 0, 0.035), (0.0, 0, 0.035), 0.033, PINE),
        limb((-0.05, 0, 0.035), (0.35, 0, 0.03), 0.02, PINE),
        limb((0.2, 0, 0.03), (0.36, 0, 0.03), 0.022, DARK),
        ball((0.012, 0.028, 0.028), PINE, (0.38, 0, 0.03)),
    )
    return Shape(parts)


def helmet(color: Color = TEAL) -> Shape:
    """A helmet."""
    parts = (
        ball((0.12, 0.14, 0.11), color, (0, 0, 0.1)),
        box((-0.1, -0.17, 0.07), (0.1, -0.1, 0.085), mixed(color, BLACK, 0.4)),
        *(ball((0.012, 0.141, 0.111), WHITE, (x, 0, 0.1)) for x in (-0.03, 0.03)),
    )
    return Shape(parts)


def hat(color: Color = TAN) -> Shape:
    """A hat with a brim and a band."""
    return Shape(
        (
            disc(0.17, 0.012, color, (0, 0, 0)),
            rod(0.09, 0.1, color, (0, 0, 0.012)),
            rod(0.093, 0.025, BROWN, (0, 0, 0.014)),
        )
    )


def skateboard() -> Shape:
    """A skateboard."""
    wheels = (
        rod(0.028, 0.03, CREAM, (x, y, 0.028), "y") for x in (-0.24, 0.24) for y in (-0.08, 0.08)
    )
    parts = (
        box((-0.3, -0.1, 0.06), (0.3, 0.1, 0.08), DARK),
        *(rod(0.1, 0.02, DARK, (x, 0, 0.06)) for x in (-0.3, 0.3)),
        box((-0.2, -0.03, 0.08), (0.2, 0.03, 0.082), RED),
        *wheels,
    )
    return Shape(parts)


def glove(color: Color = YELLOW) -> Shape:
    """A glove, lying."""
    fingers = (
        limb((x, -0.06, 0.018), (x * 1.2, -0.14, 0.016), 0.013, color)
        for x in (-0.04, -0.014, 0.014, 0.04)
    )
    parts = (
        box((-0.05, -0.06, 0), (0.05, 0.06, 0.035), color),
        *fingers,
        limb((0.05, 0.02, 0.018), (0.09, -0.04, 0.016), 0.014, color),
        box((-0.055, 0.06, 0), (0.055, 0.1, 0.04), mixed(color, WHITE, 0.5)),
    )
    return Shape(parts)


def battery() -> Shape:
    """A battery, lying."""
    return Shape(
        (
            rod(0.018, 0.07, BLACK, (0.01, 0, 0.018), "x"),
            rod(0.0182, 0.025, BRASS, (-0.035, 0, 0.018), "x"),
            rod(0.006, 0.008, STEEL, (-0.05, 0, 0.018), "x"),
        )
    )


def hand_tool(head: Color = STEEL, grip: Color = RED) -> Shape:
    """A screwdriver or another tool with a grip and a shank, lying."""
    return Shape(
        (
            rod(0.02, 0.1, grip, (0.06, 0, 0.02), "x"),
            rod(0.007, 0.12, head, (-0.05, 0, 0.02), "x"),
            box((-0.125, -0.01, 0.016), (-0.105, 0.01, 0.024), head),
        )
    )


def wrench() -> Shape:
    """A wrench with a jaw, lying."""
    return Shape(
        (
            box((-0.07, -0.012, 0.002), (0.1, 0.012, 0.014), STEEL, SHINY),
            *ring(0.024, 0.016, STEEL, (0.11, 0, 0), 0.012, 8),
            *(box((-0.12, y - 0.01, 0), (-0.065, y + 0.01, 0.016), STEEL) for y in (-0.022, 0.022)),
            box((-0.08, -0.03, 0), (-0.065, 0.03, 0.016), STEEL),
        )
    )


def peg() -> Shape:
    """A clothes peg."""
    legs_ = (limb((-0.05, y, 0.012), (0.05, y * 0.3, 0.012), 0.009, PINE) for y in (-0.016, 0.016))
    return Shape((*legs_, rod(0.01, 0.02, STEEL, (0.01, 0, 0.002))))


def pad() -> Shape:
    """A quilted pad for hot pots, with its loop."""
    seams = (
        box((x - 0.002, -0.08, 0.018), (x + 0.002, 0.08, 0.02), WHITE) for x in (-0.05, 0.0, 0.05)
    )
    return Shape(
        (
            block((0.18, 0.18, 0.018), RED),
            *seams,
            *ring(0.02, 0.008, WHITE, (0.1, 0.1, 0), 0.006, 8),
        )
    )


def cage() -> Shape:
    """A bird's cage."""
    bars = tuple(
        rod(0.006, 0.34, BRASS, (0.15 * cos(a), 0.15 * sin(a), 0.04))
        for a in (2 * pi * i / 14 for i in range(14))
    )
    return Shape(
        (
            disc(0.17, 0.04, TEAL, (0, 0, 0)),
            *bars,
            disc(0.16, 0.015, BRASS, (0, 0, 0.38)),
            ball((0.13, 0.13, 0.07), BRASS, (0, 0, 0.4)),
            limb((-0.14, 0, 0.2), (0.14, 0, 0.2), 0.007, PINE),
        )
    )


def spectacles(lens: Color = (0.75, 0.88, 0.93, 0.5)) -> Shape:
    """A pair of glasses with its two sides."""
    parts = (
        *(part for x in (-0.04, 0.04) for part in _lens(x, lens)),
        limb((-0.012, 0, 0.028), (0.012, 0, 0.028), 0.004, BLACK),
        *(limb((x, 0, 0.035), (x, 0.12, 0.02), 0.004, BLACK) for x in (-0.07, 0.07)),
    )
    return Shape(parts)


def _lens(x: float, color: Color) -> tuple[Part, ...]:
    return (
        rod(0.03, 0.008, BLACK, (x, 0.002, 0.03), "y"),
        rod(0.025, 0.012, color, (x, 0, 0.03), "y", SHINY),
    )


WORDS: Mapping[str, Callable[[], Shape]] = {
    "credit_card": card,
    "pencil": pencil,
    "pen": lambda: pencil(BLUE, BLACK),
    "key": key,
    "car_tire": tyre,
    "tire": tyre,
    "masking_tape": tape,
    "tape": tape,
    "toilet_tissue": paper_roll,
    "rolling_pin": rolling_pin,
    "ladder": ladder,
    "chocolate": chocolate,
    "chocolate_bar": chocolate,
    "baseball_bat": bat,
    "helmet": helmet,
    "hat": hat,
    "skateboard": skateboard,
    "glove": glove,
    "rubber_glove": glove,
    "kid_glove": lambda: glove(BROWN),
    "battery": battery,
    "screwdriver": hand_tool,
    "hand_tool": hand_tool,
    "scraper": lambda: hand_tool(GRAY, BLUE),
    "trowel": lambda: hand_tool(STEEL, PINE),
    "wrench": wrench,
    "open-end_wrench": wrench,
    "pliers": wrench,
    "clothespin": peg,
    "potholder": pad,
    "coaster": pad,
    "birdcage": cage,
    "spectacles": spectacles,
    "sunglasses": lambda: spectacles(BLACK),
}
"""By class words."""
