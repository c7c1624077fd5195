"""The things of a fake OmniGibson, and the state that all of them share."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from is_bench.facts import Atom
from is_bench.objects import Matter, ObjectTable, SceneObject, class_of
from is_bench.taxonomy import taxonomy
from is_bench.world import RELEASED
from is_bench.world.initial import initial_state
from is_bench.world.state import WorldState
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

    def begin(self, facts: tuple[Atom, ...], scene: Any) -> None:
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
            "values": dict(self.symbolic._values.items()),
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

    def __init__(self, body: Body, scene: Any, thing: SceneObject) -> None:
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
