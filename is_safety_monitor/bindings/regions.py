"""The map of a binding file: named regions of one frame, and the region of a pose."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from is_bench.errors import InputError

Point = tuple[float, float]


@dataclass(frozen=True)
class Region:
    """A named part of the map: a polygon in x and y, and a range of heights."""

    name: str
    corners: tuple[Point, ...]
    """In order, at least three [m]."""
    low: float = -math.inf
    high: float = math.inf
    """Heights that belong to it [m]."""

    @property
    def area(self) -> float:
        """In square meters."""
        ends = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in ends)) / 2

    def contains(self, x: float, y: float, z: float) -> bool:
        """Whether a point of the map lies in the region; its edge belongs to it."""
        if not self.low <= z <= self.high:
            return False
        inside = False
        before = self.corners[-1]
        for corner in self.corners:
            if _on_edge(before, corner, (x, y)):
                return True
            inside ^= _crosses(before, corner, (x, y))
            before = corner
        return inside


@dataclass(frozen=True)
class Frame:
    """A frame that does not move in the map's."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    yaw: float = 0.0
    """Where its origin is in the map [m], and how it is turned [rad]."""

    def to_map(self, x: float, y: float, z: float) -> tuple[float, float, float]:
        """A point of this frame, in the map's."""
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        return self.x + cos * x - sin * y, self.y + sin * x + cos * y, self.z + z


@dataclass(frozen=True)
class Map:
    """The regions that poses are told by."""

    frame: str = ""
    regions: tuple[Region, ...] = ()
    frames: Mapping[str, Frame] = field(default_factory=dict)
    """Others whose poses can be placed, besides the map's own."""

    def place(self, frame: str, x: float, y: float, z: float) -> tuple[float, float, float]:
        """A point of `frame` in the map; raises InputError for an unknown frame or no number."""
        name = frame.removeprefix("/")
        if not all(map(math.isfinite, (x, y, z))):
            raise InputError(f"the position ({x}, {y}, {z}) is not finite")
        if name == self.frame:
            return x, y, z
        if name not in self.frames:
            raise InputError(
                f"the pose is in frame {frame!r}, and the map is in {self.frame!r}; send it in "
                "that one, or give the frame under map.frames if it does not move"
            )
        return self.frames[name].to_map(x, y, z)

    def region_at(self, frame: str, x: float, y: float, z: float) -> Region:
        """The smallest region that holds a point; raises InputError if none does."""
        point = self.place(frame, x, y, z)
        holding = [region for region in self.regions if region.contains(*point)]
        if not holding:
            shown = ", ".join(f"{value:.2f}" for value in point)
            raise InputError(f"the position ({shown}) lies in no region of the map")
        return min(holding, key=lambda region: (region.area, region.name))


def polygon(name: str, corners: tuple[Point, ...], low: float, high: float) -> Region:
    """A region from its corners; raises InputError for one without area."""
    numbers = [value for corner in corners for value in corner]
    if len(corners) < 3 or not all(map(math.isfinite, numbers)):
        raise InputError(f"region {name}: a polygon has at least three corners [x, y]")
    region = Region(name, corners, low, high)
    if region.area < 1e-6:
        raise InputError(f"region {name} has no area; check its corners")
    if not low < high:
        raise InputError(f"region {name}: heights are [low, high], not [{low:g}, {high:g}]")
    return region


def circle(center: Point, radius: float, corners: int = 32) -> tuple[Point, ...]:
    """Corners of a polygon within a circle."""
    turns = (2 * math.pi * number / corners for number in range(corners))
    return tuple(
        (center[0] + radius * math.cos(t), center[1] + radius * math.sin(t)) for t in turns
    )


def _crosses(start: Point, end: Point, point: Point) -> bool:
    """Whether a ray from `point` along x crosses the edge."""
    (ax, ay), (bx, by), (x, y) = start, end, point
    return (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax


def _on_edge(start: Point, end: Point, point: Point) -> bool:
    (ax, ay), (bx, by), (x, y) = start, end, point
    if (bx - ax) * (y - ay) != (by - ay) * (x - ax):
        return False
    return min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)
