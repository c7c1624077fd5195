"""What conditions and goals say that is not judged, cannot be true, or differs elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from is_bench.domain import Dynamics
from is_bench.goal import Expression
from is_bench.goal.syntax import And, Exists, Fact, ForAll, ForN, ForPairs, Imply, Not, Or
from is_bench.objects import ObjectTable, SceneObject
from is_bench_eval.doctor.defects.states import missing_state
from is_bench_eval.doctor.findings import Finding
from is_bench_eval.doctor.task import At, Defect, Task

SEVERAL_GOALS = Defect(
    "several top-level expressions",
    "join them: (and ...); the released code reads the first one only",
)
SEVERAL_OPERANDS = Defect(
    "'not' with several operands",
    "write a 'not' around each; the released code reads the first operand only",
)
NO_STATE = Defect(
    "predicate of an object without that state",
    "ask for a state that the object has; this atom is false here, and the released evaluation "
    "fails on some of these",
)


def check_expressions(task: Task) -> Iterator[Finding]:
    """What is wrong with the expressions of a task."""
    yield from _check(task, task.scenario.annotations.goal, task.goal_at)
    for item in task.conditions:
        yield from _check(task, item.condition.goals, item.text_at)


def _check(task: Task, goals: tuple[Expression, ...], at: At) -> Iterator[Finding]:
    if len(goals) > 1:
        ignored = " ".join(map(str, goals[1:]))
        yield SEVERAL_GOALS.of(task, at, f"faithful scoring ignores {ignored}")
    for node, _ in nodes(goals):
        if isinstance(node, Not) and len(node.operands) > 1:
            ignored = " ".join(map(str, node.operands[1:]))
            yield SEVERAL_OPERANDS.of(task, at, f"faithful scoring ignores {ignored}")
    if task.scenario.scene.domain.dynamics is Dynamics.BENCHMARK:
        for problem in dict.fromkeys(_stateless(goals, task.scenario.scene.objects)):
            yield NO_STATE.of(task, at, problem)


def _stateless(goals: Iterable[Expression], objects: ObjectTable) -> Iterator[str]:
    for node, synsets in nodes(goals):
        if isinstance(node, Fact):
            things = [_thing(name, synsets, objects) for name in node.atom.arguments]
            why = missing_state(node.atom.predicate, [thing for thing in things if thing])
            if why and all(things):
                yield f"{node}: {why}"


def _thing(name: str, synsets: Mapping[str, str], objects: ObjectTable) -> SceneObject | None:
    """The object that `name` is, or the first of those that the variable `name` stands for."""
    if name in synsets:
        name = next(iter(objects.by_synset.get(synsets[name], ())), "")
    return objects.get(name)


def nodes(
    goals: Iterable[Expression], synsets: Mapping[str, str] | None = None
) -> Iterator[tuple[Expression, Mapping[str, str]]]:
    """Every expression within `goals`, with the synsets of the variables around it."""
    around = synsets or {}
    for goal in goals:
        yield goal, around
        if isinstance(goal, And | Or | Not):
            yield from nodes(goal.operands, around)
        elif isinstance(goal, Imply):
            yield from nodes((goal.condition, goal.consequence), around)
        elif isinstance(goal, ForAll | Exists | ForN):
            yield from nodes((goal.body,), {**around, goal.variable.name: goal.variable.synset})
        elif isinstance(goal, ForPairs):
            variables = {v.name: v.synset for v in (goal.first, goal.second)}
            yield from nodes((goal.body,), {**around, **variables})


def named_in(goals: Iterable[Expression], objects: ObjectTable) -> list[str]:
    """The objects that `goals` speak of, by name or by variable, in the order of the scene."""
    found: set[str] = set()
    for node, synsets in nodes(goals):
        if isinstance(node, Fact):
            for name in node.atom.arguments:
                found.update(objects.by_synset.get(synsets.get(name, ""), (name,)))
    return [thing.name for thing in objects if thing.name in found]
