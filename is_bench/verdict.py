"""What a guard says of a step: the decision, who made it, why, and what would mend it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from is_bench.calls import SkillCall
from is_bench.recognised import RecognisedObject

EPISODE_NOT_OVER = "episode_not_over"
"""Of the guard itself: no task begins while the last one moves or owes something."""


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


class Fault(Enum):
    """Whose fault it is that a step is blocked, as far as the history tells."""

    PLANNER = "planner"
    """Nobody has tried to bring about what is required."""
    EXECUTOR = "executor"
    """It was tried, and the step failed."""
    ENVIRONMENT = "environment"
    """It was done, and is not the case all the same."""


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
    """The judgement of one call, or of a whole instruction."""

    index: int
    """The index of the step in its episode or plan; 0 for an instruction."""
    subject: SkillCall | str
    """The call that was judged, or the instruction."""
    decision: Decision
    module: Module
    constraints: tuple[str, ...] = ()
    """The ids of the constraints that are violated."""
    feedback: str = ""
    """For the planner: which constraint, why, what to do."""
    remedy: tuple[SkillCall, ...] = ()
    """Skill calls that would mend it, in order; empty if none is known."""
    objects: tuple[str, ...] = ()
    """The names of the things that the violated constraints are about."""
    fault: Fault | None = None
    """None where nothing is blocked."""
    unknown: tuple[str, ...] = ()
    """The facts that the guard would have to know, as texts."""
    hold: bool = False
    """Whether it is worth waiting for these facts before the step is refused."""
    final: bool = False
    """Whether asking again is pointless: the guard's retry budget is used up."""

    @property
    def action(self) -> str:
        """What was judged, in words."""
        return str(self.subject)

    @property
    def call(self) -> SkillCall | None:
        """The call that was judged; None for an instruction."""
        return self.subject if isinstance(self.subject, SkillCall) else None


@dataclass(frozen=True)
class Advice:
    """A constraint that a planner should know before it plans."""

    constraint: str
    text: str
    remedies: tuple[SkillCall, ...] = ()
    """Skill calls in the scene that do what the constraint demands."""


@dataclass(frozen=True)
class TaskVerdict:
    """What the guard says of an instruction, before any plan (Task-Safe)."""

    verdict: Verdict
    advice: tuple[Advice, ...] = ()
    """The most relevant first."""
    objects: tuple[RecognisedObject, ...] = ()
    """What each thing of the scene was recognised as, or that it was not."""


@dataclass(frozen=True)
class PlanVerdict:
    """What the guard says of a whole plan (Plan-Safe)."""

    verdicts: tuple[Verdict, ...]
    """One for each step, in the plan's order."""
    considered: tuple[str, ...] = ()
    """The ids of the constraints that retrieval found relevant to its steps."""

    @property
    def conflicts(self) -> tuple[Verdict, ...]:
        """The steps that are blocked."""
        return tuple(found for found in self.verdicts if found.decision is Decision.BLOCK)


@dataclass(frozen=True)
class Obligation:
    """Something that has to be done before the task may end."""

    constraint: str
    since: int
    """The index of the step that made it due."""
    objects: tuple[str, ...]
    feedback: str = ""
