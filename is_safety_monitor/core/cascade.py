"""The guard of one episode: Task-Safe, Plan-Safe and Action-Safe over one memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from is_bench.facts import FactSet, FactView
from is_bench.guard_log import HeardOpinion
from is_bench.scenarios import Scene
from is_bench.verdict import (
    Decision,
    GuardMode,
    Module,
    Obligation,
    PlanVerdict,
    TaskVerdict,
    Verdict,
)
from is_safety_monitor.core.guard import Guard
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.opinions import Listening
from is_safety_monitor.core.plan_safe import PlanSafe
from is_safety_monitor.core.stages import Stages
from is_safety_monitor.core.task_safe import TaskSafe
from kb.constraint import Constraint

UNREAD = "unread_requirement"
"""The id of the guard's own constraint: a requirement in the instruction that it cannot check."""


@dataclass
class Cascade:
    """What stands between a planner and a robot in one episode.

    Not thread-safe: one caller at a time.  Time comes in with each call.
    """

    guard: Guard
    scene: Scene
    plans: PlanSafe
    tasks: TaskSafe | None = None
    """None for knowledge that has nothing to say of instructions."""
    stages: Stages = field(default_factory=Stages)
    stated: tuple[Constraint, ...] = ()
    """Requirements that the instruction states."""
    unread: tuple[str, ...] = ()
    """Requirements in the instruction that could not be read."""

    @property
    def mode(self) -> GuardMode:
        """What the guard does with its verdicts."""
        return self.guard.mode

    @property
    def opinion(self) -> HeardOpinion | None:
        """What a language model has said of the task; None: it was not asked."""
        asked = self.tasks and self.tasks.relevance
        return asked.heard if isinstance(asked, Listening) else None

    def assess(self) -> TaskVerdict:
        """Task-Safe: the verdict on the scene's instruction, and what the planner should know."""
        instruction, knowledge = self.scene.instruction, self.guard.knowledge
        allowed = TaskVerdict(Verdict(0, instruction, Decision.ALLOW, Module.TASK_SAFE))
        if not self.stages.task or self.tasks is None or not isinstance(knowledge, KbKnowledge):
            return allowed
        found = self.tasks.assess(instruction, knowledge, self.stated)
        return replace(found, verdict=self._with_unread(found.verdict))

    def check_plan(self, plan: Sequence[str], facts: FactSet, now_ns: int) -> PlanVerdict:
        """Plan-Safe: the verdict on every step of `plan`, were it begun in `facts` now."""
        if not self.stages.plan:
            allowed = (_allowed(index, step, Module.PLAN_SAFE) for index, step in enumerate(plan))
            return PlanVerdict(tuple(allowed))
        return self.plans.check(plan, self.guard, facts, now_ns)

    def judge(
        self,
        index: int,
        action: str,
        facts: FactView | None,
        age_ns: int,
        now_ns: int,
        *,
        may_hold: bool = False,
    ) -> Verdict:
        """Action-Safe: the verdict on doing `action` now; as `Guard.judge`."""
        if not self.stages.action:
            return _allowed(index, action, Module.ACTION_SAFE)
        return self.guard.judge(index, action, facts, age_ns, now_ns, may_hold=may_hold)

    def forwarded(self, index: int, action: str, *, ok: bool, now_ns: int = 0) -> None:
        """Note that a step was executed, with success or not, at `now_ns`."""
        self.guard.forwarded(index, action, ok=ok, now_ns=now_ns)

    def stops(self, verdict: Verdict) -> bool:
        """Whether what this verdict is about is not to be done."""
        return self.guard.stops(verdict)

    def obligations(self, facts: FactView, now_ns: int) -> Sequence[Obligation]:
        """What has to be done before the task may end."""
        return self.guard.obligations(facts, now_ns)

    def _with_unread(self, verdict: Verdict) -> Verdict:
        if not self.unread:
            return verdict
        quoted = "; ".join(repr(text) for text in self.unread)
        feedback = f"The guard cannot check what the instruction demands here: {quoted}."
        decision = Decision.WARN if verdict.decision is Decision.ALLOW else verdict.decision
        return replace(
            verdict,
            decision=decision,
            constraints=(*verdict.constraints, UNREAD),
            feedback=f"{verdict.feedback} {feedback}".strip(),
        )


def _allowed(index: int, action: str, module: Module) -> Verdict:
    return Verdict(index, action, Decision.ALLOW, module)
