"""Verdicts of the session itself: not ready, stopped, rejected task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from is_bench.calls import SkillCall
from is_bench.guard_log import TaskRequest
from is_bench.verdict import GuardStage, PlanVerdict, TaskVerdict, Verdict
from is_safety_monitor.core.guard import WORLD_STATE
from is_safety_monitor.core.verdicts import own_verdict

STOPPED = "emergency_stop"
NOT_READY = "guard_not_ready"
NOT_UNDERSTOOD = "goal_not_understood"
"""Ids of the guard's own constraints."""
_UNREAD = ": the goal is not understood: "
STOP_TEXT = "the emergency stop is set; reset it with the service is_bench/guard/reset"


def not_understood(interface: str, why: str) -> str:
    """The refusal of a goal that cannot be read; `interface` is where it was sent."""
    return f"{interface}{_UNREAD}{why}"


def refusal_id(refusal: str) -> str:
    """The constraint of a refusal without judging: NOT_UNDERSTOOD or NOT_READY.

    The log of a session has the text alone, and a replay has to come to the same verdict.
    """
    return NOT_UNDERSTOOD if _UNREAD in refusal else NOT_READY


def refused_plan(plan: Sequence[SkillCall], constraint: str, why: str) -> PlanVerdict:
    """Every step of a plan blocked for one reason of the guard's own."""
    listed = (
        own_verdict(index, step, constraint, why, GuardStage.PLAN_SAFE)
        for index, step in enumerate(plan)
    )
    return PlanVerdict(tuple(listed))


def unknown_task(request: TaskRequest, error: Exception) -> TaskVerdict:
    """The refusal of a task that cannot be guarded."""
    why = str(error) or type(error).__name__
    return TaskVerdict(own_verdict(0, request.task, NOT_READY, why, GuardStage.TASK_SAFE))


def refused_step(index: int, call: SkillCall, task: Verdict) -> Verdict:
    """A block of a step of a blocked task; a retry is pointless."""
    why = f"the task is refused; set another one: {task.feedback}"
    own = own_verdict(index, call, NOT_READY, why)
    return replace(own, constraints=task.constraints, objects=task.objects, final=True)


def with_refused_state(verdict: Verdict, refused: str) -> Verdict:
    """`verdict`, with the reason for rejecting the last state if no valid state is available."""
    if verdict.constraints != (WORLD_STATE,):
        return verdict
    why = f"{verdict.feedback}; the last world state was rejected: {refused}"
    return replace(verdict, feedback=why)
