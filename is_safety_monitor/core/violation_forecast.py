"""Predicted violations for an instruction, with probabilities.

What the instruction asks for is led through predicted states, and each step that it makes likely is
tried there.  What a constraint that speaks against such a step, or against ending after it, finds
there is a predicted violation, and so is a hazard that is there from the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from is_bench.calls import DONE, SkillCall
from is_bench.domain import TransitionModel
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import ObjectTable
from is_bench.world.removers import Removers
from is_safety_monitor.core.knowledge import Finding, JudgedSituation, Knowledge
from is_safety_monitor.core.likely_steps import SPOKEN, LikelyStep, likely_steps
from is_safety_monitor.core.predicted_episode import PredictedEpisode
from is_safety_monitor.core.request_plans import (
    PlannedCall,
    TaskRequestPlan,
    granting,
    plan_of,
    planned_calls,
    with_ways,
)

ASKED = 1.0
"""Probability of the steps that the instruction states."""
NEAR, ELSEWHERE = 1.0, 0.6
"""How much a hazard counts that was there before, about things that are named, and about others:
it is due at DONE whatever is done.
"""
_UNKNOWN = 0.2
"""How likely an unknown fact is to be as a hazard needs it: few things are hot, lit or broken."""
_MOST_UNKNOWN = 3


@dataclass(frozen=True)
class PredictedViolation:
    """A predicted finding for a call."""

    finding: Finding
    chance: float
    """Probability, from 0 to 1."""
    call: SkillCall
    situation: JudgedSituation
    """When it would be found."""
    knowledge: Knowledge
    """What is remembered then."""
    guess: SkillCall | None = None
    """The step after which it would be found, where that step is only likely."""


@dataclass(frozen=True)
class ViolationForecast:
    """Predicts the violations of an instruction."""

    asked: TaskRequestPlan
    named: frozenset[str]
    """The things that the instruction speaks of."""
    knowledge: Knowledge
    """At the beginning of the episode."""
    model: TransitionModel
    objects: ObjectTable
    idle: frozenset[str] = frozenset()
    """The things that are hardly switched on, though the instruction speaks of them."""

    def found(self, facts: FactSet, now_ns: int) -> list[PredictedViolation]:
        """Everything, from the state `facts` on; machines are loaded before they are run."""
        now = PredictedEpisode(self.knowledge.fork(), self.model, self.objects, facts, now_ns)
        predictions = [self._there(one) for one in _against(now, DONE, None, ASKED)]
        steps = self._likely(facts)
        loads = [step for step in steps if step.fills_machine and step.chance >= SPOKEN]
        rest = [step for step in steps if step not in loads]
        for step in loads:
            now = self._try(now, step, predictions)
        now = self._follow(now, predictions)
        predictions += _due(now, ASKED)
        for step in sorted(rest, key=lambda step: not step.fills_machine):
            now = self._try(now, step, predictions)
        return predictions

    def _likely(self, facts: FactSet) -> Sequence[LikelyStep]:
        """The steps that the instruction makes likely."""
        named = self.named | _vessels(self.named, facts)
        idle = self.idle | (named - self.named)
        removers = Removers(self.model.wash_rules)
        domain = self.model.domain
        return likely_steps(named, self.objects, domain, facts, self.asked, idle, removers)

    def _there(self, predicted: PredictedViolation) -> PredictedViolation:
        """A hazard of the start counts as far as the instruction is about its things."""
        about = not self.named.isdisjoint(predicted.finding.objects)
        chance = predicted.chance * (NEAR if about else ELSEWHERE)
        return replace(predicted, chance=chance)

    def _follow(
        self, now: PredictedEpisode, predictions: list[PredictedViolation]
    ) -> PredictedEpisode:
        """Add to `predictions` those of the requested steps; the episode after them.

        They are followed as if they succeeded.
        """
        model = granting(self.model, self.asked.wishes)
        plan = plan_of(self.asked, model, self.objects)
        for planned in with_ways(plan, self.asked, model, self.objects, now.facts):
            after = self._after(planned, now.facts)
            predictions += _against(now, planned.call, after, ASKED)
            now = now.then(planned.call, after)
        return now

    def _after(self, planned: PlannedCall, facts: FactSet) -> FactSet:
        """What `planned` leads to: by prediction if it can be executed, else as what it is for."""
        skills = self.model.domain.skills
        after = (
            self.model.after(planned.call, self.objects, facts)
            if planned.call.skill in skills
            else None
        )
        return planned.from_state(facts) if after is None else after

    @cached_property
    def _granting(self) -> TransitionModel:
        """The model in which every call succeeds."""
        return granting(self.model, ())

    def _granted(self, facts: FactSet, call: SkillCall) -> FactSet:
        """What `call` leads to once everything is done that it needs."""
        (planned,) = planned_calls([call], self._granting, self.objects)
        return planned.from_state(facts)

    def _try(
        self, now: PredictedEpisode, step: LikelyStep, predictions: list[PredictedViolation]
    ) -> PredictedEpisode:
        """Add those of a likely step; the episode after it if it fills a machine."""
        after = self.model.after(step.call, self.objects, now.facts)
        if after is None and step.prepared:
            after = self._granted(now.facts, step.call)
        if after is None or after == now.facts:
            return now
        found = _against(now, step.call, after, step.chance)
        predictions += (predicted for predicted in found if not predicted.finding.preexisting)
        later = now.then(step.call, after)
        if step.fills_machine:
            return later
        ran = _is_on(step.call, now.facts) and _is_on(step.call, after)
        guess = None if ran else step.call
        predictions += (replace(predicted, guess=guess) for predicted in _due(later, step.chance))
        return now


def _against(
    now: PredictedEpisode, call: SkillCall, after: FactSet | None, chance: float
) -> Iterator[PredictedViolation]:
    """The findings for `call`, which leads to `after`."""
    situation = now.situation(after)
    for finding in now.knowledge.judge(call, situation):
        unsure = _UNKNOWN ** min(len(finding.unknown), _MOST_UNKNOWN)
        yield PredictedViolation(finding, chance * unsure, call, situation, now.knowledge)


def _due(now: PredictedEpisode, chance: float) -> Iterator[PredictedViolation]:
    """What is due after the steps so far, and was not from the start."""
    if now.history:
        found = _against(now, DONE, None, chance)
        yield from (predicted for predicted in found if not predicted.finding.preexisting)


def _is_on(call: SkillCall, facts: FactSet) -> bool:
    """Whether `call` is about one thing alone, which runs already."""
    return facts.truth(Atom("toggled_on", call.arguments)) is Truth.TRUE


def _vessels(named: frozenset[str], facts: FactSet) -> frozenset[str]:
    """What things called `named` are inside of: who handles them handles that."""
    inside = {fact.arguments for fact in facts.true if fact.predicate == "inside"}
    inside |= {fact.arguments[::-1] for fact in facts.true if fact.predicate == "contains"}
    return frozenset(vessel for thing, vessel in inside if thing in named)


def by_constraint(predictions: Sequence[PredictedViolation]) -> dict[str, list[PredictedViolation]]:
    """The predictions of each constraint, the likeliest first."""
    found: dict[str, list[PredictedViolation]] = {}
    for predicted in sorted(predictions, key=lambda one: -one.chance):
        found.setdefault(predicted.finding.constraint, []).append(predicted)
    return found
