"""The tables of a study in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from is_bench_eval.console.tables import FittingTable
from is_bench_eval.console.text import one_line
from is_bench_eval.studies.tables import Cell, counts_text, interval_text, value_text
from is_bench_eval.studies.timing import QUANTILES, STAGES

LONGEST_TEXT = 70


def study_table(table: Mapping[str, Any]) -> Group:
    """A table of study.json under its title."""
    title = _title(table["title"])
    if not table["rows"]:
        return Group(title, Text(f"{table['empty']}\n", style="dim"))
    shown = _table(table["head"], *(column["title"] for column in table["columns"]))
    for row in table["rows"]:
        label = Text(("  " if row["part"] else "") + one_line(row["title"]))
        shown.add_row(label, *(_cell(row["cells"][c["id"]]) for c in table["columns"]))
    if table["note"]:
        shown.caption = Text(table["note"], style="dim")
    legend = _legend(table)
    return Group(title, *([Text(legend, style="dim")] if legend else []), shown)


def timing_table(timing: Mapping[str, Any]) -> Group:
    """The wall times of the guard's decisions."""
    shown = _table("planner", "stage", "decisions", *QUANTILES)
    for column in shown.columns[2:]:
        column.justify = "right"
    for planner, stages in timing["planners"].items():
        for stage, found in stages.items():
            values = [_milliseconds(found[name]) for name in QUANTILES]
            shown.add_row(planner, STAGES[stage], str(found["decisions"]), *values)
    return Group(_title(f"Time for a decision ({timing['unit']})"), shown)


def _title(text: str) -> Text:
    return Text(one_line(text), style="bold")


def _table(*headings: str) -> Table:
    table = FittingTable(box=box.SIMPLE_HEAD, pad_edge=False, caption_justify="left")
    for heading in headings:
        table.add_column(Text(heading), overflow="fold")
    return table


def _legend(table: Mapping[str, Any]) -> str:
    """What stands below each figure of a table."""
    cells = [cell for row in table["rows"] for cell in row["cells"].values()]
    kinds = {cell["kind"] for cell in cells if interval_text(cell) or counts_text(cell)}
    told = ["in brackets: 95% interval"] if any(map(interval_text, cells)) else []
    told += ["then counts"] if "share" in kinds else []
    told += ["+ gained, - lost, p by McNemar"] if "difference" in kinds else []
    return "; ".join(told)


def _cell(cell: Cell) -> Text:
    value = Text(one_line(value_text(cell), LONGEST_TEXT))
    if cell["kind"] == "text" or cell["value"] is None:
        return value
    value.stylize("bold")
    # without spaces: an interval and what was counted are never broken
    interval, counts = interval_text(cell).replace(" ", ""), counts_text(cell).replace("p ", "p=")
    below = " ".join(part for part in (interval, counts) if part)
    return Text.assemble(value, (f"\n{below}" if below else "", "dim"))


def _milliseconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
