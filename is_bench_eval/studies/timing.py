"""A stopwatch around a guard: how long it takes for a decision.

It only watches: what the guard is asked and says does not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

import numpy as np

from is_bench.facts import FactSet, FactView
from is_bench.verdict import PlanVerdict, TaskVerdict, Verdict
from is_safety_monitor.core.cascade import Cascade

if TYPE_CHECKING:
    from collections.abc import Iterator

STAGES = {
    "task_safe": "Task-Safe, an instruction",
    "plan_safe": "Plan-Safe, a plan",
    "action_safe": "Action-Safe, a step",
}
QUANTILES = {"median": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}

Nanoseconds = dict[str, list[int]]
"""By stage, what each of its decisions took."""


@dataclass
class TimedCascade(Cascade):
    """A guard that notes how long each of its decisions takes."""

    taken: Nanoseconds = field(default_factory=lambda: {name: [] for name in STAGES})

    @staticmethod
    def of(cascade: Cascade) -> TimedCascade:
        """The same guard, timed."""
        return TimedCascade(**{part.name: getattr(cascade, part.name) for part in fields(cascade)})

    def assess(self) -> TaskVerdict:
        """As the guard does."""
        with self._timed("task_safe"):
            return super().assess()

    def check_plan(self, plan: Sequence[str], facts: FactSet, now_ns: int) -> PlanVerdict:
        """As the guard does."""
        with self._timed("plan_safe"):
            return super().check_plan(plan, facts, now_ns)

    def judge(
        self,
        index: int,
        action: str,
        facts: FactView | None,
        age_ns: int,
        now_ns: int,
        *,
        may_hold: bool = False,
    ) -> Verdict:
        """As the guard does."""
        with self._timed("action_safe"):
            return super().judge(index, action, facts, age_ns, now_ns, may_hold=may_hold)

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
