"""Converts between camera views and ROS messages.

It knows no ROS, like `is_bench.messages`: the message classes come in.  Pixels are handed over as
`array.array("B")`, the one type that rclpy takes without looking at every element.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from is_bench.messages import Make, Message, TimeType, time_message
from is_bench.views import Box, Image, Matrix, Pose, Segmentation, View

WORLD_FRAME = "world"
"""The parent frame of cameras: z up, in meters (REP 103)."""
PIXEL_CENTER = 0.5
"""The center of pixel (0, 0) for a `View`; for CameraInfo it is 0, as in OpenCV."""
MOST_OBJECTS = 0xFFFF
"""The largest number that a segmentation message can hold."""


class ViewMessageTypes(TimeType, Protocol):
    """The message classes that this module builds."""

    Header: Make
    Image: Make
    CompressedImage: Make
    CameraInfo: Make
    Detection: Make
    CameraDetections: Make
    Detections: Make
    TFMessage: Make
    TransformStamped: Make
    Transform: Make
    Vector3: Make
    Quaternion: Make


@dataclass(frozen=True)
class CameraFrame:
    """The messages of one image, with the same stamp."""

    image: Message
    camera_info: Message
    segmentation: Message


def optical_frame(camera: str) -> str:
    """The frame of a camera's images: z forward, x right, y down (REP 103)."""
    return f"camera_{camera}_optical_frame"


class ViewMessages:
    """Builds the messages of views of the same world state."""

    def __init__(self, types: ViewMessageTypes, stamp_ns: int) -> None:
        """`stamp_ns` is the stamp of the world state that the views show."""
        self._types = types
        self._stamp = time_message(types, stamp_ns)

    def image(self, view: View) -> Message:
        """sensor_msgs/Image, rgb8."""
        return self._pixels(view, "rgb8", view.rgb)

    def segmentation(self, view: View) -> Message:
        """sensor_msgs/Image, mono16: 0, or 1 + the object's place in the scene's order.

        Raises ValueError for a scene of more than `MOST_OBJECTS` objects.
        """
        if int(view.segmentation.max(initial=0)) > MOST_OBJECTS:
            raise ValueError(f"{view.name}: a segmentation message has room for {MOST_OBJECTS}")
        return self._pixels(view, "mono16", view.segmentation.astype("<u2"))

    def compressed(self, view: View, jpeg: bytes) -> Message:
        """sensor_msgs/CompressedImage of a JPEG image."""
        return self._types.CompressedImage(
            header=self._header(view), format="rgb8; jpeg compressed bgr8", data=array("B", jpeg)
        )

    def camera_info(self, view: View) -> Message:
        """sensor_msgs/CameraInfo of a pinhole camera without distortion."""
        k = view.intrinsics.copy()
        k[:2, 2] -= PIXEL_CENTER
        return self._types.CameraInfo(
            header=self._header(view),
            height=view.height,
            width=view.width,
            distortion_model="plumb_bob",
            d=[0.0] * 5,
            k=k.ravel(),
            r=np.eye(3).ravel(),
            p=np.hstack([k, np.zeros((3, 1))]).ravel(),
        )

    def detections(self, views: Sequence[View], numbers: Mapping[str, int]) -> Message:
        """Detections of all cameras; `numbers` are the objects' values in segmentations."""
        return self._types.Detections(
            header=self._types.Header(stamp=self._stamp, frame_id=""),
            cameras=[
                self._types.CameraDetections(
                    camera=view.name,
                    frame_id=optical_frame(view.name),
                    width=view.width,
                    height=view.height,
                    objects=[
                        self._types.Detection(
                            name=box.name,
                            number=numbers[box.name],
                            left=box.left,
                            top=box.top,
                            right=box.right,
                            bottom=box.bottom,
                        )
                        for box in view.boxes
                    ],
                )
                for view in views
            ],
        )

    def transforms(self, views: Sequence[View]) -> Message:
        """tf2_msgs/TFMessage: the camera poses in the world."""
        return self._types.TFMessage(transforms=[self._transform(view) for view in views])

    def _transform(self, view: View) -> Message:
        types = self._types
        x, y, z = view.pose.position
        qx, qy, qz, qw = view.pose.orientation
        return types.TransformStamped(
            header=types.Header(stamp=self._stamp, frame_id=WORLD_FRAME),
            child_frame_id=optical_frame(view.name),
            transform=types.Transform(
                translation=types.Vector3(x=x, y=y, z=z),
                rotation=types.Quaternion(x=qx, y=qy, z=qz, w=qw),
            ),
        )

    def _pixels(self, view: View, encoding: str, pixels: npt.NDArray[Any]) -> Message:
        return self._types.Image(
            header=self._header(view),
            height=view.height,
            width=view.width,
            encoding=encoding,
            is_bigendian=0,
            step=pixels.strides[0],
            data=array("B", pixels.tobytes()),
        )

    def _header(self, view: View) -> Message:
        return self._types.Header(stamp=self._stamp, frame_id=optical_frame(view.name))


def view_of(camera: str, frame: CameraFrame, detections: Message, pose: Pose) -> View:
    """The view in messages; `detections` is the CameraDetections of that camera."""
    return View(
        camera,
        image_of(frame.image),
        segmentation_of(frame.segmentation),
        boxes_of_message(detections),
        intrinsics_of(frame.camera_info),
        pose,
    )


def image_of(message: Message) -> Image:
    """The pixels of an rgb8 Image: (height, width, 3); raises ValueError for another encoding."""
    _check(message, "rgb8")
    rows = np.frombuffer(message.data, dtype=np.uint8).reshape(message.height, message.step)
    return rows[:, : message.width * 3].reshape(message.height, message.width, 3)


def segmentation_of(message: Message) -> Segmentation:
    """The numbers of a mono16 Image: (height, width); raises ValueError for another encoding."""
    _check(message, "mono16")
    order = ">u2" if message.is_bigendian else "<u2"
    rows = np.frombuffer(message.data, dtype=order).reshape(message.height, message.step // 2)
    return rows[:, : message.width].astype(np.int32)


def intrinsics_of(message: Message) -> Matrix:
    """The pinhole matrix (3, 3) of a CameraInfo, as a `View` has it."""
    k: Matrix = np.array(message.k, dtype=np.float64).reshape(3, 3)
    k[:2, 2] += PIXEL_CENTER
    return k


def boxes_of_message(message: Message) -> tuple[Box, ...]:
    """The boxes of a CameraDetections."""
    return tuple(
        Box(found.name, int(found.left), int(found.top), int(found.right), int(found.bottom))
        for found in message.objects
    )


def pose_of(message: Message) -> Pose:
    """The pose in a TransformStamped."""
    place, turn = message.transform.translation, message.transform.rotation
    return Pose((place.x, place.y, place.z), (turn.x, turn.y, turn.z, turn.w))


def _check(message: Message, encoding: str) -> None:
    if message.encoding != encoding:
        raise ValueError(
            f"{message.header.frame_id}: pictures come as {message.encoding!r}; publish {encoding}"
        )
