from __future__ import annotations

import pytest

from is_bench.reading.requirement import Span
from is_bench.reading.signs import Count, Measure, signed
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
        ("Not until it is off may you open it.", "UNTIL it is off , never open it"),
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


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("At most two plates may be on it.", Count(0, 2)),
        ("Put no fewer than two and no more than three of the mugs there.", Count(2, 3)),
        ("Exactly one lamp must be on.", Count(1, 1)),
        ("Never put more than two plates on it.", Count(0, 2, is_denied=True)),
        ("Only one of the windows may be open.", Count(0, 1)),
    ],
)
def test_numbers_of_things_are_counted(text: str, count: Count) -> None:
    assert list(signed(sentences(text)[0].words).counts.values()) == [count]


@pytest.mark.parametrize("text", ["There is only one knife.", "Put two plates on it."])
def test_what_only_tells_a_number_is_no_count(text: str) -> None:
    assert not signed(sentences(text)[0].words).counts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Turn it off before you go to the door.", "turn it off BEFORE you go to the door"),
        ("Turn it off before you go.", "turn it off END"),
        ("Put it next to the cup.", "put it beside the cup"),
        ("Should you need to open it, close it.", "IF you open it , close it"),
    ],
)
def test_signs_end_where_their_words_say_something_else(text: str, expected: str) -> None:
    assert words(text) == expected


def test_at_the_latest_between_commas_makes_a_longest_time() -> None:
    assert measure("Two steps after opening it, if not sooner, close it.") == Measure(
        "most", Span(2)
    )
