"""Requests in clauses that are half understood."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, make_object
from is_bench.reading.guesses import likely_requests
from is_bench.reading.matching import Matcher
from is_bench.reading.nouns import Nouns
from is_bench.reading.phrases import Phrases
from is_bench.reading.wordings import wordings
from is_bench.reading.words import normalised

SCENE = ObjectTable(
    (
        make_object("lamp", "table_lamp.n.01"),
        make_object("mug", "mug.n.04"),
        make_object("shelf", "shelf.n.01"),
    )
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("turn on the lamp via blorp", [{"lamp"}]),
        ("put the mug on the shelf via blorp and turn on the lamp", [{"mug", "shelf"}, {"lamp"}]),
        ("put the mug on the shelf in blorp", []),
        ("turn on the lamp blorp", []),
        ("do not turn on the lamp", []),
        ("turn on the lamp or put the mug on the shelf", []),
        ("blorp so_that you turn on the lamp", []),
        ("juggle blorp and turn it on", []),
    ],
)
def test_only_plain_requests_are_likely(text: str, found: list[set[str]]) -> None:
    matcher = Matcher(wordings(load_domain("household")), Phrases(Nouns(SCENE, {})))
    matches = likely_requests(normalised(tuple(text.split())), matcher)
    assert [{name for names in m.bound.values() for name in names} for m in matches] == found
