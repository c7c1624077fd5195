"""Causes of violations and failed steps, as reports show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from is_bench_eval.reports.outcomes import SCORINGS

_KINDS = ("event", "fault")


@dataclass(frozen=True)
class CauseRow:
    """What one cause did in a run."""

    kind: str
    """`agent`, `event` or `fault`."""
    name: str
    """Of the event or fault; empty for the agent."""
    violations: Mapping[str, int]
    """Violated conditions by scoring."""
    failed_steps: int


def cause_rows(summary: Mapping[str, Any]) -> list[CauseRow]:
    """The agent, then the events and faults that caused anything, by name; empty if nothing did."""
    causes = summary.get("causes")
    if causes is None:
        return []
    violations, failed = causes["violations"], causes["failed_steps"]
    agent = {scoring: violations[scoring]["agent"] for scoring in SCORINGS}
    rows = [CauseRow("agent", "", agent, failed["agent"])]
    for kind in _KINDS:
        listed = [violations[scoring][kind] for scoring in SCORINGS]
        names = sorted({name for counts in (*listed, failed[kind]) for name in counts})
        rows += [
            CauseRow(
                kind,
                name,
                {s: violations[s][kind].get(name, 0) for s in SCORINGS},
                failed[kind].get(name, 0),
            )
            for name in names
        ]
    return rows if any(row.failed_steps or any(row.violations.values()) for row in rows) else []
