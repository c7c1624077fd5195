"""Names that plans, lists and rules mention, against those that are declared."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.calls import parse_call
from is_bench.domain.text import find_object, is_done, is_navigation, split_call
from is_bench.errors import SyntaxProblem
from is_bench.scenarios import Scene
from is_bench.world import RELEASED
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
    scene = task.scenario.scene
    for index, step in enumerate(task.scenario.plans.reference):
        for name in undeclared(step, scene):
            loose = scene.domain.loose_text
            stand_in = find_object(name, scene.objects, RELEASED) if loose else None
            meant = f"; the released code takes it for {stand_in.name}" if stand_in else ""
            yield IN_PLAN.of(task, task.step_at(index), f"{step}: {name} is not declared{meant}")


def undeclared(step: str, scene: Scene) -> list[str]:
    """The names in a step that no object bears."""
    return [name for name in _names(step, scene) if name and name not in scene.objects.by_name]


def _names(step: str, scene: Scene) -> list[str]:
    """What a step names, as its domain reads texts."""
    if is_done(step):
        return []
    if scene.domain.loose_text:
        inner = "" if is_navigation(step) else split_call(step)[1].lower()
        return [part.split("@")[0].strip() for part in inner.split(",")]
    try:
        return list(parse_call(step).arguments)
    except SyntaxProblem:
        return []
