"""What is switched, runs, shines, rings and warns in a house."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from sim_bridge.embodied.arms import limb
from sim_bridge.embodied.part_builders import (
    BEAM,
    BLACK,
    BLUE,
    BRASS,
    CREAM,
    DARK,
    GRAY,
    LIT,
    RED,
    SCREEN,
    STEEL,
    UNLIT,
    WATER,
    WHITE,
    ball,
    block,
    box,
    disc,
    mixed,
    rod,
)
from sim_bridge.embodied.shape import ELLIPSOID, GLOW, OFF, ON, SHINY, Color, Part, Shape


def light_switch() -> Shape:
    """A switch on its plate, with a rocker that tilts and a light."""
    parts = (
        box((-0.06, -0.012, 0), (0.06, 0, 0.12), WHITE),
        box((-0.03, -0.02, 0.03), (0.03, -0.012, 0.06), CREAM, when=OFF),
        box((-0.03, -0.02, 0.06), (0.03, -0.012, 0.09), CREAM, when=ON),
        ball((0.01, 0.006, 0.01), UNLIT, (0, -0.014, 0.105), when=OFF),
        ball((0.014, 0.008, 0.014), LIT, (0, -0.014, 0.105), GLOW, ON),
    )
    return Shape(parts, mount="wall", height=1.1)


def faucet() -> Shape:
    """A tap; on: water runs from it."""
    parts = (
        rod(0.03, 0.02, STEEL, finish=SHINY),
        rod(0.018, 0.22, STEEL, (0, 0, 0.02), finish=SHINY),
        limb((0, 0, 0.24), (0, -0.14, 0.24), 0.015, STEEL),
        limb((0, -0.14, 0.24), (0, -0.14, 0.2), 0.014, STEEL),
        limb((-0.07, 0, 0.1), (0.07, 0, 0.1), 0.01, STEEL),
        *(
            ball((0.018, 0.018, 0.018), color, (x, 0, 0.1))
            for x, color in ((-0.07, RED), (0.07, BLUE))
        ),
        Part("cylinder", (0, -0.14, 0.1), (0.013, 0.013, 0.1), WATER, when=ON, ghost=True),
        Part(ELLIPSOID, (0, -0.14, 0.004), (0.07, 0.07, 0.006), WATER, when=ON, ghost=True),
    )
    return Shape(parts)


def shower_head() -> Shape:
    """A shower head on its arm; on: water falls from it."""
    rays = tuple(
        Part(
            "cylinder",
            (0.05 * cos(a), -0.2 + 0.05 * sin(a), -0.4),
            (0.006, 0.006, 0.4),
            WATER,
            when=ON,
            ghost=True,
        )
        for a in (2 * pi * i / 6 for i in range(6))
    )
    parts = (
        limb((0, 0, 0.1), (0, -0.2, 0.06), 0.014, STEEL),
        rod(0.09, 0.025, STEEL, (0, -0.2, 0.02), finish=SHINY),
        rod(0.075, 0.004, DARK, (0, -0.2, 0.016)),
        *rays,
    )
    return Shape(parts, mount="wall", height=1.4)


def ceiling_light() -> Shape:
    """A lamp on the wall, up high; on: it shines."""
    parts = (
        box((-0.12, -0.03, 0.05), (0.12, 0, 0.2), BRASS),
        ball((0.13, 0.1, 0.12), WHITE, (0, -0.1, 0.12), when=OFF),
        ball((0.13, 0.1, 0.12), (1, 0.95, 0.7, 1), (0, -0.1, 0.12), GLOW, ON),
        Part(ELLIPSOID, (0, -0.12, 0.1), (0.32, 0.28, 0.3), BEAM, GLOW, ON, ghost=True),
    )
    return Shape(parts, mount="wall", height=1.3)


def alarm_clock() -> Shape:
    """An alarm clock with two bells."""
    parts = (
        rod(0.065, 0.045, RED, (0, 0, 0.09), "y"),
        rod(0.054, 0.05, WHITE, (0, 0, 0.09), "y"),
        limb((0, -0.028, 0.09), (0, -0.028, 0.13), 0.004, BLACK),
        limb((0, -0.028, 0.09), (0.03, -0.028, 0.09), 0.004, BLACK),
        *(ball((0.03, 0.022, 0.022), BRASS, (x, 0, 0.165)) for x in (-0.04, 0.04)),
        *(limb((x * 0.6, 0, 0.05), (x, 0, 0.01), 0.009, STEEL) for x in (-0.05, 0.05)),
    )
    return Shape(parts)


def phone() -> Shape:
    """A telephone with a screen, lying; on: the screen is lit."""
    parts = (
        block((0.08, 0.155, 0.012), BLACK),
        box((-0.035, -0.07, 0.012), (0.035, 0.07, 0.0135), mixed(BLACK, BLUE, 0.3), when=OFF),
        box((-0.035, -0.07, 0.012), (0.035, 0.07, 0.0135), SCREEN, GLOW, ON),
        rod(0.006, 0.002, STEEL, (0.025, 0.066, 0.0135)),
    )
    return Shape(parts)


def keyboard() -> Shape:
    """A keyboard."""
    keys = tuple(
        block((0.026, 0.024, 0.008), WHITE, (x * 0.031, y * 0.03, 0.018))
        for x in range(-6, 7)
        for y in (-1, 0, 1)
    )
    return Shape((block((0.44, 0.14, 0.018), DARK), *keys))


def candlestick() -> Shape:
    """A candle in its stick."""
    parts = (
        disc(0.06, 0.015, BRASS, (0, 0, 0)),
        rod(0.014, 0.14, BRASS, (0, 0, 0.015), finish=SHINY),
        disc(0.035, 0.012, BRASS, (0, 0, 0.15)),
        rod(0.016, 0.12, CREAM, (0, 0, 0.16)),
        *flame(0.28, 0.013, ON),
    )
    return Shape(parts)


def flame(z: float, size: float, when: str) -> tuple[Part, ...]:
    """The flame of a candle whose wick ends at `z`."""
    outer: Color = (0.95, 0.42, 0.05, 0.75)
    return (
        Part(
            ELLIPSOID,
            (0, 0, z + 2.2 * size),
            (size, size, size * 2.6),
            outer,
            GLOW,
            when,
            ghost=True,
        ),
        Part(
            ELLIPSOID,
            (0, 0, z + 1.8 * size),
            (size * 0.5, size * 0.5, size * 1.6),
            (1, 0.85, 0.35, 1),
            GLOW,
            when,
            ghost=True,
        ),
    )


def smoke_detector() -> Shape:
    """A round alarm on the wall; on: its light shines."""
    parts = (
        rod(0.11, 0.04, WHITE, (0, -0.02, 0.11), "y"),
        rod(0.06, 0.05, mixed(WHITE, GRAY, 0.4), (0, -0.02, 0.11), "y"),
        ball((0.014, 0.01, 0.014), UNLIT, (0.07, -0.045, 0.14), when=OFF),
        ball((0.02, 0.012, 0.02), RED, (0.07, -0.045, 0.14), GLOW, ON),
    )
    return Shape(parts, mount="wall", height=1.3)


def extinguisher() -> Shape:
    """A fire extinguisher."""
    parts = (
        rod(0.075, 0.36, RED, finish=SHINY),
        ball((0.075, 0.075, 0.05), RED, (0, 0, 0.36)),
        rod(0.025, 0.06, BLACK, (0, 0, 0.4)),
        limb((0, 0, 0.47), (0.09, 0, 0.5), 0.01, BLACK),
        limb((-0.02, -0.03, 0.44), (-0.1, -0.05, 0.2), 0.012, BLACK),
        box((-0.04, -0.077, 0.14), (0.04, -0.072, 0.26), WHITE),
    )
    return Shape(parts)


WORDS: Mapping[str, Callable[[], Shape]] = {
    "switch": light_switch,
    "faucet": faucet,
    "tap": faucet,
    "water_faucet": faucet,
    "showerhead": shower_head,
    "room_light": ceiling_light,
    "ceiling_light": ceiling_light,
    "alarm_clock": alarm_clock,
    "clock": alarm_clock,
    "timer": alarm_clock,
    "cellular_telephone": phone,
    "telephone": phone,
    "smartphone": phone,
    "keyboard": keyboard,
    "candlestick": candlestick,
    "fire_alarm": smoke_detector,
    "smoke_alarm": smoke_detector,
    "smoke_detector": smoke_detector,
    "fire_extinguisher": extinguisher,
}
"""By class words."""
