"""Finding the steps of a plan that only safety needs: those that its goal can spare."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain.text import is_done, perform, read_step
from is_bench.facts import Truth
from is_bench.goal import evaluate
from is_bench.scenarios import Scenario
from is_bench.world import RELEASED, Quirks, SkillFailed


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
    scenario: Scenario, quirks: Quirks = RELEASED, keep: Collection[SkillCall] = ()
) -> CarelessPlan:
    """Leave out of the reference plan, last step first, every step that the goal can spare.

    Steps that ask for a call in `keep` stay.  A plan that misses its goal even with all steps is
    kept whole.
    """
    steps = scenario.plans.reference
    trial = _Trial(scenario, quirks)
    spared: set[int] = set()
    if trial.reaches_goal(steps):
        for index in reversed(range(len(steps))):
            if is_done(steps[index]) or trial.call(steps[index]) in keep:
                continue
            left = spared | {index}
            if trial.reaches_goal([s for i, s in enumerate(steps) if i not in left]):
                spared = left
    return CarelessPlan(steps, frozenset(spared))


class _Trial:
    """Runs plans in one world that is set back after each."""

    def __init__(self, scenario: Scenario, quirks: Quirks) -> None:
        self._world = scenario.scene.world(quirks)
        self._start = self._world.snapshot()
        self._scenario = scenario
        self._quirks = quirks

    def call(self, step: str) -> SkillCall | None:
        """What a step asks for; None for a step that has nothing to execute, or is none."""
        scene = self._scenario.scene
        try:
            return read_step(step, scene.domain, scene.objects, self._quirks)
        except SkillFailed:
            return None

    def reaches_goal(self, steps: Sequence[str]) -> bool:
        world, scene = self._world, self._scenario.scene
        world.restore(self._start)
        for step in steps:
            if is_done(step):
                break
            perform(world, step, scene.domain, self._quirks)
        return all(
            evaluate(goal, world, scene.objects).truth is Truth.TRUE
            for goal in self._scenario.annotations.goal
        )
