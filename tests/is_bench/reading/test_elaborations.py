"""Lists behind a colon."""

from __future__ import annotations

import pytest

from is_bench.objects import ObjectTable, make_object
from is_bench.reading.elaborations import list_in_place
from is_bench.reading.nouns import Nouns
from is_bench.reading.phrases import Phrases

SCENE = ObjectTable(
    (
        make_object("table", "breakfast_table.n.01"),
        make_object("plate", "plate.n.04"),
        make_object("fork", "tablefork.n.01"),
    )
)


@pytest.mark.parametrize(
    ("head", "tail", "request_"),
    [
        ("lay the table for two", "plate and fork", "put plate and fork on the table"),
        ("clear the table", "the plate is on it", "take the plate off the table"),
        ("lay the table", "the plate is on it", ""),
        ("clear the table", "somebody comes", ""),
        ("wipe the table", "plate and fork", ""),
        ("lay the blorp", "plate and fork", ""),
    ],
)
def test_a_list_stands_for_a_request(head: str, tail: str, request_: str) -> None:
    phrases = Phrases(Nouns(SCENE, {}))
    found = list_in_place(tuple(head.split()), tuple(tail.split()), phrases)
    assert found == tuple(request_.split())
