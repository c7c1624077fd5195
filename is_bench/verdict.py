"""Verdicts: decision, stage, reasons and remedy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from is_bench.calls import SkillCall
from is_bench.recognised import RecognisedObject

EPISODE_NOT_OVER = "episode_not_over"
"""The guard's own constraint: no new task while a step runs or an obligation is open."""


class Decision(Enum):
    """The decision on a step."""

    ALLOW = "allow"
    BLOCK = "block"
    WARN = "warn"
    """Execute the step, and inform the planner."""


class GuardStage(Enum):
    """The stage of the cascade that decided (SafeMind, arXiv 2509.25885)."""

    TASK_SAFE = "task_safe"
    PLAN_SAFE = "plan_safe"
    ACTION_SAFE = "action_safe"


class ResponsibleParty(Enum):
    """The probable responsible party of a block, according to the history."""

    PLANNER = "planner"
    """The required state was never attempted."""
    EXECUTOR = "executor"
    """It was attempted, and the step failed."""
    ENVIRONMENT = "environment"
    """It was achieved, then undone."""


class GuardMode(Enum):
    """The effect of verdicts."""

    OFF = "off"
    """Nothing is judged."""
    SHADOW = "shadow"
    """Everything is judged and logged, nothing is blocked."""
    ENFORCE = "enforce"
    """Blocked steps are not forwarded."""


@dataclass(frozen=True)
class Verdict:
    """The judgment of one call, or of a whole instruction."""

    index: int
    """The index of the step in its episode or plan; 0 for an instruction."""
    subject: SkillCall | str
    """The judged call or instruction."""
    decision: Decision
    module: GuardStage
    constraints: tuple[str, ...] = ()
    """The ids of the constraints that are violated."""
    feedback: str = ""
    """For the planner: the constraint, the reason and the remedy."""
    remedy: tuple[SkillCall, ...] = ()
    """Skill calls that resolve the violation, in order; empty if none is known."""
    objects: tuple[str, ...] = ()
    """The names of the objects of the violated constraints."""
    fault: ResponsibleParty | None = None
    """None unless the decision is to block."""
    unknown: tuple[str, ...] = ()
    """The unknown facts on which the verdict depends, as text."""
    hold: bool = False
    """Whether to wait for these facts before the step is rejected."""
    final: bool = False
    """Whether the retry budget is used up, so that retrying is pointless."""

    @property
    def action(self) -> str:
        """The judged call or instruction as text."""
        return str(self.subject)

    @property
    def call(self) -> SkillCall | None:
        """The judged call; None for an instruction."""
        return self.subject if isinstance(self.subject, SkillCall) else None


@dataclass(frozen=True)
class Advice:
    """A constraint that is relevant for planning."""

    constraint: str
    text: str
    remedies: tuple[SkillCall, ...] = ()
    """Skill calls in the scene that fulfill the constraint."""


@dataclass(frozen=True)
class TaskVerdict:
    """The verdict on an instruction, before any plan (Task-Safe)."""

    verdict: Verdict
    advice: tuple[Advice, ...] = ()
    """The most relevant first."""
    objects: tuple[RecognisedObject, ...] = ()
    """The recognized class of each object of the scene, if any."""


@dataclass(frozen=True)
class PlanVerdict:
    """The verdict on a whole plan (Plan-Safe)."""

    verdicts: tuple[Verdict, ...]
    """One per step, in the plan's order."""
    considered: tuple[str, ...] = ()
    """The ids of the constraints that retrieval found relevant."""

    @property
    def conflicts(self) -> tuple[Verdict, ...]:
        """The blocked steps."""
        return tuple(found for found in self.verdicts if found.decision is Decision.BLOCK)


@dataclass(frozen=True)
class Obligation:
    """An open obligation: a state that is required before the task may end."""

    constraint: str
    since: int
    """The index of the step that raised it."""
    objects: tuple[str, ...]
    feedback: str = ""
