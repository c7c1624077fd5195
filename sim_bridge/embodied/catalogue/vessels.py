"""What holds things and fluids: crockery, pans, bottles, boxes."""

from __future__ import annotations

from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.kit import (
    BLACK,
    BLUE,
    DARK,
    GLASS,
    GREEN,
    GREY,
    RED,
    STEEL,
    TAN,
    WHITE,
    ball,
    block,
    box,
    disc,
    mixed,
    ring,
    rod,
    tray_walls,
)
from sim_bridge.embodied.shape import CLOSED, OPEN, SHINY, Colour, Part, Shape

CONTENT: Colour = (0.5, 0.5, 0.5, 1)
"""Stands for the colour of whatever is inside."""
INSIDE = 0.6
"""Half the side of a square that fits a circle, with some air."""


def _round_hole(radius: float, low: float, high: float) -> Box:
    r = radius * INSIDE
    return Box((-r, -r, low), (r, r, high))


def cup(
    radius: float, height: float, colour: Colour, *, handle: bool = False, foot: float = 0.0
) -> Shape:
    """A cup, mug, glass or beaker; on a stem of length `foot`, if any."""
    wall = 0.006
    parts = [
        *ring(radius, height, colour, (0, 0, foot), wall),
        disc(radius * 0.93, 0.008, colour, (0, 0, foot)),
    ]
    if foot:
        parts += [disc(radius * 0.85, 0.006, colour, (0, 0, 0)), rod(0.007, foot, colour)]
    if handle:
        x = radius
        parts += [
            box((x, -0.008, height * 0.68), (x + 0.035, 0.008, height * 0.8), colour),
            box((x + 0.023, -0.008, height * 0.28), (x + 0.035, 0.008, height * 0.68), colour),
            box((x, -0.008, height * 0.2), (x + 0.035, 0.008, height * 0.3), colour),
        ]
    low = foot + 0.009
    fill = Part(
        "cylinder",
        (0, 0, low + height * 0.36),
        (radius * 0.9, radius * 0.9, height * 0.36),
        CONTENT,
    )
    return Shape(tuple(parts), (), (_round_hole(radius, low, low + height * 1.6),), fluid=fill)


def bowl(radius: float = 0.12, height: float = 0.075, colour: Colour = WHITE) -> Shape:
    """A bowl that widens towards its rim."""
    base = radius * 0.72
    parts = (
        disc(base, 0.01, colour, (0, 0, 0)),
        *ring(base, height * 0.5, colour, (0, 0, 0), 0.008, 14),
        *ring(radius * 0.88, height * 0.3, colour, (0, 0, height * 0.42), 0.012, 14),
        *ring(radius, height * 0.3, colour, (0, 0, height * 0.7), 0.016, 14),
    )
    fill = Part(
        "cylinder", (0, 0, height * 0.4), (radius * 0.8, radius * 0.8, height * 0.25), CONTENT
    )
    hole = base * 0.66
    return Shape(parts, (), (Box((-hole, -hole, 0.011), (hole, hole, height + 0.25)),), fluid=fill)


def plate(radius: float = 0.13, colour: Colour = WHITE) -> Shape:
    """A flat plate with a rim."""
    parts = (
        disc(radius * 0.92, 0.012, colour, (0, 0, 0)),
        *ring(radius, 0.014, mixed(colour, BLUE, 0.45), (0, 0, 0.008), 0.012, 18),
    )
    hole = Box((-radius * 0.64, -radius * 0.64, 0.0125), (radius * 0.64, radius * 0.64, 0.4))
    fill = Part("cylinder", (0, 0, 0.014), (radius * 0.75, radius * 0.75, 0.003), CONTENT)
    return Shape(parts, (), (hole,), fluid=fill)


def tray(w: float, d: float, h: float, colour: Colour) -> Shape:
    """A tray or a baking sheet."""
    hole = Box((-w / 2 + 0.02, -d / 2 + 0.02, 0.0125), (w / 2 - 0.02, d / 2 - 0.02, h + 0.35))
    fill = Part("box", (0, 0, 0.012 + h * 0.2), (w / 2 - 0.014, d / 2 - 0.014, h * 0.2), CONTENT)
    return Shape(tray_walls(w, d, h, colour), (), (hole,), fluid=fill)


def dish(w: float, d: float, h: float, colour: Colour) -> Shape:
    """A deep dish with two handles."""
    base = tray(w, d, h, colour)
    ears = tuple(
        box((x - 0.025, -0.05, h - 0.025), (x + 0.025, 0.05, h - 0.008), mixed(colour, BLACK, 0.2))
        for x in (-w / 2 - 0.025, w / 2 + 0.025)
    )
    return Shape((*base.parts, *ears), (), base.cavities, fluid=base.fluid)


