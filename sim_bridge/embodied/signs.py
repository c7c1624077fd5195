"""Signs of a state around a thing: steam, frost, flames, drops, shards.

All but frost, drops and what is left of a broken thing are ghosts, light and air, which hide
nothing in segmentations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, pi, sin
from random import Random

from sim_bridge.embodied.geometry import Box, Vec
from sim_bridge.embodied.part_builders import BLACK
from sim_bridge.embodied.shape import BOX, CYLINDER, ELLIPSOID, GLOW, Color, Part
from sim_bridge.embodied.spots import spots_on

SNOW: Color = (0.96, 0.99, 1.0, 1)
STEAM: Color = (0.90, 0.94, 0.98, 1)
HAZE: Color = (1.0, 0.3, 0.1, 0.18)
# Glowing surfaces show brighter than their color.
FLAMES: tuple[Color, ...] = (
    (0.62, 0.13, 0.01, 0.5),
    (0.72, 0.36, 0.02, 0.6),
    (0.7, 0.58, 0.2, 1),
)
"""From the outside to the inside."""
BREAKABLE = 0.6
"""What is larger keeps its form when it is broken, in meters."""
FLAT = 0.05
"""What is lower has nothing to lose above, in meters."""


def steam(bounds: Box) -> list[Part]:
    """Three wisps that curl."""
    (x, y, _), top = bounds.center, bounds.hi[2]
    w = max(0.04, min(0.13, 0.3 * min(bounds.size[:2])))
    return [
        Part(
            ELLIPSOID,
            (
                x + w * (start + 0.22 * sin(2.1 * step + start)),
                y,
                top + w * (0.5 + lift + 0.85 * step),
            ),
            (w * (0.2 + 0.05 * step), w * (0.2 + 0.05 * step), w * 0.62),
            (*STEAM[:3], 0.55 - 0.1 * step),
            ghost=True,
        )
        for start, lift, count in ((-0.9, 0.0, 3), (0.05, 0.3, 4), (0.95, 0.1, 3))
        for step in range(count)
    ]


def haze(bounds: Box) -> Part:
    """The glow around what is hot."""
    a, b, c = (size / 2 for size in bounds.size)
    half = (a + 0.012, b + 0.012, c + 0.01)
    return Part(ELLIPSOID, bounds.center, half, HAZE, GLOW, ghost=True)


def flames(bounds: Box) -> list[Part]:
    """Tongues of fire on top, each wide below and pointed above."""
    (x, y, _), top = bounds.center, bounds.hi[2]
    a, b = bounds.size[0] / 2, bounds.size[1] / 2
    h = max(0.1, 0.7 * max(a, b))
    spots = (
        (-0.6, 0.05, 0.75),
        (-0.2, -0.45, 0.65),
        (0.05, 0.3, 1.0),
        (0.35, -0.2, 0.85),
        (0.7, 0.1, 0.6),
    )
    return [
        part
        for dx, dy, share in spots
        for part in _tongue((x + dx * a, y + dy * b, top - 0.1 * h), 0.26 * a + 0.018, h * share)
    ]


def _tongue(foot: Vec, width: float, height: float) -> list[Part]:
    """One flame: three skins, each of a wide body and a thin tip."""
    x, y, z = foot
    parts = []
    for skin, color in enumerate(FLAMES):
        w, h = width * (1 - 0.28 * skin), height * (1 - 0.27 * skin)
        for up, wide, tall in ((0.34, 1.0, 0.36), (0.72, 0.6, 0.36), (1.05, 0.26, 0.3)):
            half = (w * wide, w * wide, h * tall)
            parts.append(Part(ELLIPSOID, (x, y, z + h * up), half, color, GLOW, ghost=True))
    return parts


def frost(parts: Sequence[Part], bounds: Box, chance: Random) -> list[Part]:
    """Flakes of snow on the surface."""
    largest = max(0.005, 0.05 * max(bounds.size))
    return [
        Part(ELLIPSOID, point, (size, size, size), SNOW)
        for point, _ in spots_on(parts, bounds, 16, chance)
        for size in [largest * chance.uniform(0.5, 1.0)]
    ]


def drops(parts: Sequence[Part], bounds: Box, color: Color, chance: Random) -> list[Part]:
    """Drops of a fluid on the surface."""
    wet = (*color[:3], 0.9)
    return [
        Part(ELLIPSOID, point, (0.008, 0.008, 0.012), wet, "shiny")
        for point, _ in spots_on(parts, bounds, 10, chance)
    ]


def remains(parts: Sequence[Part], bounds: Box, chance: Random) -> list[Part]:
    """What is left standing of a broken thing: its lower part, with a ragged edge."""
    low, height = bounds.lo[2], bounds.size[2]
    if max(bounds.size) > BREAKABLE or height < FLAT:
        return list(parts)
    kept = []
    for part in parts:
        cut = low + height * chance.uniform(0.35, 0.62)
        under, over = part.bounds.lo[2], part.bounds.hi[2]
        if over <= cut or part.along is not None:
            kept += [part] if over <= cut else []
        elif under < cut and (part.form == BOX or (part.form == CYLINDER and part.axis == "z")):
            x, y, _ = part.center
            half = (part.half[0], part.half[1], (cut - under) / 2)
            kept.append(replace(part, center=(x, y, (under + cut) / 2), half=half))
        elif part.center[2] <= cut:
            kept.append(part)
    return kept or list(parts)


def shards(parts: Sequence[Part], bounds: Box, chance: Random) -> list[Part]:
    """Pieces of a broken thing that lie about it, and cracks in what is flat or large."""
    color = max(parts, key=lambda part: part.half[0] * part.half[1] * part.half[2]).color
    (x, y, _), (w, d, h) = bounds.center, bounds.size
    size = max(0.012, min(0.05, 0.17 * max(w, d)))
    pieces = []
    for index in range(9):
        angle, away = 2 * pi * (index + chance.random()) / 9, chance.uniform(0.8, 1.25)
        at = (
            x + cos(angle) * away * (w / 2 + size),
            y + sin(angle) * away * (d / 2 + size),
            bounds.lo[2] + 0.3 * size,
        )
        half = (size * chance.uniform(0.5, 1.0), size * chance.uniform(0.3, 0.6), 0.004)
        pieces.append(
            Part(BOX, at, half, (*color[:3], 1), "shiny", along=_leaning(chance), ghost=True)
        )
    return pieces if h > FLAT and max(bounds.size) <= BREAKABLE else pieces + _cracks(bounds)


def _leaning(chance: Random) -> Vec:
    """A direction that leans from the upright, of length 1."""
    tilt, turn = chance.uniform(0.2, 0.9), chance.uniform(0, 2 * pi)
    return (sin(tilt) * cos(turn), sin(tilt) * sin(turn), cos(tilt))


def _cracks(bounds: Box) -> list[Part]:
    """Dark lines across the top, and across the front of what is tall."""
    (x, y, z), (w, _, h) = bounds.center, bounds.size
    lines = [
        Part(BOX, (x, y, bounds.hi[2]), (w * 0.5, 0.005, 0.003), BLACK, spin=turn, ghost=True)
        for turn in (20.0, 75.0, 140.0)
    ]
    if h < BREAKABLE / 3:
        return lines
    reach = 0.4 * min(w, h)
    for turn in (0.3, 1.3, 2.2):
        along = (cos(turn), 0.0, sin(turn))
        half = (0.006, 0.004, reach)
        lines.append(Part(BOX, (x, bounds.lo[1] - 0.002, z), half, BLACK, along=along, ghost=True))
    return lines
