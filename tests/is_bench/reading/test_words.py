"""Sentences in the plainest words that say the same."""

from __future__ import annotations

import pytest

from is_bench.reading.words import leading, normalised, phrases_of, split_at


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("please put the mug gently onto the table", "put the mug on the table"),
        ("put it on top of the oven", "put it on the oven"),
        ("take the mug out of the sink", "take the mug out_of the sink"),
        ("turn on the lamp", "turn_on the lamp"),
        ("turn the lamp on", "turn the lamp on"),
        ("open it in order to see", "open it so_that see"),
        ("", ""),
    ],
)
def test_words_are_brought_into_one_form(text: str, plain: str) -> None:
    assert normalised(tuple(text.split())) == tuple(plain.split())


def test_the_longest_phrase_counts() -> None:
    phrases = phrases_of("after | after that")
    words = ("so", "after", "that", "go")
    assert leading(phrases, words, 1) == 3
    assert leading(phrases, words, 0) == 0


def test_words_are_split_at_joints_and_no_part_is_empty() -> None:
    words = ("open", "it", ",", "and", "wait", ",")
    assert list(split_at(words, {",", "and"})) == [("open", "it"), ("wait",)]
    assert list(split_at((), {","})) == []
