"""Points on the outside of a shape, where dirt, frost and drops sit."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt
from random import Random

from sim_bridge.embodied.geometry import Box, Vec
from sim_bridge.embodied.shape import ELLIPSOID, Part

Spot = tuple[Vec, Vec]
"""A point, and the direction out of the surface there."""
_AXES = {"x": 0, "y": 1, "z": 2}
TRIES = 12
SKIN = 0.03
"""How far below the outline of the whole shape a point still counts as outside, in meters."""


def spots_on(parts: Sequence[Part], bounds: Box, count: int, chance: Random) -> list[Spot]:
    """Points spread over what can be seen of the parts: not below, not behind."""
    weights = [_area(part) for part in parts]
    found: list[Spot] = []
    for _ in range(count):
        spot = _one(parts, weights, chance)
        for _ in range(TRIES):
            if _is_outside(spot[0], bounds):
                break
            spot = _one(parts, weights, chance)
        found.append(spot)
    return found


def _one(parts: Sequence[Part], weights: Sequence[float], chance: Random) -> Spot:
    part = chance.choices(parts, weights)[0]
    if part.form == ELLIPSOID:
        return _on_ellipsoid(part, chance)
    if part.form in ("cylinder", "capsule"):
        return _on_cylinder(part, chance)
    return _on_box(part, chance)


def _area(part: Part) -> float:
    x, y, z = part.half
    return x * y + x * z + y * z


def _is_outside(point: Vec, bounds: Box) -> bool:
    x, y, z = point
    return (
        bounds.hi[2] - z < SKIN
        or y - bounds.lo[1] < SKIN
        or x - bounds.lo[0] < SKIN
        or bounds.hi[0] - x < SKIN
    )


def _on_box(part: Part, chance: Random) -> Spot:
    """On the top, the front or a side of a box."""
    (cx, cy, cz), (a, b, c) = part.center, part.half
    normals: list[Vec] = [(0, 0, 1), (0, -1, 0), (1, 0, 0), (-1, 0, 0)]
    normal = chance.choices(normals, [a * b, a * c, b * c, b * c])[0]
    u, v, w = (chance.uniform(-0.9, 0.9) for _ in range(3))
    x = normal[0] * a if normal[0] else u * a
    y = normal[1] * b if normal[1] else v * b
    z = normal[2] * c if normal[2] else w * c
    if part.spin:
        t = part.spin * pi / 180
        x, y = x * cos(t) - y * sin(t), x * sin(t) + y * cos(t)
        return (cx + x, cy + y, cz + z), (0.5, 0.5, 0.5)
    return (cx + x, cy + y, cz + z), normal


def _on_cylinder(part: Part, chance: Random) -> Spot:
    """On the upper end or the side of a cylinder."""
    axis = _AXES[part.axis]
    others = [i for i in range(3) if i != axis]
    radius, length = part.half[others[0]], part.half[axis]
    angle = chance.uniform(0, 2 * pi)
    point, normal = list(part.center), [0.0, 0.0, 0.0]
    if axis != 2 or chance.random() * (radius + 4 * length) > radius:
        point[others[0]] += radius * cos(angle)
        point[others[1]] += radius * sin(angle)
        point[axis] += length * chance.uniform(-0.9, 0.9)
        return (point[0], point[1], point[2]), (0.5, 0.5, 0.5)
    reach = radius * sqrt(chance.random()) * 0.9
    point[others[0]] += reach * cos(angle)
    point[others[1]] += reach * sin(angle)
    point[axis] += length
    normal[axis] = 1.0
    return (point[0], point[1], point[2]), (normal[0], normal[1], normal[2])


def _on_ellipsoid(part: Part, chance: Random) -> Spot:
    """On the upper two thirds of an ellipsoid."""
    z = chance.uniform(-0.3, 1.0)
    angle = chance.uniform(0, 2 * pi)
    flat = sqrt(1 - z * z)
    unit = (flat * cos(angle), flat * sin(angle), z)
    point = tuple(c + h * u for c, h, u in zip(part.center, part.half, unit, strict=True))
    return point, (0.5, 0.5, 0.5)  # type: ignore[return-value]
