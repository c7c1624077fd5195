from __future__ import annotations

import pytest

from is_bench.reading.tokens import sentences


def words(text: str) -> list[str]:
    return [" ".join(sentence.words) for sentence in sentences(text)]


def test_sentences_end_at_marks() -> None:
    assert words("Open it. Close it! Is it?\nYes; no") == [
        "open it", "close it", "is it", "yes", "no",
    ]  # fmt: skip


def test_a_point_inside_a_number_ends_no_sentence() -> None:
    assert words("Within 2.5 seconds.") == ["within 2.5 seconds"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't", "do not"),
        ("don\u2019t", "do not"),
        ("It's off", "it is off"),
        ("you've", "you have"),
        ("cannot", "can not"),
        ("grandma's cup", "grandma cup"),
    ],
)
def test_contractions_are_written_out(text: str, expected: str) -> None:
    assert words(text) == [expected]


def test_pauses_are_commas() -> None:
    assert words("Open it - then, (now): close it \u2014 ok,") == [
        "open it , then , now , close it , ok"
    ]
    assert words("the power-strip") == ["the power strip"]


def test_the_text_stays_as_it_was_written() -> None:
    assert [sentence.text for sentence in sentences(" Don't  open it. ")] == ["Don't open it"]


def test_there_are_no_empty_sentences() -> None:
    assert sentences(" ... , !") == []
