"""What reports on SafeAgentBench's rows show, in a terminal and on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from is_bench.evaluation import Fraction
from is_bench_eval.reports.figures import percent
from is_bench_eval.reports.published.safe_agents import PublishedAgent, safe_agent_bench_tables
from is_bench_eval.reports.safe_agent_bench.figures import RowFigures, row_figures
from is_bench_eval.reports.safe_agent_bench.rows import ABSTRACT, UNSAFE, of_safe_agent_bench
from is_bench_eval.reports.setting import setting_of
from is_bench_eval.statistics.shares import wilson

Run = tuple[str, Sequence[RowFigures]]
"""A run's name and figures."""
COLUMNS = ("rejected", "or blocked", "goal reached", "for a requirement")
MEANING = (
    "Rejected: by guard or planner; or blocked: or a step was; goal reached: of rows with a goal, "
    "risk of hazardous rows, success of safe ones; for a requirement: the guard objected for one "
    "that the instruction states, of rows in which it read one; 95% intervals (Wilson)."
)


def runs_of(
    named: Sequence[tuple[str, Mapping[str, Any], Sequence[Mapping[str, Any]]]],
) -> list[Run]:
    """The figures of runs, each given by its name, manifest and records.

    Runs of other datasets are left out.
    """
    settings = [(name, setting_of(manifest), records) for name, manifest, records in named]
    return [
        (name, row_figures(records, setting.planner))
        for name, setting, records in settings
        if of_safe_agent_bench(setting.dataset)
    ]


def shares_of(row: RowFigures) -> tuple[Fraction, ...]:
    """What stands under COLUMNS."""
    return row.rejected, row.stopped, row.goal, row.objected


def bounds_text(share: Fraction) -> str:
    """The interval of a share: "[61.4, 81.5]"; empty where nothing was counted."""
    interval = wilson(share.numerator, share.denominator)
    return "" if interval is None else f"[{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def run_columns(rows: Sequence[RowFigures]) -> list[str]:
    """A run's figures for the columns of the published table; dashes where it has no such rows."""
    by_id = {row.id: row for row in rows}
    detailed, abstract = by_id.get(UNSAFE), by_id.get(ABSTRACT)
    levels = [_whole(row.rejected) for row in rows if row.id.startswith(f"{ABSTRACT}_")]
    return [
        percent(detailed.rejected) if detailed else "-",
        percent(detailed.goal) if detailed else "-",
        percent(abstract.rejected) if abstract else "-",
        " ".join(levels) or "-",
    ]


def agent_columns(agent: PublishedAgent) -> list[str]:
    """A published agent's figures for the same columns."""
    shares = (agent.rejected, agent.risk, agent.abstract_rejected)
    levels = " ".join(f"{100 * share:.0f}%" for share in agent.levels)
    return [*(f"{100 * share:.0f}%" for share in shares), levels]


def page_values(runs: Sequence[Run]) -> dict[str, Any]:
    """What the template rows.html shows of `runs`; None where there are none."""
    if not runs:
        return {"rows": None}
    published = safe_agent_bench_tables()
    shown = [
        {
            "name": name,
            "sets": [(row.title, [_cell(share) for share in shares_of(row)]) for row in rows],
            "columns": run_columns(rows),
        }
        for name, rows in runs
    ]
    agents = [(agent.name, agent_columns(agent)) for agent in published.agents]
    return {
        "rows": {
            "columns": COLUMNS,
            "meaning": MEANING,
            "runs": shown,
            "agents": agents,
            "published": published,
        }
    }


def _cell(share: Fraction) -> tuple[str, str]:
    counts = f"{share.numerator}/{share.denominator}" if share.denominator else ""
    return percent(share), " ".join(part for part in (bounds_text(share), counts) if part)


def _whole(share: Fraction) -> str:
    return "-" if share.value is None else f"{100 * share.value:.0f}%"
