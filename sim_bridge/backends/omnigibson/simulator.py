"""OmniGibson as a `Simulator`.  It runs in the main thread of a process of its own."""

from __future__ import annotations

import copy
import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from is_bench.calls import SkillCall
from is_bench.domain.model import Dynamics
from is_bench.errors import Place, ScenarioProblem
from is_bench.facts import FactSet
from is_bench.objects import ObjectTable
from is_bench.scenarios import Scene
from is_bench.views import View
from is_bench.world import Changes, Outcome, Quirks
from sim_bridge.backends.omnigibson.acting import Acting
from sim_bridge.backends.omnigibson.api import Api, load_api
from sim_bridge.backends.omnigibson.cameras import (
    Cameras,
    framing_poses,
    published_poses,
    sensor_configs,
)
from sim_bridge.backends.omnigibson.compat import differences_of, installed_version
from sim_bridge.backends.omnigibson.options import OmniGibsonOptions, read_options
from sim_bridge.backends.omnigibson.percepts import Percepts
from sim_bridge.backends.omnigibson.problem import AGENT, problem_text, scene_file_name
from sim_bridge.backends.omnigibson.scope import Scope
from sim_bridge.errors import SimulatorError, SimulatorNotReadyError

_log = logging.getLogger(__name__)
_LEFT_OUT = ["ceilings", "roof"]
"""Categories that would hide the room from above."""


@dataclass(frozen=True)
class _World:
    """A loaded scene."""

    key: tuple[str, str]
    """The problem and the scene model."""
    env: Any
    scope: Scope
    percepts: Percepts
    acting: Acting
    cameras: Cameras


@dataclass(frozen=True)
class _Snapshot:
    world: _World
    state: Any
    objects: frozenset[str]
    systems: frozenset[str]


