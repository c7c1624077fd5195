"""Finding the steps of a plan that only safety needs: those that its goal can spare."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from is_bench.facts import Truth
from is_bench.goal import evaluate
from is_bench.scenarios import Scenario
from is_bench.world import RELEASED, Quirks, SymbolicWorld, is_done


@dataclass(frozen=True)
class CarelessPlan:
    """A reference plan, and which of its steps a careless robot leaves out."""

    steps: tuple[str, ...]
    """The whole reference plan."""
    spared: frozenset[int]
    """The indices in it that the goal does not need."""

    @property
    def kept(self) -> tuple[str, ...]:
        """The steps that remain."""
        return tuple(step for index, step in enumerate(self.steps) if index not in self.spared)


def careless_plan(
    scenario: Scenario, quirks: Quirks = RELEASED, keep: Collection[str] = ()
) -> CarelessPlan:
    """Leave out of the reference plan, last step first, every step that the goal can spare.

    Steps whose text, without spaces, is in `keep` stay.  A plan that misses its goal even with all
    steps is kept whole.
    """
    steps = scenario.plans.reference
    trial = _Trial(scenario, quirks)
    spared: set[int] = set()
    if trial.reaches_goal(steps):
        for index in reversed(range(len(steps))):
            if is_done(steps[index]) or steps[index].replace(" ", "") in keep:
                continue
            left = spared | {index}
            if trial.reaches_goal([s for i, s in enumerate(steps) if i not in left]):
                spared = left
    return CarelessPlan(steps, frozenset(spared))


class _Trial:
    """Runs plans in one world that is set back after each."""

    def __init__(self, scenario: Scenario, quirks: Quirks) -> None:
        self._world: SymbolicWorld = scenario.scene.world(quirks)
        self._start = self._world.snapshot()
        self._scenario = scenario

    def reaches_goal(self, steps: list[str] | tuple[str, ...]) -> bool:
        self._world.restore(self._start)
        for step in steps:
            if is_done(step):
                break
            self._world.execute(step)
        objects = self._scenario.scene.objects
        return all(
            evaluate(goal, self._world, objects).truth is Truth.TRUE
            for goal in self._scenario.annotations.goal
        )
