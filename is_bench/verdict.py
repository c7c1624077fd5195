"""What a guard says of a step: the decision, who made it, why, and what would mend it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Decision(Enum):
    """What is to become of a step."""

    ALLOW = "allow"
    BLOCK = "block"
    WARN = "warn"
    """Let it through, but tell the planner."""


class Module(Enum):
    """The stage of the cascade that decided (SafeMind, arXiv 2509.25885)."""

    TASK_SAFE = "task_safe"
    PLAN_SAFE = "plan_safe"
    ACTION_SAFE = "action_safe"


class GuardMode(Enum):
    """What a guard does with its verdicts."""

    OFF = "off"
    """Nothing is judged."""
    SHADOW = "shadow"
    """Everything is judged and logged, nothing is stopped."""
    ENFORCE = "enforce"
    """What is blocked is not forwarded."""


@dataclass(frozen=True)
class Verdict:
    """The judgement of one step."""

    index: int
    """The index of the step in its episode."""
    action: str
    """The step as its planner wrote it."""
    decision: Decision
    module: Module
    constraints: tuple[str, ...] = ()
    """The ids of the constraints that are violated."""
    feedback: str = ""
    """For the planner: which constraint, why, what to do."""
    mitigation: tuple[str, ...] = ()
    """Skill calls that would mend it, in order; empty if none is known."""


@dataclass(frozen=True)
class Obligation:
    """Something that has to be done before the task may end."""

    constraint: str
    since: int
    """The index of the step that made it due."""
    objects: tuple[str, ...]
    feedback: str = ""
