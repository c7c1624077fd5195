"""The camera topics of a simulator: what is published, when, and for whom."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from is_bench_interfaces.msg import Detections
from PIL import Image as Pictures
from rclpy.qos import QoSProfile, qos_profile_sensor_data
from sensor_msgs.msg import CameraInfo, CompressedImage, Image
from tf2_msgs.msg import TFMessage

from is_bench.errors import UnknownNameError
from is_bench.ros import graph
from is_bench.scenarios import Dataset
from is_bench.view_messages import (
    CameraFrame,
    image_of,
    optical_frame,
    pose_of,
    segmentation_of,
    view_of,
)
from sim_bridge.embodied.arrangement import frames_of
from sim_bridge.errors import RenderingUnavailableError, SimulatorFailed
from sim_bridge.node import SimBridge
from tests.ros.filming import Filmed, assert_same, stamp_of
from tests.ros.harness import LAMP_ON, Ros

pytestmark = [pytest.mark.ros, pytest.mark.usefixtures("render_thread")]

LAMP = "table_lamp.n.01_1"
CLOSE = "CLOSE(cabinet.n.01_1)"
TOP = graph.image_topic("top")
VOLATILE = QoSProfile(depth=10)
"""What most subscribers ask for."""


@pytest.fixture
def filmed(ros: Ros, dataset: Dataset) -> Filmed:
    return Filmed(ros, dataset)


def first(ros: Ros, heard: list[Any]) -> Any:
    """The first message of a list that may still be empty."""
    return ros.until(lambda: heard[:1])[0]


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
    detections = first(ros, ros.listen(Detections, graph.DETECTIONS, graph.LATEST))
    moved = first(ros, ros.listen(TFMessage, graph.STATIC_TRANSFORMS, graph.LATEST))
    stamps = {stamp_of(detections), *map(stamp_of, moved.transforms)}
    views = []
    for number, (camera, lists) in enumerate(heard.items()):
        image, info, segmentation, compressed = (first(ros, messages) for messages in lists)
        placed, boxes = moved.transforms[number], detections.cameras[number]
        frame = optical_frame(camera)
        assert (placed.header.frame_id, placed.child_frame_id) == ("world", frame)
        assert (boxes.camera, boxes.frame_id) == (camera, frame)
        assert (info.width, info.height) == (boxes.width, boxes.height) == (96, 64)
        for message in (image, info, segmentation, compressed):
            assert message.header.frame_id == frame
            stamps.add(stamp_of(message))
        views.append(
            view_of(camera, CameraFrame(image, info, segmentation), boxes, pose_of(placed))
        )
        picture = np.asarray(Pictures.open(BytesIO(compressed.data)), dtype=int)
        assert np.abs(picture - image_of(image)).mean() < 4
    assert stamps == set(filmed.stamps(0))
    assert len(filmed.looks) == 1
    assert_same(tuple(views), filmed.looks[0])


def test_a_reader_finds_the_object_of_a_pixel(filmed: Filmed) -> None:
    segmentations = filmed.ros.listen(Image, graph.segmentation_topic("top"), graph.LATEST)
    detections = filmed.ros.listen(Detections, graph.DETECTIONS, graph.LATEST)
    filmed.reset()
    numbers = segmentation_of(first(filmed.ros, segmentations))
    (state,) = filmed.states
    (found,) = [d for d in first(filmed.ros, detections).cameras[0].objects if d.name == LAMP]
    assert state.objects[found.number - 1].name == LAMP
    rows, columns = np.nonzero(numbers == found.number)
    assert (rows.min(), rows.max() + 1) == (found.top, found.bottom)
    assert (columns.min(), columns.max() + 1) == (found.left, found.right)


def test_what_appears_is_detected_under_a_number_of_its_own(ros: Ros, dropped: Dataset) -> None:
    filmed = Filmed(ros, dropped)
    segmentations = ros.listen(Image, graph.segmentation_topic("top"), graph.LATEST)
    detections = ros.listen(Detections, graph.DETECTIONS, graph.LATEST)
    filmed.reset("glass")
    filmed.do("BREAK(wineglass.n.01_1)")
    (stamp,) = filmed.stamps(1)
    first_state, broken = filmed.states[0], filmed.states[-1]
    (shards,) = broken.objects

    def last(messages: list[Any]) -> list[Any]:
        return [message for message in messages if stamp_of(message) == stamp]

    numbers = segmentation_of(ros.until(partial(last, segmentations))[0])
    seen = ros.until(partial(last, detections))[0].cameras[0].objects
    (found,) = [box for box in seen if box.name == shards.name]
    assert found.number == len(first_state.objects) + 1
    rows, columns = np.nonzero(numbers == found.number)
    assert (rows.min(), rows.max() + 1) == (found.top, found.bottom)
    assert (columns.min(), columns.max() + 1) == (found.left, found.right)


def test_a_point_in_the_world_is_where_the_picture_shows_it(filmed: Filmed) -> None:
    infos = filmed.ros.listen(CameraInfo, graph.camera_info_topic("south"), graph.LATEST)
    moved = filmed.ros.listen(TFMessage, graph.STATIC_TRANSFORMS, graph.LATEST)
    detections = filmed.ros.listen(Detections, graph.DETECTIONS, graph.LATEST)
    filmed.reset()
    number = graph.CAMERAS.index("south")
    transform = first(filmed.ros, moved).transforms[number].transform
    offset = middle_of(filmed.node, LAMP) - xyz(transform.translation)
    seen = rotation(transform.rotation).T @ offset
    k = first(filmed.ros, infos).k.reshape(3, 3)
    column, row = (k @ seen)[:2] / seen[2]
    objects = first(filmed.ros, detections).cameras[number].objects
    (box,) = [found for found in objects if found.name == LAMP]
    assert box.left <= column < box.right
    assert box.top <= row < box.bottom


def middle_of(bridge: SimBridge, name: str) -> npt.NDArray[np.float64]:
    episode: Any = bridge._simulator.simulator._episode  # type: ignore[attr-defined]  # embedded
    body, arrangement = episode.body, episode.past.arrangement
    frame = frames_of(body.room, arrangement)[name]
    return np.array(frame.box(body.room.shapes[name].bounds).center)


def xyz(vector: Any) -> npt.NDArray[np.float64]:
    return np.array([vector.x, vector.y, vector.z])


def rotation(q: Any) -> npt.NDArray[np.float64]:
    cross = np.cross(xyz(q), np.eye(3)).T
    matrix: npt.NDArray[np.float64] = np.eye(3) + 2 * q.w * cross + 2 * cross @ cross
    return matrix


def test_each_state_gets_pictures_of_its_stamp(filmed: Filmed) -> None:
    images = filmed.ros.listen(Image, TOP, VOLATILE)
    filmed.reset()
    first(filmed.ros, images)
    filmed.do(CLOSE)
    filmed.do(LAMP_ON)
    filmed.ros.until(lambda: stamp_of(images[-1]) in filmed.stamps(2))
    stamps = sorted({stamp_of(image) for image in images})
    assert stamps == [stamp for step in range(3) for stamp in filmed.stamps(step)]
    last = {stamp_of(image): image_of(image) for image in images}
    for stamp, views in zip(stamps, filmed.looks, strict=True):
        np.testing.assert_array_equal(last[stamp], views[0].rgb)
    assert (filmed.looks[0][0].rgb != filmed.looks[2][0].rgb).any()


def test_nothing_is_rendered_for_nobody(filmed: Filmed) -> None:
    filmed.reset()
    filmed.do(CLOSE)
    assert filmed.looks == []
    infos = filmed.ros.listen(CameraInfo, graph.camera_info_topic("east"), VOLATILE)
    first(filmed.ros, infos)
    filmed.ros.remove(filmed.ros._nodes[-1])
    publisher = filmed.node._cameras._publishers
    filmed.ros.until(lambda: not any(p.get_subscription_count() for p in publisher.values()))
    filmed.do(LAMP_ON)
    assert len(filmed.looks) == 1


@pytest.mark.parametrize(
    "qos", [graph.LATEST, VOLATILE, qos_profile_sensor_data], ids=["latched", "volatile", "sensor"]
)
def test_whoever_comes_late_sees_the_present(filmed: Filmed, qos: QoSProfile) -> None:
    filmed.reset()
    early = filmed.ros.listen(Image, TOP, graph.LATEST)
    first(filmed.ros, early)
    filmed.do(CLOSE)
    late = filmed.ros.listen(Image, TOP, qos)
    message = first(filmed.ros, late)
    assert stamp_of(message) in filmed.stamps(1)
    np.testing.assert_array_equal(image_of(message), filmed.looks[1][0].rgb)
    assert len(filmed.looks) == 2


def test_where_the_cameras_are_is_told_without_rendering_every_state(filmed: Filmed) -> None:
    moved = filmed.ros.listen(TFMessage, graph.STATIC_TRANSFORMS, graph.LATEST)
    for episode in (1, 2):
        filmed.reset()
        filmed.ros.until(partial(came, moved, episode))
        filmed.do(CLOSE)
        assert len(filmed.looks) == episode


def came(messages: list[Any], count: int) -> bool:
    return len(messages) >= count


def test_an_unchanged_world_is_shown_again_but_not_rendered(ros: Ros, dataset: Dataset) -> None:
    filmed = Filmed(ros, dataset, frame_rate_hz=50.0, heartbeat_s=0.05)
    images = ros.listen(Image, TOP, VOLATILE)
    filmed.reset()
    ros.until(lambda: len({stamp_of(image) for image in images}) >= 3)
    assert {stamp_of(image) for image in images} <= set(filmed.stamps(0))
    assert len(filmed.looks) == 1


def test_only_the_chosen_topics_are_there(ros: Ros, dataset: Dataset) -> None:
    Filmed(ros, dataset, camera_topics="camera_info, tf")
    watcher = ros.node("watcher")
    ros.until(lambda: watcher.count_publishers(graph.STATIC_TRANSFORMS))
    ros.until(lambda: watcher.count_publishers(graph.camera_info_topic("west")))
    assert watcher.count_publishers(TOP) == watcher.count_publishers(graph.DETECTIONS) == 0


def test_a_bridge_may_be_blind(ros: Ros, dataset: Dataset) -> None:
    filmed = Filmed(ros, dataset, camera_topics="")
    filmed.reset()
    filmed.do(CLOSE)
    assert filmed.stamps(1)


def test_a_topic_that_does_not_exist_is_refused(ros: Ros, dataset: Dataset) -> None:
    with pytest.raises(UnknownNameError, match="camera topic is named 'depth'"):
        Filmed(ros, dataset, camera_topics="image_raw,depth")


def test_without_opengl_the_world_goes_on(
    filmed: Filmed, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def dark() -> Any:
        raise RenderingUnavailableError("there is no OpenGL to render with")

    monkeypatch.setattr(filmed.node._simulator, "observe", dark)
    images = filmed.ros.listen(Image, TOP, VOLATILE)
    watched = filmed.node._cameras._publishers.values()
    filmed.ros.until(lambda: any(p.get_subscription_count() for p in watched))
    filmed.reset()
    filmed.do(CLOSE)
    assert filmed.stamps(1)
    assert images == []
    assert capfd.readouterr().err.count("no pictures will be published: there is no OpenGL") == 1


def test_a_simulator_that_breaks_while_it_is_looked_at_ends_the_episode(
    filmed: Filmed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> Any:
        raise SimulatorFailed("by accident")

    filmed.reset()
    monkeypatch.setattr(filmed.node._simulator, "observe", broken)
    filmed.ros.listen(Image, TOP, VOLATILE)
    filmed.ros.until(lambda: not filmed.node._episode)
