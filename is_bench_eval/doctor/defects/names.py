"""Names that plans, lists and rules mention, against those that are declared."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.objects import ObjectTable
from is_bench.world import RELEASED, is_done, is_navigation
from is_bench.world.reading import find_object, split_call
from is_bench_eval.doctor.findings import Finding
from is_bench_eval.doctor.task import Defect, Task

IN_PLAN = Defect("undeclared object in a plan", "declare it in :objects, or correct the name")
IN_LIST = Defect("undeclared object in object_list", "declare it in :objects, or take it out")
IN_ABILITIES = Defect(
    "undeclared object in object_abilities", "declare it in :objects, or take it out"
)
HIDDEN = Defect(
    "object missing in object_list", "list it: planners know of an object by that list alone"
)
_LIST = ("planning_context", "object_list")
_ABILITIES = ("planning_context", "object_abilities")


def check_names(task: Task) -> Iterator[Finding]:
    """The names in a task that are not declared, and the objects that are not told."""
    yield from _plan(task)
    if task.problem is None:
        return  # what follows the format itself rules out
    scene = task.scenario.scene
    told = {name.lower() for name in scene.mentioned}
    for index, name in enumerate(scene.mentioned):
        if name.lower() not in scene.objects.by_name:
            yield IN_LIST.of(task, (*_LIST, index), f"{name} is not declared")
    for name in scene.granted:
        if name.lower() not in scene.objects.by_name:
            yield IN_ABILITIES.of(task, (*_ABILITIES, name), f"{name} is not declared")
    hidden = [thing.name for thing in scene.objects if thing.name not in told]
    if hidden:
        yield HIDDEN.of(task, _LIST, f"{', '.join(hidden)}: declared, but not listed")


def _plan(task: Task) -> Iterator[Finding]:
    objects = task.scenario.scene.objects
    for index, step in enumerate(task.scenario.plans.reference):
        for name in undeclared(step, objects):
            stand_in = find_object(name, objects, RELEASED)
            meant = f"; the released code takes it for {stand_in.name}" if stand_in else ""
            yield IN_PLAN.of(task, task.step_at(index), f"{step}: {name} is not declared{meant}")


def undeclared(step: str, objects: ObjectTable) -> list[str]:
    """The names in a step that no object bears."""
    if is_done(step) or is_navigation(step):
        return []
    names = [part.split("@")[0].strip() for part in split_call(step)[1].lower().split(",")]
    return [name for name in names if name and name not in objects.by_name]