def pan(radius: float = 0.14, height: float = 0.055, colour: Colour = DARK) -> Shape:
    """A pan with a long handle towards the right."""
    parts = (
        disc(radius * 0.95, 0.01, colour, (0, 0, 0)),
        *ring(radius, height, colour, (0, 0, 0), 0.008, 16),
        box(
            (radius - 0.004, -0.013, height - 0.022), (radius + 0.16, 0.013, height - 0.004), BLACK
        ),
    )
    fill = Part(
        "cylinder",
        (0, 0, 0.01 + height * 0.25),
        (radius * 0.92, radius * 0.92, height * 0.25),
        CONTENT,
    )
    return Shape(parts, (), (_round_hole(radius, 0.011, height + 0.3),), fluid=fill)


def pot(radius: float = 0.15, height: float = 0.17, colour: Colour = STEEL) -> Shape:
    """A pot with two handles."""
    parts = (
        disc(radius * 0.95, 0.01, colour, (0, 0, 0)),
        *ring(radius, height, colour, (0, 0, 0), 0.008, 16),
        *(
            box((x - 0.02, -0.045, height - 0.05), (x + 0.02, 0.045, height - 0.03), BLACK)
            for x in (-radius - 0.02, radius + 0.02)
        ),
    )
    fill = Part(
        "cylinder",
        (0, 0, 0.01 + height * 0.36),
        (radius * 0.92, radius * 0.92, height * 0.36),
        CONTENT,
    )
    return Shape(parts, (), (_round_hole(radius, 0.011, height + 0.3),), fluid=fill)


def slab_pan(colour: Colour = BLACK) -> Shape:
    """A flat griddle."""
    parts = (
        box((-0.2, -0.13, 0), (0.2, 0.13, 0.02), colour),
        box((-0.2, 0.13, 0), (0.2, 0.14, 0.035), colour),
        *(box((x - 0.035, -0.03, 0.004), (x + 0.035, 0.03, 0.018), STEEL) for x in (-0.235, 0.235)),
    )
    return Shape(parts, (Box((-0.19, -0.12, 0.02), (0.19, 0.12, 10)),))


def pitcher(radius: float = 0.07, height: float = 0.22, colour: Colour = GLASS) -> Shape:
    """A jug with a handle and a lip."""
    base = cup(radius, height, colour)
    solid = mixed((*colour[:3], 1), GREY, 0.25)
    extra = (
        box((radius, -0.01, height * 0.8), (radius + 0.05, 0.01, height * 0.88), solid),
        box((radius + 0.035, -0.01, height * 0.3), (radius + 0.05, 0.01, height * 0.8), solid),
        box((radius, -0.01, height * 0.22), (radius + 0.05, 0.01, height * 0.3), solid),
        box((-radius - 0.03, -0.02, height * 0.88), (-radius, 0.02, height), solid),
    )
    return Shape((*base.parts, *extra), (), base.cavities, fluid=base.fluid)


def teapot(colour: Colour = (0.86, 0.55, 0.35, 1)) -> Shape:
    """A teapot."""
    r, h = 0.095, 0.12
    parts = (
        disc(r * 0.9, 0.01, colour, (0, 0, 0)),
        *ring(r, h, colour, (0, 0, 0), 0.01, 14),
        *ring(r * 0.8, 0.02, colour, (0, 0, h), 0.02, 14),
        rod(0.016, 0.09, colour, (-r - 0.035, 0, 0.07), "x"),
        box((-r - 0.085, -0.014, 0.07), (-r - 0.06, 0.014, 0.12), colour),
        box((r, -0.01, h * 0.78), (r + 0.05, 0.01, h * 0.9), colour),
        box((r + 0.035, -0.01, h * 0.25), (r + 0.05, 0.01, h * 0.78), colour),
        box((r, -0.01, h * 0.2), (r + 0.05, 0.01, h * 0.3), colour),
    )
    fill = Part("cylinder", (0, 0, 0.065), (r * 0.88, r * 0.88, 0.05), CONTENT)
    return Shape(parts, (), (_round_hole(r * 0.75, 0.011, h + 0.15),), fluid=fill)


