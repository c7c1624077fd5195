"""The rest of a plan that was checked: what it mends itself need not be mended before it goes on.

A hazard that was there before the robot came is due before the next step, so that it is not
forgotten.  A plan that takes it away in a later step has not forgotten it.  Nothing is excused that
a step has to do with, or that is still there when the plan ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain import Domain
from is_bench.objects import ObjectTable, SceneObject
from is_safety_monitor.core.knowledge import Finding
from is_safety_monitor.core.storage_habits import named_class

_STARTING = frozenset({"TOGGLE_ON", "LIGHT"})
_FIXTURES = "sceneObject | walked_on & !textile | tank.n.02"


@dataclass(frozen=True)
class CheckedPlan:
    """The steps of the last plan that was checked, as far as they were not taken."""

    steps: tuple[SkillCall, ...] = ()

    def behind(self, call: SkillCall) -> tuple[SkillCall, ...]:
        """The steps that are to follow `call`; none if it is no step of the plan."""
        if call not in self.steps:
            return ()
        return self.steps[self.steps.index(call) + 1 :]

    def after(self, call: SkillCall) -> CheckedPlan:
        """What is left once `call` was taken; other steps, as those of a remedy, leave it all."""
        return CheckedPlan(self.behind(call)) if call in self.steps else self


def switches_on(call: SkillCall, domain: Domain, objects: ObjectTable) -> bool:
    """Whether `call` starts or lights something."""
    return any(kind.skill in _STARTING for kind in domain.kinds(call, objects))


def may_wait(call: SkillCall, finding: Finding, objects: ObjectTable, *, starts: bool) -> bool:
    """Whether `finding` was there from the start, and `call` makes it no worse.

    A call about its things may, and where it is fire or current, a call that `starts` something.
    A fixture, as the floor on which a bucket stands, is no such thing.
    """
    is_old = finding.standing and finding.preexisting and not (finding.urgent and starts)
    if call.is_done or not is_old:
        return False
    shared = (objects.get(name) for name in set(call.arguments).intersection(finding.objects))
    return all(thing is not None and is_fixture(thing) for thing in shared)


def is_fixture(thing: SceneObject) -> bool:
    """Whether it belongs to the place, as floors, stairs and tanks do."""
    return named_class(_FIXTURES).contains(thing)


def is_left(finding: Finding, at_the_end: Iterable[Finding]) -> bool:
    """Whether `finding` is among those `at_the_end` of a plan."""
    things = set(finding.objects)
    return any(
        other.constraint == finding.constraint and not things.isdisjoint(other.objects)
        for other in at_the_end
    )


def own_steps(steps: Sequence[SkillCall]) -> tuple[SkillCall, ...]:
    """`steps` without DONE."""
    return tuple(step for step in steps if not step.is_done)
