"""Simulated episode that considers only certain violations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from is_bench.calls import DONE, SkillCall
from is_bench.domain import Domain, World
from is_bench.facts import FactSet
from is_bench.verdict import Decision
from is_safety_monitor.core.certainty import CertainOnlyKnowledge
from is_safety_monitor.core.knowledge import Finding, Moment
from is_safety_monitor.core.remedies import RemedySearch
from is_safety_monitor.core.remedy_choice import RemedyChoice
from is_safety_monitor.core.request_plans import TaskRequestPlan
from is_safety_monitor.core.tracker import PastStep, Tracker
from is_safety_monitor.core.unrecognized import UnrecognizedObjects


@dataclass
class SimulatedEpisode:
    """Simulates steps one after the other, from an observed or assumed state."""

    asked: TaskRequestPlan
    """What the steps are to fulfil."""
    knowledge: CertainOnlyKnowledge
    search: RemedySearch | None
    unrecognized: UnrecognizedObjects
    facts: FactSet
    """The present state, as it was given or is predicted."""
    now_ns: int
    history: list[PastStep] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Look at the state that it begins with."""
        self._tracker = Tracker(self.knowledge.model, self.knowledge.objects)
        self._see(self.facts)

    def attempt(self, call: SkillCall) -> list[Finding]:
        """The findings that block `call`; if there are none, it is executed."""
        before = self._tracker.fork()
        self._tracker.simulate(call, self.now_ns)
        after = self._tracker.expected()
        found = self._blocks(call, after)
        if found:
            self._tracker = before
        else:
            self._advance(call, after)
        return found

    def take(self, call: SkillCall) -> None:
        """Execute `call`, even if findings block it."""
        self._tracker.simulate(call, self.now_ns)
        self._advance(call, self._tracker.expected())

    def apply_remedy(self, call: SkillCall, findings: Sequence[Finding]) -> tuple[SkillCall, ...]:
        """Execute `call`, which `findings` block, after a remedy; returns the remedy.

        None where there is none after which `call` still brings about what it was to fulfil: then
        nothing is taken.
        """
        world = self.knowledge.model.predict(self.knowledge.objects, self.facts)
        start = world.snapshot()
        world.execute(call)
        plain = world.facts()
        world.restore(start)
        for steps in self._remedies(call, findings, world, plain):
            other = self._branch()
            for step in steps:
                other.take(step)
            if not other.attempt(call) and not self.asked.undone(plain, other.facts):
                self._take_over_branch(other)
                return steps
        return ()

    def _remedies(
        self, call: SkillCall, findings: Sequence[Finding], world: World, plain: FactSet
    ) -> Iterator[tuple[SkillCall, ...]]:
        """Candidate remedies: the search result, then any call on one of the objects alone.

        `plain` is what `call` alone leads to.
        """
        if self.search is not None:
            choice = RemedyChoice(self.search, self.knowledge, self.unrecognized, self._moment())
            yield from filter(None, (choice.choose(call, findings),))
        start, before = world.snapshot(), world.facts()
        for step in _single_steps(findings, self.knowledge.model.domain):
            world.restore(start)
            if step == call or not world.execute(step).ok or world.facts() == before:
                continue
            between = world.facts()
            world.execute(call)
            after = world.facts()
            if not (self.asked.undone(plain, after) or self._stops(call, between, after)):
                yield (step,)

    def _branch(self) -> SimulatedEpisode:
        """An independent copy for simulating alternatives."""
        return replace(self, knowledge=self.knowledge.fork(), history=[*self.history])

    def _take_over_branch(self, other: SimulatedEpisode) -> None:
        """Go on from where a branch has come to."""
        self.knowledge, self.facts, self.history = other.knowledge, other.facts, other.history
        self._tracker = other._tracker  # its own class

    def _stops(self, call: SkillCall, before: FactSet, after: FactSet) -> bool:
        """Whether anything stops `call` between two states, as far as these tell."""
        found = self.knowledge.judge(call, replace(self._moment(after), facts=before))
        return any(finding.decision is Decision.BLOCK for finding in found)

    def due(self) -> list[Finding]:
        """The findings that block DONE now."""
        return self._blocks(DONE, None)

    def _blocks(self, call: SkillCall, after: FactSet | None) -> list[Finding]:
        found = self.knowledge.judge(call, self._moment(after))
        return [finding for finding in found if finding.decision is Decision.BLOCK]

    def _advance(self, call: SkillCall, after: FactSet) -> None:
        step = PastStep(len(self.history), call, ok=True, at_ns=self.now_ns)
        self.history.append(step)
        self.knowledge.forwarded(step)
        self._see(after)

    def _see(self, facts: FactSet) -> None:
        self.facts = facts
        self._tracker.noted.append(facts)
        self.knowledge.observe(self._moment())

    def _moment(self, after: FactSet | None = None) -> Moment:
        return Moment(self.facts, self.history, self.now_ns, self._tracker, after)


def _single_steps(findings: Sequence[Finding], domain: Domain) -> Iterator[SkillCall]:
    """Every call on one thing that `findings` name."""
    skills = [skill.name for skill in domain.skills.values() if skill.arity == 1]
    names = dict.fromkeys(name for finding in findings for name in finding.objects)
    return (SkillCall(skill, (name,)) for name in names for skill in skills)
