"""Sentences in segments: main clauses, scopes, and what only tells."""

from __future__ import annotations

from is_bench.domain import load_domain
from is_bench.reading.marks import marked
from is_bench.reading.predicates import Predicates
from is_bench.reading.scopes import Statement
from is_bench.reading.segments import SegmentReader
from is_bench.reading.words import sentences
from tests.is_bench.reading.scene import THOR


def first(text: str) -> list[Statement] | None:
    reader = SegmentReader(Predicates(THOR, load_domain("thor")))
    return next(reader.parses(marked(sentences(text)[0].words), ()), None)


def shape(text: str) -> list[str]:
    return [
        "told" if one.is_aside else one.scopes[0].kind if one.scopes else "main"
        for one in first(text) or ()
    ]


def test_clauses_are_found_with_and_without_a_comma_between_them() -> None:
    assert shape("Before you open the drawer, close the cabinet.") == ["BEFORE", "main"]
    assert shape("Before you open the drawer close the cabinet.") == ["BEFORE", "main"]
    assert shape("Close the cabinet before you open the drawer.") == ["main", "BEFORE"]


def test_reasons_and_remarks_are_set_aside() -> None:
    assert shape("Close the drawer to keep dust out.") == ["main", "told"]
    assert shape("The neighbours complain, so close the drawer.") == ["told", "main"]


def test_a_list_is_no_border() -> None:
    assert shape("Never open the drawer, the cabinet and the microwave.") == ["main"]


def test_what_cannot_be_read_whole_has_no_segments() -> None:
    assert first("Never open the flurb.") is None
    assert first("Never open the drawer unless the bell rings.") is None
