"""Parts of the real OmniGibson 1.1.1, on a CPU and without Isaac Sim, for the fake one.

Real are: the BDDL backend and its entities and predicates, the taxonomy, and the object states
Open, ToggledOn, Temperature, MaxTemperature, Cooked, Heated, Frozen, ModifiedParticles, Saturated,
Covered, ContainedParticles, Contains and Filled, with their caches.  Told by the symbolic body are:
where things are (Inside, OnTop, Under, NextTo, Touching, Overlaid, the adjacencies, AABB), what
touches a fluid, and particles.
"""

from __future__ import annotations

import inspect
from typing import Any

import omnigibson as og
import torch
from omnigibson import object_states
from omnigibson.utils.bddl_utils import OBJECT_TAXONOMY, BDDLEntity, get_system_name_by_synset
from omnigibson.utils.constants import JointType, PrimType

from is_bench.objects import ObjectTable
from is_bench.taxonomy import ADDED
from tests.sim_bridge.backends.omnigibson import fake_states
from tests.sim_bridge.backends.omnigibson.fake_world import COVERING, Body, FakeObject, Parts

REAL = [
    "Open",
    "ToggledOn",
    "Temperature",
    "MaxTemperature",
    "Cooked",
    "Heated",
    "Frozen",
    "ModifiedParticles",
    "Saturated",
    "Covered",
    "ContainedParticles",
    "Contains",
    "Filled",
]


class Joint:
    """One hinge of a door, closed at 0 and open at 1."""

    joint_type = JointType.JOINT_REVOLUTE
    lower_limit, upper_limit = 0.0, 1.0

    def __init__(self, body: Body, name: str) -> None:
        self._body, self._name = body, name

    def get_state(self) -> tuple[float]:
        return (1.0 if self._body.flag("open", self._name) else 0.0,)

    def set_pos(self, position: float) -> None:
        self._body.set_flag("open", self._name, position > 0.5)


class Marker:
    """The visible button of an appliance."""

    color: Any = None


class Torch:
    """torch, as the fake body uses it: numbers in single precision."""

    manual_seed = staticmethod(torch.manual_seed)

    @staticmethod
    def tensor(values: Any) -> torch.Tensor:
        made = torch.as_tensor(values)
        return made.float() if made.dtype == torch.float64 else made


def make_state(name: str, obj: FakeObject) -> Any:
    """A state of a fake object: a real one where it can be."""
    if name == "ContactParticles":
        return Contacts(obj)
    if name not in REAL:
        return bound(name, obj)
    state = getattr(object_states, name)(obj) if hasattr(object_states, name) else None
    if state is None:
        from omnigibson.object_states.saturated import ModifiedParticles

        assert name == "ModifiedParticles"
        state = ModifiedParticles(obj)
    if name in ("ModifiedParticles", "Saturated", "Covered"):
        state._initialize()
    if name == "Open":
        state.relevant_joints_info = (False, [Joint(obj.body, obj.bddl)], [1])
    elif name == "ToggledOn":
        state.visual_marker = Marker()
        state.value = obj.body.flag("toggled_on", obj.bddl)
    elif name == "ContainedParticles":
        state._links = {"container": None}
        state._volume = 0.01
        state.check_in_volume = lambda points: in_reach(obj, points)
    state.clear_cache()
    state._initialized = True
    return state


def in_reach(obj: FakeObject, points: torch.Tensor) -> torch.Tensor:
    vessel = torch.tensor(obj.body.positions[obj.bddl])
    return torch.norm(points - vessel, dim=-1) < fake_states.REACH_M


def bound(name: str, obj: FakeObject) -> Any:
    """A fake state that takes the arguments of the real one, and no others."""
    state = getattr(fake_states, name)(obj)
    cls = getattr(object_states, name)
    for kind in ("_get_value", "_set_value"):
        signature = inspect.signature(getattr(cls, kind))
        plain = getattr(state, kind)

        def checked(*args: Any, _s: Any = signature, _p: Any = plain, **kwargs: Any) -> Any:
            _s.bind(None, *args, **kwargs)
            return _p(*args, **kwargs)

        setattr(state, kind, checked)
    return state


class Contacts(fake_states.State):
    """Which particles touch an object."""

    def _get_value(self, system: Any, link: Any = None) -> set[int]:
        del link
        if (self.obj.bddl, system.name) not in self.body.covered:
            return set()
        return {COVERING + list(self.body.by_name).index(self.obj.bddl)}


def know_added_synsets() -> None:
    """Add the synsets that IS-Bench's own bddl has, as kinds of the ones they are alike."""
    graph = OBJECT_TAXONOMY.taxonomy
    for synset, model in ADDED.items():
        if synset in graph:
            continue
        graph.add_node(synset, **{**graph.nodes[model], "categories": [synset.split(".")[0]]})
        for parent in list(graph.predecessors(model)):
            graph.add_edge(parent, synset)


def real_parts(objects: ObjectTable) -> Parts:
    """The parts for a scene with `objects`."""
    object_states.Temperature.global_initialize()
    object_states.MaxTemperature.global_initialize()
    return Parts(
        torch=Torch,
        states=StatesWithModified,
        cloth=PrimType.CLOTH,
        rigid=PrimType.RIGID,
        entity=lambda name, entity: BDDLEntity(bddl_inst=name, entity=entity),
        system_name=get_system_name_by_synset,
        objects=objects,
        state=make_state,
        dump=dump_states,
        load=load_states,
    )


class _States(type):
    def __getattr__(cls, name: str) -> Any:
        if name == "ModifiedParticles":
            from omnigibson.object_states.saturated import ModifiedParticles

            return ModifiedParticles
        return getattr(object_states, name)


class StatesWithModified(metaclass=_States):
    """`omnigibson.object_states`, with the one class that it does not export."""


def dump_states(body: Body) -> Any:
    return {
        name: {
            "temperature": thing.states_of("Temperature")._get_value(),
            "max": thing.states_of("MaxTemperature")._get_value(),
            "counts": dict(thing.states_of("ModifiedParticles").particle_counts),
            "toggled": thing.states_of("ToggledOn").value if _toggles(thing) else None,
        }
        for name, thing in body.by_name.items()
    }


def load_states(body: Body, state: Any) -> None:
    for name, thing in body.by_name.items():
        thing.states_of("Temperature")._set_value(state[name]["temperature"])
        thing.states_of("MaxTemperature")._set_value(state[name]["max"])
        thing.states_of("ModifiedParticles").particle_counts = dict(state[name]["counts"])
        if _toggles(thing):
            thing.states_of("ToggledOn")._set_value(state[name]["toggled"])
        for own in thing.states.values():
            if hasattr(own, "clear_cache"):
                own.clear_cache()


def _toggles(thing: FakeObject) -> bool:
    return object_states.ToggledOn in thing.states


def use_sim(sim: Any) -> None:
    """Make `sim` the one that real states ask for the time."""
    og.sim = sim
