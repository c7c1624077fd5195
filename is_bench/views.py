"""Camera views: images, instance segmentation and camera poses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Segmentation = npt.NDArray[np.int32]
Matrix = npt.NDArray[np.float64]

NO_OBJECT = 0
"""The segmentation's value for background."""


@dataclass(frozen=True)
class Box:
    """The axis-aligned bounding box of the visible part of one object.

    In pixels from the top left corner; `right` and `bottom` are the first column and row outside.
    """

    name: str
    """The name of the object in the scene."""
    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Columns covered."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Rows covered."""
        return self.bottom - self.top


@dataclass(frozen=True)
class Pose:
    """A position in meters and an orientation as a unit quaternion (x, y, z, w), in the world."""

    position: tuple[float, float, float]
    orientation: tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class View:
    """One image of one camera, with its segmentation, calibration and pose."""

    name: str
    """The camera, e.g. "top"."""
    rgb: Image
    """(height, width, 3)."""
    segmentation: Segmentation
    """(height, width): NO_OBJECT, or 1 + the object's place in the scene's declared order."""
    boxes: tuple[Box, ...]
    """Bounding boxes of the visible objects, in the scene's declared order."""
    intrinsics: Matrix
    """(3, 3): intrinsic matrix in pixels; pixel (0, 0) has its center at (0.5, 0.5)."""
    pose: Pose
    """The optical frame in the world: z forward, x to the right and y down in the image."""

    @property
    def height(self) -> int:
        """Rows."""
        return int(self.rgb.shape[0])

    @property
    def width(self) -> int:
        """Columns."""
        return int(self.rgb.shape[1])


def boxes_of(segmentation: Segmentation, names: Sequence[str]) -> tuple[Box, ...]:
    """The bounding boxes in a segmentation; `names` are the scene's objects in declared order."""
    height, width = segmentation.shape
    # Runs of one number within a row: some thousands, where pixels are hundreds of thousands.
    begins = np.ones((height, width), dtype=np.bool_)
    np.not_equal(segmentation[:, 1:], segmentation[:, :-1], out=begins[:, 1:])
    starts = np.flatnonzero(begins)
    numbers = segmentation.ravel()[starts]
    rows, firsts = np.divmod(starts, width)
    ends = np.append(starts[1:], height * width) - rows * width
    left = np.full(len(names) + 1, width)
    top = np.full(len(names) + 1, height)
    right, bottom = np.zeros_like(left), np.zeros_like(top)
    np.minimum.at(left, numbers, firsts)
    np.minimum.at(top, numbers, rows)
    np.maximum.at(right, numbers, ends)
    np.maximum.at(bottom, numbers, rows + 1)
    return tuple(
        Box(names[n - 1], int(left[n]), int(top[n]), int(right[n]), int(bottom[n]))
        for n in np.flatnonzero(right)
        if n != NO_OBJECT
    )
