"""Remedies for predicted violations: steps that a planner can take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_safety_monitor.core.remedy_choice import RemedyChoice
from is_safety_monitor.core.remedy_finder import RemedyFinder
from is_safety_monitor.core.unrecognized import UnrecognizedObjects
from is_safety_monitor.core.violation_forecast import PredictedViolation


@dataclass(frozen=True)
class AdviceRemedies:
    """The steps against predictions: those that constraints name, or that a search finds."""

    search: RemedyFinder
    unrecognized: UnrecognizedObjects

    def named(self, predictions: Sequence[PredictedViolation]) -> tuple[SkillCall, ...]:
        """Remedies named by constraints, if executable where `predictions` of one call occur."""
        named = tuple(dict.fromkeys(step for one in predictions for step in one.finding.remedy))
        return named if named and self._mends(named, predictions[0]) else ()

    def searched(self, predictions: Sequence[PredictedViolation]) -> tuple[SkillCall, ...]:
        """What the guard would offer against `predictions` of one call at one moment."""
        first = predictions[0]
        choice = RemedyChoice(self.search, first.knowledge, self.unrecognized, first.situation)
        found = choice.choose(first.call, [one.finding for one in predictions])
        return tuple(step for step in found if step != first.call and not step.is_done)

    def _mends(self, steps: Sequence[SkillCall], predicted: PredictedViolation) -> bool:
        """Whether `steps` can be executed one after the other, and `predicted.call` undoes none."""
        call, facts = predicted.call, predicted.situation.facts
        world = self.search.model.predict(self.search.objects, facts)
        start = world.snapshot()
        plain = world.execute(call).ok and world.facts()
        world.restore(start)
        if not all(world.execute(step).ok for step in steps) or world.facts() == facts:
            return False
        return call.is_done or not world.execute(call).ok or world.facts() != plain
