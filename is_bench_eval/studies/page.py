"""study.html: one file that needs nothing else, to open, to send or to print."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2

from is_bench_eval.report.visible import all_visible
from is_bench_eval.studies.tables import Cell, counts_text, interval_text, value_text
from is_bench_eval.studies.timing import QUANTILES, STAGES

STYLES = (("is_bench_eval.report", "page.css"), ("is_bench_eval.studies", "study.css"))
Panel = dict[str, Any]
"""One group of bars: {"title", "bars": [{"title", "cell", "whole"}, ...]}."""


def render_study(document: Mapping[str, Any], timing: Mapping[str, Any] | None = None) -> str:
    """The page of a study; `timing` has a section of its own, and nothing else depends on it."""
    document = all_visible(document)
    style = _style()
    return _template().render(
        study=document,
        tables=[{**table, "panels": list(panels(table))} for table in document["tables"]],
        timing=timing,
        stages=STAGES,
        quantiles=list(QUANTILES),
        style=style,
        style_hash=_hash(style),
    )


def panels(table: Mapping[str, Any]) -> Iterator[Panel]:
    """The groups of bars that show the shares of a table; none where nothing was counted."""
    rows, columns, whole = table["rows"], table["columns"], table["whole"]
    if table["chart"] == "columns":
        found = (
            _panel(column["title"], [(row, row["cells"][column["id"]]) for row in rows], whole)
            for column in columns
        )
    elif table["chart"] == "rows":
        found = (
            _panel(row["title"], [(c, row["cells"][c["id"]]) for c in columns], whole)
            for row in rows
        )
    else:
        return
    yield from (panel for panel in found if panel["bars"])


def _panel(title: str, cells: Sequence[tuple[Mapping[str, Any], Cell]], whole: str) -> Panel:
    bars = [
        {"title": of["title"], "cell": cell, "whole": of["id"] == whole}
        for of, cell in cells
        if _can_be_drawn(cell)
    ]
    return {"title": title, "bars": bars}


def _can_be_drawn(cell: Cell) -> bool:
    return cell["kind"] == "share" and cell["value"] is not None


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("is_bench_eval.studies", "assets"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        value=value_text, interval=interval_text, counts=counts_text, along=_along
    )
    return environment.get_template("study.html")


def _along(share: float) -> str:
    """Where a share lies on an axis, as an SVG length."""
    return f"{100 * share:.2f}%"


@cache
def _style() -> str:
    parts = ((files(package) / "assets" / name) for package, name in STYLES)
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)


def _hash(text: str) -> str:
    """How a content security policy names an inline style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
