"""Boxes along the axes, and frames that turn by quarters only, so that boxes stay boxes.

Lengths are meters.  In the world x points east, y north and z up; the floor is at z = 0.
"""

from __future__ import annotations

from dataclasses import dataclass

Vec = tuple[float, float, float]

NOWHERE: Vec = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Box:
    """A box along the axes, from corner to corner."""

    lo: Vec
    hi: Vec

    @property
    def size(self) -> Vec:
        """Width, depth and height."""
        return tuple(b - a for a, b in zip(self.lo, self.hi, strict=True))  # type: ignore[return-value]

    @property
    def center(self) -> Vec:
        """The middle."""
        return tuple((a + b) / 2 for a, b in zip(self.lo, self.hi, strict=True))  # type: ignore[return-value]

    def union(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(
            tuple(map(min, self.lo, other.lo)),  # type: ignore[arg-type]
            tuple(map(max, self.hi, other.hi)),  # type: ignore[arg-type]
        )

    def moved(self, by: Vec) -> Box:
        """The same box elsewhere."""
        return Box(added(self.lo, by), added(self.hi, by))

    def grown(self, by: float) -> Box:
        """The box with `by` more on every side."""
        return Box(added(self.lo, (-by, -by, -by)), added(self.hi, (by, by, by)))

    def overlap(self, other: Box) -> float:
        """How deep two boxes are in each other; negative: the widest gap along an axis."""
        return min(
            min(a, b) - max(c, d)
            for a, b, c, d in zip(self.hi, other.hi, self.lo, other.lo, strict=True)
        )

    def gap(self, other: Box) -> float:
        """The distance between two boxes; 0 where they touch or overlap."""
        gaps = (
            max(0.0, max(c, d) - min(a, b))
            for a, b, c, d in zip(self.hi, other.hi, self.lo, other.lo, strict=True)
        )
        return float(sum(gap * gap for gap in gaps) ** 0.5)

    def holds(self, point: Vec, slack: float = 0.0) -> bool:
        """Whether `point` is within, give or take `slack`."""
        return all(
            a - slack <= p <= b + slack for a, p, b in zip(self.lo, point, self.hi, strict=True)
        )

    def corners(self) -> list[Vec]:
        """The eight corners."""
        return [
            (x, y, z)
            for x in (self.lo[0], self.hi[0])
            for y in (self.lo[1], self.hi[1])
            for z in (self.lo[2], self.hi[2])
        ]


@dataclass(frozen=True)
class Frame:
    """Where something stands: scaled, then turned by quarters about z, then moved."""

    origin: Vec = NOWHERE
    quarter: int = 0
    """Quarter turns, counterclockwise seen from above."""
    scale: float = 1.0

    def point(self, local: Vec) -> Vec:
        """A point of the frame, outside of it."""
        x, y, z = local
        x, y = _TURNS[self.quarter % 4](x * self.scale, y * self.scale)
        return added((x, y, z * self.scale), self.origin)

    def box(self, local: Box) -> Box:
        """A box of the frame, outside of it."""
        a, b = self.point(local.lo), self.point(local.hi)
        return Box(tuple(map(min, a, b)), tuple(map(max, a, b)))  # type: ignore[arg-type]

    def then(self, inner: Frame) -> Frame:
        """A frame that is given in this one, outside of it."""
        quarter = (self.quarter + inner.quarter) % 4
        return Frame(self.point(inner.origin), quarter, self.scale * inner.scale)


_TURNS = (
    lambda x, y: (x, y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x),
)


def added(a: Vec, b: Vec) -> Vec:
    """The sum of two vectors."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def basis(along: Vec) -> tuple[Vec, Vec, Vec]:
    """Where a rotation that turns z to the unit vector `along` takes x, y and z."""
    a, b, c = along
    # y stays level where it can: across from what the rotation leans to.
    flat = (c * c + a * a) ** 0.5
    x = (c / flat, 0.0, -a / flat) if flat > 1e-6 else (1.0, 0.0, 0.0)
    y = (b * x[2] - c * x[1], c * x[0] - a * x[2], a * x[1] - b * x[0])
    return x, y, along


def quarter_towards(x: float, y: float) -> int:
    """The quarter turn with which what has its front at -y looks in the direction of (x, y)."""
    if abs(y) >= abs(x):
        return 2 if y > 0 else 0
    return 1 if x > 0 else 3
