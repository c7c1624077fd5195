from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.facts import Truth, atom
from is_safety_monitor.bindings.arguments import DecodeError
from tests.is_safety_monitor.bindings.samples import detection, header, joints, message, read

JOINTS, CAMERA = (source.reading for source in read().facts)
OPEN = atom("open", "fridge_1")
NEAR = atom("robot_near", "mug_1")


@pytest.mark.parametrize(
    ("degrees", "truth"),
    [
        (6.0, Truth.TRUE),
        (1.0, Truth.FALSE),
        (3.0, Truth.UNKNOWN),
        (math.nan, Truth.UNKNOWN),
    ],
)
def test_a_joint_beyond_an_angle_is_open(degrees: float, truth: Truth) -> None:
    assert JOINTS.facts(joints(math.radians(degrees), 1)) == {OPEN: truth}


@given(st.floats())
def test_an_angle_never_says_two_things(angle: float) -> None:
    told = JOINTS.facts(joints(angle, 1))[OPEN]
    assert (told is Truth.TRUE) == (angle > math.radians(5))
    assert (told is Truth.FALSE) == (angle < math.radians(2))


def test_a_missing_joint_says_nothing() -> None:
    assert JOINTS.facts(joints(1.0, 1, name="other")) == {OPEN: Truth.UNKNOWN}


def test_a_detection_places_a_thing() -> None:
    told = CAMERA.facts(message(detections=[detection("cup", 0.9, 1.5, 1.5)]))
    assert told[NEAR] is Truth.TRUE
    assert told[atom("inroom", "mug_1", "kitchen")] is Truth.TRUE
    assert told[atom("inroom", "mug_1", "stove_front")] is Truth.TRUE
    assert told[atom("inroom", "mug_1", "hall")] is Truth.FALSE


def test_a_detection_without_confidence_says_nothing() -> None:
    for score in (0.59, math.nan, math.inf, None):
        told = CAMERA.facts(message(detections=[detection("cup", score)]))  # type: ignore[arg-type]  # None: no score
        assert set(told.values()) == {Truth.UNKNOWN}


def test_a_thing_that_the_file_does_not_know_says_nothing() -> None:
    assert CAMERA.facts(message(detections=[detection("dog", 0.9)])) == {}


def test_a_message_that_contradicts_itself_makes_the_fact_unknown() -> None:
    both = [detection("cup", 0.9, 0.5, 0.5), detection("cup", 0.9, 6.0, 0.0)]
    told = CAMERA.facts(message(detections=both))
    assert told[atom("inroom", "mug_1", "hall")] is Truth.UNKNOWN
    assert told[NEAR] is Truth.TRUE


def test_a_pose_that_cannot_be_placed_leaves_every_region_unknown() -> None:
    told = CAMERA.facts(message(detections=[detection("cup", 0.9, math.nan)]))
    assert told[atom("inroom", "mug_1", "kitchen")] is Truth.UNKNOWN


@pytest.mark.parametrize("frame", ["map", "/map", ""])
def test_a_header_of_the_frame_that_the_file_gives_is_read(frame: str) -> None:
    seen = [detection("cup", 0.9, 1.5, 1.5)]
    assert CAMERA.facts(message(header=header(frame), detections=seen))[NEAR] is Truth.TRUE


def test_poses_in_another_frame_than_the_file_says_are_unreadable() -> None:
    seen = detection("cup", 0.9, 1.5, 1.5)
    with pytest.raises(DecodeError, match="frame_id is 'camera', and the file reads the poses in"):
        CAMERA.facts(message(header=header("camera"), detections=[seen]))
    seen.header = header("odom")
    with pytest.raises(DecodeError, match="frame_id is 'odom'"):
        CAMERA.facts(message(header=header("map"), detections=[seen]))


@pytest.mark.parametrize(
    "wrong", [message(), message(detections=3), message(detections=[None] * 1_001)]
)
def test_a_message_of_another_shape_is_unreadable(wrong: Any) -> None:
    with pytest.raises(DecodeError):
        CAMERA.facts(wrong)