def bucket(colour: Colour = BLUE) -> Shape:
    """A bucket with its handle up."""
    r, h = 0.15, 0.26
    parts = (
        disc(r * 0.95, 0.012, colour, (0, 0, 0)),
        *ring(r, h, colour, (0, 0, 0), 0.01, 16),
        *ring(r + 0.01, 0.025, mixed(colour, WHITE, 0.4), (0, 0, h - 0.02), 0.012, 16),
        *(
            box((x - 0.006, -0.012, h), (x + 0.006, 0.012, h + 0.13), STEEL)
            for x in (-r + 0.005, r - 0.005)
        ),
        box((-r, -0.012, h + 0.13), (r, 0.012, h + 0.145), STEEL),
    )
    fill = Part("cylinder", (0, 0, 0.09), (r * 0.9, r * 0.9, 0.075), CONTENT)
    return Shape(parts, (), (_round_hole(r, 0.0125, h + 0.12),), fluid=fill)


def watering_can() -> Shape:
    """A watering can."""
    r, h = 0.11, 0.2
    parts = (
        disc(r * 0.95, 0.012, GREEN, (0, 0, 0)),
        *ring(r, h, GREEN, (0, 0, 0), 0.01, 14),
        rod(0.015, 0.16, GREEN, (-r - 0.075, 0, 0.12), "x"),
        rod(0.014, 0.08, GREEN, (-r - 0.15, 0, 0.12)),
        ball((0.03, 0.03, 0.025), STEEL, (-r - 0.15, 0, 0.21)),
        box((r, -0.012, 0.16), (r + 0.07, 0.012, 0.18), GREEN),
        box((r + 0.05, -0.012, 0.05), (r + 0.07, 0.012, 0.16), GREEN),
    )
    fill = Part("cylinder", (0, 0, 0.1), (r * 0.9, r * 0.9, 0.075), CONTENT)
    return Shape(parts, (), (_round_hole(r, 0.0125, h + 0.2),), fluid=fill)


def vase(colour: Colour = (0.30, 0.45, 0.68, 1)) -> Shape:
    """A vase with a wide belly and a neck."""
    parts = (
        disc(0.055, 0.012, colour, (0, 0, 0)),
        *ring(0.06, 0.06, colour, (0, 0, 0), 0.008),
        *ring(0.085, 0.1, mixed(colour, WHITE, 0.25), (0, 0, 0.05), 0.03),
        *ring(0.06, 0.06, colour, (0, 0, 0.14), 0.008),
        *ring(0.072, 0.02, colour, (0, 0, 0.19), 0.02),
    )
    fill = Part("cylinder", (0, 0, 0.1), (0.05, 0.05, 0.085), CONTENT)
    return Shape(parts, (), (Box((-0.032, -0.032, 0.0125), (0.032, 0.032, 0.55)),), fluid=fill)


def bottle(content: Colour, *, glass: bool = False, height: float = 0.26) -> Shape:
    """A bottle: body, label, neck and cap; what it holds colours it."""
    r, body = 0.045, height * 0.64
    skin = (*GLASS[:3], 0.45) if glass else mixed(content, WHITE, 0.15)
    parts = (
        rod(r, body, skin),
        rod(r + 0.002, body * 0.42, WHITE, (0, 0, body * 0.28)),
        rod(r + 0.003, body * 0.12, content, (0, 0, body * 0.43)),
        Part("ellipsoid", (0, 0, body), (r, r, height * 0.1), skin),
        rod(r * 0.4, height * 0.27, skin, (0, 0, body)),
        rod(r * 0.5, height * 0.09, mixed(content, BLACK, 0.45), (0, 0, height * 0.91)),
    )
    fill = Part("cylinder", (0, 0, body * 0.36), (r + 0.004, r + 0.004, body * 0.33), CONTENT)
    return Shape(
        parts, (), (Box((-0.014, -0.014, height), (0.014, 0.014, height + 0.1)),), fluid=fill
    )


def spray(content: Colour) -> Shape:
    """A bottle with a trigger."""
    base = bottle(content, height=0.24)
    head = (
        box((-0.05, -0.015, 0.24), (0.03, 0.015, 0.275), RED),
        box((-0.035, -0.01, 0.2), (-0.025, 0.01, 0.24), RED),
    )
    return Shape(
        (*base.parts, *head),
        (),
        (Box((-0.014, -0.014, 0.276), (0.014, 0.014, 0.38)),),
        fluid=base.fluid,
    )


