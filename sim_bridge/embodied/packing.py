"""Finding room for a rectangle among others.

Everything happens on a plane: a region, rectangles that are taken, and a newcomer that has to be
put somewhere, turned by quarters or made smaller if need be.  The same input gives the same spot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sim_bridge.embodied.geometry import Box, Frame

NEAR = 0.35
"""Things at most so far apart are next to each other, in meters."""
AIR = 0.012
"""Between neighbors, in meters."""
SHRINKING = (1.0, 0.92, 0.84, 0.76, 0.68, 0.6, 0.5, 0.4, 0.3, 0.2, 0.12, 0.07, 0.04)
"""The sizes that are tried, the true one first."""
STEPS = 28
"""Spots tried along each side of a region."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Newcomer:
    """What is to be put down: around its own origin, at full size."""

    body: Box
    """Has to be within the region."""
    reach: Box
    """Has to be clear of what is there already; as `body`, and whatever swings open."""
    turns: tuple[int, ...] = (0, 1)
    """Quarter turns that may be tried, the best first."""


@dataclass(frozen=True)
class Wish:
    """Where a newcomer would like to be."""

    target: tuple[float, float]
    """As near to this point as can be."""
    beside: tuple[Box, ...] = ()
    """Next to all of these."""
    apart: tuple[Box, ...] = ()
    """Not next to any of these."""


@dataclass(frozen=True)
class Spot:
    """Where a newcomer can stand: the place of its origin, a turn, a size."""

    x: float
    y: float
    quarter: int
    scale: float


def find_spot(
    region: Box, taken: Sequence[Box], newcomer: Newcomer, wish: Wish, largest: float = 1.0
) -> Spot:
    """The best spot on the floor of `region`, as large as possible; the last resort is tiny."""
    for step in SHRINKING:
        scale = step * largest
        if newcomer.body.size[2] * scale > region.size[2]:
            continue
        for quarter in newcomer.turns:
            spot = _best(region, taken, newcomer, wish, quarter, scale)
            if spot is not None:
                return spot
    x, y, _ = region.center
    return Spot(x, y, 0, SHRINKING[-1] * largest)


def _best(
    region: Box, taken: Sequence[Box], newcomer: Newcomer, wish: Wish, quarter: int, scale: float
) -> Spot | None:
    body, reach = (_turned(box, quarter, scale) for box in (newcomer.body, newcomer.reach))
    spots = _grid(region, body)
    if spots is None:
        return None
    free = np.ones(len(spots), dtype=bool)
    for other in taken:
        free &= _gaps(spots, reach, other) > AIR * min(1.0, scale * 2)
    spots = spots[free]
    if not len(spots):
        return None
    x, y = spots[int(np.argmin(_cost(spots, body, wish)))]
    return Spot(float(x), float(y), quarter, scale)


def _cost(spots: Floats, body: Box, wish: Wish) -> Floats:
    """The lower the better: relations count most, then the nearness of the target."""
    cost: Floats = 0.1 * np.hypot(spots[:, 0] - wish.target[0], spots[:, 1] - wish.target[1])
    for other in wish.beside:
        gap = _gaps(spots, body, other)
        cost += 20 * np.maximum(0, gap - 0.8 * NEAR) + 0.02 * gap
    for other in wish.apart:
        cost += 20 * np.maximum(0, 1.12 * NEAR - _gaps(spots, body, other))
    return cost


def _grid(region: Box, body: Box) -> Floats | None:
    """Origins for which the body is within the region."""
    low = np.array(region.lo[:2]) - np.array(body.lo[:2])
    high = np.array(region.hi[:2]) - np.array(body.hi[:2])
    if (high < low - 1e-9).any():
        return None
    high = np.maximum(high, low)
    counts = [
        int(min(STEPS * 3, max(STEPS, (b - a) / 0.05))) for a, b in zip(low, high, strict=True)
    ]
    xs, ys = (np.linspace(a, b, count) for a, b, count in zip(low, high, counts, strict=True))
    grid: Floats = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    return grid


def _gaps(spots: Floats, body: Box, other: Box) -> Floats:
    """The distance on the plane from the body at each spot to `other`; negative: overlap."""
    separations = []
    for axis in (0, 1):
        over = spots[:, axis] + body.lo[axis] - other.hi[axis]
        under = other.lo[axis] - spots[:, axis] - body.hi[axis]
        separations.append(np.maximum(over, under))
    x, y = separations
    outside = np.hypot(np.maximum(x, 0), np.maximum(y, 0))
    gaps: Floats = np.where((x < 0) & (y < 0), np.maximum(x, y), outside)
    return gaps


def _turned(box: Box, quarter: int, scale: float) -> Box:
    return Frame(quarter=quarter, scale=scale).box(box)
