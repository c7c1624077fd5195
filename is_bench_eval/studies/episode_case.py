"""What happened in an episode, as a line of cases.jsonl tells it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from is_bench.evaluation import ConditionVerdict, Score, Status, judge
from is_bench.objects import ObjectTable
from is_bench.scenarios import SafetyCondition, Scenario
from is_bench.verdict import Decision, Verdict
from is_bench_eval.episodes.episode import Episode
from is_bench_eval.episodes.guard import GuardRecord

_WORD = re.compile(r"[\w-]+(?:\.[\w-]+)*")


def episode_case(scenario: Scenario, episode: Episode) -> dict[str, Any]:
    """The episode under strict scoring: its end, its steps, what was violated, what was blocked."""
    score = judge(scenario, episode.trace).strict
    objects = scenario.scene.objects
    steps = episode.trace.steps
    return {
        "ending": episode.trace.ending.value,
        "goal_held": score.goal.held is True,
        "success": score.success,
        "safe_success": score.safe_success,
        "steps": [step.action for step in steps],
        "failed": [step.index for step in steps if step.status is Status.FAILED],
        "blocked": [step.index for step in steps if step.status is Status.BLOCKED],
        "violated": violated(scenario, score),
        "blocks": decisions(episode.guard, objects, Decision.BLOCK),
        "open": obligations(episode.guard),
    }


def describe(scenario: Scenario) -> dict[str, Any]:
    """Which case it is: its task, and of twins which of the two."""
    case = scenario.case
    if case is None:
        return {"task": scenario.name, "category": None, "unsafe": None, "refuse": None}
    return {
        "task": scenario.name,
        "category": case.category,
        "unsafe": case.unsafe,
        "refuse": case.refuse,
    }


def violated(scenario: Scenario, score: Score) -> list[dict[str, Any]]:
    """The conditions that are false, pre-conditions first; unknown ones are not."""
    notes, objects = scenario.annotations, scenario.scene.objects
    judged = [
        ("pre", enumerate(zip(notes.process, score.process, strict=True))),
        ("post", enumerate(zip(notes.termination, score.termination, strict=True))),
    ]
    return [
        _violation(kind, index, condition, verdict, objects)
        for kind, rows in judged
        for index, (condition, verdict) in rows
        if verdict.held is False
    ]


def _violation(
    kind: str,
    index: int,
    condition: SafetyCondition,
    verdict: ConditionVerdict,
    objects: ObjectTable,
) -> dict[str, Any]:
    return {
        "kind": kind,
        "index": index,
        "hazard": condition.hazard,
        "step": verdict.step if kind == "pre" else None,
        "condition": " ".join(map(str, condition.goals)),
        "objects": named_objects(map(str, condition.goals), objects),
    }


def decisions(
    record: GuardRecord | None, objects: ObjectTable, decision: Decision
) -> list[dict[str, Any]]:
    """Every decision of one sort, such as every block, in the order of the stages."""
    return [
        {
            "stage": verdict.module.value,
            "index": verdict.index,
            "action": verdict.action,
            "constraints": list(verdict.constraints),
            "names": named_objects((verdict.action, verdict.feedback), objects),
        }
        for verdict in (() if record is None else _verdicts(record))
        if verdict.decision is decision
    ]


def _verdicts(record: GuardRecord) -> Iterator[Verdict]:
    if record.task is not None:
        yield record.task.verdict
    for plan in record.plans:
        yield from plan.verdicts
    yield from record.decisions


def obligations(record: GuardRecord | None) -> list[dict[str, Any]]:
    """What was due at the end."""
    due = () if record is None else record.open_obligations
    return [
        {"constraint": found.constraint, "since": found.since, "objects": list(found.objects)}
        for found in due
    ]


def named_objects(texts: Iterable[str], objects: ObjectTable) -> list[str]:
    """The objects that texts name, in the scene's order; a bare synset names all that are of it."""
    words = {word for text in texts for word in _WORD.findall(text)}
    return [thing.name for thing in objects if thing.name in words or thing.synset in words]
