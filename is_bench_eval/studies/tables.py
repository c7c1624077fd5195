"""The tables that a study consists of, as they are written into study.json.

Every cell is a JSON object with a `kind`: a `share` with its counts and 95% interval, a `number`
with one where there is one, a `difference` in shares, or a `text`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from is_bench_eval.console.text import p_text
from is_bench_eval.statistics.shares import (
    Interval,
    Pairs,
    mcnemar_exact,
    paired_difference,
    wilson,
)

Cell = dict[str, Any]
DIGITS = 6
"""Decimals of the figures in study.json."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    id: str
    title: str


@dataclass(frozen=True)
class Row:
    """A row of a table, with a cell for every column."""

    id: str
    title: str
    cells: Mapping[str, Cell]
    part: bool = False
    """Whether it is part of the row above."""


@dataclass(frozen=True)
class Table:
    """A table, and whether its shares are drawn, too."""

    id: str
    title: str
    about: str
    """What is counted of what."""
    columns: Sequence[Column]
    rows: Sequence[Row]
    head: str = ""
    """What the rows are."""
    chart: str = ""
    """"columns": a panel of bars for every column; "rows": one for every row; empty: no chart."""
    whole: str = ""
    """The row, or with chart "rows" the column, that stands for all and is drawn to stand out."""
    empty: str = ""
    """What to say instead of a table without rows."""
    note: str = ""

    def document(self) -> dict[str, Any]:
        """The table as JSON."""
        return {
            "id": self.id,
            "title": self.title,
            "about": self.about,
            "head": self.head,
            "chart": self.chart,
            "whole": self.whole,
            "empty": self.empty,
            "note": self.note,
            "columns": [{"id": column.id, "title": column.title} for column in self.columns],
            "rows": [
                {"id": row.id, "title": row.title, "part": row.part, "cells": dict(row.cells)}
                for row in self.rows
            ],
        }


@dataclass
class Count:
    """A share that is being counted."""

    count: int = 0
    total: int = 0

    def add(self, counts: bool) -> None:
        """Count one more case."""
        self.count += counts
        self.total += 1

    def cell(self) -> Cell:
        """The share as a cell."""
        return share(self.count, self.total)


@dataclass
class Counts:
    """Shares by row and column."""

    found: dict[tuple[str, str], Count] = field(default_factory=dict)

    def add(self, row: str, column: str, counts: bool) -> None:
        """Count one more case."""
        self.found.setdefault((row, column), Count()).add(counts)

    def cells(self, row: str, columns: Iterable[str]) -> dict[str, Cell]:
        """The cells of a row."""
        return {name: self.found.get((row, name), Count()).cell() for name in columns}

    def total(self, row: str, column: str) -> int:
        """Of how many cases a share is."""
        return self.found.get((row, column), Count()).total


def share(count: int, total: int) -> Cell:
    """A share with Wilson's interval; its value is null where nothing was counted."""
    return {
        "kind": "share",
        "count": count,
        "of": total,
        "value": _rounded(count / total) if total else None,
        **_bounds(wilson(count, total)),
    }


def number(value: float | None, interval: Interval | None = None, digits: int = 2) -> Cell:
    """A number, shown with `digits` decimals."""
    return {
        "kind": "number",
        "value": None if value is None else _rounded(value),
        "digits": digits,
        **_bounds(interval),
    }


def difference(first: Sequence[bool], second: Sequence[bool]) -> Cell:
    """What the second treatment changes in a share, paired by case."""
    pairs = Pairs.of(first, second)
    changed = pairs.only_second - pairs.only_first
    return {
        "kind": "difference",
        "value": _rounded(changed / pairs.total) if pairs.total else None,
        **_bounds(paired_difference(pairs)),
        "of": pairs.total,
        "gained": pairs.only_second,
        "lost": pairs.only_first,
        "p": _rounded(mcnemar_exact(pairs.only_first, pairs.only_second)),
    }


def text(content: str) -> Cell:
    """Words."""
    return {"kind": "text", "text": content}


def _bounds(interval: Interval | None) -> dict[str, float | None]:
    if interval is None:
        return {"low": None, "high": None}
    return {"low": _rounded(interval.low), "high": _rounded(interval.high)}


def _rounded(value: float) -> float:
    return round(value, DIGITS)


# As text


def value_text(cell: Cell) -> str:
    """The figure of a cell without its interval and counts."""
    if cell["kind"] == "text":
        return str(cell["text"])
    return "-" if cell["value"] is None else _value(cell, cell["value"])


def interval_text(cell: Cell) -> str:
    """The interval of a cell: "[93.1, 99.8]"; empty if it has none."""
    if cell.get("low") is None:
        return ""
    low, high = (_value(cell, cell[bound]).rstrip("%") for bound in ("low", "high"))
    return f"[{low}, {high}]"


def counts_text(cell: Cell) -> str:
    """What was counted: "110/113", "+4 -1"; empty for a number."""
    if cell["kind"] == "share" and cell["of"]:
        return f"{cell['count']}/{cell['of']}"
    if cell["kind"] == "difference" and cell["of"]:
        return f"+{cell['gained']} -{cell['lost']}, p {p_text(cell['p'])}"
    return ""


def _value(cell: Cell, value: float) -> str:
    if cell["kind"] == "share":
        return f"{100 * value:.1f}%"
    if cell["kind"] == "difference":
        return f"{100 * value:+.1f}"
    return f"{value:.{cell['digits']}f}"
