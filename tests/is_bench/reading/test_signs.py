from __future__ import annotations

import pytest

from is_bench.reading.requirement import Span
from is_bench.reading.signs import Measure, signed
from is_bench.reading.tokens import sentences


def words(text: str) -> str:
    return " ".join(signed(sentences(text)[0].words).words)


def measure(text: str) -> Measure:
    (found,) = signed(sentences(text)[0].words).measures.values()
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Open it prior to closing that.", "open it BEFORE closing that"),
        ("Close it as soon as it is off.", "close it NOW AFTER it is off"),
        ("Close it right after.", "close it NOW"),
        ("Only open it when it is off.", "ONLY open it WHEN it is off"),
        ("Turn it off to prevent a fire.", "turn it off WHY a fire"),
        ("You have to keep it open.", "you have to keep it open"),
        ("Not until it is off may you open it.", "never open it UNTIL it is off"),
        ("Wipe it between cutting this and cutting that.",
         "wipe it AFTER cutting this BEFORE cutting that"),
        ("After using it, wait.", "AFTER operating it , wait"),
    ],
)  # fmt: skip
def test_words_that_join_clauses_become_signs(text: str, expected: str) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "kind", "span"),
    [
        ("Close it within two steps of opening it.", "most", Span(2)),
        ("Close it no later than 3 actions after opening it.", "most", Span(3)),
        ("It must not run for more than half a minute.", "over", Span(seconds=30)),
        ("Wait at least ten seconds after opening it.", "least", Span(seconds=10)),
        ("Keep it open for a minute.", "during", Span(seconds=60)),
        ("It may be open for at most two steps.", "upto", Span(2)),
        ("It may be open for two steps at most.", "upto", Span(2)),
    ],
)
def test_times_are_measured(text: str, kind: str, span: Span) -> None:
    assert measure(text) == Measure(kind, span)


def test_what_is_no_time_stays_as_it_is() -> None:
    assert words("Put two plates in the sink.") == "put two plates in the sink"
