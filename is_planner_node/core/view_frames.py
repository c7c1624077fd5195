"""Putting views together again from messages that arrive one by one, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from is_bench.messages import nanoseconds_of
from is_bench.view_messages import CameraFrame, optical_frame, pose_of, view_of
from is_bench.views import View

PARTS = ("image_raw", "camera_info", "segmentation")
"""What comes for each camera by itself."""


class ViewFrames:
    """The latest messages of some cameras; a view's messages are all of one stamp."""

    def __init__(self, cameras: Sequence[str]) -> None:
        """Nothing has come yet."""
        self._cameras = tuple(cameras)
        self._parts: dict[tuple[str, str], Any] = {}
        self._detections: dict[str, tuple[int, Any]] = {}
        self._transforms: dict[str, Any] = {}

    def part(self, camera: str, part: str, message: Any) -> None:
        """One of `PARTS` has come."""
        self._parts[camera, part] = message

    def detections(self, message: Any) -> None:
        """Detections have come."""
        stamp = nanoseconds_of(message.header.stamp)
        for found in message.cameras:
            self._detections[found.camera] = (stamp, found)

    def transforms(self, message: Any) -> None:
        """A TFMessage has come; it may tell of other things, too."""
        for transform in message.transforms:
            self._transforms[transform.child_frame_id] = transform

    def views(self, since_ns: int) -> tuple[View, ...] | None:
        """What every camera saw at `since_ns` or later; None while something is missing."""
        if self.missing(since_ns):
            return None
        return tuple(self._view(camera) for camera in self._cameras)

    def missing(self, since_ns: int) -> list[str]:
        """What is still to come, such as "top/image_raw"."""
        missing = [] if all(map(self._pose, self._cameras)) else ["transforms"]
        for camera in self._cameras:
            stamps = {part: self._stamp(camera, part) for part in PARTS}
            stamps["detections"] = self._detections.get(camera, (-1, None))[0]
            newest = max(stamps.values())
            missing += [
                f"{camera}/{part}"
                for part, stamp in stamps.items()
                if stamp < since_ns or stamp != newest
            ]
        return missing

    def _stamp(self, camera: str, part: str) -> int:
        message = self._parts.get((camera, part))
        return -1 if message is None else nanoseconds_of(message.header.stamp)

    def _pose(self, camera: str) -> Any:
        return self._transforms.get(optical_frame(camera))

    def _view(self, camera: str) -> View:
        frame = CameraFrame(*(self._parts[camera, part] for part in PARTS))
        return view_of(camera, frame, self._detections[camera][1], pose_of(self._pose(camera)))
