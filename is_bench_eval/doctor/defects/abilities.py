"""What object_abilities tells planners, against what the objects can do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from is_bench.objects import SceneObject
from is_bench.taxonomy import taxonomy
from is_bench_eval.doctor.findings import Finding, Severity
from is_bench_eval.doctor.task import Defect, Task

GAP = Defect("ability missing in object_abilities", "list it: planners know of abilities by it")
NO_SYNSET = Defect(
    "synset that is not in the taxonomy",
    "use one that is, or grant the object what it can do",
    Severity.NOTE,
)
UNKNOWN = Defect("unknown ability", "correct it; no skill asks for this one")
TOLD = frozenset({"fillable", "openable", "toggleable"})
"""The abilities that object_abilities is about."""
_AT = ("planning_context", "object_abilities")


def check_abilities(task: Task) -> Iterator[Finding]:
    """The abilities that a task leaves out, and those that nobody knows."""
    scene = task.scenario.scene
    granted = {name.lower(): (name, abilities) for name, abilities in scene.granted.items()}
    for thing in scene.objects:
        name, told = granted.get(thing.name, ("", ()))
        at = (*_AT, name) if task.problem else ("objects",)
        unknown = sorted(thing.abilities - _known())
        if unknown:
            message = f"{thing.name}: no synset of the taxonomy is {' or '.join(unknown)}"
            yield UNKNOWN.of(task, at, message)
        if thing.synset not in taxonomy() and not thing.abilities:
            message = f"{thing.synset} is not known, so that {thing.name} can do nothing"
            if not thing.synset:
                message = f"{thing.name} is of no known class, so that it can do nothing"
            yield NO_SYNSET.of(task, at if name else (), message)
        left_out = sorted((thing.abilities & TOLD) - set(told))
        if task.problem and left_out and not thing.matter.is_substance:
            yield GAP.of(task, at if name else _AT, _say(thing, left_out))


def _say(thing: SceneObject, left_out: list[str]) -> str:
    natural = taxonomy().abilities(thing.synset)
    source = "by the taxonomy" if natural.issuperset(left_out) else "by an initial fact"
    return f"{thing.name} is {' and '.join(left_out)} {source}"


@cache
def _known() -> frozenset[str]:
    table = taxonomy()
    return frozenset().union(*map(table.abilities, table))
