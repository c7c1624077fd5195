"""Stains, fluids and grains in OmniGibson: on, in and soaked up by objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from is_bench.facts import Atom
from sim_bridge.backends.omnigibson.api import Api
from sim_bridge.backends.omnigibson.percepts import Percepts
from sim_bridge.backends.omnigibson.scope import Scope

_WIPES = 3
"""How often a stain is wiped before it counts as resisting: some particles are missed."""


class Substances:
    """Changes what objects are covered with, contain and are saturated with."""

    def __init__(
        self, api: Api, scope: Scope, percepts: Percepts, settle: Callable[[], None]
    ) -> None:
        """`settle` lets the world come to rest."""
        self._states = api.object_states
        self._scope = scope
        self._percepts = percepts
        self._settle = settle

    def change(self, gained: frozenset[Atom], lost: frozenset[Atom]) -> None:
        """Make facts hold, and others not."""
        for fact in sorted(lost):
            if self._scope.exists(fact.arguments[0]):
                self._remove(fact, gained)
        for fact in sorted(gained):
            if self._scope.exists(fact.arguments[0]):
                self._add(fact, lost)

    def _add(self, fact: Atom, lost: frozenset[Atom]) -> None:
        if fact.predicate == "covered":
            self._set(fact, "Covered", value=True)
        elif fact.predicate == "saturated":
            self._set(fact, "Saturated", value=True)
        elif fact.predicate == "contains" and not _replaced(fact, lost):
            self._set(fact, "Filled", value=True)
        else:
            return
        self._settle()

    def _remove(self, fact: Atom, gained: frozenset[Atom]) -> None:
        if fact.predicate == "covered":
            self._wipe(fact)
        elif fact.predicate == "saturated":
            self._set(fact, "Saturated", value=False)
        elif fact.predicate == "contains":
            becomes = _replaced(fact, gained)
            if becomes:
                self._transform(fact, becomes)
            else:
                self._set(fact, "Contains", value=False)

    def _wipe(self, fact: Atom) -> None:
        for _ in range(_WIPES):
            self._set(fact, "Covered", value=False)
            self._settle()
            if not self._percepts.holds(fact):
                return

    def _transform(self, fact: Atom, becomes: str) -> None:
        """Turn what a vessel contains into another substance, particle by particle."""
        vessel, old = self._scope.thing(fact.arguments[0]), self._scope.system(fact.arguments[1])
        content = vessel.states[self._states.ContainedParticles].get_value(old)
        places = content.in_volume.nonzero().flatten()
        positions = content.positions[places]
        old.remove_particles(idxs=places)
        self._scope.system(becomes).generate_particles(positions=positions)

    def _set(self, fact: Atom, state: str, *, value: bool) -> None:
        thing: Any = self._scope.thing(fact.arguments[0])
        system = self._scope.system(fact.arguments[1])
        thing.states[getattr(self._states, state)].set_value(system, value)


def _replaced(fact: Atom, others: frozenset[Atom]) -> str:
    """The substance of another fact of the same kind about the same object; empty for none."""
    for other in sorted(others):
        if other.predicate == fact.predicate and other.arguments[0] == fact.arguments[0]:
            return other.arguments[1]
    return ""
