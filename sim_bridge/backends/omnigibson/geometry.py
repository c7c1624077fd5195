"""Rigid motions and camera frames, in plain numpy; quaternions are (x, y, z, w)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from is_bench.views import Matrix, Pose

_OPTICAL = (1.0, 0.0, 0.0, 0.0)
"""Half a turn about x: from USD's camera (looks along -z, y up) to the optical frame."""


def product(first: Sequence[float], second: Sequence[float]) -> tuple[float, float, float, float]:
    """The rotation that does `second` in the frame that `first` leads to."""
    x1, y1, z1, w1 = first
    x2, y2, z2, w2 = second
    return (
        w1 * x2 + x1 * w2 + y1 * z2 - z1 * y2,
        w1 * y2 - x1 * z2 + y1 * w2 + z1 * x2,
        w1 * z2 + x1 * y2 - y1 * x2 + z1 * w2,
        w1 * w2 - x1 * x2 - y1 * y2 - z1 * z2,
    )


def rotation(quaternion: Sequence[float]) -> Matrix:
    """The rotation matrix of a unit quaternion."""
    x, y, z, w = quaternion
    matrix: Matrix = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    return matrix


@dataclass(frozen=True)
class Rigid:
    """A rigid motion: a frame in another one."""

    position: tuple[float, float, float]
    orientation: tuple[float, float, float, float]

    @staticmethod
    def of(position: Sequence[float], orientation: Sequence[float]) -> Rigid:
        """From numbers; the quaternion is normalized."""
        x, y, z = position
        length = float(np.linalg.norm(orientation))
        a, b, c, d = (value / length for value in orientation)
        return Rigid((x, y, z), (a, b, c, d))

    def inverse(self) -> Rigid:
        """The motion back."""
        x, y, z, w = self.orientation
        back = (-x, -y, -z, w)
        return Rigid.of((-(rotation(back) @ np.array(self.position))).tolist(), back)

    def then(self, other: Rigid) -> Rigid:
        """`other`, which is given in this frame, in the frame that this one is given in."""
        position = rotation(self.orientation) @ np.array(other.position) + np.array(self.position)
        return Rigid.of(position.tolist(), product(self.orientation, other.orientation))

    def points(self, points: npt.ArrayLike) -> Matrix:
        """Points (n, 3) of this frame in the frame that it is given in."""
        turned = np.asarray(points, dtype=np.float64) @ rotation(self.orientation).T
        moved: Matrix = turned + np.array(self.position)
        return moved


def optical_pose(position: Sequence[float], orientation: Sequence[float]) -> Pose:
    """The optical frame of a USD camera with this pose in the world."""
    frame = Rigid.of(position, product(orientation, _OPTICAL))
    return Pose(frame.position, frame.orientation)


def intrinsics(width: int, height: int, focal_length: float, aperture: float) -> Matrix:
    """The matrix of a pinhole camera with square pixels; `aperture` is horizontal, both in mm."""
    focal = width * focal_length / aperture
    return np.array([[focal, 0.0, width / 2], [0.0, focal, height / 2], [0.0, 0.0, 1.0]])


def look_at(eye: Sequence[float], target: Sequence[float]) -> Rigid:
    """A USD camera at `eye` that looks at `target`, its picture's top towards +z or else +y."""
    back = np.array(eye, dtype=np.float64) - np.array(target, dtype=np.float64)
    back /= np.linalg.norm(back)
    up = np.array([0.0, 0.0, 1.0]) if abs(back[2]) < 0.99 else np.array([0.0, 1.0, 0.0])
    right = np.cross(up, back)
    right /= np.linalg.norm(right)
    return Rigid.of(list(eye), _quaternion(np.column_stack([right, np.cross(back, right), back])))


def _quaternion(matrix: Matrix) -> tuple[float, float, float, float]:
    """The unit quaternion of a rotation matrix: the eigenvector of its largest quadratic form."""
    m = matrix
    form = np.array(
        [
            [m[0, 0] - m[1, 1] - m[2, 2], 0, 0, 0],
            [m[0, 1] + m[1, 0], m[1, 1] - m[0, 0] - m[2, 2], 0, 0],
            [m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], m[2, 2] - m[0, 0] - m[1, 1], 0],
            [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], np.trace(m)],
        ]
    )
    _, vectors = np.linalg.eigh(form)  # reads the lower half
    x, y, z, w = (float(value) for value in vectors[:, -1])
    return x, y, z, w
