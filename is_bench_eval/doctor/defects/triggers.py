"""Triggers of safety conditions: given twice, never possible, never met by the reference plan."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.domain.text import is_done
from is_bench.evaluation.judge import normal_step
from is_bench_eval.doctor.defects.obstacles import obstacle
from is_bench_eval.doctor.findings import Finding
from is_bench_eval.doctor.task import Condition, Defect, Task

TWICE = Defect(
    "trigger given twice", "join the conditions: (and ...); the released code keeps the last one"
)
IMPOSSIBLE = Defect("trigger that can never fire", "correct the step, or what the object can do")
UNUSED = Defect(
    "trigger that the reference plan never executes",
    "check the trigger: the reference plan says nothing about this condition",
)


def check_triggers(task: Task) -> Iterator[Finding]:
    """What is wrong with the triggers of a task."""
    yield from _twice(task)
    done = {normal_step(step) for step in task.scenario.plans.reference}
    for item in task.conditions:
        trigger = item.condition.trigger
        if trigger is None:
            continue
        why = obstacle(item.trigger, task.scenario.scene)
        if item.condition.is_process and is_done(trigger):
            why = "no condition is judged at DONE; one that holds at the end needs no trigger"
        if why:
            yield IMPOSSIBLE.of(task, item.trigger_at, f"{trigger}: {why}")
        elif done and item.trigger not in done:
            message = f"{trigger}: {_words(item)} is not judged"
            yield UNUSED.of(task, item.trigger_at, message)


def _twice(task: Task) -> Iterator[Finding]:
    last = {_key(item): item for item in task.conditions if item.condition.is_process}
    for item in task.conditions:
        if item.condition.is_process and last[_key(item)] is not item:
            kept = task.place(last[_key(item)].trigger_at)
            message = (
                f"{item.condition.trigger}, {item.condition.when.value}: the released code never "
                f"judges {_words(item)}, only the condition in line {kept.line}"
            )
            yield TWICE.of(task, item.trigger_at, message)


def _key(item: Condition) -> tuple[object, str]:
    return item.condition.when, item.trigger


def _words(item: Condition) -> str:
    return " ".join(map(str, item.condition.goals))
