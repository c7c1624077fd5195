"""Which calls a verdict offers as its remedy: named, tried before, or found by a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from is_bench.calls import SkillCall
from is_bench.facts import FactSet
from is_bench.verdict import Decision
from is_safety_monitor.core.knowledge import Finding, Knowledge, Moment
from is_safety_monitor.core.remedies import RemedySearch
from is_safety_monitor.core.strangers import Strangers
from is_safety_monitor.core.tracker import PastStep


@dataclass(frozen=True)
class RemedyChoice:
    """Chooses the remedy of a call that is blocked at a moment."""

    search: RemedySearch
    knowledge: Knowledge
    strangers: Strangers
    moment: Moment

    def choose(self, call: SkillCall, findings: Sequence[Finding]) -> tuple[SkillCall, ...]:
        """The fewest calls that make `call` pass; `call` itself if it is the cure.

        What the constraints name is taken where a prediction says that it works, or nothing does.
        """
        facts = self.moment.facts
        blocking = [f for f in findings if f.decision is Decision.BLOCK]
        named = tuple(dict.fromkeys(step for finding in blocking for step in finding.remedy))
        if not all(finding.curable for finding in blocking):
            return named

        def cured(state: FactSet, steps: Sequence[SkillCall]) -> bool:
            found = self._blocks(call, state)
            if not steps or not all(finding.past for finding in found):  # which costs less
                return not found
            return not self._blocks(call, state, steps)

        standing = all(finding.standing for finding in blocking)
        if standing and self.search.cures(call, facts, cured):
            return (call,)
        concerned = self._concerned(call, blocking)
        again = self._failed_before(concerned)
        tries = (named, again if all(self._harmless(step, facts) for step in again) else ())
        working = [t for t in tries if t and self.search.works(t, call, facts, cured)]
        gentle = (steps for steps in working if not self.search.spoils(steps, facts))
        best = next(gentle, ())
        if not best:
            best = self.search.find(call, facts, concerned, self._harmless, cured, again)
        return best or next(iter(working), named)

    def _concerned(self, call: SkillCall, findings: Sequence[Finding]) -> tuple[str, ...]:
        """The things that a block is about, in the order of the scene."""
        about = {*call.arguments, *(name for finding in findings for name in finding.objects)}
        return tuple(thing.name for thing in self.search.objects if thing.name in about)

    def _harmless(self, step: SkillCall, facts: FactSet) -> bool:
        return all(finding.standing for finding in self._blocks(step, facts))

    def _blocks(
        self, call: SkillCall, facts: FactSet, steps: Sequence[SkillCall] = ()
    ) -> Sequence[Finding]:
        """What would stop `call` in a predicted state, once `steps` have been taken."""
        knowledge = self.knowledge.fork() if steps else self.knowledge
        number, now_ns = len(self.moment.history), self.moment.now_ns
        for step in steps:
            knowledge.forwarded(PastStep(number, step, ok=True, at_ns=now_ns))
        found = knowledge.judge(call, replace(self.moment, facts=facts))
        every = (*found, *self.strangers.findings(call))
        return [finding for finding in every if finding.decision is Decision.BLOCK]

    def _failed_before(self, concerned: Sequence[str]) -> tuple[SkillCall, ...]:
        """The last step with one of the things `concerned` that failed: it may be tried again."""
        failed = (past.call for past in reversed(self.moment.history) if not past.ok)
        return tuple(call for call in failed if set(call.arguments) & set(concerned))[:1]
