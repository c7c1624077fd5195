from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from is_bench.errors import ScenarioProblem
from is_bench.world import RELEASED
from sim_bridge.backends.omnigibson.cameras import (
    NAMES,
    SIDES,
    framing_poses,
    published_poses,
    sensor_configs,
)
from sim_bridge.backends.omnigibson.geometry import look_at, optical_pose, rotation
from sim_bridge.backends.omnigibson.options import OmniGibsonOptions
from tests.sim_bridge.backends.omnigibson.fake_og import fake_omnigibson
from tests.small_dataset import scenario

SCENE = scenario("store_apple").scene


def test_the_whole_box_is_in_every_framed_picture() -> None:
    options = OmniGibsonOptions(width=640, height=480)
    poses = framing_poses([-1, -2, 0], [3, 1, 2], options, aperture=20.955)
    assert tuple(poses) == NAMES
    corners = [[x, y, z] for x in (-1, 3) for y in (-2, 1) for z in (0, 2)]
    focal = 640 * options.focal_length / 20.955
    for pose in poses.values():
        optical = optical_pose(pose.position, pose.orientation)
        seen = (np.array(corners) - optical.position) @ rotation(optical.orientation)
        assert (seen[:, 2] > 0).all()
        assert (np.abs(seen[:, 0] / seen[:, 2] * focal) < 320).all()
        assert (np.abs(seen[:, 1] / seen[:, 2] * focal) < 240).all()


def test_a_side_camera_stands_on_its_side() -> None:
    poses = framing_poses([0, 0, 0], [1, 1, 1], OmniGibsonOptions(), aperture=20.955)
    for name, side in SIDES.items():
        assert np.dot(np.array(poses[name].position[:2]) - 0.5, side) > 0


def test_published_poses_are_named_by_where_they_look_from(tmp_path: Path) -> None:
    eyes = {"east": [5, 0, 2], "top": [0, 0, 9], "north": [1, 5, 2], "west": [-5, 0, 1]}
    eyes["south"] = [0, -5, 2]
    listed = [look_at(eye, [0, 0, 0]) for eye in eyes.values()]
    rooms = {"kitchen__M": [{"pos": p.position, "quat": p.orientation} for p in listed]}
    path = tmp_path / "camera.json"
    path.write_text(json.dumps(rooms))
    poses = published_poses(path, replace(SCENE, room="kitchen"), "M")
    assert {name: pose.position for name, pose in poses.items()} == {
        name: tuple(map(float, eye)) for name, eye in eyes.items()
    }
    assert published_poses(path, replace(SCENE, room="garden"), "M") == {}


def test_poses_that_are_not_five_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "camera.json"
    path.write_text('{"kitchen__M": [{"pos": [0, 0, 1], "quat": [0, 0, 0, 1]}]}')
    with pytest.raises(ScenarioProblem, match="1 poses, not five"):
        published_poses(path, replace(SCENE, room="kitchen"), "M")


@pytest.mark.data
def test_every_published_room_has_a_view_from_above(data_folder: Path) -> None:
    path = data_folder / "cameras" / "camera.json"
    for key in json.loads(path.read_text()):
        room, _, model = key.partition("__")
        poses = published_poses(path, replace(SCENE, room=room), model)
        if not poses:  # the file names rooms that it has no poses for
            continue
        down = rotation(poses["top"].orientation) @ [0, 0, -1]
        assert down[2] < -0.8, key


def test_only_external_cameras_are_sensors_of_the_environment() -> None:
    assert sensor_configs(OmniGibsonOptions(camera_mode="moving")) is None
    configs = sensor_configs(OmniGibsonOptions()) or []
    assert [config["name"] for config in configs] == list(NAMES)


def test_boxes_and_numbers_are_by_instance() -> None:
    simulator = fake_omnigibson()
    scene = scenario("store_apple").scene
    simulator.reset(scene, RELEASED, seed=0)
    names = [thing.name for thing in scene.objects]
    for view in simulator.observe():
        found = {names[number - 1] for number in np.unique(view.segmentation) if number}
        assert {box.name for box in view.boxes} == found
        assert found
