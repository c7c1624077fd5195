"""PlannerReport as a message, and back."""

from __future__ import annotations

from math import isnan, nan
from typing import Any

from is_bench.chat import Usage
from is_planner_node.core.report import PlannerReport, Replies


def report_message(types: Any, report: PlannerReport) -> Any:
    """The message of a report; `types` holds the classes of messages."""
    usage, replies = report.usage, report.replies
    return types.PlannerReport(
        awareness_asked=report.awareness is not None,
        awareness=report.awareness or "",
        requests=usage.requests,
        cached=usage.cached,
        estimated=usage.estimated,
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        cost=nan if usage.cost is None else float(usage.cost),
        replies_ok=replies.ok,
        replies_repaired=replies.repaired,
        replies_invalid=replies.invalid,
        gave_up=report.gave_up,
    )


def report_of(message: Any) -> PlannerReport:
    """The report that a message holds."""
    return PlannerReport(
        usage=Usage(
            requests=int(message.requests),
            prompt_tokens=int(message.prompt_tokens),
            completion_tokens=int(message.completion_tokens),
            cost=None if isnan(message.cost) else float(message.cost),
            cached=int(message.cached),
            estimated=int(message.estimated),
        ),
        replies=Replies(
            int(message.replies_ok), int(message.replies_repaired), int(message.replies_invalid)
        ),
        awareness=str(message.awareness) if message.awareness_asked else None,
        gave_up=str(message.gave_up),
    )
