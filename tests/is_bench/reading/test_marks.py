"""Marks for connectives, frames and adverbials; times."""

from __future__ import annotations

import pytest

from is_bench.reading.marks import Mark, Marked, Measure, marked
from is_bench.reading.requirement import Span
from is_bench.reading.words import sentences


def read(text: str) -> Marked:
    return marked(sentences(text)[0].words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Open it prior to closing that.", "open it BEFORE closing that"),
        ("Close it as soon as it is off.", "close it NOW AFTER it is off"),
        ("Only open it when it is off.", "ONLY open it WHEN it is off"),
        ("Make sure that it is off.", "MUST it is off"),
        ("I don't want you to open it.", "NEVER open it"),
        ("Under no circumstances may it be opened.", "NEVER may it be opened"),
        ("Turn it off before you go to the door.", "turn it off BEFORE you go to the door"),
        ("Turn it off before you leave.", "turn it off END"),
        ("Put it next to the cup.", "put it beside the cup"),
        ("Should you need to open it, close it.", "IF you open it , close it"),
    ],
)
def test_phrases_become_marks(text: str, expected: str) -> None:
    assert " ".join(read(text).words) == expected


@pytest.mark.parametrize(
    ("text", "kind", "span"),
    [
        ("Close it within two steps of opening it.", "within", Span(2)),
        ("Close it no later than 3 actions after opening it.", "within", Span(3)),
        ("It must not be on for more than half a minute.", "over", Span(seconds=30)),
        ("Close it at least ten seconds after opening it.", "least", Span(seconds=10)),
        ("Keep it closed for two minutes.", "during", Span(seconds=120)),
    ],
)
def test_times_are_measured(text: str, kind: str, span: Span) -> None:
    assert list(read(text).measures.values()) == [Measure(kind, span)]


def test_what_is_no_time_stays_as_it_is() -> None:
    assert " ".join(read("Put two plates in the sink.").words) == "put two plates in the sink"


@pytest.mark.parametrize(
    "text",
    [
        "At most two plates may be on it.",
        "Exactly one lamp must be on.",
        "Wipe the table, then the shelf, in that order.",
    ],
)
def test_numbers_and_orders_of_things_are_unread(text: str) -> None:
    assert Mark.UNREAD in read(text).words
