"""Packages, open or closed: bottles, jars, cans, boxes, bags."""

from __future__ import annotations

from sim_bridge.embodied.catalogue.vessels import CONTENT, INSIDE, tray
from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import (
    BLACK,
    BLUE,
    GLASS,
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
from sim_bridge.embodied.shape import CLOSED, OPEN, SHINY, Color, Part, Shape


def bottle(content: Color, *, glass: bool = False, height: float = 0.26) -> Shape:
    """A bottle: body, label, neck and cap; what it holds colors it."""
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


def spray(content: Color) -> Shape:
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


def soap_pump(content: Color) -> Shape:
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


def jar(content: Color, *, empty: bool = False) -> Shape:
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


BRASS_LID: Color = (0.78, 0.66, 0.30, 1)


def can(content: Color) -> Shape:
    """A tin can with a paper label."""
    parts = (
        rod(0.045, 0.13, STEEL, finish=SHINY),
        rod(0.046, 0.09, content, (0, 0, 0.02)),
        rod(0.047, 0.03, WHITE, (0, 0, 0.05)),
    )
    return Shape(parts, (Box((-0.03, -0.03, 0.13), (0.03, 0.03, 10)),))


def canister(content: Color = RED) -> Shape:
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


def carton(content: Color) -> Shape:
    """A drink carton with a gable."""
    parts = (
        block((0.085, 0.085, 0.2), mixed(content, WHITE, 0.3)),
        box((-0.044, -0.044, 0.05), (0.044, 0.044, 0.12), mixed(content, BLUE, 0.35)),
        box((-0.042, -0.018, 0.2), (0.042, 0.018, 0.225), WHITE),
        rod(0.016, 0.02, RED, (0.0, 0, 0.225)),
    )
    fill = Part("box", (0, 0, 0.025), (0.0445, 0.0445, 0.02), CONTENT)
    return Shape(parts, (), (Box((-0.012, -0.012, 0.246), (0.012, 0.012, 0.33)),), fluid=fill)


def packet(content: Color) -> Shape:
    """A cardboard packet."""
    parts = (
        block((0.19, 0.07, 0.27), content),
        box((-0.07, -0.039, 0.12), (0.07, -0.035, 0.22), WHITE),
        ball((0.05, 0.006, 0.035), mixed(content, BLACK, 0.3), (0, -0.038, 0.07)),
    )
    return Shape(parts, (Box((-0.09, -0.03, 0.27), (0.09, 0.03, 10)),))


def small_box(content: Color) -> Shape:
    """A small open-topped box that food comes in."""
    return tray(0.18, 0.14, 0.09, mixed(content, WHITE, 0.2))


def bag(content: Color) -> Shape:
    """A filled bag, tied at its top."""
    parts = (
        Part("ellipsoid", (0, 0, 0.1), (0.1, 0.065, 0.1), mixed(content, TAN, 0.25)),
        box((-0.06, -0.035, 0), (0.06, 0.035, 0.08), mixed(content, TAN, 0.25)),
        rod(0.025, 0.05, mixed(content, TAN, 0.4), (0, 0, 0.18)),
        rod(0.03, 0.012, RED, (0, 0, 0.19)),
        ball((0.05, 0.02, 0.03), content, (0, -0.055, 0.1)),
    )
    return Shape(parts)


def sack(color: Color = TAN) -> Shape:
    """A big open sack or a bag with handles."""
    w, d, h = 0.3, 0.2, 0.34
    straps = tuple(
        box((x - 0.015, y - 0.006, h), (x + 0.015, y + 0.006, h + 0.1), mixed(color, BLACK, 0.4))
        for x in (-0.07, 0.07)
        for y in (-d / 2 + 0.006, d / 2 - 0.006)
    )
    hole = Box((-w / 2 + 0.02, -d / 2 + 0.02, 0.013), (w / 2 - 0.02, d / 2 - 0.02, h + 0.1))
    fill = Part("box", (0, 0, 0.1), (w / 2 - 0.014, d / 2 - 0.014, 0.085), CONTENT)
    return Shape((*tray_walls(w, d, h, color), *straps), (), (hole,), fluid=fill)


def shaker(content: Color = WHITE) -> Shape:
    """A shaker for salt."""
    parts = (
        rod(0.032, 0.08, GLASS),
        rod(0.026, 0.05, content),
        rod(0.034, 0.03, STEEL, (0, 0, 0.08)),
    )
    fill = Part("cylinder", (0, 0, 0.03), (0.033, 0.033, 0.028), CONTENT)
    return Shape(parts, (), (Box((-0.01, -0.01, 0.111), (0.01, 0.01, 0.2)),), fluid=fill)


def pill_bottle(content: Color = (0.95, 0.55, 0.12, 1)) -> Shape:
    """A bottle of pills with a white cap."""
    parts = (
        rod(0.038, 0.08, (*content[:3], 0.75)),
        rod(0.0385, 0.04, WHITE, (0, 0, 0.02)),
        rod(0.041, 0.03, WHITE, (0, 0, 0.08)),
    )
    fill = Part("cylinder", (0, 0, 0.03), (0.039, 0.039, 0.025), CONTENT)
    return Shape(parts, (), (Box((-0.012, -0.012, 0.111), (0.012, 0.012, 0.2)),), fluid=fill)


def food_box(color: Color = (0.62, 0.80, 0.92, 0.55)) -> Shape:
    """A plastic food box, its lid off."""
    w, d, h = 0.24, 0.18, 0.085
    hole = Box((-w / 2 + 0.02, -d / 2 + 0.02, 0.0125), (w / 2 - 0.02, d / 2 - 0.02, h + 0.15))
    rim = tray_walls(w + 0.012, d + 0.012, 0.012, BLUE, (0, 0, h - 0.012), 0.008)[1:]
    fill = Part("box", (0, 0, 0.035), (w / 2 - 0.014, d / 2 - 0.014, 0.022), CONTENT)
    return Shape((*tray_walls(w, d, h, color), *rim), (), (hole,), fluid=fill)


def lidded_crate(color: Color = TAN) -> Shape:
    """A chest with a lid; open: the lid stands up at its back."""
    w, d, h = 0.42, 0.3, 0.26
    parts = (
        *tray_walls(w, d, h, color, wall=0.015),
        box((-w / 2, -d / 2, h), (w / 2, d / 2, h + 0.025), mixed(color, BLACK, 0.2), when=CLOSED),
        box((-w / 2, d / 2 - 0.025, h), (w / 2, d / 2, h + d), mixed(color, BLACK, 0.2), when=OPEN),
    )
    hole = Box((-w / 2 + 0.02, -d / 2 + 0.02, 0.016), (w / 2 - 0.02, d / 2 - 0.03, h - 0.005))
    return Shape(
        parts,
        (Box((-w / 2 + 0.01, -d / 2 + 0.01, h + 0.025), (w / 2 - 0.01, d / 2 - 0.03, 10)),),
        (hole,),
    )
