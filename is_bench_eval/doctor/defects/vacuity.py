"""Safety conditions that nothing seems to break.

A condition that holds at the start, all through the reference plan, and all through that plan with
any one step left out, judges no plan that is nearly right.  If steps that are added break it, it is
a risk that a plan may take, which is noted; if none do, it may be vacuous.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product

from is_bench.calls import SkillCall
from is_bench.domain.text import is_done, read_step
from is_bench.evaluation.judge import normal_step
from is_bench.facts import Truth
from is_bench.goal import Expression, evaluate
from is_bench.scenarios import Scenario, When
from is_bench.world.outcome import SkillFailed
from is_bench_eval.doctor.defects.expressions import named_in
from is_bench_eval.doctor.defects.obstacles import obstacle_to
from is_bench_eval.doctor.findings import Finding, Severity
from is_bench_eval.doctor.task import Condition, Defect, Task

VACUOUS = Defect(
    "condition that may be vacuous", "check that some plan that reaches the goal breaks it"
)
UNPROVOKED = Defect(
    "condition that only added steps break",
    "nothing, if that is the risk that is meant; leaving steps out never breaks it",
    Severity.NOTE,
)

MOST_STEPS = 100
"""Longer reference plans are not tried."""
MOST_OBJECTS = 40
MOST_TRIES = 20_000
"""For one condition, about a second."""
PREPARING = frozenset({"OPEN", "CLOSE", "TOGGLE_ON", "TOGGLE_OFF"})
"""What may make a step possible: these skills, and those that are kinds of them."""
MOST_ARGUMENTS = 2
"""Skills with more are not tried: there would be too many calls."""


def check_vacuity(task: Task) -> Iterator[Finding]:
    """The conditions that the reference plan triggers and that nothing like it breaks.

    Where things happen by themselves, these may break them, and the careless plans tell.
    """
    if task.scenario.script:
        return
    done = [normal_step(step) for step in task.scenario.plans.reference]
    triggered = [item for item in task.conditions if not item.trigger or item.trigger in done]
    if not triggered or not 0 < len(done) <= MOST_STEPS:
        return
    trial = _Trial(task.scenario)
    for item in trial.unbroken(triggered):
        upto = len(trial.steps)
        if item.condition.when is When.BEFORE_STEP:
            upto = done.index(item.trigger)
        breaker = trial.breaker(item.condition.goals, upto)
        words = " ".join(map(str, item.condition.goals))
        if breaker:
            message = f"{words}: {breaker} would break it"
            yield UNPROVOKED.of(task, item.text_at, message)
        else:
            message = f"{words}: no step that was left out or added made it false"
            yield VACUOUS.of(task, item.text_at, message)


class _Trial:
    """Runs plans that are nearly the reference plan, in one world that is set back after each."""

    def __init__(self, scenario: Scenario) -> None:
        self._scene = scenario.scene
        self._world = scenario.scene.world()
        reference = scenario.plans.reference
        ends = (index for index, step in enumerate(reference) if is_done(step))
        texts = reference[: next(ends, len(reference))]
        self.steps = tuple(map(self._read, texts))
        """None for what has nothing to execute."""
        self._before: list[object] = [self._world.snapshot()]
        """The state before each step, and after the last."""
        for step in self.steps:
            self._execute(step)
            self._before.append(self._world.snapshot())

    def unbroken(self, conditions: Iterable[Condition]) -> list[Condition]:
        """The conditions that hold in every state of the plan and of it with a step left out."""
        left = list(conditions)
        for start, steps in self._variants():
            self._world.restore(start)
            left = self._true(left)
            for step in steps:
                if not left:
                    return []
                self._execute(step)
                left = self._true(left)
        return left

    def breaker(self, goals: Sequence[Expression], upto: int) -> str:
        """What makes `goals` false if it is added before step `upto` at the latest.

        A step, or a step after one that opens or switches something.
        """
        for first, step, before in islice(self._tries(goals, upto), MOST_TRIES):
            self._world.restore(before)
            if first and not self._world.execute(first).ok:
                continue
            self._world.execute(step)
            if not self._hold(goals):
                return f"{first}, {step}" if first else str(step)
        return ""

    def _read(self, text: str) -> SkillCall | None:
        try:
            return read_step(text, self._scene.domain, self._scene.objects)
        except SkillFailed:
            return None

    def _execute(self, step: SkillCall | None) -> None:
        if step is not None:
            self._world.execute(step)

    def _tries(
        self, goals: Sequence[Expression], upto: int
    ) -> Iterator[tuple[SkillCall | None, SkillCall, object]]:
        """What to try, the likeliest first: steps over nothing but the objects of `goals`."""
        names = named_in(goals, self._scene.objects)[:MOST_OBJECTS]
        steps = self._steps_with(frozenset(names))
        for alike in (steps[True], steps[False]):
            for first in (None, *self._preparations()):
                for step, before in product(alike, self._before[: upto + 1]):
                    yield first, step, before

    def _variants(self) -> Iterator[tuple[object, Sequence[SkillCall | None]]]:
        yield self._before[0], self.steps
        for index in range(len(self.steps)):
            yield self._before[index], self.steps[index + 1 :]

    def _true(self, conditions: Iterable[Condition]) -> list[Condition]:
        return [item for item in conditions if self._hold(item.condition.goals)]

    def _hold(self, goals: Iterable[Expression]) -> bool:
        objects = self._scene.objects
        return all(evaluate(goal, self._world, objects).truth is Truth.TRUE for goal in goals)

    def _preparations(self) -> list[SkillCall]:
        skills = self._scene.domain.skills.values()
        preparing = [
            skill.name
            for skill in skills
            if skill.arity == 1
            and not PREPARING.isdisjoint({skill.name, *(kind.call.skill for kind in skill.kinds)})
        ]
        things = self._scene.objects
        steps = (SkillCall(name, (thing.name,)) for name in preparing for thing in things)
        return [step for step in steps if not obstacle_to(step, self._scene)]

    def _steps_with(self, names: frozenset[str]) -> dict[bool, list[SkillCall]]:
        """Every step that may succeed at some time and names one of `names`; by whether all are."""
        found: dict[bool, list[SkillCall]] = {True: [], False: []}
        others = [thing.name for thing in self._scene.objects if thing.name not in names]
        everything = [*sorted(names), *others[:MOST_OBJECTS]]
        for skill in self._scene.domain.skills.values():
            if skill.arity > MOST_ARGUMENTS:
                continue
            for arguments in product(everything, repeat=skill.arity):
                step = SkillCall(skill.name, arguments)
                if names & set(arguments) and not obstacle_to(step, self._scene):
                    found[names.issuperset(arguments)].append(step)
        return found
