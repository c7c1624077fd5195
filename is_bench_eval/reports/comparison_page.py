"""The page of a comparison: one file that needs nothing else, to open, to send or to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from is_bench_eval.console.text import counted, one_line, p_text
from is_bench_eval.pages.html import PAGE_CSS, TABLES_CSS, along, assets, page_template, policy_hash
from is_bench_eval.recording.results import Record
from is_bench_eval.reports.changes import Changes
from is_bench_eval.reports.comparison import Comparison
from is_bench_eval.reports.comparison_tables import SIGNIFICANT, percent_interval
from is_bench_eval.reports.figures import METRICS, fraction_of, percent
from is_bench_eval.reports.published.is_bench import PublishedTable
from is_bench_eval.reports.safe_agent_bench.values import Run, page_values
from is_bench_eval.reports.setting import Setting

PACKAGE = "is_bench_eval.reports"
MOST_OF_A_CELL = 140
"""Characters."""
STYLES = (PAGE_CSS, TABLES_CSS, (PACKAGE, "comparison.css"), (PACKAGE, "rows.css"))


def render_comparison(
    settings: Mapping[str, Setting],
    comparisons: Sequence[Comparison],
    summaries: Sequence[tuple[str, Record]],
    published: PublishedTable | None,
    rows: Sequence[Run] = (),
    changes: Sequence[Changes] = (),
) -> str:
    """The page of named runs; `published` stands beside the summaries' faithful figures.

    `rows` are the figures of runs over SafeAgentBench's rows, `changes` what changed from the first
    run to each other.  What is foreign in names and
    settings is `visible` already.
    """
    style = assets(*STYLES)
    template = page_template(
        PACKAGE,
        "comparison.html",
        percent=percent,
        interval=percent_interval,
        p=p_text,
        along=along,
        clipped=_clipped,
        counted=counted,
    )
    return template.render(
        settings=settings,
        comparisons=comparisons,
        ours=[(name, _faithful(summary)) for name, summary in summaries],
        published=published,
        metrics=[metric.name for metric in METRICS],
        meanings={metric.name: metric.meaning for metric in METRICS},
        significant=SIGNIFICANT,
        changes=changes,
        **page_values(rows),
        style=style,
        style_hash=policy_hash(style),
    )


def _faithful(summary: Record) -> list[str]:
    return [percent(fraction_of(summary, "faithful", metric)) for metric in METRICS]


def _clipped(text: str) -> str:
    """No more than fits a cell."""
    return one_line(text, MOST_OF_A_CELL)
