"""Object states that are told by a symbolic body instead of by physics.

Each has the name and the `_get_value`/`_set_value` parameters of OmniGibson's own, which
`test_sources.py` checks, and refuses what OmniGibson's refuses.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from is_bench.facts import atom

ROOM_TEMPERATURE = 23.0
NEIGHBORS = namedtuple("NEIGHBORS", ("positive_neighbors", "negative_neighbors"))  # noqa: PYI024
CONTENT = namedtuple("CONTENT", ("n_in_volume", "positions", "in_volume"))  # noqa: PYI024
REACH_M = 0.4
"""Within which a particle is inside a vessel."""


def refuse(what: str, wrong: bool) -> None:
    """Raise what OmniGibson raises when it is asked for what cannot be."""
    if wrong:
        raise ValueError(what)


class State:
    """A state of one fake object."""

    def __init__(self, obj: Any) -> None:
        self.obj = obj
        self.body = obj.body

    def get_value(self, *args: Any, **kwargs: Any) -> Any:
        return self._get_value(*args, **kwargs)

    def set_value(self, *args: Any, **kwargs: Any) -> Any:
        return self._set_value(*args, **kwargs)

    def _get_value(self, *args: Any) -> Any:
        raise NotImplementedError

    def _set_value(self, *args: Any) -> Any:
        raise NotImplementedError


class _Flag(State):
    name = ""

    def _get_value(self) -> bool:
        return bool(self.body.flag(self.name, self.obj.bddl))

    def _set_value(self, new_value: bool) -> bool:
        self.body.set_flag(self.name, self.obj.bddl, new_value)
        return True


class Open(_Flag):
    name = "open"

    def _set_value(self, new_value: bool, fully: bool = False) -> bool:
        del fully
        return super()._set_value(new_value)


class ToggledOn(_Flag):
    name = "toggled_on"


class _Shown(_Flag):
    def _set_value(self, new_value: bool) -> bool:
        raise NotImplementedError


class OnFire(_Shown):
    name = "on_fire"


class Folded(_Shown):
    name = "folded"


class Unfolded(_Shown):
    name = "unfolded"


class Temperature(State):
    def _get_value(self) -> float:
        return float(self.body.temperatures.get(self.obj.bddl, ROOM_TEMPERATURE))

    def _set_value(self, new_value: float) -> bool:
        self.body.temperatures[self.obj.bddl] = new_value
        return True


class MaxTemperature(State):
    def _get_value(self) -> float:
        return float(self.body.max_temperatures.get(self.obj.bddl, -np.inf))

    def _set_value(self, new_value: float) -> bool:
        self.body.max_temperatures[self.obj.bddl] = new_value
        return True


class Cooked(State):
    cook_temperature = 70.0

    def _get_value(self) -> bool:
        return bool(self.obj.states_of("MaxTemperature").get_value() >= self.cook_temperature)

    def _set_value(self, new_value: bool) -> bool:
        temperature = self.cook_temperature - (0.0 if new_value else 1.0)
        return bool(self.obj.states_of("MaxTemperature").set_value(temperature))


class Heated(State):
    heat_temperature = 40.0

    def _get_value(self) -> bool:
        return bool(self.obj.states_of("Temperature").get_value() >= self.heat_temperature)

    def _set_value(self, new_value: bool) -> bool:
        change = 15.0 if new_value else -1.0
        return bool(self.obj.states_of("Temperature").set_value(self.heat_temperature + change))


class Frozen(State):
    freeze_temperature = 0.0

    def _get_value(self) -> bool:
        return bool(self.obj.states_of("Temperature").get_value() <= self.freeze_temperature)

    def _set_value(self, new_value: bool) -> bool:
        change = -20.0 if new_value else 1.0
        return bool(self.obj.states_of("Temperature").set_value(self.freeze_temperature + change))


class _Relation(State):
    name = ""

    def _get_value(self, other: Any) -> bool:
        refuse(f"{self.name} of cloth", self.refuses_cloth and other.is_cloth)
        return bool(self.body.holds(atom(self.name, self.obj.bddl, other.bddl)))

    refuses_cloth = True


class _Placeable(_Relation):
    def _set_value(self, other: Any, new_value: bool, reset_before_sampling: bool = False) -> bool:
        del reset_before_sampling
        if not new_value:
            raise NotImplementedError
        refuse(f"{self.name} of cloth", other.is_cloth)
        self.body.move(self.obj, self.name, other)
        return True


class Inside(_Placeable):
    name = "inside"


class OnTop(_Placeable):
    name = "ontop"


class Under(_Relation):
    name = "under"


class NextTo(_Relation):
    name = "nextto"
    refuses_cloth = False


class Touching(_Relation):
    name = "touching"
    refuses_cloth = False

    def _get_value(self, other: Any) -> bool:
        refuse("contact of two cloths", self.obj.is_cloth and other.is_cloth)
        return super()._get_value(other)


class Overlaid(_Relation):
    name = "overlaid"

    def _get_value(self, other: Any) -> bool:
        refuse("overlaid is of cloth", not self.obj.is_cloth)
        return super()._get_value(other)

    def _set_value(self, other: Any, new_value: bool) -> bool:
        if not new_value:
            raise NotImplementedError
        self.body.move(self.obj, self.name, other)
        return True


class Draped(_Relation):
    name = "draped"


class AttachedTo(_Relation):
    name = "attached"


class AABB(State):
    def _get_value(self) -> tuple[Any, Any]:
        position = np.array(self.body.positions[self.obj.bddl])
        tensor = self.body.torch.tensor
        return tensor((position - 0.2).tolist()), tensor((position + 0.2).tolist())


class VerticalAdjacency(State):
    def _get_value(self) -> Any:
        below = {o for o in self.body.solids() if self.body.is_below(o.bddl, self.obj.bddl)}
        above = {o for o in self.body.solids() if self.body.is_below(self.obj.bddl, o.bddl)}
        return NEIGHBORS(above, below)


class HeatSourceOrSink(State):
    @property
    def requires_inside(self) -> bool:
        return bool(self.obj.heat.requires_inside)

    @property
    def link(self) -> Any:
        return self.obj.burner

    def _get_value(self) -> bool:
        return True


class ModifiedParticles(State):
    """Counted by Saturated itself."""


class ContactParticles(State):
    """Told by Covered itself."""


class Covered(State):
    def _get_value(self, system: Any) -> bool:
        assert system.is_visual or not self.obj.is_cloth, "cloth covered by what flows"
        return (self.obj.bddl, system.name) in self.body.covered

    def _set_value(self, system: Any, new_value: bool) -> bool:
        assert system.is_visual or not self.obj.is_cloth, "cloth covered by what flows"
        (self.body.covered.add if new_value else self.body.covered.discard)(
            (self.obj.bddl, system.name)
        )
        return True


class Saturated(State):
    def _get_value(self, system: Any) -> bool:
        return (self.obj.bddl, system.name) in self.body.saturated

    def _set_value(self, system: Any, new_value: bool) -> bool:
        (self.body.saturated.add if new_value else self.body.saturated.discard)(
            (self.obj.bddl, system.name)
        )
        return True


class ContainedParticles(State):
    def _get_value(self, system: Any) -> Any:
        vessel = np.array(self.body.positions[self.obj.bddl])
        places = np.array(self.body.particles.get(system.name, [])).reshape(-1, 3)
        inside = np.linalg.norm(places - vessel, axis=1) < REACH_M
        tensor = self.body.torch.tensor
        return CONTENT(int(inside.sum()), tensor(places.tolist()), tensor(inside.tolist()))


class Contains(State):
    def _get_value(self, system: Any) -> bool:
        return bool(self.obj.states_of("ContainedParticles").get_value(system).n_in_volume > 0)

    def _set_value(self, system: Any, new_value: bool) -> bool:
        if new_value:
            raise NotImplementedError
        content = self.obj.states_of("ContainedParticles").get_value(system)
        system.remove_particles(idxs=content.in_volume.nonzero().flatten())
        return True


class Filled(State):
    def _get_value(self, system: Any) -> bool:
        assert not system.is_visual, "filled with a stain"
        return bool(self.obj.states_of("Contains").get_value(system))

    def _set_value(self, system: Any, new_value: bool) -> bool:
        assert not system.is_visual, "filled with a stain"
        if not new_value:
            raise NotImplementedError
        self.body.fill(self.obj.bddl, system)
        return True
