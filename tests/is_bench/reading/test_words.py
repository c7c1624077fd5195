"""Sentences in the plainest words that say the same."""

from __future__ import annotations

import pytest

from is_bench.reading.words import leading, normalised, phrases_of, sentences, split_at


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


def written(text: str) -> list[str]:
    return [" ".join(sentence.words) for sentence in sentences(text)]


def test_sentences_end_at_marks() -> None:
    assert written("Open it. Close it! Is it?\nYes; no") == [
        "open it", "close it", "is it", "yes", "no",
    ]  # fmt: skip


def test_a_point_inside_a_number_ends_no_sentence() -> None:
    assert written("Within 2.5 seconds.") == ["within 2.5 seconds"]


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
    assert written(text) == [expected]


def test_pauses_are_commas() -> None:
    assert written("Open it - then, (now): close it \u2014 ok,") == [
        "open it , then , now , close it , ok"
    ]
    assert written("the power-strip") == ["the power strip"]


def test_the_text_stays_as_it_was_written() -> None:
    assert [sentence.text for sentence in sentences(" Don't  open it. ")] == ["Don't open it"]


def test_there_are_no_empty_sentences() -> None:
    assert sentences(" ... , !") == []
