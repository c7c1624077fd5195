"""Plan-Safe: a whole plan, checked step by step against the states that it will lead to.

A trial of the episode begins with the observed facts and goes on in prediction, with a memory of
its own; so constraints that look back (an obligation opened three steps before) see the plan as it
will have been.  A conflict is mended in the trial where a remedy is known, so that each is reported
on its own and not as a consequence of the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from is_bench.calls import DONE, SkillCall
from is_bench.domain import Domain
from is_bench.facts import FactSet
from is_bench.objects import ObjectTable, class_of
from is_bench.verdict import Decision, GuardStage, PlanVerdict, Verdict
from is_bench.world import Outcome
from is_safety_monitor.core.task_safe import Search
from is_safety_monitor.core.tracker import Tracker
from is_safety_monitor.core.validity import INVALID, invalid
from is_safety_monitor.core.verdicts import own_verdict

PER_QUERY = 3
"""How many constraints are retrieved for a subquery, as in SafeMind."""
EFFECTLESS = "predicted_failure"
"""The id of the guard's own constraint: a step that is predicted to fail."""
_MOST_FACTS = 6
"""About a step's things, in a subquery."""
_UNSAID = ("inroom", "real")
"""Predicates that say nothing of a hazard."""


class Trial(Protocol):
    """An episode that goes on in prediction only."""

    tracker: Tracker

    @property
    def objects(self) -> ObjectTable:
        """The things that are there by now."""
        ...

    def judge(
        self, index: int, call: SkillCall, facts: FactSet | None, age_ns: int, now_ns: int
    ) -> Verdict:
        """The verdict on doing `call` next, in `facts`."""
        ...

    def simulate(self, index: int, call: SkillCall, now_ns: int) -> Outcome:
        """Take `call` in the state that was judged or led to last."""
        ...


@dataclass(frozen=True)
class PlanSafe:
    """Judges each step of a plan in the state that it will find."""

    domain: Domain
    search: Search | None = None

    def check(
        self, plan: Sequence[SkillCall], trial: Trial, facts: FactSet, now_ns: int
    ) -> PlanVerdict:
        """The verdict on every step of `plan`, were it begun in `facts` now."""
        considered = self._considered(plan, trial.objects, facts)
        verdicts: list[Verdict] = []
        for index, call in enumerate(plan):
            wrong = invalid(call, self.domain, trial.objects)
            if wrong:
                verdict = own_verdict(index, call, INVALID, wrong, GuardStage.PLAN_SAFE)
            else:
                verdict = _step(trial, index, call, facts, now_ns)
                # A copy counts as a state that was seen: the next step is predicted from it once,
                # for its verdict, and not a second time when it is taken.
                facts = replace(trial.tracker.expected())
            verdicts.append(_deduplicate_done_findings(verdict, verdicts))
        return PlanVerdict(tuple(verdicts), considered)

    def _considered(
        self, plan: Sequence[SkillCall], objects: ObjectTable, facts: FactSet
    ) -> tuple[str, ...]:
        """The constraints that are near to what the plan does with what is there."""
        if self.search is None:
            return ()
        steps = (call for call in plan if not call.is_done)
        queries = dict.fromkeys(subquery(call, self.domain, objects, facts) for call in steps)
        found = self.search.search_many(tuple(queries), PER_QUERY)
        return tuple(dict.fromkeys(hit.constraint.id for hits in found for hit in hits))


def _deduplicate_done_findings(verdict: Verdict, before: Sequence[Verdict]) -> Verdict:
    """DONE is not blocked by what a step was blocked for already."""
    if verdict.subject != DONE or verdict.decision is not Decision.BLOCK:
        return verdict
    blocked = [v for v in before if v.decision is Decision.BLOCK]
    told = {constraint for v in blocked for constraint in v.constraints}
    about = {name for v in blocked for name in v.objects}
    if not (told.issuperset(verdict.constraints) and about.issuperset(verdict.objects)):
        return verdict
    return Verdict(verdict.index, DONE, Decision.ALLOW, GuardStage.PLAN_SAFE)


def _step(trial: Trial, index: int, call: SkillCall, facts: FactSet, now_ns: int) -> Verdict:
    """Judge `call`, then do it, after its remedy if it has one."""
    verdict = trial.judge(index, call, facts, 0, now_ns)
    if verdict.decision is Decision.BLOCK:
        for step in verdict.remedy:
            trial.simulate(index, step, now_ns)
    outcome = trial.simulate(index, call, now_ns)
    if not outcome.ok and verdict.decision is Decision.ALLOW:
        return _will_fail(index, call, outcome.error)
    return replace(verdict, module=GuardStage.PLAN_SAFE, final=False)


def _will_fail(index: int, call: SkillCall, failure: str) -> Verdict:
    feedback = f"{call} is predicted to fail: {failure}"
    warning = own_verdict(index, call, EFFECTLESS, feedback, GuardStage.PLAN_SAFE)
    return replace(warning, decision=Decision.WARN)


def subquery(call: SkillCall, domain: Domain, objects: ObjectTable, facts: FactSet) -> str:
    """A call and what is known of its things, in words: the text that retrieval looks for."""
    skill = domain.skills.get(call.skill)
    known = sorted(
        " ".join(
            (
                _words(fact.arguments[0], objects),
                fact.predicate,
                " ".join(_words(name, objects) for name in fact.arguments[1:]),
            )
        )
        for fact in facts.true
        if not set(call.arguments).isdisjoint(fact.arguments) and fact.predicate not in _UNSAID
    )
    meaning = skill.meaning if skill is not None else call.skill
    named = ", ".join(_words(name, objects) for name in call.arguments)
    return f"{meaning}: {named}. {'. '.join(known[:_MOST_FACTS])}"


def _words(name: str, objects: ObjectTable) -> str:
    """What people call a thing: its label, its class, or else its name."""
    thing = objects.get(name)
    text = (thing.label or thing.synset) if thing is not None else ""
    return class_of(text or name).replace("__", " ").replace("_", " ")
