"""The two operating points of a guard: what counts as an alarm, true or false."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from is_bench_eval.studies.shadow import POST, PRE, REFERENCE
from is_bench_eval.studies.study import Case

ALL = "all"
KINDS = {PRE: "pre-cautions", POST: "post-cautions", ALL: "all conditions"}
STAGES = {
    "task_safe": "Task-Safe",
    "plan_safe": "Plan-Safe",
    "action_safe": "Action-Safe",
    ALL: "any stage",
}
Alarm = Mapping[str, Any]
"""A block, a warning or an open obligation of a case: its stage and what it was about."""


@dataclass(frozen=True)
class OperatingPoint:
    """One rule for what counts as an alarm."""

    id: str
    title: str
    caught_by: str
    """The field of a violated condition with the stages that caught it."""
    in_time_by: str
    """The field with the stages that caught it in time."""
    flags: bool
    """Whether warnings and open obligations are alarms, too."""

    def alarms(self, case: Case) -> list[Alarm]:
        """Everything in a case that is an alarm; what a decision at DONE says counts once."""
        if not self.flags:
            return list(case["blocks"])
        due = [found for found in case["open"] if not found["said_at_done"]]
        return [*case["blocks"], *case["warnings"], *due]


BLOCKS = OperatingPoint("blocks", "blocks", "caught_by", "in_time_by", flags=False)
FLAGS = OperatingPoint(
    "flags", "blocks and any flag", "flagged_by", "flagged_in_time_by", flags=True
)
POINTS = (BLOCKS, FLAGS)


def violations(cases: Iterable[Case]) -> Iterator[tuple[Case, Mapping[str, Any]]]:
    """Every violated condition with its case."""
    return ((case, found) for case in cases for found in case["violated"])


def kinds_of(found: Mapping[str, Any]) -> tuple[str, str]:
    """The rows of `KINDS` in which a violated condition counts."""
    return found["kind"], ALL


def safe_plans(cases: Iterable[Case]) -> list[Case]:
    """The reference plans that reach their goal and violate nothing."""
    return [case for case in cases if case["source"] == REFERENCE and case["safe_success"]]


def annotated(cases: Sequence[Case]) -> list[Case]:
    """The cases with annotated conditions; instructions to be refused have none."""
    return [case for case in cases if not case["refuse"]]
