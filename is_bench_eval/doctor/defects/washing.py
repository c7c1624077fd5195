"""Washing rules that cannot be followed."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.objects import class_of
from is_bench.scenarios import Scene
from is_bench.taxonomy import taxonomy
from is_bench.world import WashRule
from is_bench.world.removers import Removers
from is_bench_eval.doctor.findings import Finding
from is_bench_eval.doctor.task import At, Defect, Task

ABSENT = Defect("washing rule about what is not there", "declare it, or take the rule out")
DRY = Defect(
    "washing rule that cannot be met",
    "ask for a substance that the tool takes up, or add a rule that says it does",
)


def check_washing(task: Task) -> Iterator[Finding]:
    """What is wrong with the washing rules of a task."""
    scene = task.scenario.scene
    there = {class_of(thing.name) for thing in scene.objects} | set(_given(scene))
    for index, rule in enumerate(scene.wash_rules):
        at: At = (
            ("planning_context", "wash_rules", index) if task.problem else ("wash_rules", index)
        )
        words = (rule.tool, rule.substance, *_wanted(rule))
        absent = [word for word in dict.fromkeys(words) if word not in there]
        if absent:
            message = f"{_say(rule)}: nothing declared is a {' or a '.join(absent)}"
            yield ABSENT.of(task, at, message)
        dry = [word for word in _wanted(rule) if word in there and not _takes_up(scene, rule, word)]
        if dry:
            yield DRY.of(task, at, f"{_say(rule)}: a {rule.tool} takes up no {' or '.join(dry)}")


def _takes_up(scene: Scene, rule: WashRule, word: str) -> bool:
    """Whether some tool of the rule can be saturated with a substance of the class `word`."""
    removers = Removers(scene.wash_rules)
    tools = [thing for thing in scene.objects if class_of(thing.name) == rule.tool]
    synsets = {*scene.objects.by_synset, *_given(scene).values()}
    wanted = [synset for synset in synsets if class_of(synset) == word]
    return not tools or any(
        removers.conditions(tool, synset) is not None for tool in tools for synset in wanted
    )


def _given(scene: Scene) -> dict[str, str]:
    """The substances that taps and the like give, declared or not, by class word."""
    return {
        class_of(synset): synset
        for thing in scene.objects
        for synset in taxonomy().produced(thing.synset)
    }


def _wanted(rule: WashRule) -> list[str]:
    """The substances that the tool has to hold, any of them, by class word."""
    return [class_of(str(value)) for kind, value in rule.conditions if kind == "saturated"]


def _say(rule: WashRule) -> str:
    return f"{rule.tool} removes {rule.substance}"
