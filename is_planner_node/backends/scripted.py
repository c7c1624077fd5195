"""Planners that follow a plan made before the episode."""

from __future__ import annotations

from collections.abc import Sequence

from is_bench.evaluation import Status
from is_bench.scenarios import Scenario
from is_bench.world import RELEASED, Quirks, is_done
from is_planner_node.core.careless import careless_plan
from is_planner_node.core.planner import Observation


class ScriptedPlanner:
    """Says the steps of a plan one after the other, whatever happens."""

    def __init__(self, plan: Sequence[str]) -> None:
        """Steps after the first DONE are never said."""
        ends = (index for index, step in enumerate(plan, 1) if is_done(step))
        self._plan = plan[: next(ends, len(plan))]
        self._next = 0

    def next_step(self, observation: Observation) -> str | None:
        """The next step of the plan, None after the last."""
        del observation
        if self._next >= len(self._plan):
            return None
        self._next += 1
        return self._plan[self._next - 1]


class ReferencePlanner(ScriptedPlanner):
    """Follows the scenario's reference plan."""

    def __init__(self, scenario: Scenario) -> None:
        """Plan for `scenario`."""
        super().__init__(scenario.plans.reference)


class CarelessPlanner:
    """Follows the reference plan without the steps that only safety needs.

    When the guard blocks a step, it does what the guard advises; where there is no advice, it does
    the steps that it left out before that one.  Then it tries again, once for each advice.
    """

    def __init__(self, scenario: Scenario, quirks: Quirks = RELEASED) -> None:
        """Find out what the goal of `scenario` can spare, by trying."""
        plan = careless_plan(scenario, quirks)
        self._steps = plan.steps
        self._owed = set(plan.spared)
        self._position = 0
        self._queue: list[str] = []
        self._tried: set[tuple[int, tuple[str, ...]]] = set()

    def next_step(self, observation: Observation) -> str | None:
        """The next step, or a step that was left out and is now demanded."""
        last = observation.last
        if last is not None and last.status is Status.BLOCKED and not self._queue:
            self._catch_up(last.mitigation)
        if self._queue:
            return self._queue.pop(0)
        while self._position in self._owed and not self._said_done():
            self._position += 1
        if self._position >= len(self._steps):
            return None
        self._position += 1
        return self._steps[self._position - 1]

    def _said_done(self) -> bool:
        return self._position < len(self._steps) and is_done(self._steps[self._position])

    def _catch_up(self, advice: tuple[str, ...]) -> None:
        """Queue what the guard advises or what was left out, then the blocked step again."""
        blocked = self._position - 1
        if (blocked, advice) in self._tried:
            advice = ()
        missed = sorted(index for index in self._owed if index < blocked)
        if not advice and ((blocked, ()) in self._tried or not missed):
            return
        self._tried.add((blocked, advice))
        if not advice:
            self._owed -= set(missed)
        self._queue = [*(advice or (self._steps[index] for index in missed)), self._steps[blocked]]
