"""The page of a comparison: one file that needs nothing else, to open, to send or to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import jinja2

from is_bench_eval.report.comparison import Comparison
from is_bench_eval.report.comparison_tables import SIGNIFICANT, interval_text, p_text
from is_bench_eval.report.figures import METRICS, fraction_of, percent
from is_bench_eval.report.page import style_hash
from is_bench_eval.report.published import PublishedTable
from is_bench_eval.report.setting import Setting
from is_bench_eval.results import Record

STYLES = ("page.css", "comparison.css")


def render_comparison(
    settings: Mapping[str, Setting],
    comparisons: Sequence[Comparison],
    summaries: Sequence[tuple[str, Record]],
    published: PublishedTable | None,
) -> str:
    """The page of named runs; `published` stands beside the summaries' faithful figures.

    What is foreign in names and settings is `visible` already.
    """
    style = _style()
    return _template().render(
        settings=settings,
        comparisons=comparisons,
        ours=[(name, _faithful(summary)) for name, summary in summaries],
        published=published,
        metrics=[metric.name for metric in METRICS],
        significant=SIGNIFICANT,
        style=style,
        style_hash=style_hash(style),
    )


def _faithful(summary: Record) -> list[str]:
    return [percent(fraction_of(summary, "faithful", metric)) for metric in METRICS]


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("is_bench_eval.report", "assets"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(percent=percent, interval=interval_text, p=p_text, along=_along)
    return environment.get_template("comparison.html")


def _along(share: float) -> str:
    """Where a share lies on an axis, as an SVG length."""
    return f"{100 * share:.2f}%"


@cache
def _style() -> str:
    folder = files("is_bench_eval.report") / "assets"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in STYLES)
