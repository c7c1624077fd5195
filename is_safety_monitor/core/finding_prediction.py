"""Predicts guard findings along simulated steps."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from is_bench.calls import DONE, SkillCall
from is_bench.domain import Preconditions
from is_bench.facts import FactSet
from is_bench.verdict import Decision
from is_safety_monitor.core.knowledge import Finding, JudgedSituation, Knowledge
from is_safety_monitor.core.remedy_search import BlockingFindings
from is_safety_monitor.core.tracker import PastStep
from is_safety_monitor.core.unrecognized import UnrecognizedObjects


@dataclass(frozen=True)
class FindingPrediction:
    """The guard's knowledge at a moment, advanced through simulated steps."""

    knowledge: Knowledge
    unrecognized: UnrecognizedObjects
    situation: JudgedSituation
    blocking: frozenset[str] = frozenset()
    """The constraints that block already; they may also block the steps of a remedy."""

    def blocks(self, call: SkillCall, facts: FactSet) -> list[Finding]:
        """The findings that would block `call` in a state."""
        return _blocking(self._findings(call, facts, None))

    def blocking_findings(self, call: SkillCall, facts: FactSet) -> BlockingFindings:
        """The number of findings that block `call` in a state."""
        blocks = self.blocks(call, facts)
        found = sum(finding.preexisting for finding in blocks)
        return BlockingFindings(len(blocks) - found, found)

    def after_step(
        self, step: SkillCall, before: FactSet, after: FactSet
    ) -> tuple[FindingPrediction, int] | None:
        """The prediction after `step` and its number of warnings; None if it is blocked."""
        findings = self._findings(step, before, after)
        if self._is_stopped(findings):
            return None
        warned = {
            f.constraint for f in findings if f.decision is Decision.WARN and not f.preexisting
        }
        return self._after(step), len(warned)

    def new_final_warnings(
        self,
        steps: Sequence[SkillCall],
        call: SkillCall,
        left: BlockingFindings,
        excused: Collection[str],
    ) -> int | None:
        """As `FindingPredictor.new_final_warnings` says, if every state is observed."""
        now = self._simulate(steps, call)
        if now is None:
            return None
        standing = now.blocking_findings(call, now.situation.facts)
        if standing.due > left.due or standing.found > left.found:
            return None
        before = {_key(finding) for finding in self._at_the_end()}
        new = [f for f in now._at_the_end() if _key(f) not in before]  # noqa: SLF001  # its own class
        if any(set(excused).isdisjoint(finding.objects) for finding in _blocking(new)):
            return None
        return len(new)

    def _simulate(self, steps: Sequence[SkillCall], call: SkillCall) -> FindingPrediction | None:
        """The prediction after observed `steps`; None if one is blocked, or one or `call` fails.

        The same is assumed of the steps as in the search that found them.
        """
        tracker = self.situation.tracker.fork()
        world = tracker.model.predict(
            tracker.things, self.situation.facts, Preconditions.UNKNOWN_HOLD
        )
        now = replace(self, situation=replace(self.situation, tracker=tracker))
        for step in steps:
            facts = now.situation.facts
            succeeds = world.execute(step).ok
            findings = now._findings(step, facts, world.facts() if succeeds else None)  # noqa: SLF001  # its own class
            if not succeeds or now._is_stopped(findings):  # noqa: SLF001  # its own class
                return None
            now = now._after(step)  # noqa: SLF001  # its own class
            tracker.noted.extend((facts, now.situation.history[-1]))
            now = now._seeing(world.facts())  # noqa: SLF001  # its own class
        return now if world.execute(call).ok else None

    def _at_the_end(self) -> Sequence[Finding]:
        """The findings for DONE now."""
        return self._findings(DONE, self.situation.facts, None)

    def _findings(
        self, call: SkillCall, facts: FactSet, after: FactSet | None
    ) -> Sequence[Finding]:
        found = self.knowledge.judge(call, replace(self.situation, facts=facts, after=after))
        return (*found, *self.unrecognized.findings(call))

    def _is_stopped(self, findings: Sequence[Finding]) -> bool:
        """Whether something blocks a step that has not blocked before."""
        return any(finding.constraint not in self.blocking for finding in _blocking(findings))

    def _after(self, step: SkillCall) -> FindingPrediction:
        """The prediction after `step`, whose outcome is not observed yet."""
        number = len(self.situation.history)
        past = PastStep(number, step, ok=True, at_ns=self.situation.now_ns)
        knowledge = self.knowledge.fork()
        knowledge.forwarded(past)
        situation = replace(self.situation, history=(*self.situation.history, past))
        return replace(self, knowledge=knowledge, situation=situation)

    def _seeing(self, facts: FactSet) -> FindingPrediction:
        """With `facts` seen."""
        situation = replace(self.situation, facts=facts)
        self.knowledge.observe(situation)
        return replace(self, situation=situation)


def _key(finding: Finding) -> tuple[str, tuple[str, ...], Decision]:
    return finding.constraint, finding.objects, finding.decision


def _blocking(findings: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.decision is Decision.BLOCK]
