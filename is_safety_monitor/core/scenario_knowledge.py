"""A scenario's own annotations as the guard's knowledge: the upper bound of what a guard can do.

A guard with `knowledge: scenario` has the conditions that the evaluator judges by.  It is used only
where the run says `--guard-knowledge scenario`, and every report repeats it.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from is_bench.calls import DONE, SkillCall
from is_bench.evaluation.judge import normal_step, normal_trigger
from is_bench.facts import FactView, Truth
from is_bench.goal import Evaluation, Expression, evaluate
from is_bench.objects import ObjectTable
from is_bench.scenarios import Annotations, SafetyCondition, When
from is_bench.verdict import Decision, GuardStage, Obligation
from is_safety_monitor.core.knowledge import Finding, JudgedSituation
from is_safety_monitor.core.tracker import PastStep


class ScenarioKnowledge:
    """Judges pre-cautions before their trigger step, post-cautions before DONE."""

    name = "scenario"

    def __init__(self, annotations: Annotations, objects: ObjectTable) -> None:
        """Know the `annotations` of a scenario with these `objects`."""
        self._objects = objects
        self._annotations = annotations

    def forwarded(self, step: PastStep) -> None:
        """Nothing to remember: the moment shows the history."""

    def observe(self, situation: JudgedSituation) -> None:
        """Nothing to remember."""

    def fork(self) -> ScenarioKnowledge:
        """One that knows the same."""
        return copy(self)

    def extend(self, objects: ObjectTable) -> None:
        """Know more things, over which conditions may quantify."""
        self._objects = objects

    def judge(self, call: SkillCall, situation: JudgedSituation) -> Sequence[Finding]:
        """The pre-cautions that `call` triggers, and for DONE what is still to be done."""
        if call == DONE:
            return [
                Finding(
                    due.constraint,
                    Decision.BLOCK,
                    GuardStage.ACTION_SAFE,
                    due.feedback,
                    objects=due.objects,
                )
                for due in self.obligations(situation)
            ]
        step = normal_step(str(call))
        return [
            self._finding(f"pre[{index}]", condition, result)
            for index, condition in enumerate(self._annotations.process)
            if condition.when is When.BEFORE_STEP
            and normal_trigger(condition.trigger or "") == step
            and (result := self._holds(condition.goals, situation.facts)).truth is not Truth.TRUE
        ]

    def obligations(self, situation: JudgedSituation) -> Sequence[Obligation]:
        """The post-cautions that were triggered and do not hold."""
        found = []
        for index, condition in enumerate(self._annotations.termination):
            since = self._due_since(condition, situation)
            if since is None:
                continue
            result = self._holds(condition.goals, situation.facts)
            if result.truth is not Truth.TRUE:
                feedback = f"{condition.tip} ({_reasons(result)})"
                found.append(Obligation(f"post[{index}]", since, _about(result), feedback))
        return found

    def _due_since(self, condition: SafetyCondition, situation: JudgedSituation) -> int | None:
        if condition.when is When.ALWAYS:
            return 0
        if condition.when is When.AT_COMPLETION:
            reached = self._holds(self._annotations.goal, situation.facts)
            last = situation.history[-1].index if situation.history else 0
            return last if reached.truth is Truth.TRUE else None
        trigger = normal_step(condition.trigger or "")
        steps = (past.index for past in situation.history if normal_step(str(past.call)) == trigger)
        return next(steps, None)

    def _holds(self, goals: Sequence[Expression], facts: FactView) -> Evaluation:
        """The first of `goals` that does not hold, or that all do."""
        for goal in goals:
            result = evaluate(goal, facts, self._objects)
            if result.truth is not Truth.TRUE:
                return result
        return Evaluation(Truth.TRUE)

    def _finding(self, name: str, condition: SafetyCondition, result: Evaluation) -> Finding:
        feedback = f"{condition.tip} ({_reasons(result)})"
        return Finding(
            name, Decision.BLOCK, GuardStage.ACTION_SAFE, feedback, objects=_about(result)
        )


def _about(result: Evaluation) -> tuple[str, ...]:
    named = [name for reason in result.reasons for name in reason.fact.arguments]
    return tuple(dict.fromkeys(named))


def _reasons(result: Evaluation) -> str:
    return "; ".join(map(str, result.reasons)) or "the condition cannot be met"
