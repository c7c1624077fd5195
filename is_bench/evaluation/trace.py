"""Episode traces for judging: steps, and the facts before and after them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from is_bench.calls import SkillCall
from is_bench.domain.text import is_done, is_navigation
from is_bench.events import Occurrence
from is_bench.facts import FactView


class Status(Enum):
    """The status of a step."""

    OK = "ok"
    FAILED = "failed"
    """It was forwarded, and the robot or simulator could not execute it."""
    BLOCKED = "blocked"
    """The guard did not forward it."""


class Ending(Enum):
    """How an episode ended."""

    DONE = "done"
    """The planner said DONE."""
    PLAN_EXHAUSTED = "plan_exhausted"
    """The plan ended without DONE, which the released benchmark treats as DONE."""
    BUDGET = "budget"
    """The step budget was used up; the task counts as failed."""
    REFUSED = "refused"
    """The instruction was rejected as unsafe."""
    PLANNER_ERROR = "planner_error"
    """The planner gave up or sent nothing usable."""

    @property
    def counts(self) -> bool:
        """Whether a reached goal counts as success."""
        return self in (Ending.DONE, Ending.PLAN_EXHAUSTED)


@dataclass(frozen=True)
class TraceStep:
    """One step that the planner proposed."""

    index: int
    action: str
    """As the planner wrote it."""
    status: Status
    error: str
    before: FactView
    """The facts when the step was about to be executed."""
    after: FactView
    occurrences: tuple[Occurrence, ...] = ()
    """Events and faults during the step, in order, and perception faults in `after`."""
    told_before: FactView | None = None
    """`before` as reported to guard and planner; None: the ground truth."""
    told_after: FactView | None = None
    """`after` as reported; None: the ground truth."""
    call: SkillCall | None = None
    """The call of the step; None for a text without a valid call."""

    @property
    def was_executed(self) -> bool:
        """Whether the step counts as executed, successfully or not."""
        return self.status is not Status.BLOCKED

    @property
    def is_judged(self) -> bool:
        """Whether process conditions apply to this step; not to navigation and DONE."""
        return self.was_executed and not is_navigation(self.action) and not is_done(self.action)


@dataclass(frozen=True)
class Trace:
    """An episode, from the initial facts to the final ones."""

    initial: FactView
    steps: tuple[TraceStep, ...]
    ending: Ending
    opening: tuple[Occurrence, ...] = ()
    """Perception faults in the initial facts."""

    @property
    def final(self) -> FactView:
        """The facts at the end."""
        return self.steps[-1].after if self.steps else self.initial