def soap_pump(content: Colour) -> Shape:
    """A bottle with a pump."""
    parts = (
        rod(0.045, 0.15, mixed(content, WHITE, 0.25)),
        rod(0.047, 0.05, WHITE, (0, 0, 0.05)),
        rod(0.02, 0.03, WHITE, (0, 0, 0.15)),
        rod(0.008, 0.04, STEEL, (0, 0, 0.18)),
        box((-0.06, -0.012, 0.215), (0.018, 0.012, 0.235), WHITE),
    )
    fill = Part("cylinder", (0, 0, 0.055), (0.049, 0.049, 0.05), CONTENT)
    return Shape(parts, (), (Box((-0.014, -0.014, 0.236), (0.014, 0.014, 0.33)),), fluid=fill)


def jar(content: Colour, *, empty: bool = False) -> Shape:
    """A glass jar with a lid; open: the lid stands up at its back."""
    r, h = 0.058, 0.15
    parts: tuple[Part, ...] = (
        disc(r * 0.93, 0.01, GLASS, (0, 0, 0)),
        *ring(r, h, GLASS, (0, 0, 0), 0.005, 12),
        rod(r, 0.025, BRASS_LID, (0, 0, h), when=CLOSED),
        box((-r, r - 0.012, h), (r, r, h + 2 * r), BRASS_LID, when=OPEN),
    )
    if not empty:
        parts = (
            *parts,
            rod(r * 0.86, h * 0.72, content, (0, 0, 0.011)),
            rod(r + 0.002, 0.05, WHITE, (0, 0, 0.04)),
        )
    hole = Box((-r * INSIDE, -r * INSIDE, 0.011), (r * INSIDE, r * INSIDE, h - 0.002))
    fill = Part("cylinder", (0, 0, 0.065), (r * 0.88, r * 0.88, 0.053), CONTENT)
    if not empty:
        hole = Box((-r * INSIDE, -r * INSIDE, h + 0.026), (r * INSIDE, r * INSIDE, h + 0.12))
    return Shape(parts, (), (hole,), fluid=fill)


BRASS_LID: Colour = (0.78, 0.66, 0.30, 1)


def can(content: Colour) -> Shape:
    """A tin can with a paper label."""
    parts = (
        rod(0.045, 0.13, STEEL, finish=SHINY),
        rod(0.046, 0.09, content, (0, 0, 0.02)),
        rod(0.047, 0.03, WHITE, (0, 0, 0.05)),
    )
    return Shape(parts, (Box((-0.03, -0.03, 0.13), (0.03, 0.03, 10)),))


def canister(content: Colour = RED) -> Shape:
    """A fuel can with a spout."""
    parts = (
        block((0.24, 0.15, 0.26), content),
        box((-0.1, -0.079, 0.05), (0.1, -0.075, 0.2), mixed(content, WHITE, 0.75)),
        box((-0.06, -0.02, 0.3), (0.06, 0.02, 0.32), BLACK),
        box((-0.06, -0.02, 0.26), (-0.04, 0.02, 0.3), BLACK),
        box((0.04, -0.02, 0.26), (0.06, 0.02, 0.3), BLACK),
        rod(0.02, 0.09, (0.95, 0.8, 0.2, 1), (0.09, 0, 0.26)),
    )
    fill = Part("box", (0, -0.08, 0.1), (0.09, 0.003, 0.05), CONTENT)
    return Shape(parts, (), (Box((0.078, -0.012, 0.351), (0.102, 0.012, 0.45)),), fluid=fill)


def carton(content: Colour) -> Shape:
    """A drink carton with a gable."""
    parts = (
        block((0.085, 0.085, 0.2), mixed(content, WHITE, 0.3)),
        box((-0.044, -0.044, 0.05), (0.044, 0.044, 0.12), mixed(content, BLUE, 0.35)),
        box((-0.042, -0.018, 0.2), (0.042, 0.018, 0.225), WHITE),
        rod(0.016, 0.02, RED, (0.0, 0, 0.225)),
    )
    fill = Part("box", (0, 0, 0.025), (0.0445, 0.0445, 0.02), CONTENT)
    return Shape(parts, (), (Box((-0.012, -0.012, 0.246), (0.012, 0.012, 0.33)),), fluid=fill)


def packet(content: Colour) -> Shape:
    """A cardboard packet."""
    parts = (
        block((0.19, 0.07, 0.27), content),
        box((-0.07, -0.039, 0.12), (0.07, -0.035, 0.22), WHITE),
        ball((0.05, 0.006, 0.035), mixed(content, BLACK, 0.3), (0, -0.038, 0.07)),
    )
    return Shape(parts, (Box((-0.09, -0.03, 0.27), (0.09, 0.03, 10)),))


