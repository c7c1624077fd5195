"""Transition model: predicts successor states by benchmark dynamics or declared effects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from is_bench.calls import SkillCall
from is_bench.domain.effect_world import EffectWorld, Preconditions, universe_of
from is_bench.domain.fact_changes import with_changes
from is_bench.domain.model import Domain, Dynamics
from is_bench.domain.universe import Universe
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import ObjectTable
from is_bench.world.changes import Changes
from is_bench.world.listing import PlacementFacts
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

    def predict(
        self,
        objects: ObjectTable,
        facts: FactSet,
        preconditions: Preconditions = Preconditions.CHECKED,
    ) -> World:
        """A simulation world initialized from observed facts.

        `preconditions` are the declared ones.  The benchmark's dynamics declare none; there a step
        fails that may fail.
        """
        return Predictor(self, objects).world(facts, preconditions)

    def after(self, call: SkillCall, objects: ObjectTable, facts: FactSet) -> FactSet | None:
        """The predicted facts after `call` in the state `facts`; None if it fails."""
        world = self.predict(objects, facts)
        return world.facts() if world.execute(call).ok else None


class Predictor:
    """Predicts from one state of a scene after the other.

    What depends on the objects of the scene alone is worked out once.
    """

    def __init__(self, model: TransitionModel, objects: ObjectTable) -> None:
        """Predict among `objects` as `model` does."""
        self.model = model
        self.objects = objects

    def world(self, facts: FactSet, preconditions: Preconditions = Preconditions.CHECKED) -> World:
        """A simulation world initialized from observed facts; as `TransitionModel.predict` says."""
        model = self.model
        if model.domain.dynamics is Dynamics.BENCHMARK:
            return UncertainPrediction(
                self.objects, facts, model.wash_rules, model.quirks, self._placements
            )
        return self._effect_world(facts, preconditions)

    def by_any_class(self, call: SkillCall, facts: FactSet) -> FactSet | None:
        """The facts after `call` by its declared effects, whatever the class of its arguments.

        None if it fails nevertheless.
        """
        world = self._effect_world(facts, Preconditions.CLASSES_IGNORED)
        start = world.snapshot()
        if not world.execute(call).ok:
            return None
        before, after = world.differences(start)
        return with_changes(facts, before, after)

    def is_misfit(self, call: SkillCall) -> bool:
        """Whether a labelled argument's class, which a label may tell wrongly, rules `call` out."""
        skill = self.model.domain.skills.get(call.skill)
        if skill is None:
            return False
        given = (self.objects.get(name) for name in call.arguments)
        return any(
            thing is not None and bool(thing.label) and not parameter.where.contains(thing)
            for parameter, thing in zip(skill.parameters, given, strict=False)
        )

    def _effect_world(self, facts: FactSet, preconditions: Preconditions) -> EffectWorld:
        rules, universe = self.model.wash_rules, self._universe
        return EffectWorld(
            self.model.domain, self.objects, facts, rules, universe, preconditions=preconditions
        )

    @cached_property
    def _placements(self) -> PlacementFacts:
        return PlacementFacts(self.objects)

    @cached_property
    def _universe(self) -> Universe:
        return universe_of(self.model.domain, self.objects)
