"""An OmniGibson without physics: its interface over the state of a symbolic world.

Where things are is a symbolic state, which its state classes change; what is in vessels is
particles at places, which stay behind unless they are taken along, as in the real one.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from is_bench.facts import Atom
from is_bench.objects import Matter, ObjectTable, SceneObject, class_of, make_object, synset_of
from is_bench.scenarios.bddl_problem import read_problem
from is_bench.taxonomy import taxonomy
from is_bench.world import RELEASED
from is_bench.world.initial import initial_state
from is_bench.world.primitives.cutting import PIECES
from is_bench.world.state import WorldState
from sim_bridge.backends.omnigibson.api import Api
from sim_bridge.backends.omnigibson.compat import DIALECTS
from sim_bridge.backends.omnigibson.options import OmniGibsonOptions
from sim_bridge.backends.omnigibson.simulator import OmniGibsonSimulator
from tests.sim_bridge.backends.omnigibson import fake_states
from tests.sim_bridge.backends.omnigibson.tensors import Torch

CLOTH, RIGID = "CLOTH", "RIGID"
BURNER_HEIGHT_M = 1.0
COVERING = 10_000
"""The number of a particle that covers the first object."""
UNARY_OF_ABILITY = {
    "openable": ("Open",),
    "toggleable": ("ToggledOn",),
    "cookable": ("Cooked",),
    "freezable": ("Frozen",),
    "heatable": ("Heated",),
    "flammable": ("OnFire",),
    "fillable": ("ContainedParticles", "Contains", "Filled"),
}
EVERYWHERE = (
    "AABB",
    "Temperature",
    "MaxTemperature",
    "ContactParticles",
    "ModifiedParticles",
    "Covered",
    "Saturated",
    "Inside",
    "NextTo",
    "OnTop",
    "Touching",
    "Under",
    "VerticalAdjacency",
)
OF_CLOTH = ("Overlaid", "Draped", "Folded", "Unfolded")


@dataclass
class Parts:
    """What the fake is made with, so that real parts can take the place of fake ones."""

    torch: Any = Torch
    states: Any = fake_states
    cloth: Any = CLOTH
    rigid: Any = RIGID
    entity: Callable[[str, Any], Any] | None = None
    system_name: Callable[[str], str] = class_of
    state: Callable[[str, Any], Any] = lambda name, obj: getattr(fake_states, name)(obj)
    """Makes a state of an object, by the name of its class."""
    dump: Callable[[Body], Any] = lambda _: None
    load: Callable[[Body, Any], None] = lambda *_: None
    """What the body does not know of the states, for snapshots."""
    objects: ObjectTable | None = None
    """Given where a scene grants abilities that the taxonomy does not know."""


class Body:
    """The state of everything."""

    def __init__(self, parts: Parts, objects: ObjectTable, facts: tuple[Atom, ...]) -> None:
        self.torch = parts.torch
        self.parts = parts
        self.objects = objects
        self.symbolic = initial_state(objects, facts, RELEASED)
        self.temperatures: dict[str, float] = {}
        self.max_temperatures: dict[str, float] = {}
        self.covered: set[tuple[str, str]] = set()
        self.saturated: set[tuple[str, str]] = set()
        self.particles: dict[str, list[list[float]]] = {}
        self._fresh = itertools.count(1)
        self.positions = {thing.name: self.fresh_place() for thing in objects}
        self.by_name: dict[str, FakeObject] = {}

    def begin(self, facts: tuple[Atom, ...], scene: FakeScene) -> None:
        """Bring the states of the objects about, through their setters."""
        for name, thing in self.by_name.items():
            if Atom("frozen", (name,)) in facts:
                thing.states_of("Temperature").set_value(-20.0)
            if self.symbolic.flag("hot", name):
                thing.states_of("Temperature").set_value(60.0)
            if self.symbolic.flag("cooked", name):
                thing.states_of("MaxTemperature").set_value(80.0)
            for aspect, state in (("covered", "Covered"), ("saturated", "Saturated")):
                for synset in sorted(self.symbolic.amounts(aspect, name)):
                    thing.states_of(state).set_value(scene.system_of(synset), True)
            for synset in sorted(self.symbolic.amounts("contains", name)):
                self.fill(name, scene.system_of(synset))

    def fresh_place(self) -> list[float]:
        number = next(self._fresh)
        return [10.0 * number, 0.37 * number**2, 0.0]

    def flag(self, aspect: str, name: str) -> bool:
        return self.symbolic.flag(aspect, name)

    def set_flag(self, aspect: str, name: str, value: bool) -> None:
        self.symbolic.set_flag(aspect, name, value)

    def holds(self, fact: Atom) -> bool:
        return self.symbolic.holds(fact)

    def is_below(self, below: str, name: str) -> bool:
        return below in self.symbolic.supports(name)

    def solids(self) -> Iterator[FakeObject]:
        return (o for o in self.by_name.values() if self.symbolic.exists(o.bddl))

    def move(self, thing: FakeObject, relation: str, target: FakeObject) -> None:
        self.symbolic.move(thing.bddl, relation, target.bddl)
        self.positions[thing.bddl] = self.fresh_place()

    def fill(self, vessel: str, system: FakeSystem) -> None:
        system.initialized = True
        x, y, z = self.positions[vessel]
        self.particles.setdefault(system.name, []).extend([x + d, y, z] for d in (0.0, 0.1, 0.2))

    def dump(self) -> dict[str, Any]:
        return {
            "values": dict(self.symbolic._ledger.items()),
            "temperatures": dict(self.temperatures),
            "max_temperatures": dict(self.max_temperatures),
            "covered": set(self.covered),
            "saturated": set(self.saturated),
            "particles": copy.deepcopy(self.particles),
            "positions": copy.deepcopy(self.positions),
            "states": self.parts.dump(self),
        }

    def load(self, state: dict[str, Any]) -> None:
        self.symbolic = WorldState(self.symbolic.setting, state.pop("values"))
        self.parts.load(self, state.pop("states"))
        for name, value in state.items():
            setattr(self, name, value)


class FakeObject:
    """A solid object."""

    def __init__(self, body: Body, scene: FakeScene, thing: SceneObject) -> None:
        self.body = body
        self.scene = scene
        self.bddl = thing.name
        self.name = f"{class_of(thing.name)}_{thing.name.rpartition('_')[2]}_model"
        self.category = "agent" if thing.matter is Matter.AGENT else class_of(thing.name)
        self.is_cloth = thing.matter is Matter.CLOTH
        self.prim_type = body.parts.cloth if self.is_cloth else body.parts.rigid
        self.visible = True
        self.heat = taxonomy().heat_source(thing.synset, cold=False) or taxonomy().heat_source(
            thing.synset, cold=True
        )
        self.burner = SimpleNamespace(
            get_position_orientation=lambda: (body.torch.tensor(self.burner_place()), None)
        )
        self.states: dict[Any, Any] = {}
        for name in self._state_names(thing):
            cls = getattr(body.parts.states, name)
            self.states[cls] = body.parts.state(name, self)

    def _state_names(self, thing: SceneObject) -> Iterator[str]:
        yield from EVERYWHERE
        for ability, names in UNARY_OF_ABILITY.items():
            if thing.can(ability):
                yield from names
        if self.is_cloth:
            yield from OF_CLOTH
        if self.heat is not None:
            yield "HeatSourceOrSink"

    def states_of(self, name: str) -> Any:
        return self.states[getattr(self.body.parts.states, name)]

    def state_updated(self) -> None:
        """Called by states that changed."""

    def burner_place(self) -> list[float]:
        x, y, z = self.body.positions[self.bddl]
        return [x, y, z + BURNER_HEIGHT_M]

    def get_position_orientation(self) -> tuple[Any, Any]:
        tensor = self.body.torch.tensor
        return tensor(self.body.positions[self.bddl]), tensor([0.0, 0.0, 0.0, 1.0])

    def set_position_orientation(self, position: Any = None, orientation: Any = None) -> None:
        if orientation is not None:
            assert np.isclose(np.linalg.norm([float(v) for v in orientation]), 1)
        place = [float(v) for v in position]
        for other in self.body.solids():
            if other is not self and self._falls(place, other):
                return
        self.body.positions[self.bddl] = place

    def _falls(self, place: list[float], other: FakeObject) -> bool:
        """Let go above or within another object, it comes to rest there."""
        x, y, z = self.body.positions[other.bddl]
        burner = [x, y, z + BURNER_HEIGHT_M + 0.1]
        above, within = [x, y, z + 0.3], [x, y, z]
        if np.allclose(place, burner) or np.allclose(place, above):
            cloth_on_rigid = self.is_cloth and not other.is_cloth
            self.body.move(self, "overlaid" if cloth_on_rigid else "ontop", other)
        elif np.allclose(place, within):
            self.body.move(self, "inside", other)
        else:
            return False
        return True

    def keep_still(self) -> None:
        """It does not move."""


class FakeSystem:
    """A substance."""

    def __init__(self, body: Body, name: str, matter: Matter) -> None:
        self.body = body
        self.name = name
        self.is_visual = matter is Matter.STAIN
        self.is_fluid = matter is Matter.FLUID
        self.initialized = False

    particle_radius = 0.05

    @property
    def n_particles(self) -> int:
        return len(self.body.particles.get(self.name, ())) + len(self.groups)

    @property
    def groups(self) -> set[str]:
        """The objects that it covers, by OmniGibson's names."""
        named = {thing.bddl: thing.name for thing in self.body.by_name.values()}
        return {named[bddl] for bddl, name in self.body.covered if name == self.name}

    def num_group_particles(self, group: str) -> int:
        return int(group in self.groups)

    def create_attachment_group(self, obj: FakeObject) -> None:
        """There is nothing to make."""

    def generate_group_particles_on_object(
        self, group: str, max_samples: int, min_samples_for_success: int
    ) -> bool:
        del max_samples, min_samples_for_success
        covered = next(o.bddl for o in self.body.by_name.values() if o.name == group)
        self.body.covered.add((covered, self.name))
        return True

    def remove_all_group_particles(self, group: str) -> None:
        covered = next(o.bddl for o in self.body.by_name.values() if o.name == group)
        self.body.covered.discard((covered, self.name))

    def generate_particles_on_object(
        self, obj: FakeObject, max_samples: int, min_samples_for_success: int
    ) -> bool:
        del max_samples, min_samples_for_success
        self.body.covered.add((obj.bddl, self.name))
        return True

    def generate_particles_from_link(
        self, obj: FakeObject, link: Any, check_contact: bool, max_samples: int
    ) -> None:
        del link, check_contact, max_samples
        self.body.fill(obj.bddl, self)

    def get_particles_position_orientation(self) -> tuple[Any, Any]:
        places = np.array(self.body.particles.get(self.name, []), dtype=float).reshape(-1, 3)
        turns = np.tile([0.0, 0.0, 0.0, 1.0], (len(places), 1))
        return self.body.torch.tensor(places), self.body.torch.tensor(turns)

    def remove_particles(self, idxs: Any) -> None:
        gone = {int(index) for index in idxs}
        for index in gone:
            if index >= COVERING:
                covered = list(self.body.by_name)[index - COVERING]
                self.body.covered.discard((covered, self.name))
        left = [p for i, p in enumerate(self.body.particles.get(self.name, [])) if i not in gone]
        self.body.particles[self.name] = left

    def generate_particles(self, positions: Any) -> None:
        self.initialized = True
        places = [[float(v) for v in position] for position in positions.tolist()]
        self.body.particles.setdefault(self.name, []).extend(places)


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
        dialect=DIALECTS[1, 1],
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
