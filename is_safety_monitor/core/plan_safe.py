"""Plan-Safe: a whole plan, checked step by step against the states that it will lead to.

The plan is led through a symbolic world that starts from the observed facts, with a memory of its
own; so constraints that look back (an obligation opened three steps before) see the plan as it will
have been.  A conflict is mended in the prediction where a remedy is known, so that each is reported
on its own and not as a consequence of the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from is_bench.facts import FactSet
from is_bench.objects import ObjectTable, class_of
from is_bench.skills import SKILLS
from is_bench.verdict import Decision, Module, PlanVerdict, Verdict
from is_bench.world import WashRule, is_done
from is_bench.world.prediction import Forecast
from is_safety_monitor.core.guard import Guard
from is_safety_monitor.core.knowledge import Knowledge
from is_safety_monitor.core.task_safe import Search
from is_safety_monitor.core.verdicts import verdict_of

PER_QUERY = 3
"""How many constraints are retrieved for a subquery, as in SafeMind."""
EFFECTLESS = "predicted_failure"
"""The id of the guard's own constraint: a step that is predicted to fail."""


@dataclass(frozen=True)
class PlanSafe:
    """Predicts what a plan does, and judges each step in the state that it will find."""

    objects: ObjectTable
    wash_rules: Sequence[WashRule] = ()
    search: Search | None = None

    def check(self, plan: Sequence[str], guard: Guard, facts: FactSet, now_ns: int) -> PlanVerdict:
        """The verdict on every step of `plan`, were it begun in `facts` now."""
        trial = _Trial(self, guard, facts, now_ns)
        verdicts = tuple(trial.step(index, action) for index, action in enumerate(plan))
        return PlanVerdict(verdicts, self._considered(plan, facts))

    def _considered(self, plan: Sequence[str], facts: FactSet) -> tuple[str, ...]:
        """The constraints that are near to what the plan does with what is there."""
        if self.search is None:
            return ()
        queries = dict.fromkeys(subquery(action, facts) for action in plan if not is_done(action))
        found = self.search.search_many(tuple(queries), PER_QUERY)
        return tuple(dict.fromkeys(hit.constraint.id for hits in found for hit in hits))


class _Trial:
    """A guard and a world that go on in prediction only."""

    def __init__(self, check: PlanSafe, guard: Guard, facts: FactSet, now_ns: int) -> None:
        self._forecast = Forecast(check.objects, facts, check.wash_rules)
        self._now_ns = now_ns
        knowledge: Knowledge = guard.knowledge.fork()
        self._guard = Guard(knowledge, guard.mode, mender=guard.mender, history=list(guard.history))

    def step(self, index: int, action: str) -> Verdict:
        """Judge `action`, then do it, after its remedy if it has one."""
        verdict = self._guard.judge(
            index, action, self._forecast.facts(), age_ns=0, now_ns=self._now_ns
        )
        if verdict.decision is Decision.BLOCK:
            for step in verdict.mitigation:
                self._do(index, step)
        failure = self._do(index, action)
        if failure and verdict.decision is Decision.ALLOW:
            return _will_fail(index, action, failure)
        return replace(verdict, module=Module.PLAN_SAFE, final=False)

    def _do(self, index: int, action: str) -> str:
        if is_done(action):
            return ""
        outcome = self._forecast.execute(action)
        self._guard.forwarded(index, action, ok=outcome.ok, now_ns=self._now_ns)
        return outcome.error


def _will_fail(index: int, action: str, failure: str) -> Verdict:
    warning = verdict_of(index, action, (), Module.PLAN_SAFE)
    feedback = f"{action} is predicted to fail: {failure}"
    return replace(warning, decision=Decision.WARN, constraints=(EFFECTLESS,), feedback=feedback)


def subquery(action: str, facts: FactSet) -> str:
    """A step and what is known of its objects, in words: the text that retrieval looks for."""
    name, _, rest = action.partition("(")
    skill = SKILLS.get(name.strip().upper())
    names = [part.strip() for part in rest.rstrip(") ").split(",") if part.strip()]
    words = [_words(thing) for thing in names]
    known = sorted(
        f"{_words(fact.arguments[0])} {fact.predicate} {' '.join(map(_words, fact.arguments[1:]))}"
        for fact in facts.true
        if set(fact.arguments) & set(names) and fact.predicate not in ("inroom", "real")
    )
    meaning = skill.meaning if skill else name
    return f"{meaning}: {', '.join(words)}. {'. '.join(known[:6])}"


def _words(name: str) -> str:
    return class_of(name).replace("__", " ").replace("_", " ")
