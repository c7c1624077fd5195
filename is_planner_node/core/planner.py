"""The Protocol that every planner follows."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Protocol

from is_bench.calls import SkillCall
from is_bench.evaluation import Status
from is_bench.objects import ObjectTable
from is_bench.verdict import PlanVerdict, TaskVerdict
from is_bench.views import View
from is_planner_node.core.report import PlannerReport

ROUNDS = 4
"""How often a planner may propose a plan before it has to begin."""


@dataclass(frozen=True)
class LastStep:
    """What became of the step that the planner asked for last."""

    index: int
    action: str
    """As the planner said it."""
    status: Status
    message: str
    """The error of a failed step, the guard's feedback on a blocked one."""
    remedy: tuple[SkillCall, ...] = ()
    """What the guard offers to mend a blocked step, in order."""
    final: bool = False
    """Whether the guard's retry budget is used up."""


@dataclass(frozen=True)
class Observation:
    """What a planner sees when it is asked for the next step."""

    index: int
    """The index of the step that is asked for."""
    last: LastStep | None
    """None at the start."""
    views: tuple[View, ...] = ()
    """What the cameras see now; none where nothing is rendered, or the planner wants none."""
    objects: ObjectTable | None = None
    """The objects that there are now; None: those that there were at the start."""


class Planner(Protocol):
    """Plans one episode: it may propose a whole plan first, then it says step by step."""

    @property
    def wants_views(self) -> bool:
        """Whether it looks at `Observation.views`; for others nothing is rendered."""
        ...

    def brief(self, task: TaskVerdict) -> None:
        """What a guard says of the instruction, before anything else."""
        ...

    def propose(self, views: tuple[View, ...]) -> Sequence[str] | None:
        """The whole plan; None from a planner that does not plan ahead.

        `views` are what the cameras see at the start, as in `Observation`.
        """
        ...

    def revise(self, checked: PlanVerdict) -> Sequence[str] | None:
        """Another plan, after what the guard said of the one before; None: it stands by that."""
        ...

    def replan(self, observation: Observation) -> Sequence[str] | None:
        """The steps from here on, where the last step upset the plan; None: nothing has changed."""
        ...

    def next_step(self, observation: Observation) -> str | None:
        """The next step as text, "DONE" to finish, None if the planner has nothing more to say."""
        ...

    def report(self) -> PlannerReport | None:
        """What the episode took so far; None from a planner that has nothing to tell."""
        ...


def negotiation(
    planner: Planner, plan: Sequence[str] | None
) -> Generator[Sequence[str], PlanVerdict, None]:
    """The plans of `planner`, `plan` first; each is answered with what the guard says of it.

    It ends when there is nothing to object to, when the planner stands by its plan, or after
    `ROUNDS` plans.
    """
    for _ in range(ROUNDS):
        if plan is None:
            return
        checked = yield plan
        if not checked.conflicts:
            return
        plan = planner.revise(checked)
