"""What calls lead to: one interface to the benchmark's dynamics and to stated effects."""

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
from is_bench.world.prediction import Forecast
from is_bench.world.quirks import RELEASED, Quirks
from is_bench.world.removers import WashRule
from is_bench.world.symbolic import SymbolicWorld


class World(Protocol):
    """A world in which calls are executed; a `FactView`."""

    @property
    def objects(self) -> ObjectTable:
        """The objects that are known, those that came to be included."""
        ...

    def execute(self, call: SkillCall) -> Outcome:
        """Execute a call, over names of `objects`."""
        ...

    def change(self, changes: Changes) -> None:
        """Make changes that no skill makes."""
        ...

    def truth(self, fact: Atom) -> Truth:
        """Whether `fact` holds."""
        ...

    def facts(self) -> FactSet:
        """Every fact that holds, and what is not known."""
        ...

    def snapshot(self) -> object:
        """A token for the present state."""
        ...

    def restore(self, snapshot: object) -> None:
        """Return to the state of `snapshot`, a token of this world."""
        ...


@dataclass(frozen=True)
class TransitionModel:
    """Makes worlds of a domain."""

    domain: Domain
    quirks: Quirks = RELEASED
    """Of the benchmark's dynamics; others have none."""
    wash_rules: tuple[WashRule, ...] = ()

    def world(self, objects: ObjectTable, facts: Iterable[Atom]) -> World:
        """A scene at its start, where exactly `facts` hold.

        The benchmark's dynamics complete them as the released environment does.
        """
        if self.domain.dynamics is Dynamics.BENCHMARK:
            return SymbolicWorld(objects, facts, self.wash_rules, self.quirks)
        known = FactSet.closed_world(facts)
        return EffectWorld(self.domain, objects, known, self.wash_rules)

    def predict(self, objects: ObjectTable, facts: FactSet) -> World:
        """The world as it was observed, to find out what calls would lead to."""
        if self.domain.dynamics is Dynamics.BENCHMARK:
            return Forecast(objects, facts, self.wash_rules, self.quirks)
        return EffectWorld(self.domain, objects, facts, self.wash_rules)

    def after(self, call: SkillCall, objects: ObjectTable, facts: FactSet) -> FactSet | None:
        """What `call` is predicted to lead to in `facts`; None where it fails."""
        world = self.predict(objects, facts)
        return world.facts() if world.execute(call).ok else None
