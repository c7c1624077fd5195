"""Selects the remedy of a verdict: found by a search, or named by constraints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain.model import ParameterRole
from is_bench.verdict import Decision
from is_safety_monitor.core.call_sequences import CallSequence, carries_living
from is_safety_monitor.core.finding_prediction import FindingPrediction
from is_safety_monitor.core.knowledge import Finding, JudgedSituation, Knowledge
from is_safety_monitor.core.moves import RemedyTarget
from is_safety_monitor.core.remedy_finder import RemedyFinder
from is_safety_monitor.core.unrecognized import UnrecognizedObjects

_KNOWN = 0.2
"""How much less a way costs that a constraint names, or that was asked for before; in steps."""

_WAITING = (ParameterRole.WAITED_FOR, ParameterRole.MACHINE)


@dataclass(frozen=True)
class RemedyChoice:
    """Chooses the remedy of a call that is blocked at a moment."""

    search: RemedyFinder
    knowledge: Knowledge
    unrecognized: UnrecognizedObjects
    situation: JudgedSituation

    def choose(self, call: SkillCall, findings: Sequence[Finding]) -> tuple[SkillCall, ...]:
        """The lowest-cost remedy of `call`; `call` itself if it resolves the violation.

        What constraints name is taken as it is where nothing can be predicted.
        """
        facts = self.situation.facts
        blocking = [f for f in findings if f.decision is Decision.BLOCK]
        named = tuple(dict.fromkeys(step for finding in blocking for step in finding.remedy))
        if not all(finding.curable for finding in blocking):
            return named
        names = frozenset(f.constraint for f in blocking if f.standing or f.preexisting)
        judge = FindingPrediction(self.knowledge, self.unrecognized, self.situation, names)
        standing = all(finding.standing for finding in blocking)
        if standing and self.search.resolves(call, facts, judge):
            return (call,)
        concerned = self._concerned(call, blocking)
        shut_away = {name for f in blocking if f.within_reach for name, _ in f.places}
        places, fixed = _places(blocking), self._fixed(call)
        target = RemedyTarget(call, concerned, places, fixed, frozenset(shut_away))
        ways = tuple(self._ways(blocking, concerned))
        found = self.search.find(target, facts, judge, ways)
        unsure = not facts.closed or any(finding.unknown for finding in blocking)
        return found or (named if unsure else ())

    def _concerned(self, call: SkillCall, findings: Sequence[Finding]) -> tuple[str, ...]:
        """The things that a block is about, in the order of the scene."""
        about = {*call.arguments, *(name for finding in findings for name in finding.objects)}
        return tuple(thing.name for thing in self.search.objects if thing.name in about)

    def _fixed(self, call: SkillCall) -> tuple[str, ...]:
        """The object being waited for and the appliance in use."""
        skill = self.search.model.domain.skills.get(call.skill)
        if skill is None:
            return ()
        pairs = zip(skill.parameters, call.arguments, strict=False)
        return tuple(name for parameter, name in pairs if parameter.role in _WAITING)

    def _failed_before(self, concerned: Sequence[str]) -> tuple[SkillCall, ...]:
        """The last step with one of the things `concerned` that failed: it may be tried again."""
        domain, objects = self.search.model.domain, self.search.objects
        failed = (past.call for past in reversed(self.situation.history) if not past.ok)
        last = next((call for call in failed if set(call.arguments) & set(concerned)), None)
        return () if last is None or carries_living(last, domain, objects) else (last,)

    def _ways(
        self, findings: Sequence[Finding], concerned: Sequence[str]
    ) -> Iterator[CallSequence]:
        """What each finding names as its remedy, and what was tried before."""
        again = self._failed_before(concerned)
        for steps in dict.fromkeys([*(finding.remedy for finding in findings), again]):
            if steps:
                yield CallSequence(steps, len(steps) - _KNOWN)


def _places(findings: Sequence[Finding]) -> dict[str, frozenset[str]]:
    """The places where a thing would be safe: by all laws that name some, or else by any."""
    common: dict[str, frozenset[str]] = {}
    for finding in findings:
        named: dict[str, set[str]] = {}
        for thing, place in finding.places:
            named.setdefault(thing, set()).add(place)
        for thing, places in named.items():
            both = common.get(thing, frozenset(places)) & places
            common[thing] = both or common[thing] | places
    return common
