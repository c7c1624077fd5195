"""The request of an instruction in the scene of a guard, at the start of an episode."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

from is_bench.calls import DONE, SkillCall
from is_bench.domain import TransitionModel
from is_bench.facts import FactSet
from is_bench.objects import ObjectTable
from is_bench.verdict import Decision
from is_safety_monitor.core.certainty import CertainOnlyKnowledge, EvaluationBudget
from is_safety_monitor.core.knowledge import Finding, JudgedSituation, Knowledge
from is_safety_monitor.core.remedy_finder import RemedyFinder
from is_safety_monitor.core.request_plans import (
    NOTHING_KNOWN,
    PlannedCall,
    TaskRequestPlan,
    granting,
    plan_of,
)
from is_safety_monitor.core.request_sequences import comes_apart
from is_safety_monitor.core.simulated_episode import SimulatedEpisode
from is_safety_monitor.core.tracker import PastStep, Tracker
from is_safety_monitor.core.unrecognized import UnrecognizedObjects

ALL_WISHES = SkillCall("ALL_WISHES")
"""Stands for whatever makes every wish come true."""


class Start(Protocol):
    """A guard at the start of an episode."""

    search: RemedyFinder | None
    unrecognized: UnrecognizedObjects

    @property
    def knowledge(self) -> Knowledge:
        """The knowledge that it judges by."""
        ...

    @property
    def objects(self) -> ObjectTable:
        """The things that are known."""
        ...


@dataclass(frozen=True)
class RequestSimulation:
    """Certain violations of a requested plan; every judgement spends one unit of the budget."""

    asked: TaskRequestPlan
    own_model: TransitionModel
    """What the robot's calls lead to."""
    guard: Start
    ignored: frozenset[str] = frozenset()
    """Ids of the constraints by which nothing is refused."""
    budget: EvaluationBudget = field(default_factory=lambda: EvaluationBudget(0))

    @cached_property
    def model(self) -> TransitionModel:
        """The model in which the requested calls succeed."""
        return granting(self.own_model, self.asked.wishes)

    @property
    def objects(self) -> ObjectTable:
        """The things that are known."""
        return self.guard.objects

    @cached_property
    def plan(self) -> list[PlannedCall]:
        """The requested plan, in its order."""
        return plan_of(self.asked, self.model, self.objects)

    def rehearsal(self, facts: FactSet, now_ns: int) -> SimulatedEpisode:
        """A simulated episode that begins in `facts`."""
        search = self.guard.search
        if search is not None:
            search = replace(search, model=self.model)
        known = replace(self.guard.unrecognized, names=frozenset())
        return SimulatedEpisode(self.asked, self._certain(), search, known, facts, now_ns)

    def wrong(self, call: SkillCall, before: FactSet, after: FactSet) -> tuple[Finding, ...]:
        """What blocks a call between two states, whatever else is so and was done before."""
        tracker = Tracker(self.model, self.objects)
        found = self._certain().judge(call, JudgedSituation(before, (), 0, tracker, after))
        return tuple(f for f in found if not f.past and self._is_final(f))

    @cached_property
    def due_anyway(self) -> tuple[Finding, ...]:
        """What the wishes violate at the end, whatever else is so."""
        if not self.asked.wishes:
            return ()
        knowledge, tracker = self._certain(), Tracker(self.model, self.objects)
        step = PastStep(0, ALL_WISHES, ok=True)
        situation = JudgedSituation(self.asked.all_fulfilled, (step,), 0, tracker)
        knowledge.forwarded(step)
        knowledge.observe(situation)
        return tuple(filter(self._is_final, knowledge.judge(DONE, situation)))

    def can_be_cut(self, finding: Finding) -> bool:
        """Whether it is about a thing that can be cut: its pieces may be no hazard."""
        world = self.model.predict(self.objects, NOTHING_KNOWN)
        domain = self.own_model.domain
        return any(comes_apart(name, world, domain) for name in finding.objects)

    def _is_final(self, finding: Finding) -> bool:
        return finding.decision is Decision.BLOCK and not self.can_be_cut(finding)

    def _certain(self) -> CertainOnlyKnowledge:
        knowledge = self.guard.knowledge.fork()
        return CertainOnlyKnowledge(knowledge, self.model, self.objects, self.budget, self.ignored)
