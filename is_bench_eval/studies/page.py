"""study.html: one file that needs nothing else, to open, to send or to print."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from is_bench_eval.console.text import all_visible
from is_bench_eval.pages.html import PAGE_CSS, along, assets, page_template, policy_hash
from is_bench_eval.studies.tables import Cell, counts_text, interval_text, value_text
from is_bench_eval.studies.timing import QUANTILES, STAGES

PACKAGE = "is_bench_eval.studies"
STYLES = (PAGE_CSS, (PACKAGE, "study.css"))
Panel = dict[str, Any]
"""One group of bars: {"title", "bars": [{"title", "cell", "whole"}, ...]}."""


def render_study(document: Mapping[str, Any], timing: Mapping[str, Any] | None = None) -> str:
    """The page of a study; `timing` has a section of its own, and nothing else depends on it."""
    document = all_visible(document)
    style = assets(*STYLES)
    template = page_template(
        PACKAGE,
        "study.html",
        value=value_text,
        interval=interval_text,
        counts=counts_text,
        along=along,
    )
    return template.render(
        study=document,
        tables=[{**table, "panels": list(panels(table))} for table in document["tables"]],
        timing=timing,
        command=command_line(document["made"]["arguments"]),
        stages=STAGES,
        quantiles=list(QUANTILES),
        style=style,
        style_hash=policy_hash(style),
    )


def command_line(arguments: Mapping[str, Any]) -> str:
    """The command that makes a study again, from its `arguments` as they were given."""
    lines = [f"is-bench study {shlex.quote(str(arguments['study']))}"]
    for name, value in arguments.items():
        values = value if isinstance(value, list) else [value]
        if name != "study":
            flag = f"--{name.replace('_', '-')}"
            lines += [f"{flag} {shlex.quote(str(one))}" for one in values if one is not None]
    return " \\\n  ".join([*lines, "--out DIR"])


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
