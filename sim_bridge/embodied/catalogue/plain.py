"""Shapes for what the catalogue does not know: they bear its name."""

from __future__ import annotations

from dataclasses import replace

from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.part_builders import TALL
from sim_bridge.embodied.shape import BOX, Color, Part, Shape

PAPER: Color = (0.96, 0.94, 0.88, 1)
"""What names are written on."""
PLATE = 0.003
"""Half the thickness of a plate with a name, in meters."""
FLAT = 0.05
"""What is lower has no front to speak of, in meters."""


def unknown(label: str) -> Shape:
    """A box that bears the name of what it stands for."""
    parts = (Part(BOX, (0, 0, 0.1), (0.12, 0.1, 0.1), PAPER, label=label),)
    top = Box((-0.11, -0.09, 0.2), (0.11, 0.09, TALL))
    return Shape(parts, (top,))


def named(shape: Shape, label: str) -> Shape:
    """`shape` with a plate that bears a name: at its front, or on top of what is flat."""
    bounds = shape.bounds
    (x, y, z), (w, d, h) = bounds.center, bounds.size
    if h < FLAT:
        at, half = (x, y, bounds.hi[2] + PLATE), (0.3 * w, 0.3 * d, PLATE)
    else:
        at, half = (x, bounds.lo[1] - PLATE, z), (0.3 * w, PLATE, 0.35 * h)
    plate = Part(BOX, at, half, PAPER, label=label)
    return replace(shape, parts=(*shape.parts, plate))
