"""Views as messages, and back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from is_bench.messages import nanoseconds_of
from is_bench.view_messages import (
    CameraFrame,
    ViewMessages,
    image_of,
    optical_frame,
    pose_of,
    segmentation_of,
    view_of,
)
from is_bench.views import Pose, View, boxes_of

STAMP_NS = 1_700_000_000_123_456_789
NAMES = ("floor", "apple", "jar")


class Types:
    """Message classes that take any field."""

    def __getattr__(self, name: str) -> Any:
        return SimpleNamespace


def a_view(camera: str = "top", height: int = 4, width: int = 6) -> View:
    segmentation = np.zeros((height, width), dtype=np.int32)
    segmentation[1:3, 2:5] = 2
    return View(
        camera,
        np.arange(height * width * 3, dtype=np.uint8).reshape(height, width, 3),
        segmentation,
        boxes_of(segmentation, NAMES),
        np.array([[5.0, 0, width / 2], [0, 5, height / 2], [0, 0, 1]]),
        Pose((1.0, -2.0, 3.0), (0.5, -0.5, 0.5, -0.5)),
    )


@pytest.fixture
def messages() -> ViewMessages:
    return ViewMessages(Types(), STAMP_NS)


def frame_of(messages: ViewMessages, view: View) -> CameraFrame:
    return CameraFrame(
        messages.image(view), messages.camera_info(view), messages.segmentation(view)
    )


def test_a_view_comes_back_as_it_went(messages: ViewMessages) -> None:
    view = a_view()
    numbers = {name: number for number, name in enumerate(NAMES, start=1)}
    (boxes,) = messages.detections([view], numbers).cameras
    (placed,) = messages.transforms([view]).transforms
    back = view_of("top", frame_of(messages, view), boxes, pose_of(placed))
    np.testing.assert_array_equal(back.rgb, view.rgb)
    np.testing.assert_array_equal(back.segmentation, view.segmentation)
    np.testing.assert_array_equal(back.intrinsics, view.intrinsics)
    assert (back.name, back.boxes, back.pose) == (view.name, view.boxes, view.pose)
    assert [(found.name, found.number) for found in boxes.objects] == [("apple", 2)]


def test_everything_bears_stamp_and_frame(messages: ViewMessages) -> None:
    view = a_view("west")
    told = [*vars(frame_of(messages, view)).values(), messages.compressed(view, b"jpeg")]
    told += messages.transforms([view]).transforms
    assert {nanoseconds_of(message.header.stamp) for message in told} == {STAMP_NS}
    assert {message.header.frame_id for message in told[:-1]} == {optical_frame("west")}
    assert (told[-1].header.frame_id, told[-1].child_frame_id) == ("world", optical_frame("west"))


def test_camera_info_counts_from_the_middle_of_the_first_pixel(messages: ViewMessages) -> None:
    info = messages.camera_info(a_view())
    assert info.k.tolist() == [5.0, 0.0, 2.5, 0.0, 5.0, 1.5, 0.0, 0.0, 1.0]
    assert info.p.reshape(3, 4)[:, :3].tolist() == info.k.reshape(3, 3).tolist()
    assert (info.width, info.height) == (6, 4)


@pytest.mark.parametrize("bigendian", [0, 1])
def test_pictures_of_other_publishers_are_read(bigendian: int) -> None:
    """Rows may be padded, and numbers in either byte order."""
    rows = np.full((2, 5), 99, dtype=">u2" if bigendian else "<u2")
    rows[:, :3] = [[1, 2, 300], [4, 5, 6]]
    message = picture("mono16", rows, width=3, is_bigendian=bigendian)
    np.testing.assert_array_equal(segmentation_of(message), [[1, 2, 300], [4, 5, 6]])
    padded = np.arange(20, dtype=np.uint8).reshape(2, 10)
    colors = image_of(picture("rgb8", padded, width=3))
    np.testing.assert_array_equal(colors, padded[:, :9].reshape(2, 3, 3))


@pytest.mark.parametrize(("read", "wanted"), [(image_of, "rgb8"), (segmentation_of, "mono16")])
def test_another_encoding_is_refused(read: Any, wanted: str) -> None:
    with pytest.raises(ValueError, match=f"come as 'bgr8'; publish {wanted}"):
        read(picture("bgr8", np.zeros((2, 6), dtype=np.uint8), width=2))


def picture(encoding: str, rows: Any, width: int, is_bigendian: int = 0) -> Any:
    return SimpleNamespace(
        header=SimpleNamespace(frame_id="camera"),
        encoding=encoding,
        height=rows.shape[0],
        width=width,
        step=rows.strides[0],
        is_bigendian=is_bigendian,
        data=rows.tobytes(),
    )


def test_too_many_objects_are_refused(messages: ViewMessages) -> None:
    view = a_view()
    view.segmentation[0, 0] = 0x10000
    with pytest.raises(ValueError, match="top: a segmentation message has room for 65535"):
        messages.segmentation(view)