def small_box(content: Colour) -> Shape:
    """A small open-topped box that food comes in."""
    return tray(0.18, 0.14, 0.09, mixed(content, WHITE, 0.2))


def bag(content: Colour) -> Shape:
    """A filled bag, tied at its top."""
    parts = (
        Part("ellipsoid", (0, 0, 0.1), (0.1, 0.065, 0.1), mixed(content, TAN, 0.25)),
        box((-0.06, -0.035, 0), (0.06, 0.035, 0.08), mixed(content, TAN, 0.25)),
        rod(0.025, 0.05, mixed(content, TAN, 0.4), (0, 0, 0.18)),
        rod(0.03, 0.012, RED, (0, 0, 0.19)),
        ball((0.05, 0.02, 0.03), content, (0, -0.055, 0.1)),
    )
    return Shape(parts)


def sack(colour: Colour = TAN) -> Shape:
    """A big open sack or a bag with handles."""
    w, d, h = 0.3, 0.2, 0.34
    straps = tuple(
        box((x - 0.015, y - 0.006, h), (x + 0.015, y + 0.006, h + 0.1), mixed(colour, BLACK, 0.4))
        for x in (-0.07, 0.07)
        for y in (-d / 2 + 0.006, d / 2 - 0.006)
    )
    hole = Box((-w / 2 + 0.02, -d / 2 + 0.02, 0.013), (w / 2 - 0.02, d / 2 - 0.02, h + 0.1))
    fill = Part("box", (0, 0, 0.1), (w / 2 - 0.014, d / 2 - 0.014, 0.085), CONTENT)
    return Shape((*tray_walls(w, d, h, colour), *straps), (), (hole,), fluid=fill)


def shaker(content: Colour = WHITE) -> Shape:
    """A shaker for salt."""
    parts = (
        rod(0.032, 0.08, GLASS),
        rod(0.026, 0.05, content),
        rod(0.034, 0.03, STEEL, (0, 0, 0.08)),
    )
    fill = Part("cylinder", (0, 0, 0.03), (0.033, 0.033, 0.028), CONTENT)
    return Shape(parts, (), (Box((-0.01, -0.01, 0.111), (0.01, 0.01, 0.2)),), fluid=fill)


def pill_bottle(content: Colour = (0.95, 0.55, 0.12, 1)) -> Shape:
    """A bottle of pills with a white cap."""
    parts = (
        rod(0.038, 0.08, (*content[:3], 0.75)),
        rod(0.0385, 0.04, WHITE, (0, 0, 0.02)),
        rod(0.041, 0.03, WHITE, (0, 0, 0.08)),
    )
    fill = Part("cylinder", (0, 0, 0.03), (0.039, 0.039, 0.025), CONTENT)
    return Shape(parts, (), (Box((-0.012, -0.012, 0.111), (0.012, 0.012, 0.2)),), fluid=fill)


def food_box(colour: Colour = (0.62, 0.80, 0.92, 0.55)) -> Shape:
    """A plastic food box, its lid off."""
    w, d, h = 0.24, 0.18, 0.085
    hole = Box((-w / 2 + 0.02, -d / 2 + 0.02, 0.0125), (w / 2 - 0.02, d / 2 - 0.02, h + 0.15))
    rim = tray_walls(w + 0.012, d + 0.012, 0.012, BLUE, (0, 0, h - 0.012), 0.008)[1:]
    fill = Part("box", (0, 0, 0.035), (w / 2 - 0.014, d / 2 - 0.014, 0.022), CONTENT)
    return Shape((*tray_walls(w, d, h, colour), *rim), (), (hole,), fluid=fill)


def lidded_crate(colour: Colour = TAN) -> Shape:
    """A chest with a lid; open: the lid stands up at its back."""
    w, d, h = 0.42, 0.3, 0.26
    parts = (
        *tray_walls(w, d, h, colour, wall=0.015),
        box((-w / 2, -d / 2, h), (w / 2, d / 2, h + 0.025), mixed(colour, BLACK, 0.2), when=CLOSED),
        box(
            (-w / 2, d / 2 - 0.025, h), (w / 2, d / 2, h + d), mixed(colour, BLACK, 0.2), when=OPEN
        ),
    )
    hole = Box((-w / 2 + 0.02, -d / 2 + 0.02, 0.016), (w / 2 - 0.02, d / 2 - 0.03, h - 0.005))
    return Shape(
        parts,
        (Box((-w / 2 + 0.01, -d / 2 + 0.01, h + 0.025), (w / 2 - 0.01, d / 2 - 0.03, 10)),),
        (hole,),
    )
