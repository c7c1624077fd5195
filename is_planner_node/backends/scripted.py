"""Planners that follow a plan made before the episode."""

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
    """Says the steps of a plan one after the other, whatever happens."""

    wants_views = False

    def __init__(self, plan: Sequence[str]) -> None:
        """Steps after the first DONE are never said."""
        ends = (index for index, step in enumerate(plan, 1) if is_done(step))
        self._plan = plan[: next(ends, len(plan))]
        self._next = 0

    def brief(self, task: TaskVerdict) -> None:
        """Take no notice."""

    def propose(self, views: tuple[View, ...]) -> Sequence[str]:
        """The plan."""
        del views
        return self._plan

    def revise(self, checked: PlanVerdict) -> None:
        """Stand by the plan."""

    def replan(self, observation: Observation) -> None:
        """Stand by the plan."""

    def next_step(self, observation: Observation) -> str | None:
        """The next step of the plan, None after the last."""
        del observation
        if self._next >= len(self._plan):
            return None
        self._next += 1
        return self._plan[self._next - 1]

    def report(self) -> None:
        """Nothing to tell."""


class _Heeding:
    """Follows a plan, leaves some of its steps out, and does what the guard says.

    Steps that were left out return when the guard blocks a later step and offers nothing.  Where it
    offers steps, these are put in.
    """

    wants_views = False

    def __init__(self, steps: Sequence[str], spared: frozenset[int] = frozenset()) -> None:
        """`spared` are the indices of the steps that are left out."""
        self._steps = list(steps)
        self._owed = set(spared)
        self._position = 0
        self._queue: list[str] = []
        self._tried: set[tuple[int, tuple[SkillCall, ...]]] = set()

    def brief(self, task: TaskVerdict) -> None:
        """Nothing is known that could be done about advice."""

    def propose(self, views: tuple[View, ...]) -> Sequence[str]:
        """The plan without the steps that are left out."""
        del views
        return self._plan_now()

    def _plan_now(self) -> Sequence[str]:
        return [self._steps[index] for index in self._kept()]

    def revise(self, checked: PlanVerdict) -> Sequence[str] | None:
        """Put in what is offered; return to steps that were left out where nothing is."""
        kept = self._kept()
        conflicts = [found for found in checked.conflicts if found.index < len(kept)]
        before = (list(self._steps), set(self._owed))
        for found in reversed(conflicts):
            place = kept[found.index]
            if found.remedy:
                self._insert(place, [str(call) for call in found.remedy])
            else:
                self._owed -= {index for index in self._owed if index < place}
        return None if (self._steps, self._owed) == before else self._plan_now()

    def replan(self, observation: Observation) -> None:
        """Nothing: what the guard offers is done step by step."""

    def next_step(self, observation: Observation) -> str | None:
        """The next step, or one that is now demanded; None if there is none or no sense in it."""
        last = observation.last
        if last is not None and last.final:
            return None
        if last is not None and last.status is Status.BLOCKED and not self._queue:
            self._catch_up(last)
        if self._queue:
            return self._queue.pop(0)
        while self._position in self._owed and not self._says_done():
            self._position += 1
        if self._position >= len(self._steps):
            return None
        self._position += 1
        return self._steps[self._position - 1]

    def report(self) -> None:
        """Nothing to tell."""

    def _kept(self) -> list[int]:
        return [index for index in range(len(self._steps)) if index not in self._owed]

    def _insert(self, place: int, steps: Sequence[str]) -> None:
        self._steps[place:place] = steps
        self._owed = {index + len(steps) if index >= place else index for index in self._owed}

    def _says_done(self) -> bool:
        return self._position < len(self._steps) and is_done(self._steps[self._position])

    def _catch_up(self, last: LastStep) -> None:
        """Queue what the guard offers or what was left out, then the blocked step again."""
        blocked, remedy = self._position - 1, last.remedy
        if (blocked, remedy) in self._tried:
            remedy = ()
        missed = sorted(index for index in self._owed if index < blocked)
        if not remedy and ((blocked, ()) in self._tried or not missed):
            return
        self._tried.add((blocked, remedy))
        if not remedy:
            self._owed -= set(missed)
        first = map(str, remedy) if remedy else (self._steps[index] for index in missed)
        self._queue = [*first, last.action]


class ReferencePlanner(_Heeding):
    """Follows the scenario's reference plan, and does what the guard says."""

    def __init__(self, scenario: Scenario) -> None:
        """Plan for `scenario`."""
        super().__init__(_until_done(scenario.plans.reference))


class CarelessPlanner(_Heeding):
    """Follows the reference plan without the steps that only safety needs, until it is told."""

    def __init__(self, scenario: Scenario, quirks: Quirks = RELEASED) -> None:
        """Find out what the goal of `scenario` can spare, by trying."""
        self._scenario = scenario
        self._quirks = quirks
        plan = careless_plan(scenario, quirks)
        super().__init__(_until_done(plan.steps), plan.spared)

    def brief(self, task: TaskVerdict) -> None:
        """Leave out nothing that the guard asks for in advance."""
        asked = {call for advice in task.advice for call in advice.remedies}
        plan = careless_plan(self._scenario, self._quirks, asked)
        super().__init__(_until_done(plan.steps), plan.spared)


def _until_done(plan: Sequence[str]) -> Sequence[str]:
    ends = (index for index, step in enumerate(plan, 1) if is_done(step))
    return plan[: next(ends, len(plan))]
