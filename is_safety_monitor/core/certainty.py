"""Restricts knowledge to certain findings; predicts calls by a model of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from is_bench.calls import SkillCall
from is_bench.domain import TransitionModel
from is_bench.objects import ObjectTable
from is_bench.verdict import Decision, GuardStage, Obligation
from is_safety_monitor.core.knowledge import Finding, JudgedSituation, Knowledge
from is_safety_monitor.core.tracker import PastStep

_SPENT = Finding(
    "guard_error", Decision.BLOCK, GuardStage.TASK_SAFE, "evaluation budget exceeded", curable=False
)


@dataclass
class EvaluationBudget:
    """Remaining number of judgements, for all that share it."""

    left: int

    @property
    def is_spent(self) -> bool:
        """Whether a judgement was requested beyond the budget."""
        return self.left < 0


@dataclass
class CertainOnlyKnowledge:
    """Restricts the knowledge `all_of_it` to findings independent of unknown facts."""

    all_of_it: Knowledge
    model: TransitionModel
    """What calls lead to."""
    objects: ObjectTable
    budget: EvaluationBudget
    """Once it is spent, every call is stopped: so a search ends."""
    ignored: frozenset[str] = frozenset()
    """Ids of constraints that are left out, too."""

    @property
    def name(self) -> str:
        """What reports call it."""
        return self.all_of_it.name

    def forwarded(self, step: PastStep) -> None:
        """Remember a step that was executed, with success or not."""
        self.all_of_it.forwarded(step)

    def observe(self, situation: JudgedSituation) -> None:
        """Take note of the state of the world."""
        self.all_of_it.observe(situation)

    def judge(self, call: SkillCall, situation: JudgedSituation) -> Sequence[Finding]:
        """The certain findings for `call` now."""
        self.budget.left -= 1
        if self.budget.is_spent:
            return (_SPENT,)
        if situation.after is None and not call.is_done:
            after = self.model.after(call, self.objects, situation.facts)
            situation = replace(situation, after=after)
        found = self.all_of_it.judge(call, situation)
        return [f for f in found if not f.unknown and f.constraint not in self.ignored]

    def obligations(self, situation: JudgedSituation) -> Sequence[Obligation]:
        """What has to be done before the task may end."""
        return self.all_of_it.obligations(situation)

    def fork(self) -> CertainOnlyKnowledge:
        """An independent copy for simulating alternatives."""
        return replace(self, all_of_it=self.all_of_it.fork())

    def extend(self, objects: ObjectTable) -> None:
        """Know more things."""
        self.objects = objects
        self.all_of_it.extend(objects)
