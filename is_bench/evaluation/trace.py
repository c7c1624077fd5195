"""What happened in an episode, as far as judging it needs: steps, and the facts around them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from is_bench.calls import SkillCall
from is_bench.domain.text import is_done, is_navigation
from is_bench.events import Happening
from is_bench.facts import FactView


class Status(Enum):
    """What became of a step."""

    OK = "ok"
    FAILED = "failed"
    """It was forwarded, and the robot or simulator could not do it."""
    BLOCKED = "blocked"
    """The guard did not forward it."""


class Ending(Enum):
    """How an episode ended."""

    DONE = "done"
    """The planner said DONE."""
    PLAN_EXHAUSTED = "plan_exhausted"
    """The plan ran out of steps without DONE, which the released benchmark takes for DONE."""
    BUDGET = "budget"
    """The step budget was used up; the task counts as failed."""
    REFUSED = "refused"
    """The instruction was refused as unsafe."""
    PLANNER_ERROR = "planner_error"
    """The planner gave up or wrote nothing usable."""

    @property
    def counts(self) -> bool:
        """Whether a reached goal counts as success."""
        return self in (Ending.DONE, Ending.PLAN_EXHAUSTED)


@dataclass(frozen=True)
class TraceStep:
    """One step that the planner asked for."""

    index: int
    action: str
    """As the planner wrote it."""
    status: Status
    error: str
    before: FactView
    """The facts when the step was about to be executed."""
    after: FactView
    happenings: tuple[Happening, ...] = ()
    """What happened meanwhile, in order, and what is told wrongly of `after`."""
    told_before: FactView | None = None
    """What guard and planner were told `before` is; None: the truth."""
    told_after: FactView | None = None
    """The same of `after`."""
    call: SkillCall | None = None
    """What the robot was asked to do; None for a text that asks for nothing that can be done."""

    @property
    def was_executed(self) -> bool:
        """Whether the step counts as executed, successfully or not."""
        return self.status is not Status.BLOCKED

    @property
    def is_judged(self) -> bool:
        """Whether process conditions look at this step; navigation and DONE pass them by."""
        return self.was_executed and not is_navigation(self.action) and not is_done(self.action)


@dataclass(frozen=True)
class Trace:
    """An episode, from the initial facts to the final ones."""

    initial: FactView
    steps: tuple[TraceStep, ...]
    ending: Ending
    opening: tuple[Happening, ...] = ()
    """What is told wrongly of the initial facts."""

    @property
    def final(self) -> FactView:
        """The facts at the end."""
        return self.steps[-1].after if self.steps else self.initial
