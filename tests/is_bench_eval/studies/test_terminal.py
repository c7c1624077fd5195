"""The tables of studies in a terminal."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from is_bench_eval.studies.tables import Cell, Column, Row, Table, difference, number, share, text
from is_bench_eval.studies.terminal import study_table, timing_table


def printed(shown: Any, width: int = 120) -> str:
    file = StringIO()
    Console(file=file, width=width).print(shown)
    return file.getvalue()


def table(cells: dict[str, Cell], **more: Any) -> dict[str, Any]:
    columns = [Column(name, name) for name in cells]
    rows = [Row("r", "[bold]row", cells)] if cells else []
    return Table("t", "A title", "about", columns, rows, **more).document()


def test_figures_stand_over_their_intervals_and_counts() -> None:
    lines = printed(study_table(table({"a": share(1, 2), "b": number(3.0, digits=0)}))).split("\n")
    figures = next(number for number, line in enumerate(lines) if "50.0%" in line)
    assert "[bold]row" in lines[figures]  # no markup in foreign text counts
    assert lines[figures].split()[-1] == "3"
    assert "[9.5,90.5] 1/2" in lines[figures + 1]
    assert lines[1] == "in brackets: 95% interval; then counts"


@pytest.mark.parametrize("width", [50, 80, 120])
def test_no_interval_is_broken(width: int) -> None:
    changed = difference([True] * 3 + [False] * 2, [True] * 5)
    cells = {f"column {n}": share(3, 7) for n in range(4)} | {"changed": changed}
    lines = printed(study_table(table(cells)), width).split("\n")
    assert sum(line.count("[15.8,75.0]") for line in lines) == 4
    assert any("p=0.500" in line for line in lines)


def test_a_table_without_rows_says_so() -> None:
    assert printed(study_table(table({}, empty="There is none."))) == "A title\nThere is none.\n\n"


def test_control_characters_are_spelled_out() -> None:
    assert "⟨U+001B⟩[31m" in printed(study_table(table({"a": text("\x1b[31mred")})))


def test_times_are_in_milliseconds() -> None:
    found = {"decisions": 2, "median": 1.234, "p95": 2.0, "p99": 2.0, "max": 2.5}
    none = {"decisions": 0, "median": None, "p95": None, "p99": None, "max": None}
    stages = {"task_safe": none, "plan_safe": none, "action_safe": found}
    text = printed(timing_table({"unit": "ms", "planners": {"careless": stages}}))
    assert "Time for a decision (ms)" in text
    assert text.split()[-6:-1] == ["step", "2", "1.23", "2.00", "2.00"]
