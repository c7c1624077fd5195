"""Reading the facts of an OmniGibson world from its object states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from is_bench.facts import Atom, atom
from sim_bridge.backends.omnigibson.api import Api
from sim_bridge.backends.omnigibson.scope import Scope

UNARY = {
    "open": "Open",
    "toggled_on": "ToggledOn",
    "cooked": "Cooked",
    "frozen": "Frozen",
    "hot": "Heated",
    "on_fire": "OnFire",
    "folded": "Folded",
    "unfolded": "Unfolded",
}
"""Predicates of one object, and the state class that tells each."""

OF_SUBSTANCES = {
    "covered": "Covered",
    "contains": "Contains",
    "saturated": "Saturated",
    "filled": "Filled",
}
"""Predicates of an object and a substance."""

OF_PAIRS = {
    "inside": "Inside",
    "ontop": "OnTop",
    "under": "Under",
    "nextto": "NextTo",
    "touching": "Touching",
    "overlaid": "Overlaid",
    "draped": "Draped",
    "attached": "AttachedTo",
}
"""Predicates of two objects."""

_CLOTH_ON_RIGID = ("overlaid", "draped")
_NOT_OF_CLOTH = ("inside", "ontop", "under")
"""Relations to cloth that OmniGibson refuses to tell."""
_NEAR_M = 0.01


class Percepts:
    """Reads the facts of the objects in a scope."""

    def __init__(self, api: Api, scope: Scope, scene: Any, static: frozenset[Atom]) -> None:
        """`scene` is OmniGibson's; `static` are the facts that nothing changes."""
        self._states = api.object_states
        self._scope = scope
        self._scene = scene
        self._static = static

    def facts(self) -> frozenset[Atom]:
        """Every fact that holds; what is not in it does not."""
        return frozenset(self._all())

    def unknown(self) -> frozenset[Atom]:
        """What OmniGibson cannot tell: whether a thing that touches cloth is on, in or under it.

        Of two cloths it cannot even tell whether they touch.
        """
        things = list(self._scope.things())
        cloths = [(named, own) for named, own in things if self._scope.is_cloth(own)]
        return frozenset(
            atom(predicate, named.name, cloth_named.name)
            for cloth_named, cloth in cloths
            for named, thing in things
            if thing is not cloth and self._may_touch(thing, cloth)
            for predicate in (
                *_NOT_OF_CLOTH,
                *(["touching"] if self._scope.is_cloth(thing) else []),
            )
        )

    def _may_touch(self, thing: Any, cloth: Any) -> bool:
        if not self._scope.is_cloth(thing):
            return self._of_pair("touching", thing, cloth)
        low, high = thing.states[self._states.AABB].get_value()
        other_low, other_high = cloth.states[self._states.AABB].get_value()
        apart = (
            float(one) > float(other) + _NEAR_M
            for one, other in (
                *zip(low, other_high, strict=True),
                *zip(other_low, high, strict=True),
            )
        )
        return not any(apart)

    def holds(self, fact: Atom) -> bool:
        """Whether a fact of objects that exist holds."""
        name, arguments = fact.predicate, fact.arguments
        thing = self._scope.thing(arguments[0])
        if name in UNARY:
            return self._unary(name, thing)
        if name in OF_SUBSTANCES:
            return self._of_substance(name, thing, self._scope.system(arguments[1]))
        return self._of_pair(name, thing, self._scope.thing(arguments[1]))

    def bears(self, source: Any, thing: Any) -> bool:
        """Whether a stove-like `source` is below `thing` and not above it, at any distance.

        That is how far the benchmark looks for a heat source: a pot need not touch the burner.
        """
        adjacency = self._states.VerticalAdjacency
        if adjacency not in thing.states:
            return False
        beside = thing.states[adjacency].get_value()
        return source in beside.negative_neighbors and source not in beside.positive_neighbors

    def _all(self) -> Iterator[Atom]:
        yield from self._static
        for thing in self._scope.objects:
            yield atom("real" if self._scope.exists(thing.name) else "future", thing.name)
        things, systems = list(self._scope.things()), list(self._scope.systems())
        for named, thing in things:
            for predicate in UNARY:
                if self._unary(predicate, thing):
                    yield atom(predicate, named.name)
            for predicate in OF_SUBSTANCES:
                for substance, system in systems:
                    if self._of_substance(predicate, thing, system):
                        yield atom(predicate, named.name, substance)
            for other_named, other in things:
                if other is not thing:
                    yield from self._relations(named.name, thing, other_named.name, other)

    def _relations(self, name: str, thing: Any, other_name: str, other: Any) -> Iterator[Atom]:
        for predicate in OF_PAIRS:
            if self._of_pair(predicate, thing, other):
                yield atom(predicate, name, other_name)

    def _unary(self, predicate: str, thing: Any) -> bool:
        state = getattr(self._states, UNARY[predicate])
        return state in thing.states and bool(thing.states[state].get_value())

    def _of_substance(self, predicate: str, thing: Any, system: Any) -> bool:
        state = getattr(self._states, OF_SUBSTANCES[predicate])
        if state not in thing.states:
            return False
        is_visual = self._scene.is_visual_particle_system(system_name=system.name)
        if predicate == "covered" and not is_visual and self._scope.is_cloth(thing):
            return False  # OmniGibson refuses the question
        if predicate == "filled" and is_visual:
            return False  # likewise
        return bool(thing.states[state].get_value(system))

    def _of_pair(self, predicate: str, thing: Any, other: Any) -> bool:
        state = getattr(self._states, OF_PAIRS[predicate])
        if state not in thing.states or not self._may_ask(predicate, thing, other):
            return False
        return bool(thing.states[state].get_value(other))

    def _may_ask(self, predicate: str, thing: Any, other: Any) -> bool:
        """Whether OmniGibson answers: it raises an error for relations that cloth cannot have."""
        cloth, onto_cloth = self._scope.is_cloth(thing), self._scope.is_cloth(other)
        if predicate in _CLOTH_ON_RIGID:
            return cloth and not onto_cloth
        if predicate in _NOT_OF_CLOTH:
            return not onto_cloth
        if predicate == "attached":
            return getattr(self._states, OF_PAIRS[predicate]) in other.states
        return predicate != "touching" or not (cloth and onto_cloth)
