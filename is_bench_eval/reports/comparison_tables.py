"""A comparison of runs in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from is_bench.evaluation import Fraction
from is_bench_eval.console.tables import plain_table
from is_bench_eval.console.text import one_line, p_text
from is_bench_eval.recording.results import Record
from is_bench_eval.reports.comparison import Comparison, Measured, PairTest, RunFigures
from is_bench_eval.reports.figures import METRICS, fraction_of, percent
from is_bench_eval.reports.published.is_bench import PublishedTable
from is_bench_eval.statistics.shares import Interval

SIGNIFICANT = 0.05
_SPENT, _UNKNOWN = ("steps", "tokens", "cost"), "-"


def figures_table(comparison: Comparison) -> Table:
    """Every run with the intervals of its figures, and what it took."""
    names = list(comparison.runs[0].metrics)
    spent = [_spent(run) for run in comparison.runs]
    known = [name for name in _SPENT if any(one[name] != _UNKNOWN for one in spent)]
    table = plain_table("run", "episodes", *names, *known)
    for column in table.columns[1:]:
        column.justify = "right"
    for run, took in zip(comparison.runs, spent, strict=True):
        measured = [_measured(run.metrics[name]) for name in names]
        costs = [took[name] for name in known]
        table.add_row(Text(one_line(run.name)), str(run.episodes), *measured, *costs)
    table.title = Text(f"{comparison.scoring} scoring, with 95% intervals", style="bold")
    table.caption = Text(f"{', '.join(known)}: mean per episode" if known else "", style="dim")
    return table


def significance_table(comparison: Comparison) -> Table:
    """Whether the runs differ."""
    table = plain_table("first", "second", "metric", "pairs", "points", "95% interval", "p", "Holm")
    for column in table.columns[3:]:
        column.justify = "right"
    for test in comparison.tests:
        table.add_row(
            Text(one_line(test.first)),
            Text(one_line(test.second)),
            test.metric,
            str(test.pairs),
            *_difference(test),
            p_text(test.p),
            _corrected(test),
        )
    table.title = Text(f"significance tests, {comparison.scoring} scoring", style="bold")
    table.caption = Text(
        "SR, SSR: McNemar's exact test; SRec: permutation of episodes; Holm: corrected for "
        f"{sum(test.p is not None for test in comparison.tests)} tests",
        style="dim",
    )
    return table


def published_table(runs: Sequence[tuple[str, Record]], published: PublishedTable) -> Table:
    """Summaries of runs, under faithful scoring, above what was published."""
    table = plain_table("", "level", *(metric.name for metric in METRICS))
    for column in table.columns[2:]:
        column.justify = "right"
    for name, summary in runs:
        shares = [percent(fraction_of(summary, "faithful", metric)) for metric in METRICS]
        table.add_row(Text(one_line(name), style="bold"), "", *shares)
    table.add_section()
    for row in published.rows:
        shares = [f"{100 * row.metrics[metric.name]:.1f}%" for metric in METRICS]
        table.add_row(row.model, row.level, *shares)
    table.title = Text("published figures, faithful scoring", style="bold")
    table.caption = Text(f"{published.source}; {published.setting}", style="dim")
    return table


def percent_interval(interval: Interval | None, *, signed: bool = False) -> str:
    """An interval in percent, or percentage points; a dash if there is none."""
    if interval is None:
        return "-"
    form = "+.1f" if signed else ".1f"
    return f"{100 * interval.low:{form}} to {100 * interval.high:{form}}"


def _measured(measured: Measured) -> Text:
    share: Fraction = measured.share
    if share.value is None:
        return Text("-", style="dim")
    reach = (
        percent_interval(measured.interval).replace(" to ", "\N{EN DASH}").replace("100.0", "100")
    )
    return Text.assemble((percent(share), "bold"), "\n", (reach, "dim"))


def _spent(run: RunFigures) -> dict[str, str]:
    spent = run.spent
    return {
        "steps": _UNKNOWN if spent.steps is None else f"{spent.steps:.1f}",
        "tokens": _UNKNOWN if spent.tokens is None else f"{spent.tokens:,.0f}",
        "cost": _UNKNOWN if spent.cost is None else f"{spent.cost:.4f}",
    }


def _difference(test: PairTest) -> list[str]:
    points = "-" if test.difference is None else f"{100 * test.difference:+.1f}"
    return [points, percent_interval(test.interval, signed=True)]


def _corrected(test: PairTest) -> Text:
    significant = test.corrected is not None and test.corrected < SIGNIFICANT
    return Text(p_text(test.corrected), style="bold" if significant else "dim")
