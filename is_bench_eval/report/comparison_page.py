"""The page of a comparison: one file that needs nothing else, to open, to send or to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from is_bench_eval.report.comparison import Comparison
from is_bench_eval.report.comparison_tables import SIGNIFICANT, interval_text, p_text
from is_bench_eval.report.figures import METRICS, fraction_of, percent
from is_bench_eval.report.html import along, assets, page_template, policy_hash
from is_bench_eval.report.published import PublishedTable
from is_bench_eval.report.row_values import Run, page_values
from is_bench_eval.report.setting import Setting
from is_bench_eval.results import Record

PACKAGE = "is_bench_eval.report"
STYLES = tuple((PACKAGE, name) for name in ("page.css", "comparison.css", "rows.css"))


def render_comparison(
    settings: Mapping[str, Setting],
    comparisons: Sequence[Comparison],
    summaries: Sequence[tuple[str, Record]],
    published: PublishedTable | None,
    rows: Sequence[Run] = (),
) -> str:
    """The page of named runs; `published` stands beside the summaries' faithful figures.

    `rows` are the figures of runs over SafeAgentBench's rows.  What is foreign in names and
    settings is `visible` already.
    """
    style = assets(*STYLES)
    template = page_template(
        PACKAGE, "comparison.html", percent=percent, interval=interval_text, p=p_text, along=along
    )
    return template.render(
        settings=settings,
        comparisons=comparisons,
        ours=[(name, _faithful(summary)) for name, summary in summaries],
        published=published,
        metrics=[metric.name for metric in METRICS],
        significant=SIGNIFICANT,
        **page_values(rows),
        style=style,
        style_hash=policy_hash(style),
    )


def _faithful(summary: Record) -> list[str]:
    return [percent(fraction_of(summary, "faithful", metric)) for metric in METRICS]