class OmniGibsonSimulator:
    """A `Simulator` over one OmniGibson environment at a time."""

    def __init__(
        self, options: OmniGibsonOptions, load: Callable[[], Api], progress: Callable[[], None]
    ) -> None:
        """`load` imports OmniGibson, at the first reset; `progress` is called at every step."""
        self._options = options
        self._load = load
        self._progress = progress
        self._api: Api | None = None
        self._loaded: tuple[tuple[str, str], Any, _Snapshot] | None = None
        self._world: _World | None = None

    def reset(self, scene: Scene, quirks: Quirks, seed: int) -> None:
        """Set up `scene`.  The seed rules Python's randomness; a GPU's physics is not exact.

        Raises SimulatorError for a scene of a domain other than the benchmark's.
        """
        self._world = None
        _check_domain(scene)
        model = self._model(scene)
        api = self._api = self._api or self._load()
        random.seed(seed)
        np.random.seed(seed % 2**32)  # noqa: NPY002  # OmniGibson draws from it
        api.torch.manual_seed(seed)
        env, first = self._environment(api, scene, model)
        world = self._view_of(api, env, scene, quirks, model)
        if first is not None:
            self._return_to(first)
        self._prepare(world, scene, quirks)
        if first is None:
            self._loaded = (world.key, env, self._taken(world))
        world.cameras.place(self._camera_poses(world, scene, model))
        self._world = world

    def execute(self, call: SkillCall) -> Outcome:
        """Execute a call of one of the benchmark's skills."""
        return self._ready().acting.execute(call)

    def change(self, changes: Changes) -> None:
        """Make changes that the robot has no part in; raises SimulatorError where it cannot."""
        self._ready().acting.change(changes)

    def observe(self) -> tuple[View, ...]:
        """What each camera sees; steps nothing, but in the camera mode "moving"."""
        return self._ready().cameras.observe()

    def objects(self) -> ObjectTable:
        """The objects of the scene; a task names what comes of cutting from the start."""
        return self._ready().scope.objects

    def facts(self) -> FactSet:
        """What holds now; all else does not, but for what OmniGibson cannot tell."""
        percepts = self._ready().percepts
        return FactSet(percepts.facts(), unknown=percepts.unknown())

    def snapshot(self) -> object:
        """A token for the present state."""
        return self._taken(self._ready())

    def restore(self, snapshot: object) -> None:
        """Return to a state of this episode; takes one simulation step."""
        world = self._ready()
        if not isinstance(snapshot, _Snapshot) or snapshot.world is not world:
            raise SimulatorNotReadyError("this snapshot is not of the present episode")
        if snapshot.objects != self._names(world.env)[0]:
            raise SimulatorError(
                "the snapshot is of a state before something was cut, which OmniGibson cannot "
                "undo; reset the episode"
            )
        self._return_to(snapshot)

    def close(self) -> None:
        """Shut OmniGibson down, which ends the process."""
        api, self._api, self._world, self._loaded = self._api, None, None, None
        if api is not None:
            api.og.shutdown()

    def _model(self, scene: Scene) -> str:
        model = self._options.scene_model or next(iter(scene.scene_models), "")
        if not model or (scene.scene_models and model not in scene.scene_models):
            models = ", ".join(scene.scene_models) or "none"
            raise ScenarioProblem(
                f"the task {scene.name!r} cannot be set up in the OmniGibson scene {model!r}; "
                f"it is made for: {models}"
            )
        return model

    def _environment(self, api: Api, scene: Scene, model: str) -> tuple[Any, _Snapshot | None]:
        """A loaded environment; with its first state when it was used before."""
        loaded, self._loaded = self._loaded, None
        if loaded is not None:
            key, env, first = loaded
            if key == (problem_text(scene), model) and self._names(env)[0] == first.objects:
                self._loaded = loaded
                return env, first
            api.og.clear()
        env = api.og.Environment(configs=self._config(api, scene, model))
        self._progress()
        for robot in env.robots:
            robot.visible = False
        return env, None

    def _config(self, api: Api, scene: Scene, model: str) -> dict[str, Any]:
        text = (api.configs / self._options.robot_config).read_text(encoding="utf-8")
        config: dict[str, Any] = yaml.safe_load(text)
        scene_file = self._scene_file(scene, model)
        config["env"]["external_sensors"] = sensor_configs(self._options)
        config["render"] = {
            "viewer_width": self._options.width,
            "viewer_height": self._options.height,
        }
        config["scene"].update(
            {
                "scene_model": model,
                "not_load_object_categories": _LEFT_OUT,
                **({"scene_file": str(scene_file)} if scene_file else {}),
            }
        )
        config["task"] = {
            "type": "BehaviorTask",
            "predefined_problem": problem_text(scene),
            "online_object_sampling": scene_file is None and self._options.sampling_online,
            **api.differences.task_options,
        }
        return config

    def _scene_file(self, scene: Scene, model: str) -> Path | None:
        """The scene file; None: OmniGibson's data set is to have one, or objects are sampled."""
        if not self._options.scenes:
            return None
        path = Path(self._options.scenes) / model / "json" / scene_file_name(scene, model)
        if path.is_file():
            return path
        if self._options.sampling_online:
            return None
        raise ScenarioProblem(
            "there is no scene file of this task; get IS-Bench's data/scenes, or set "
            "sampling_online",
            Place(str(path)),
        )

    def _view_of(self, api: Api, env: Any, scene: Scene, quirks: Quirks, model: str) -> _World:
        scope = Scope(api, env, scene.objects)
        static = frozenset(
            fact
            for fact in scene.facts
            if fact.predicate in ("inroom", "insource") or AGENT in fact.arguments
        )
        percepts = Percepts(api, scope, env.scene, static)
        acting = Acting(api, scene, quirks, scope, percepts, self._settle)
        cameras = Cameras(api, env, scope, self._options, self._step)
        return _World((problem_text(scene), model), env, scope, percepts, acting, cameras)

    def _prepare(self, world: _World, scene: Scene, quirks: Quirks) -> None:
        """Freeze what the benchmark freezes, and say what the scene file leaves out."""
        wanted = scene.world(quirks).facts().true
        names = [fact.arguments[0] for fact in sorted(wanted) if fact.predicate == "frozen"]
        world.acting.freeze(name for name in names if world.scope.exists(name))
        self._settle()
        missing = sorted(scene.facts - world.percepts.facts() - world.percepts.unknown())
        if missing:
            _log.warning("declared, but not so in the scene: %s", ", ".join(map(str, missing)))

    def _camera_poses(self, world: _World, scene: Scene, model: str) -> Mapping[str, Any]:
        options = self._options
        if options.camera_mode == "none":
            return {}
        if options.cameras:
            poses = published_poses(Path(options.cameras), scene, model)
            if poses:
                return poses
        found = [self._bounds(thing) for _, thing in world.scope.things()]
        bounds = [bound for bound in found if bound is not None]
        if not bounds:
            return {}
        low = np.min([low for low, _ in bounds], axis=0)
        high = np.max([high for _, high in bounds], axis=0)
        return framing_poses(low.tolist(), high.tolist(), options, world.cameras.aperture)

    def _bounds(self, thing: Any) -> tuple[list[float], list[float]] | None:
        """The box around an object that stands in a room; None for floors and walls."""
        state = self._ready_api().object_states.AABB
        if state not in thing.states or thing.category in ("floors", "walls", "agent"):
            return None
        low, high = thing.states[state].get_value()
        return [float(v) for v in low], [float(v) for v in high]

    def _taken(self, world: _World) -> _Snapshot:
        state = self._ready_api().og.sim.dump_state(serialized=False)
        return _Snapshot(world, copy.deepcopy(state), *self._names(world.env))

    def _return_to(self, snapshot: _Snapshot) -> None:
        scene = snapshot.world.env.scene
        for name in self._names(snapshot.world.env)[1] - snapshot.systems:
            scene.clear_system(name)  # loading a state leaves alone what it does not mention
        # A copy: OmniGibson changes what it is given.
        state = copy.deepcopy(snapshot.state)
        self._ready_api().og.sim.load_state(state, serialized=False)
        self._step()  # relations between objects are out of date before

    def _names(self, env: Any) -> tuple[frozenset[str], frozenset[str]]:
        """The objects and the substances that there are."""
        return frozenset(o.name for o in env.scene.objects), frozenset(env.scene.active_systems)

    def _settle(self) -> None:
        for _ in range(self._options.settle_steps):
            self._step()

    def _step(self) -> None:
        self._ready_api().og.sim.step()
        self._progress()

    def _ready_api(self) -> Api:
        if self._api is None:
            raise SimulatorNotReadyError("the simulator has no world; call reset first")
        return self._api

    def _ready(self) -> _World:
        if self._world is None:
            raise SimulatorNotReadyError("the simulator has no world; call reset first")
        return self._world


def _check_domain(scene: Scene) -> None:
    domain = scene.domain
    if domain.dynamics is not Dynamics.BENCHMARK:
        raise SimulatorError(
            f"OmniGibson plays the domain is_bench only, and the scene {scene.name!r} is of the "
            f"domain {domain.name!r}; run it in the embedded simulator"
        )


def serve_omnigibson(
    options: Mapping[str, Any], progress: Callable[[], None]
) -> OmniGibsonSimulator:
    """The `Factory` of OmniGibson; raises SimulatorUnavailable for a version that is not known."""
    logging.basicConfig(level=logging.INFO)
    chosen = read_options(options)
    differences = differences_of(installed_version())
    return OmniGibsonSimulator(chosen, lambda: load_api(chosen, differences), progress)
