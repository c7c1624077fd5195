"""A stopwatch around a guard: how long it takes for a decision.

It only watches: what the guard is asked and says does not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import perf_counter_ns
from typing import Any

import numpy as np

from is_bench.calls import SkillCall
from is_bench.guard_log import TaskRequest, VisionReply
from is_bench.recognised import RecognisedObject
from is_bench.scenarios import Annotations
from is_bench.verdict import PlanVerdict, TaskVerdict
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from is_safety_monitor.core.session import Goal, Judgement, Session
from kb.adviser import Adviser

STAGES = {
    "task_safe": "Task-Safe, an instruction",
    "plan_safe": "Plan-Safe, a plan",
    "action_safe": "Action-Safe, a step",
}
QUANTILES = {"median": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}

Nanoseconds = dict[str, list[int]]
"""By stage, what each of its decisions took."""


class TimedSession(Session):
    """A guard that notes how long each of its decisions takes."""

    def __init__(self, settings: GuardSettings, base: KnowledgeBase) -> None:
        """As any session; nothing has been timed yet."""
        super().__init__(settings, base)
        self.taken: Nanoseconds = {name: [] for name in STAGES}

    def set_task(
        self,
        request: TaskRequest,
        *,
        annotations: Annotations | None = None,
        problem: str = "",
        adviser: Adviser | None = None,
        recognised: Sequence[RecognisedObject] | None = None,
    ) -> TaskVerdict | None:
        """As a session does; making the guard of the task is part of the decision."""
        with self._timed("task_safe"):
            return super().set_task(
                request,
                annotations=annotations,
                problem=problem,
                adviser=adviser,
                recognised=recognised,
            )

    def check_plan(self, episode: str, plan: Sequence[SkillCall], now_ns: int) -> PlanVerdict:
        """As a session does."""
        with self._timed("plan_safe"):
            return super().check_plan(episode, plan, now_ns)

    def judge(
        self,
        goal: Goal,
        now_ns: int,
        refusal: str = "",
        *,
        may_hold: bool = False,
        accepted: bool | None = None,
        opinion: VisionReply | None = None,
    ) -> Judgement:
        """As a session does."""
        with self._timed("action_safe"):
            return super().judge(
                goal, now_ns, refusal, may_hold=may_hold, accepted=accepted, opinion=opinion
            )

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        start = perf_counter_ns()
        yield
        self.taken[stage].append(perf_counter_ns() - start)


def timing_document(measured: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """timing.json: by planner and stage, how many decisions, and their quantiles in milliseconds.

    `measured` are the timings of episodes: {"planner": NAME, STAGE: [NANOSECONDS, ...], ...}.
    """
    taken: dict[str, Nanoseconds] = {}
    for timing in measured:
        of_planner = taken.setdefault(timing["planner"], {name: [] for name in STAGES})
        for stage in STAGES:
            of_planner[stage].extend(timing[stage])
    return {
        "unit": "ms",
        "planners": {
            planner: {stage: _quantiles(values) for stage, values in stages.items()}
            for planner, stages in taken.items()
        },
    }


def _quantiles(nanoseconds: Sequence[int]) -> dict[str, float | int | None]:
    if not nanoseconds:
        return {"decisions": 0, **dict.fromkeys(QUANTILES)}
    found = np.quantile(np.asarray(nanoseconds) / 1e6, list(QUANTILES.values()))
    return {
        "decisions": len(nanoseconds),
        **{name: round(float(value), 4) for name, value in zip(QUANTILES, found, strict=True)},
    }
