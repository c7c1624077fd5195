"""Transition model: predicts successor states by benchmark dynamics or declared effects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from is_bench.calls import SkillCall
from is_bench.domain.effect_world import EffectWorld
from is_bench.domain.model import Domain, Dynamics
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import ObjectTable
from is_bench.world.changes import Changes
from is_bench.world.outcome import Outcome
from is_bench.world.prediction import UncertainPrediction
from is_bench.world.quirks import RELEASED, Quirks
from is_bench.world.removers import WashRule
from is_bench.world.symbolic import SymbolicWorld


class World(Protocol):
    """A world in which calls are executed; a `FactView`."""

    @property
    def objects(self) -> ObjectTable:
        """The known objects, including those created during the episode."""
        ...

    def execute(self, call: SkillCall) -> Outcome:
        """Execute a call, over names of `objects`."""
        ...

    def change(self, changes: Changes) -> None:
        """Make exogenous changes."""
        ...

    def truth(self, fact: Atom) -> Truth:
        """Whether `fact` holds."""
        ...

    def facts(self) -> FactSet:
        """All true and unknown facts."""
        ...

    def snapshot(self) -> object:
        """A token for the present state."""
        ...

    def restore(self, snapshot: object) -> None:
        """Return to the state of `snapshot`, a token of this world."""
        ...


@dataclass(frozen=True)
class TransitionModel:
    """Creates worlds of a domain."""

    domain: Domain
    quirks: Quirks = RELEASED
    """Quirk options of the benchmark's dynamics; unused by others."""
    wash_rules: tuple[WashRule, ...] = ()

    def world(self, objects: ObjectTable, facts: Iterable[Atom]) -> World:
        """A scene in its initial state, in which exactly `facts` hold.

        The benchmark's dynamics add the implicit initial facts of the released environment.
        """
        if self.domain.dynamics is Dynamics.BENCHMARK:
            return SymbolicWorld(objects, facts, self.wash_rules, self.quirks)
        known = FactSet.closed_world(facts)
        return EffectWorld(self.domain, objects, known, self.wash_rules)

    def predict(self, objects: ObjectTable, facts: FactSet) -> World:
        """A simulation world initialized from observed facts."""
        if self.domain.dynamics is Dynamics.BENCHMARK:
            return UncertainPrediction(objects, facts, self.wash_rules, self.quirks)
        return EffectWorld(self.domain, objects, facts, self.wash_rules)

    def after(self, call: SkillCall, objects: ObjectTable, facts: FactSet) -> FactSet | None:
        """The predicted facts after `call` in the state `facts`; None if it fails."""
        world = self.predict(objects, facts)
        return world.facts() if world.execute(call).ok else None
