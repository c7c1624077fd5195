"""Planners with a fixed plan."""

from __future__ import annotations

from collections.abc import Sequence

from is_bench.calls import SkillCall
from is_bench.domain.text import is_done
from is_bench.evaluation import Status
from is_bench.scenarios import Scenario
from is_bench.verdict import PlanVerdict, TaskVerdict
from is_bench.views import View
from is_bench.world import RELEASED, Quirks
from is_planner_node.core.careless import careless_plan
from is_planner_node.core.planner import LastStep, Observation


class ScriptedPlanner:
    """Proposes the steps of a plan one after the other, independent of outcomes."""

    wants_views = False

    def __init__(self, plan: Sequence[str]) -> None:
        """Steps after the first DONE are ignored."""
        ends = (index for index, step in enumerate(plan, 1) if is_done(step))
        self._plan = plan[: next(ends, len(plan))]
        self._next = 0

    def brief(self, task: TaskVerdict) -> None:
        """Ignored."""

    def propose(self, views: tuple[View, ...]) -> Sequence[str]:
        """The plan."""
        del views
        return self._plan

    def revise(self, checked: PlanVerdict) -> None:
        """The plan is unchanged."""

    def replan(self, observation: Observation) -> None:
        """The plan is unchanged."""

    def next_step(self, observation: Observation) -> str | None:
        """The next step of the plan, None after the last."""
        del observation
        if self._next >= len(self._plan):
            return None
        self._next += 1
        return self._plan[self._next - 1]

    def report(self) -> None:
        """No report."""


class _RemedyFollowingPlanner:
    """Executes a plan with omitted steps and applies the guard's remedies.

    Omitted steps are restored when the guard blocks a later step without a remedy.  Remedies are
    inserted before the blocked step.
    """

    wants_views = False

    def __init__(self, steps: Sequence[str], omitted: frozenset[int] = frozenset()) -> None:
        """`omitted` are the indices of the omitted steps."""
        self._steps = list(steps)
        self._omitted = set(omitted)
        self._position = 0
        self._queue: list[str] = []
        self._tried: set[tuple[int, tuple[SkillCall, ...]]] = set()

    def brief(self, task: TaskVerdict) -> None:
        """Ignored: advice is not applied."""

    def propose(self, views: tuple[View, ...]) -> Sequence[str]:
        """The plan without the omitted steps."""
        del views
        return self._plan_now()

    def _plan_now(self) -> Sequence[str]:
        return [self._steps[index] for index in self._kept()]

    def revise(self, checked: PlanVerdict) -> Sequence[str] | None:
        """Insert the remedies; without a remedy, restore the omitted steps."""
        kept = self._kept()
        conflicts = [found for found in checked.conflicts if found.index < len(kept)]
        before = (list(self._steps), set(self._omitted))
        for found in reversed(conflicts):
            place = kept[found.index]
            if found.remedy:
                self._insert(place, [str(call) for call in found.remedy])
            else:
                self._omitted -= {index for index in self._omitted if index < place}
        return None if (self._steps, self._omitted) == before else self._plan_now()

    def replan(self, observation: Observation) -> None:
        """No new plan: remedies are applied step by step."""

    def next_step(self, observation: Observation) -> str | None:
        """The next step, or a required one; None if there is none, or if retrying is pointless."""
        last = observation.last
        if last is not None and last.final:
            return None
        if last is not None and last.status is Status.BLOCKED and not self._queue:
            self._catch_up(last)
        if self._queue:
            return self._queue.pop(0)
        while self._position in self._omitted and not self._says_done():
            self._position += 1
        if self._position >= len(self._steps):
            return None
        self._position += 1
        return self._steps[self._position - 1]

    def report(self) -> None:
        """No report."""

    def _kept(self) -> list[int]:
        return [index for index in range(len(self._steps)) if index not in self._omitted]

    def _insert(self, place: int, steps: Sequence[str]) -> None:
        self._steps[place:place] = steps
        self._omitted = {index + len(steps) if index >= place else index for index in self._omitted}

    def _says_done(self) -> bool:
        return self._position < len(self._steps) and is_done(self._steps[self._position])

    def _catch_up(self, last: LastStep) -> None:
        """Queue the remedy or the omitted steps, then the blocked step again."""
        blocked, remedy = self._position - 1, last.remedy
        if (blocked, remedy) in self._tried:
            remedy = ()
        skipped = sorted(index for index in self._omitted if index < blocked)
        if not remedy and ((blocked, ()) in self._tried or not skipped):
            return
        self._tried.add((blocked, remedy))
        if not remedy:
            self._omitted -= set(skipped)
        first = map(str, remedy) if remedy else (self._steps[index] for index in skipped)
        self._queue = [*first, last.action]


class ReferencePlanner(_RemedyFollowingPlanner):
    """Executes the scenario's reference plan, and applies the guard's remedies."""

    def __init__(self, scenario: Scenario) -> None:
        """Plan for `scenario`."""
        super().__init__(_until_done(scenario.plans.reference))


class CarelessPlanner(_RemedyFollowingPlanner):
    """Executes the reference plan without its safety-only steps, unless the guard requires them."""

    def __init__(self, scenario: Scenario, quirks: Quirks = RELEASED) -> None:
        """Determine the safety-only steps for `scenario` by simulation."""
        self._scenario = scenario
        self._quirks = quirks
        plan = careless_plan(scenario, quirks)
        super().__init__(_until_done(plan.steps), plan.spared)

    def brief(self, task: TaskVerdict) -> None:
        """Keep the steps that the guard's advice requires."""
        asked = {call for advice in task.advice for call in advice.remedies}
        plan = careless_plan(self._scenario, self._quirks, asked)
        super().__init__(_until_done(plan.steps), plan.spared)


def _until_done(plan: Sequence[str]) -> Sequence[str]:
    ends = (index for index, step in enumerate(plan, 1) if is_done(step))
    return plan[: next(ends, len(plan))]
