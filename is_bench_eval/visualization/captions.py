"""What stands under the pictures of a clip: the task, the step, the verdict on it and why."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from is_bench.calls import parse_call
from is_bench.errors import SyntaxProblem
from is_bench.evaluation import Status, Trace
from is_bench.events.model import OccurrenceKind, of_kind
from is_bench_eval.console.wording import instances_in, readable
from is_planner_node.core.planner import LastStep

MOST_REASON_LINES = 4

VERDICTS = {
    Status.OK: "done",
    Status.FAILED: "failed",
    Status.BLOCKED: "stopped by the guard",
}
_ASIDE = re.compile(r"\s+\((?:[^()]|\([^()]*\))*\)")
"""The facts that a reason cites in brackets."""


@dataclass(frozen=True)
class Caption:
    """The text under a picture."""

    task: str
    """The instruction."""
    step: str = ""
    """The number of the step, and its call; empty at the start."""
    verdict: str = ""
    reason: str = ""
    status: Status | None = None
    objects: frozenset[str] = frozenset()
    """The names of the objects that step and reason speak of."""
    ends: bool = False
    """Whether the step ends the task."""


def caption_of(task: str, number: int, last: LastStep | None) -> Caption:
    """The caption of a moment; `number` counts the steps from 1, `last` is None at the start."""
    if last is None:
        return Caption(task)
    return Caption(
        task,
        f"{number}. {readable(last.action)}",
        VERDICTS[last.status],
        readable(_ASIDE.sub("", last.message)),
        last.status,
        instances_in(f"{last.action} {last.message}"),
        _is_done(last.action),
    )


def _is_done(action: str) -> bool:
    try:
        return parse_call(action).is_done
    except SyntaxProblem:
        return False


def meanwhile(trace: Trace) -> dict[int, str]:
    """What happened by itself in the steps of an episode, by the index of the step."""
    found = {}
    for step in trace.steps:
        names = [
            event.name.replace("_", " ")
            for event in of_kind(step.occurrences, OccurrenceKind.EVENT)
        ]
        if names:
            found[step.index] = f"Meanwhile: {', '.join(names)}."
    return found


def with_event(caption: Caption, event: str) -> Caption:
    """The caption with what happened meanwhile, if anything, after its reason."""
    return replace(caption, reason=f"{caption.reason} {event}".strip()) if event else caption


def under_way(caption: Caption) -> Caption:
    """The caption of a picture that shows a step on its way."""
    return Caption(caption.task, caption.step, "under way")
