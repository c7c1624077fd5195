"""Views from messages that arrive one by one, and since when they are true."""

from __future__ import annotations

import random
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from is_bench.messages import time_message
from is_bench.view_messages import ViewMessages
from is_bench.views import Pose, View, boxes_of
from is_planner_node.core.state_clock import StateClock
from is_planner_node.core.view_frames import ViewFrames

CAMERAS = ("top", "west")


class Types:
    """Message classes that take any field."""

    def __getattr__(self, name: str) -> Any:
        return SimpleNamespace


def a_round(stamp: int) -> tuple[View, ...]:
    """Views whose pixels tell their stamp."""
    segmentation = np.full((2, 2), 1, dtype=np.int32)
    return tuple(
        View(
            camera,
            np.full((2, 2, 3), stamp, dtype=np.uint8),
            segmentation,
            boxes_of(segmentation, ["floor"]),
            np.eye(3),
            Pose((0.0, 0.0, 1.0), (0.0, 0.0, 0.0, 1.0)),
        )
        for camera in CAMERAS
    )


def deliveries(frames: ViewFrames, stamp: int) -> dict[str, Any]:
    """What brings the messages of a round, one by one."""
    views, messages = a_round(stamp), ViewMessages(Types(), stamp)
    found = {
        "transforms": partial(frames.transforms, messages.transforms(views)),
        "detections": partial(frames.detections, messages.detections(views, {"floor": 1})),
    }
    for view in views:
        for part, message in (
            ("image_raw", messages.image(view)),
            ("camera_info", messages.camera_info(view)),
            ("segmentation", messages.segmentation(view)),
        ):
            found[f"{view.name}/{part}"] = partial(frames.part, view.name, part, message)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_views_are_whole_with_the_last_message_in_any_order(seed: int) -> None:
    frames = ViewFrames(CAMERAS)
    order = list(deliveries(frames, 7).values())
    random.Random(seed).shuffle(order)
    for deliver in order:
        assert frames.views(7) is None
        deliver()
    views = frames.views(7)
    assert views is not None
    assert [view.name for view in views] == list(CAMERAS)
    assert [int(view.rgb[0, 0, 0]) for view in views] == [7, 7]


def test_older_pictures_do_not_count() -> None:
    frames = ViewFrames(CAMERAS)
    for deliver in deliveries(frames, 7).values():
        deliver()
    assert frames.views(8) is None
    assert frames.missing(8)[:2] == ["top/image_raw", "top/camera_info"]


def test_messages_of_two_rounds_are_not_mixed() -> None:
    frames = ViewFrames(CAMERAS)
    for deliver in deliveries(frames, 7).values():
        deliver()
    later = deliveries(frames, 9)
    last = later.pop("west/segmentation")
    for deliver in later.values():
        deliver()
    assert frames.views(7) is None
    assert frames.missing(7) == ["west/segmentation"]
    last()
    views = frames.views(7)
    assert views is not None
    assert [int(view.rgb[0, 0, 0]) for view in views] == [9, 9]


def state(episode: str, step: int, stamp: int) -> Any:
    header = SimpleNamespace(stamp=time_message(Types(), stamp))
    return SimpleNamespace(header=header, episode_id=episode, step=step)


def test_a_repeated_state_is_as_old_as_its_first() -> None:
    clock = StateClock()
    assert clock.since("a", 0) is None
    for stamp in (10, 20, 30):
        clock.tell(state("a", 0, stamp))
    assert clock.since("a", 0) == 10
    assert clock.since("b", 0) is None


def test_a_state_older_than_the_last_skill_is_not_the_present_one() -> None:
    clock = StateClock()
    clock.tell(state("a", 0, 10))
    assert clock.since("a", 25) is None
    clock.tell(state("a", 1, 25))
    assert clock.since("a", 25) == 25
    clock.tell(state("a", 1, 40))
    assert clock.since("a", 25) == 25
    clock.tell(state("b", 1, 50))
    assert clock.since("b", 0) == 50
