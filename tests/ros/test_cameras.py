"""The camera topics of a simulator: what is published, when, and for whom."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import pytest
from geometry_msgs.msg import TransformStamped
from is_bench_interfaces.msg import Detections, WorldState
from is_bench_interfaces.srv import ResetWorld
from PIL import Image as Pictures
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.qos import QoSProfile
from sensor_msgs.msg import CameraInfo, CompressedImage, Image
from tf2_msgs.msg import TFMessage

from is_bench.messages import nanoseconds_of
from is_bench.ros import graph
from is_bench.ros.skill_client import SkillClient
from is_bench.scenarios import Dataset
from is_bench.view_messages import (
    CameraFrame,
    image_of,
    optical_frame,
    pose_of,
    view_of,
)
from is_bench.views import View
from sim_bridge.node import SimBridge
from tests.ros.harness import EPISODE, PATIENCE_S, Ros

pytestmark = [pytest.mark.ros, pytest.mark.usefixtures("studio")]

VOLATILE = QoSProfile(depth=10)
SIZE = {"width": 96, "height": 64}


class Filmed:
    """A simulator whose looks are counted."""

    def __init__(self, ros: Ros, dataset: Dataset, **parameters: object) -> None:
        self.ros = ros
        self.states: list[Any] = ros.listen(WorldState, graph.WORLD_STATE)
        self.node = ros.make(SimBridge, dataset, **{"heartbeat_s": 10.0, **SIZE, **parameters})
        self.skills = SkillClient(ros.node("client"), graph.ROBOT_SKILL, ReentrantCallbackGroup())
        self.looks: list[tuple[View, ...]] = []
        simulator = self.node._simulator
        self._observe = simulator.observe
        simulator.observe = self._look

    def _look(self) -> tuple[View, ...]:
        self.looks.append(self._observe())
        return self.looks[-1]

    def reset(self) -> None:
        request = ResetWorld.Request(episode_id=EPISODE, task="lamp", world="released")
        assert self.ros.call(ResetWorld, graph.RESET_WORLD, request).success

    def do(self, action: str) -> None:
        assert self.skills.wait_for_server(PATIENCE_S)
        self.ros.wait(self.ros.start(self.skills.execute(EPISODE, 0, action)))

    def first(self, heard: list[Any]) -> Any:
        """The first message of a list that is still to come."""
        return self.ros.until(lambda: heard[0] if heard else None)

    def stamp(self, step: int) -> int:
        """Of the state after `step` skills."""
        find: Any = lambda: next((s for s in self.states if s.step == step), None)  # noqa: E731
        return nanoseconds_of(self.ros.until(find).header.stamp)


@pytest.fixture
def filmed(ros: Ros, dataset: Dataset) -> Filmed:
    return Filmed(ros, dataset)


def stamp_of(message: Any) -> int:
    return nanoseconds_of(message.header.stamp)


def test_everything_that_the_cameras_see_is_published(filmed: Filmed) -> None:
    filmed.reset()
    ros = filmed.ros
    heard = {
        camera: (
            ros.listen(Image, graph.image_topic(camera), graph.LATEST),
            ros.listen(CameraInfo, graph.camera_info_topic(camera), graph.LATEST),
            ros.listen(Image, graph.segmentation_topic(camera), graph.LATEST),
            ros.listen(CompressedImage, graph.compressed_topic(camera), graph.LATEST),
        )
        for camera in graph.CAMERAS
    }
    all_detections = ros.listen(Detections, graph.DETECTIONS, graph.LATEST)
    transforms = ros.listen(TFMessage, graph.STATIC_TRANSFORMS, graph.LATEST)
    detections, moved = filmed.first(all_detections), filmed.first(transforms)
    stamps = {stamp_of(detections)}
    views = []
    for number, (camera, lists) in enumerate(heard.items()):
        image, info, segmentation, compressed = map(filmed.first, lists)
        placed: TransformStamped = moved.transforms[number]
        boxes = detections.cameras[number]
        assert (placed.header.frame_id, placed.child_frame_id) == ("world", optical_frame(camera))
        assert (boxes.camera, boxes.frame_id) == (camera, optical_frame(camera))
        assert (info.width, info.height) == (boxes.width, boxes.height) == (96, 64)
        for message in (image, info, segmentation, compressed):
            assert message.header.frame_id == optical_frame(camera)
            stamps.add(stamp_of(message))
        stamps.add(stamp_of(placed))
        views.append(
            view_of(camera, CameraFrame(image, info, segmentation), boxes, pose_of(placed))
        )
        picture = np.asarray(Pictures.open(BytesIO(compressed.data)), dtype=int)
        assert np.abs(picture - image_of(image)).mean() < 4
    assert stamps == {filmed.stamp(0)}
    assert len(filmed.looks) == 1
    for told, seen in zip(views, filmed.looks[0], strict=True):
        assert_equal(told, seen)


def assert_equal(told: View, seen: View) -> None:
    assert told.name == seen.name
    np.testing.assert_array_equal(told.rgb, seen.rgb)
    np.testing.assert_array_equal(told.segmentation, seen.segmentation)
    np.testing.assert_allclose(told.intrinsics, seen.intrinsics)
    assert told.boxes == seen.boxes
    assert told.pose == seen.pose
