"""Simulated episode that considers only certain violations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from is_bench.calls import DONE, SkillCall
from is_bench.domain import Domain
from is_bench.facts import FactSet
from is_bench.verdict import Decision
from is_safety_monitor.core.certainty import CertainOnlyKnowledge
from is_safety_monitor.core.knowledge import Finding
from is_safety_monitor.core.predicted_episode import PredictedEpisode
from is_safety_monitor.core.remedy_choice import RemedyChoice
from is_safety_monitor.core.remedy_finder import RemedyFinder
from is_safety_monitor.core.request_plans import TaskRequestPlan
from is_safety_monitor.core.unrecognized import UnrecognizedObjects


class SimulatedEpisode:
    """Simulates steps one after the other, from an observed or assumed state."""

    def __init__(
        self,
        asked: TaskRequestPlan,
        knowledge: CertainOnlyKnowledge,
        search: RemedyFinder | None,
        unrecognized: UnrecognizedObjects,
        facts: FactSet,
        now_ns: int,
    ) -> None:
        """Begin in `facts`; the steps are to fulfil what is `asked`, and `knowledge` is its own."""
        self._asked = asked
        self._search = search
        self._unrecognized = unrecognized
        model, objects = knowledge.model, knowledge.objects
        self._domain = model.domain
        self._world = model.predict(objects, facts)
        """In the state that `now` is in, between calls."""
        self.now = PredictedEpisode(knowledge, model, objects, facts, now_ns)

    def attempt(self, call: SkillCall) -> list[Finding]:
        """The findings that block `call`; if there are none, it is executed."""
        before = self._world.snapshot()
        found = self._try(call)
        if found:
            self._world.restore(before)
        return found

    def take(self, call: SkillCall) -> None:
        """Execute `call`, even if findings block it."""
        self._world.execute(call)
        self.now = self.now.then(call, self._world.facts())

    def apply_remedy(self, call: SkillCall, findings: Sequence[Finding]) -> tuple[SkillCall, ...]:
        """Execute `call`, which `findings` block, after a remedy; returns the remedy.

        None where there is none after which `call` still brings about what it was to fulfil: then
        nothing is taken.
        """
        start, now = self._world.snapshot(), self.now
        self._world.execute(call)
        plain = self._world.facts()
        for steps in self._remedies(call, findings, start, plain):
            self._world.restore(start)
            for step in steps:
                self.take(step)
            if not self._try(call) and not self._asked.undone(plain, self.now.facts):
                return steps
            self.now = now
        self._world.restore(start)
        return ()

    def due(self) -> list[Finding]:
        """The findings that block DONE now."""
        return self._blocks(DONE, None)

    def _try(self, call: SkillCall) -> list[Finding]:
        """As `attempt`, but the world is led on even if `call` is blocked."""
        self._world.execute(call)
        after = self._world.facts()
        found = self._blocks(call, after)
        if not found:
            self.now = self.now.then(call, after)
        return found

    def _remedies(
        self, call: SkillCall, findings: Sequence[Finding], start: object, plain: FactSet
    ) -> Iterator[tuple[SkillCall, ...]]:
        """Candidate remedies: the search result, then any call on one of the objects alone.

        `start` is the present state of the world, and `plain` is what `call` alone leads to.
        """
        now, world = self.now, self._world
        if self._search is not None:
            choice = RemedyChoice(self._search, now.knowledge, self._unrecognized, now.situation())
            yield from filter(None, (choice.choose(call, findings),))
        for step in _single_steps(findings, self._domain):
            world.restore(start)
            if step == call or not world.execute(step).ok or world.facts() == now.facts:
                continue
            between = world.facts()
            world.execute(call)
            after = world.facts()
            if not (self._asked.undone(plain, after) or self._stops(call, between, after)):
                yield (step,)

    def _stops(self, call: SkillCall, before: FactSet, after: FactSet) -> bool:
        """Whether anything stops `call` between two states, as far as these tell."""
        situation = replace(self.now.situation(after), facts=before)
        return bool(_blocking(self.now.knowledge.judge(call, situation)))

    def _blocks(self, call: SkillCall, after: FactSet | None) -> list[Finding]:
        return _blocking(self.now.findings(call, after))


def _blocking(found: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in found if finding.decision is Decision.BLOCK]


def _single_steps(findings: Sequence[Finding], domain: Domain) -> Iterator[SkillCall]:
    """Every call on one thing that `findings` name."""
    skills = [skill.name for skill in domain.skills.values() if skill.arity == 1]
    names = dict.fromkeys(name for finding in findings for name in finding.objects)
    return (SkillCall(skill, (name,)) for name in names for skill in skills)
