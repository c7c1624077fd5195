"""An OmniGibson without physics: its interface over the state of a symbolic world.

Where things are is a symbolic state, which its state classes change; what is in vessels is
particles at places, which stay behind unless they are taken along, as in the real one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from is_bench.objects import ObjectTable, SceneObject, class_of, make_object, synset_of
from is_bench.scenarios.bddl_problem import read_problem
from is_bench.taxonomy import taxonomy
from is_bench.world.primitives.cutting import PIECES
from sim_bridge.backends.omnigibson.api import Api
from sim_bridge.backends.omnigibson.compat import KNOWN_VERSIONS
from sim_bridge.backends.omnigibson.options import OmniGibsonOptions
from sim_bridge.backends.omnigibson.simulator import OmniGibsonSimulator
from tests.sim_bridge.backends.omnigibson.fake_world import Body, FakeObject, FakeSystem, Parts


class Entity:
    """What the task's scope holds, as OmniGibson's BDDLEntity."""

    def __init__(self, bddl_inst: str, entity: Any) -> None:
        self.wrapped_obj = entity
        self.synset = synset_of(bddl_inst)
        self.is_system = make_object(bddl_inst, self.synset).matter.is_substance
        self.og_categories = [class_of(self.synset)]

    @property
    def exists(self) -> bool:
        return self.wrapped_obj is not None

    @property
    def name(self) -> str | None:
        return self.wrapped_obj.name if self.exists else None

    def set_entity(self, entity: Any) -> None:
        self.wrapped_obj = entity

    def clear_entity(self) -> None:
        self.wrapped_obj = None


class SlicingRule:
    """Cuts an object up."""

    def transition(self, object_candidates: Mapping[str, list[FakeObject]]) -> Any:
        (target,) = object_candidates["sliceable"]
        return SimpleNamespace(add=[target.bddl], remove=[target])


class Rules:
    """The transition rules of a scene."""

    def __init__(self, scene: FakeScene) -> None:
        self._scene = scene
        self.active_rules = {SlicingRule()}

    def execute_transition(self, added_obj_attrs: list[str], removed_objs: list[Any]) -> None:
        for name, thing in zip(added_obj_attrs, removed_objs, strict=True):
            self._scene.cut(name, thing)


class FakeScene:
    """A loaded scene with its systems."""

    def __init__(self, body: Body, parts: Parts) -> None:
        self.body = body
        self.transition_rule_api = Rules(self)
        self.scope: dict[str, Any] = {}
        self._systems: dict[str, FakeSystem] = {}
        self._parts = parts

    @property
    def available_systems(self) -> dict[str, FakeSystem]:
        return self._systems

    @property
    def active_systems(self) -> dict[str, FakeSystem]:
        return {name: s for name, s in self._systems.items() if s.initialized}

    @property
    def objects(self) -> list[FakeObject]:
        return list(self.body.solids())

    def system_of(self, synset: str) -> FakeSystem:
        name = self._parts.system_name(synset)
        if name not in self._systems:
            matter = make_object(f"{synset}_1", synset).matter
            self._systems[name] = FakeSystem(self.body, name, matter)
        return self._systems[name]

    def get_system(self, system_name: str, force_init: bool = True) -> FakeSystem:
        if system_name not in self._systems:
            synset = SYNSETS_OF_SYSTEMS.get(system_name, f"{system_name}.n.01")
            matter = make_object(f"{synset}_1", synset).matter
            self._systems[system_name] = FakeSystem(self.body, system_name, matter)
        system = self._systems[system_name]
        if force_init and not system.initialized:
            system.initialized = True
            for entity in self.scope.values():
                of_it = entity.is_system and entity.og_categories[0] == system_name
                if of_it and not entity.exists:
                    entity.set_entity(system)
        return system

    def clear_system(self, system_name: str) -> None:
        system = self._systems[system_name]
        system.initialized = False
        self.body.particles.pop(system_name, None)
        for entity in self.scope.values():
            if entity.exists and entity.wrapped_obj is system:
                entity.clear_entity()

    def is_visual_particle_system(self, system_name: str) -> bool:
        return self._systems[system_name].is_visual

    def is_physical_particle_system(self, system_name: str) -> bool:
        return not self._systems[system_name].is_visual

    def is_fluid_system(self, system_name: str) -> bool:
        return self._systems[system_name].is_fluid

    def is_system_active(self, system_name: str) -> bool:
        return self._systems[system_name].initialized

    def cut(self, name: str, thing: FakeObject) -> None:
        places = self.body.symbolic.edges(name)
        self.body.symbolic.remove(name)
        self.scope[name].clear_entity()
        del thing
        for prefix in PIECES:
            waiting = [
                piece.name
                for piece in self.body.objects
                if class_of(piece.name) == prefix + class_of(name)
                and not self.body.symbolic.exists(piece.name)
            ][:2]
            for piece_name in waiting:
                self.body.symbolic.appear(piece_name, places)
                self.scope[piece_name].set_entity(self.body.by_name[piece_name])
            if waiting:
                return


SYNSETS_OF_SYSTEMS = {
    class_of(synset): synset
    for synset in taxonomy()
    if make_object(f"{synset}_1", synset).matter.is_substance
}


class FakeSensor:
    """A camera that sees a patch of every object."""

    def __init__(self, env: FakeEnvironment, width: int, height: int) -> None:
        self._env = env
        self._shape = height, width
        self._pose = ([0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0])
        self.focal_length = 17.0
        self.horizontal_aperture = 20.955
        self.modalities: list[str] = []

    def add_modality(self, modality: str) -> None:
        self.modalities.append(modality)

    def get_position_orientation(self) -> tuple[Any, Any]:
        tensor = self._env.body.torch.tensor
        return tensor(self._pose[0]), tensor(self._pose[1])

    def set_position_orientation(self, position: Any = None, orientation: Any = None) -> None:
        self._pose = ([float(v) for v in position], [float(v) for v in orientation])

    def get_obs(self) -> tuple[dict[str, Any], dict[str, Any]]:
        height, width = self._shape
        things = self._env.scene.objects
        instances = np.zeros(self._shape, dtype=np.int32)
        for index, _ in enumerate(things):
            instances[index % height, 2 * index % width] = index + 7
        names = {0: "background", 1: "unlabelled"}
        names |= {index + 7: thing.name for index, thing in enumerate(things)}
        rgba = np.full((height, width, 4), 200, dtype=np.uint8)
        tensor = self._env.body.torch.tensor
        return {"rgb": tensor(rgba), "seg_instance": tensor(instances)}, {"seg_instance": names}


class FakeEnvironment:
    """An environment made from a configuration."""

    def __init__(self, parts: Parts, configs: dict[str, Any]) -> None:
        problem = read_problem(configs["task"]["predefined_problem"], "problem")
        objects = parts.objects or ObjectTable(
            tuple(make_object(name, synset) for name, synset in problem.objects)
        )
        self.body = Body(parts, objects, tuple(problem.initially))
        self.scene = FakeScene(self.body, parts)
        self.robots = [SimpleNamespace(visible=True)]
        render = configs["render"]
        self.external_sensors = {
            sensor["name"]: FakeSensor(self, render["viewer_width"], render["viewer_height"])
            for sensor in configs["env"]["external_sensors"] or ()
        }
        self.viewer = FakeSensor(self, render["viewer_width"], render["viewer_height"])
        make_entity = parts.entity or Entity
        for thing in objects:
            if not thing.matter.is_substance:
                self.body.by_name[thing.name] = FakeObject(self.body, self.scene, thing)
        for thing in objects:
            exists = self.body.symbolic.exists(thing.name)
            self.scene.scope[thing.name] = make_entity(
                thing.name, self._thing(thing) if exists else None
            )
        self.task = SimpleNamespace(object_scope=self.scene.scope)
        self.body.begin(tuple(problem.initially), self.scene)

    def _thing(self, thing: SceneObject) -> Any:
        if not thing.matter.is_substance:
            return self.body.by_name[thing.name]
        system = self.scene.system_of(thing.synset)
        system.initialized = True
        return system


class FakeSim:
    """The simulator of an environment."""

    def __init__(self, env: FakeEnvironment) -> None:
        self._env = env
        self.steps = 0
        self.gravity = 9.81
        self.viewer_camera = env.viewer

    @property
    def current_time_step_index(self) -> int:
        return self.steps

    def step(self) -> None:
        self.steps += 1

    def render(self) -> None:
        """A picture is made."""

    def dump_state(self, serialized: bool = False) -> Any:
        assert not serialized
        return self._env.body.dump()

    def load_state(self, state: Any, serialized: bool = False) -> None:
        assert not serialized
        self._env.body.load(state)


class FakeOmniGibson:
    """The module `omnigibson`."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.sim: FakeSim | None = None
        self.environments: list[FakeEnvironment] = []
        self.is_shut_down = False

    def Environment(self, configs: dict[str, Any]) -> FakeEnvironment:  # noqa: N802  # as there
        env = FakeEnvironment(self._parts, configs)
        self.environments.append(env)
        self.sim = FakeSim(env)
        return env

    def clear(self) -> None:
        self.sim = None

    def shutdown(self) -> None:
        self.is_shut_down = True


def fake_api(parts: Parts | None = None) -> Api:
    """The interface of a fake OmniGibson."""
    parts = parts or Parts()
    return Api(
        og=FakeOmniGibson(parts),
        object_states=parts.states,
        torch=parts.torch,
        cloth=parts.cloth,
        slicing_rule=SlicingRule,
        system_of_synset=parts.system_name,
        synset_of_system=lambda name: SYNSETS_OF_SYSTEMS[name],
        configs=Path(__file__).parent / "configs",
        differences=KNOWN_VERSIONS[1, 1],
    )


OPTIONS = OmniGibsonOptions(scene_model="Rs_int", width=64, height=48, settle_steps=1)


def fake_omnigibson(
    parts: Parts | None = None, options: OmniGibsonOptions = OPTIONS
) -> OmniGibsonSimulator:
    """The backend over a fake OmniGibson."""
    return OmniGibsonSimulator(options, lambda: fake_api(parts), lambda: None)


def serve_fake(options: Mapping[str, Any], progress: Callable[[], None]) -> OmniGibsonSimulator:
    """A `Factory` of the backend over a fake OmniGibson."""
    del options
    return OmniGibsonSimulator(OPTIONS, fake_api, progress)
