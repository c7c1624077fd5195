"""What a guard node said in an episode, from its messages, and whether it was the right guard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from is_bench.guard_log import TaskBegun
from is_bench.messages import advice_of, recognised_of, verdict_of
from is_bench.verdict import PlanVerdict, TaskVerdict
from is_bench_eval.errors import EpisodeFailed
from is_safety_monitor.core.configuration import GuardSettings

_MOST_SHOWN = 200
"""Characters of a value that are quoted."""


def task_verdict_of(message: Any) -> TaskVerdict:
    """What was said of the task, from a TaskVerdict message."""
    advice = tuple(map(advice_of, message.advice))
    return TaskVerdict(verdict_of(message.verdict), advice, recognised_of(message.objects))


def plan_verdicts_of(messages: Sequence[Any], plan_steps: Sequence[int]) -> Iterator[PlanVerdict]:
    """What was said of each plan, from PlanVerdict messages.

    `plan_steps` are the indices of the judged calls among the planner's steps, of all plans one
    after the other: the guard counts calls, the planner steps.
    """
    steps = iter(plan_steps)
    for message in messages:
        said = zip(map(verdict_of, message.verdicts), steps, strict=False)
        listed = tuple(replace(verdict, index=int(step)) for verdict, step in said)
        yield PlanVerdict(listed, tuple(message.considered))


def check_guard(begun: TaskBegun, wanted: GuardSettings) -> None:
    """Raise EpisodeFailed if the guard could not guard the task, or judged by other settings."""
    if begun.problem:
        raise EpisodeFailed(f"the guard cannot guard the task: {begun.problem}")
    by, domain = begun.judged_by, wanted.domain
    for what, was, expected in (
        ("mode", by.mode, wanted.mode.value),
        ("knowledge", by.knowledge, wanted.knowledge),
        ("stages", by.stages, str(wanted.stages)),
        ("domain", by.domain, domain.name),
        ("domain's files", by.domain_files, domain.sources),
        ("world", by.world, wanted.world),
        ("unrecognised", by.unrecognised, wanted.unrecognised.value),
        ("advice_limit", by.advice_limit, wanted.advice_limit),
    ):
        if was != expected:
            raise unlike(what, str(was), str(expected))


def unlike(what: str, was: str, expected: str) -> EpisodeFailed:
    """The error that a guard was another one than the evaluation asks for."""
    return EpisodeFailed(
        f"the guard's {what} was {was[:_MOST_SHOWN]}, not {expected[:_MOST_SHOWN]}; start "
        "is_safety_monitor and the evaluation alike"
    )
