"""Cells and what they say."""

from __future__ import annotations

import pytest

from is_bench_eval.statistics.shares import Interval
from is_bench_eval.studies.tables import (
    Cell,
    Column,
    Counts,
    Row,
    Table,
    counts_text,
    difference,
    interval_text,
    number,
    share,
    text,
    value_text,
)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (share(110, 113), "97.3% [92.5, 99.1] 110/113"),
        (share(0, 0), "-"),
        (number(4.789, Interval(4.5, 5.05)), "4.79 [4.50, 5.05]"),
        (number(12, digits=0), "12"),
        (number(None), "-"),
        (text("words"), "words"),
        (
            difference([False] * 6 + [True], [True] * 6 + [False]),
            "+71.4 [-2.6, +94.9] +6 -1, p 0.125",
        ),
        (difference([], []), "-"),
    ],
)
def test_a_cell_as_text(cell: Cell, expected: str) -> None:
    parts = (value_text(cell), interval_text(cell), counts_text(cell))
    assert " ".join(filter(None, parts)) == expected


def test_a_small_p_is_not_zero() -> None:
    cell = difference([False] * 20, [True] * 20)
    assert counts_text(cell) == "+20 -0, p <0.001"


def test_shares_are_counted_by_row_and_column() -> None:
    counts = Counts()
    for good in (True, True, False):
        counts.add("row", "one", good)
    cells = counts.cells("row", ["one", "other"])
    assert (cells["one"]["count"], cells["one"]["of"]) == (2, 3)
    assert cells["other"]["value"] is None


def test_a_table_as_json_has_a_cell_for_every_column() -> None:
    columns = [Column("a", "A"), Column("b", "B")]
    rows = [Row("r", "R", {"a": share(1, 2), "b": text("x")}, part=True)]
    document = Table("t", "T", "about", columns, rows, chart="columns", whole="r").document()
    assert document["rows"][0]["cells"]["a"]["of"] == 2
    assert document["rows"][0]["part"] is True
    assert (document["chart"], document["whole"]) == ("columns", "r")
