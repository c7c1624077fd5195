"""Five cameras: one above, one at each side, framed so that all that matters is in the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import radians, tan

import numpy as np
import numpy.typing as npt

from is_bench.views import Matrix, Pose
from sim_bridge.embodied.geometry import Vec

Floats = npt.NDArray[np.float64]

FIELD = 42.0
"""The vertical field of view in degrees."""
MOST_PIXELS = (1600, 1200)
"""The largest picture: width and height."""
EDGE = 0.94
"""The share of the picture within which everything is framed."""


@dataclass(frozen=True)
class Aim:
    """From where a camera looks."""

    name: str
    azimuth: float
    """Degrees, counterclockwise from east, of the direction of sight on the plane."""
    elevation: float
    """Degrees above the plane; -90 looks straight down."""


AIMS = (
    Aim("top", 90, -90),
    Aim("north", -90, -40),
    Aim("south", 90, -36),
    Aim("east", 180, -40),
    Aim("west", 0, -40),
)
"""The cameras, each named by where it stands."""


@dataclass(frozen=True, eq=False)
class Camera:
    """A camera with its place in the world."""

    name: str
    position: Floats
    forward: Floats
    up: Floats

    @property
    def right(self) -> Floats:
        """Towards the right of the picture."""
        right: Floats = np.cross(self.forward, self.up)
        return right

    @property
    def pose(self) -> Pose:
        """The optical frame: z forward, x right, y down."""
        matrix = np.stack([self.right, -self.up, self.forward], axis=1)
        x, y, z = (float(value) for value in self.position)
        return Pose((x, y, z), quaternion(matrix))

    def project(self, points: Floats, width: int, height: int) -> Floats:
        """Pixels (column, row) of world points, as many rows as points."""
        offset = points - self.position
        depth = offset @ self.forward
        focal = focal_length(height)
        columns = width / 2 + focal * (offset @ self.right) / depth
        rows = height / 2 - focal * (offset @ self.up) / depth
        pixels: Floats = np.stack([columns, rows], axis=-1)
        return pixels


def focal_length(height: int) -> float:
    """In pixels, for pictures of `height` rows."""
    return height / 2 / tan(radians(FIELD) / 2)


def intrinsics(width: int, height: int) -> Matrix:
    """The pinhole matrix (3, 3) of pictures of that size; pixels are square."""
    focal = focal_length(height)
    return np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]], dtype=np.float64)


def framed(aim: Aim, points: Sequence[Vec], width: int, height: int) -> Camera:
    """The camera of that aim that is as near as it can be with all `points` in its picture."""
    azimuth, elevation = radians(aim.azimuth), radians(aim.elevation)
    forward = np.array(
        [
            np.cos(elevation) * np.cos(azimuth),
            np.cos(elevation) * np.sin(azimuth),
            np.sin(elevation),
        ]
    )
    up = np.array(
        [
            -np.sin(elevation) * np.cos(azimuth),
            -np.sin(elevation) * np.sin(azimuth),
            np.cos(elevation),
        ]
    )
    right = np.cross(forward, up)
    cloud = np.array(points, dtype=np.float64)
    slope_y = tan(radians(FIELD) / 2) * EDGE
    slope_x = slope_y * width / height
    depth = cloud @ forward
    x, x_back = _fit(cloud @ right, depth, slope_x)
    y, y_back = _fit(cloud @ up, depth, slope_y)
    back = min(x_back, y_back, float(depth.min()) - 0.3)
    return Camera(aim.name, x * right + y * up + back * forward, forward, up)


def _fit(across: Floats, depth: Floats, slope: float) -> tuple[float, float]:
    """Where across, and how far forward, a camera sees all points between its two sides."""
    one = float((across - slope * depth).max())
    other = float((-across - slope * depth).max())
    return (one - other) / 2, -(one + other) / (2 * slope)


def quaternion(matrix: Floats) -> tuple[float, float, float, float]:
    """The unit quaternion (x, y, z, w) of a rotation matrix."""
    # Bar-Itzhack 2000: the eigenvector of the largest eigenvalue, stable for every rotation.
    (a, b, c), (d, e, f), (g, h, i) = matrix
    k = np.array(
        [
            [a - e - i, 0, 0, 0],
            [b + d, e - a - i, 0, 0],
            [c + g, f + h, i - a - e, 0],
            [h - f, c - g, d - b, a + e + i],
        ]
    )
    values, vectors = np.linalg.eigh(k / 3)
    x, y, z, w = vectors[:, int(np.argmax(values))]
    sign = -1.0 if w < 0 else 1.0
    return (float(sign * x), float(sign * y), float(sign * z), float(sign * w))
