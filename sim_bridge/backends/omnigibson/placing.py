"""Putting an object on or in another, with all that it carries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from is_bench.facts import atom
from sim_bridge.backends.omnigibson.api import Api
from sim_bridge.backends.omnigibson.geometry import Rigid
from sim_bridge.backends.omnigibson.percepts import Percepts
from sim_bridge.backends.omnigibson.scope import Scope

_ABOVE_M = 0.1
"""How far above a burner or a surface an object is let go."""
_STATES = {"ontop": "OnTop", "inside": "Inside", "overlaid": "Overlaid"}


@dataclass(frozen=True)
class _Fluid:
    system: Any
    positions: Any


@dataclass(frozen=True)
class _Load:
    """What is on and in an object, and where, seen from the object."""

    things: tuple[tuple[Any, Rigid], ...]
    fluids: tuple[_Fluid, ...]


class Placing:
    """Moves objects of a scope."""

    def __init__(
        self, api: Api, scope: Scope, percepts: Percepts, settle: Callable[[], None]
    ) -> None:
        """`settle` lets the world come to rest."""
        self._api = api
        self._states = api.object_states
        self._scope = scope
        self._percepts = percepts
        self._settle = settle

    def place(self, name: str, relation: str, target_name: str) -> None:
        """Put `name` so that `relation` holds, as well as physics let it; moves what it carries."""
        thing, target = self._scope.thing(name), self._scope.thing(target_name)
        before = self._pose(thing)
        load = self._take_load(name, before)
        if relation == "ontop" and self._heats_what_is_above(target):
            self._let_go(thing, self._burner(target))
        elif not self._sampled(thing, relation, target):
            self._let_go(thing, self._fallback(relation, target))
        self._settle()
        if load.things or load.fluids:
            self._put_load(load, self._pose(thing))
            self._settle()

    def keep_inside(self, name: str, change: Callable[[], None]) -> None:
        """Do `change`, the opening or closing of `name`, and put back in what fell out."""
        inside = [
            thing.name
            for thing, _ in self._scope.things()
            if thing.name != name and self._percepts.holds(atom("inside", thing.name, name))
        ]
        change()
        self._settle()
        for content in inside:
            if not self._percepts.holds(atom("inside", content, name)):
                self.place(content, "inside", name)

    def _sampled(self, thing: Any, relation: str, target: Any) -> bool:
        state = getattr(self._states, _STATES[relation])
        if state not in thing.states or self._scope.is_cloth(target):
            return False
        return bool(thing.states[state].set_value(target, True))

    def _heats_what_is_above(self, target: Any) -> bool:
        state = self._states.HeatSourceOrSink
        return state in target.states and not target.states[state].requires_inside

    def _burner(self, target: Any) -> list[float]:
        link = target.states[self._states.HeatSourceOrSink].link
        x, y, z = _numbers(link.get_position_orientation()[0])
        return [x, y, z + _ABOVE_M]

    def _fallback(self, relation: str, target: Any) -> list[float]:
        low, high = (_numbers(bound) for bound in target.states[self._states.AABB].get_value())
        x, y = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
        return [x, y, (low[2] + high[2]) / 2 if relation == "inside" else high[2] + _ABOVE_M]

    def _let_go(self, thing: Any, position: list[float]) -> None:
        thing.set_position_orientation(position=self._api.torch.tensor(position))
        thing.keep_still()

    def _pose(self, thing: Any) -> Rigid:
        position, orientation = thing.get_position_orientation()
        return Rigid.of(_numbers(position), _numbers(orientation))

    def _take_load(self, name: str, pose: Rigid) -> _Load:
        carried = self._carried(name)
        things = [self._scope.thing(other) for other in carried]
        back = pose.inverse()
        fluids = self._take_fluids((name, *carried), back)
        return _Load(tuple((own, back.then(self._pose(own))) for own in things), fluids)

    def _carried(self, name: str) -> list[str]:
        """What stands on or lies in `name`, directly or on or in one another."""
        found = [name]
        for carrier in found:
            for thing, _ in self._scope.things():
                if thing.name not in found and self._lies_on(thing.name, carrier):
                    found.append(thing.name)
        return found[1:]

    def _lies_on(self, name: str, carrier: str) -> bool:
        return any(self._percepts.holds(atom(relation, name, carrier)) for relation in _STATES)

    def _take_fluids(self, names: Sequence[str], back: Rigid) -> tuple[_Fluid, ...]:
        # All are looked up before any is taken: OmniGibson numbers particles anew when some go, and
        # answers within one step as it did before.
        taken = []
        for substance, system in list(self._scope.systems()):
            if self._scope.is_physical(system):
                taken.append((system, *self._content(names, substance, system)))
        fluids = []
        for system, places, positions in taken:
            if places:
                fluids.append(_Fluid(system, back.points(positions)))
                system.remove_particles(idxs=self._api.torch.tensor(places))
        return tuple(fluids)

    def _content(
        self, names: Sequence[str], substance: str, system: Any
    ) -> tuple[list[int], list[list[float]]]:
        """The numbers and positions of a system's particles in the vessels among `names`."""
        places: dict[int, list[float]] = {}
        for name in names:
            if self._percepts.holds(atom("contains", name, substance)):
                state = self._scope.thing(name).states[self._states.ContainedParticles]
                content = state.get_value(system)
                positions = content.positions.tolist()
                inside = content.in_volume.nonzero().flatten().tolist()
                places.update((index, positions[index]) for index in inside)
        return list(places), list(places.values())

    def _put_load(self, load: _Load, pose: Rigid) -> None:
        tensor = self._api.torch.tensor
        for thing, relative in load.things:
            where = pose.then(relative)
            thing.set_position_orientation(
                position=tensor(where.position), orientation=tensor(where.orientation)
            )
            thing.keep_still()
        for fluid in load.fluids:
            points = pose.points(fluid.positions)
            fluid.system.generate_particles(positions=tensor(points.tolist()))


def _numbers(tensor: Any) -> list[float]:
    return [float(value) for value in tensor]
