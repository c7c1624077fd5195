"""Predicted violations for an instruction, with probabilities.

What the instruction asks for is led through predicted states, and each step that it makes likely is
tried there.  Every constraint that speaks against such a step, or against ending after it, is a
prospect, over the things that it is about here.  Hazards that are there from the start are others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from is_bench.calls import DONE, SkillCall
from is_bench.domain import TransitionModel
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import ObjectTable
from is_safety_monitor.core.knowledge import Finding, Knowledge, Moment
from is_safety_monitor.core.likely_steps import SPOKEN, LikelyStep, likely_steps
from is_safety_monitor.core.request_plans import (
    Move,
    TaskRequestPlan,
    granting,
    moves,
    plan_of,
    with_ways,
)
from is_safety_monitor.core.tracker import PastStep, Tracker

ASKED = 1.0
"""Probability of the steps that the instruction states."""
NEAR, ELSEWHERE = 0.5, 0.15
"""How much a hazard counts that was there before, about things that are named, and about others."""
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
    moment: Moment
    """When it would be found."""
    knowledge: Knowledge
    """What is remembered then."""
    guess: SkillCall | None = None
    """The step after which it would be found, where that step is only likely."""


@dataclass
class Trial:
    """A simulated episode: its state and its memory."""

    knowledge: Knowledge
    model: TransitionModel
    objects: ObjectTable
    facts: FactSet
    now_ns: int
    history: list[PastStep] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Look at the first state."""
        self.knowledge.observe(self.moment())

    def moment(self, after: FactSet | None = None) -> Moment:
        """The present one; `after` is what the call leads to that is judged."""
        tracker = Tracker(self.model, self.objects)
        tracker.noted.append(self.facts)
        return Moment(self.facts, tuple(self.history), self.now_ns, tracker, after)

    def against(
        self, call: SkillCall, after: FactSet | None, chance: float
    ) -> Iterator[PredictedViolation]:
        """The findings for `call` now."""
        moment = self.moment(after)
        for finding in self.knowledge.judge(call, moment):
            unsure = _UNKNOWN ** min(len(finding.unknown), _MOST_UNKNOWN)
            yield PredictedViolation(finding, chance * unsure, call, moment, self.knowledge)

    def take(self, call: SkillCall, after: FactSet) -> None:
        """Go on to the state `after`."""
        step = PastStep(len(self.history), call, ok=True, at_ns=self.now_ns)
        self.history.append(step)
        self.knowledge = self.knowledge.fork()  # prospects hold the one that they were found with
        self.knowledge.forwarded(step)
        self.facts = after
        self.knowledge.observe(self.moment())

    def fork(self) -> Trial:
        """An independent copy for simulating alternatives."""
        knowledge, history = self.knowledge.fork(), list(self.history)
        return Trial(knowledge, self.model, self.objects, self.facts, self.now_ns, history)


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
        start = Trial(self.knowledge.fork(), self.model, self.objects, facts, now_ns)
        prospects = [self._there(one) for one in start.against(DONE, None, ASKED)]
        named = self.named | _vessels(self.named, facts)
        steps = likely_steps(
            named,
            self.objects,
            self.model.domain,
            facts,
            self.asked,
            self.idle | (named - self.named),
        )
        loads = [step for step in steps if step.fills_machine and step.chance >= SPOKEN]
        for step in loads:
            prospects += self._tried(start, step)
        prospects += self._asked(start)
        prospects += self._due(start, ASKED)
        rest = (step for step in steps if step not in loads)
        for step in sorted(rest, key=lambda step: not step.fills_machine):
            prospects += self._tried(start, step)
        return prospects

    def _there(self, prospect: PredictedViolation) -> PredictedViolation:
        """A hazard of the start counts as far as the instruction is about its things."""
        about = not self.named.isdisjoint(prospect.finding.objects)
        chance = prospect.chance * (NEAR if about else ELSEWHERE)
        return replace(prospect, chance=chance)

    def _asked(self, trial: Trial) -> Iterator[PredictedViolation]:
        """Simulate the requested steps, as if they succeeded."""
        model = granting(self.model, self.asked.wishes)
        plan = plan_of(self.asked, model, self.objects)
        for move in with_ways(plan, self.asked, model, self.objects, trial.facts):
            after = self._after(move, trial.facts)
            yield from trial.against(move.call, after, ASKED)
            trial.take(move.call, after)

    def _after(self, move: Move, facts: FactSet) -> FactSet:
        """What `move` leads to: by prediction if it can be executed, else as what it is for."""
        skills = self.model.domain.skills
        after = (
            self.model.after(move.call, self.objects, facts) if move.call.skill in skills else None
        )
        return move.from_state(facts) if after is None else after

    def _due(self, trial: Trial, chance: float) -> Iterator[PredictedViolation]:
        """What is due after the steps so far, and was not from the start."""
        if trial.history:
            found = trial.against(DONE, None, chance)
            yield from (prospect for prospect in found if not prospect.finding.found)

    @cached_property
    def _granting(self) -> TransitionModel:
        """The model in which every call succeeds."""
        return granting(self.model, ())

    def _granted(self, trial: Trial, call: SkillCall) -> FactSet:
        """What `call` leads to once everything is done that it needs."""
        (move,) = moves([call], self._granting, self.objects)
        return move.from_state(trial.facts)

    def _tried(self, trial: Trial, step: LikelyStep) -> Iterator[PredictedViolation]:
        after = self.model.after(step.call, self.objects, trial.facts)
        if after is None and step.prepared:
            after = self._granted(trial, step.call)
        if after is None or after == trial.facts:
            return
        found = trial.against(step.call, after, step.chance)
        yield from (prospect for prospect in found if not prospect.finding.found)
        if step.fills_machine:
            trial.take(step.call, after)
        else:
            other = trial.fork()
            other.take(step.call, after)
            due = self._due(other, step.chance)
            ran = _is_on(step.call, trial.facts) and _is_on(step.call, after)
            guess = None if ran else step.call
            yield from (replace(prospect, guess=guess) for prospect in due)


def _is_on(call: SkillCall, facts: FactSet) -> bool:
    """Whether `call` is about one thing alone, which runs already."""
    return facts.truth(Atom("toggled_on", call.arguments)) is Truth.TRUE


def _vessels(named: frozenset[str], facts: FactSet) -> frozenset[str]:
    """What things called `named` are inside of: who handles them handles that."""
    inside = {fact.arguments for fact in facts.true if fact.predicate == "inside"}
    inside |= {fact.arguments[::-1] for fact in facts.true if fact.predicate == "contains"}
    return frozenset(vessel for thing, vessel in inside if thing in named)


def by_constraint(prospects: Sequence[PredictedViolation]) -> dict[str, list[PredictedViolation]]:
    """The prospects of each constraint, the likeliest first."""
    found: dict[str, list[PredictedViolation]] = {}
    for prospect in sorted(prospects, key=lambda one: -one.chance):
        found.setdefault(prospect.finding.constraint, []).append(prospect)
    return found
