"""OmniGibson's cameras: five that stay, or the benchmark's one that moves."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from is_bench.errors import Place, ScenarioProblem
from is_bench.scenarios import Scene
from is_bench.views import NO_OBJECT, Image, Segmentation, View, boxes_of
from sim_bridge.backends.omnigibson.api import Api
from sim_bridge.backends.omnigibson.geometry import (
    Rigid,
    intrinsics,
    look_at,
    optical_pose,
    rotation,
)
from sim_bridge.backends.omnigibson.options import OmniGibsonOptions
from sim_bridge.backends.omnigibson.scope import Scope

SIDES = {"north": (0.0, 1.0), "south": (0.0, -1.0), "east": (1.0, 0.0), "west": (-1.0, 0.0)}
NAMES = ("top", *SIDES)
"""The cameras: a bird's-eye view, and four that look from the sides of the room."""

MODALITIES = ("rgb", "seg_semantic", "seg_instance")
"""The semantic labels come first: those of instances are made from them."""

_MARGIN = 1.3
_MOVING_STEPS = 5
"""Steps for which the benchmark waits at each place of its camera."""
_RENDERINGS = 2
"""Until a picture shows the present state."""


def sensor_configs(options: OmniGibsonOptions) -> list[dict[str, Any]] | None:
    """The external sensors of an environment; their poses are set when it is loaded."""
    if options.camera_mode != "external":
        return None
    return [
        {
            "sensor_type": "VisionSensor",
            "name": name,
            "relative_prim_path": f"/{name}_camera",
            "modalities": list(MODALITIES),
            "sensor_kwargs": {
                "image_height": options.height,
                "image_width": options.width,
                "focal_length": options.focal_length,
            },
            "position": [0.0, 0.0, 1.0],
            "orientation": [0.0, 0.0, 0.0, 1.0],
            "pose_frame": "world",
            "include_in_obs": False,
        }
        for name in NAMES
    ]


def published_poses(path: Path, scene: Scene, model: str) -> dict[str, Rigid]:
    """The benchmark's poses of the room, by camera; none for a room that it has none for.

    The file lists five poses a room (one has six) and names none: the one that looks down most is
    "top", the others are named after the sides that they look from as well as four can be.
    """
    place = Place(str(path))
    try:
        rooms = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ScenarioProblem(f"cannot read the cameras' poses: {error}", place) from error
    listed = rooms.get(f"{scene.room}__{model}")
    if not listed:
        return {}
    poses = [Rigid.of(pose["pos"], pose["quat"]) for pose in listed]
    if len(poses) < len(NAMES):
        raise ScenarioProblem(f"{scene.room}__{model} has {len(poses)} poses, not five", place)
    poses.sort(key=lambda pose: float(_view_direction(pose)[2]))
    return {"top": poses[0], **_named_by_side(poses[1:])}


def framing_poses(
    low: Sequence[float], high: Sequence[float], options: OmniGibsonOptions, aperture: float
) -> dict[str, Rigid]:
    """Poses from which the box from `low` to `high` fits into every picture."""
    corners = np.array([low, high])
    center = corners.mean(axis=0)
    radius = float(np.linalg.norm(corners[1] - corners[0])) / 2 * _MARGIN
    shorter = min(1.0, options.height / options.width)
    distance = radius * 2 * options.focal_length / (aperture * shorter)
    poses = {"top": look_at((center + np.array([0.0, 0.0, distance])).tolist(), center.tolist())}
    for name, (x, y) in SIDES.items():
        offset = np.array([x, y, 0.7]) / np.linalg.norm([x, y, 0.7]) * distance
        poses[name] = look_at((center + offset).tolist(), center.tolist())
    return poses


class Cameras:
    """The cameras of a loaded environment."""

    def __init__(
        self,
        api: Api,
        env: Any,
        scope: Scope,
        options: OmniGibsonOptions,
        step: Callable[[], None],
    ) -> None:
        """`step` advances the world by one step."""
        self._api = api
        self._env = env
        self._scope = scope
        self._options = options
        self._step = step
        self._poses: Mapping[str, Rigid] = {}
        if options.camera_mode == "moving":
            for modality in MODALITIES:
                api.og.sim.viewer_camera.add_modality(modality)

    @property
    def aperture(self) -> float:
        """The horizontal aperture of the cameras, in mm."""
        return float(self._any_sensor().horizontal_aperture)

    def place(self, poses: Mapping[str, Rigid]) -> None:
        """Put the cameras where `poses` say."""
        self._poses = dict(poses)
        if self._options.camera_mode == "external":
            for name, pose in poses.items():
                self._move(self._env.external_sensors[name], pose)

    def observe(self) -> tuple[View, ...]:
        """What each camera sees.  A moving camera steps the world, five times a view."""
        if self._options.camera_mode == "none" or not self._poses:
            return ()
        if self._options.camera_mode == "moving":
            return tuple(self._visit(name, pose) for name, pose in self._poses.items())
        for _ in range(_RENDERINGS):
            self._api.og.sim.render()
        return tuple(self._look(name, self._env.external_sensors[name]) for name in self._poses)

    def _visit(self, name: str, pose: Rigid) -> View:
        camera = self._api.og.sim.viewer_camera
        self._move(camera, pose)
        for _ in range(_MOVING_STEPS):
            self._step()
        return self._look(name, camera)

    def _look(self, name: str, sensor: Any) -> View:
        seen, labels = sensor.get_obs()
        rgb: Image = np.ascontiguousarray(_array(seen["rgb"])[..., :3], dtype=np.uint8)
        numbers = self._numbers(_array(seen["seg_instance"]), labels["seg_instance"])
        height, width = numbers.shape
        position, orientation = sensor.get_position_orientation()
        return View(
            name,
            rgb,
            numbers,
            boxes_of(numbers, [thing.name for thing in self._scope.objects]),
            intrinsics(
                width, height, float(sensor.focal_length), float(sensor.horizontal_aperture)
            ),
            optical_pose([float(v) for v in position], [float(v) for v in orientation]),
        )

    def _numbers(self, instances: Any, labels: Mapping[Any, str]) -> Segmentation:
        known = self._scope.labels()
        size = int(instances.max(initial=0)) + 1
        table = np.full(size, NO_OBJECT, dtype=np.int32)
        for instance, label in labels.items():
            if int(instance) < size:
                table[int(instance)] = known.get(str(label), NO_OBJECT)
        numbers: Segmentation = table[instances]
        return numbers

    def _move(self, sensor: Any, pose: Rigid) -> None:
        tensor = self._api.torch.tensor
        sensor.set_position_orientation(
            position=tensor(pose.position), orientation=tensor(pose.orientation)
        )

    def _any_sensor(self) -> Any:
        if self._options.camera_mode == "external":
            return self._env.external_sensors[NAMES[0]]
        return self._api.og.sim.viewer_camera


def _array(tensor: Any) -> Any:
    return tensor.cpu().numpy()


def _view_direction(pose: Rigid) -> Any:
    return rotation(pose.orientation) @ np.array([0.0, 0.0, -1.0])


def _named_by_side(poses: Sequence[Rigid]) -> dict[str, Rigid]:
    def fit(order: Sequence[Rigid]) -> float:
        pairs = zip(SIDES.values(), order, strict=True)
        return sum(-float(_view_direction(pose)[:2] @ np.array(side)) for side, pose in pairs)

    best = max(itertools.permutations(poses, len(SIDES)), key=fit)
    return dict(zip(SIDES, best, strict=True))
