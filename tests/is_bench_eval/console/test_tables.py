from __future__ import annotations

from io import StringIO

from hypothesis import given
from hypothesis import strategies as st
from rich import box
from rich.console import Console
from rich.text import Text

from is_bench_eval.console.tables import FittingTable

WORDS = st.text("abcdefghij_", min_size=1, max_size=30)
CELLS = st.lists(WORDS, max_size=6).map(" ".join)


def shown(table: FittingTable, width: int) -> str:
    console = Console(file=StringIO(), width=width)
    console.print(table)
    file = console.file
    assert isinstance(file, StringIO)
    return file.getvalue()


def table_of(rows: list[list[str]]) -> FittingTable:
    table = FittingTable(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for number in range(3):
        table.add_column(f"c{number}")
    for row in rows:
        table.add_row(*map(Text, row))
    return table


@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=5))
def test_no_word_is_broken_and_none_lost(rows: list[list[str]]) -> None:
    words = sorted(word for row in rows for cell in row for word in cell.split())
    found = shown(table_of(rows), 60)
    headings = {"c0", "c1", "c2"}
    printed = sorted(word for word in found.split() if word not in headings and "─" not in word)
    assert printed == words
    assert max(map(len, found.splitlines())) <= 60


def test_rows_that_do_not_fit_stand_below_each_other() -> None:
    found = shown(table_of([["a" * 25, "b" * 25, ""], ["c" * 25, "", "d" * 25]]), 40)
    lines = [line.rstrip() for line in found.splitlines() if line.strip()]
    assert lines == ["a" * 25, "  c1 " + "b" * 25, "c" * 25, "  c2 " + "d" * 25]


def test_what_fits_stays_a_table() -> None:
    assert "c0" in shown(table_of([["a", "b", "c"]]), 40).splitlines()[1]


def test_a_figure_stays_with_its_interval_where_rows_stand_below_each_other() -> None:
    table = FittingTable(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for heading in ("run", "SR", "SSR", "SRec"):
        table.add_column(heading)
    table.add_row("a_run_with_a_name_of_more_than_thirty_columns", *["100.0%\n20.7 to 100.0"] * 3)
    lines = [line.rstrip() for line in shown(table, 46).splitlines() if line.strip()]
    pair = "100.0% 20.7 to 100.0"
    assert lines[1:] == [f"  SR {pair}", f"  SSR {pair}", f"  SRec {pair}"]
    lines = [line.rstrip() for line in shown(table, 58).splitlines() if line.strip()]
    assert lines[1:] == [f"  SR {pair}   SSR {pair}", f"  SRec {pair}"]


@given(st.lists(st.integers(1, 12), min_size=3, max_size=8), st.integers(20, 60))
def test_no_line_of_stacked_rows_is_wider_than_the_terminal(sizes: list[int], width: int) -> None:
    table = FittingTable(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for number in range(len(sizes) + 1):
        table.add_column(f"c{number}")
    table.add_row("n" * 20, *("v" * size + "\n[1, 2]" for size in sizes))
    assert max(map(len, shown(table, width).splitlines())) <= width
