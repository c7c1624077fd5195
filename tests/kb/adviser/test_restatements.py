from __future__ import annotations

import json

import pytest

from is_bench.errors import InputError
from is_bench.reading.nouns import SpokenName
from kb.adviser.doubting import MOST_WHY
from kb.adviser.restatements import (
    Doubt,
    Restatement,
    in_words,
    read_doubt,
    read_restatement,
)
from kb.adviser.restating import MOST_LINE, MOST_LINES

SENTENCE = "No towel by the stove"
LINE = "Never put the towel on the stove."


def text(lines: object, sentence: object = SENTENCE) -> str:
    return json.dumps({"sentence": sentence, "lines": lines})


def test_lines_are_plain_sentences() -> None:
    assert read_restatement(text([LINE])) == Restatement(SENTENCE, (LINE,))


def test_lines_become_one_line_each_without_repetition() -> None:
    found = read_restatement(text(["Never\n put\x1b the towel\u2028on the stove.", "", LINE, LINE]))
    assert found.lines == (LINE,)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("[]", "JSON object"),
        ("{", "not JSON"),
        (text([LINE], sentence=7), "with a sentence"),
        (text(LINE), "'lines' is a list"),
        (text([7]), "'lines' is a list"),
        (text(None), "'lines' is a list"),
        (text([LINE] * (MOST_LINES + 1)), "7 lines; 6 are allowed"),
        (text(["x" * (MOST_LINE + 1)]), "longer than 200"),
        (text(["(not (open fridge))"]), "no plain sentence"),
        (text(["Never put the towel on the st\u043eve."]), "no plain sentence"),
    ],
)
def test_what_does_not_follow_the_format_is_refused(given: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_restatement(given)


def test_names_in_code_become_words_if_they_are_of_one_thing() -> None:
    plates = ("plate_1", "plate_2")
    called = {
        "window.n.01_2": SpokenName("kitchen window", ("window.n.01_2",)),
        **{name: SpokenName("plate", plates) for name in plates},
    }
    line = "Never open window.n.01_2 while plate_1 is on window.n.01_20."
    assert in_words(line, called) == "Never open kitchen window while plate_1 is on window.n.01_20."


def doubt(why: object, sentence: object = SENTENCE) -> str:
    return json.dumps({"sentence": sentence, "doubt": why})


def test_a_doubt_has_a_reason_in_one_line() -> None:
    assert read_doubt(doubt("one\n two\x1b")) == Doubt(SENTENCE, "one two")
    found = read_doubt(doubt("x" * 1000))
    assert found is not None
    assert len(found.why) == MOST_WHY


def test_a_restatement_is_no_doubt() -> None:
    assert read_doubt(text([LINE])) is None
    assert read_doubt("[]") is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("{", "not JSON"),
        (doubt(7), "a sentence and a reason"),
        (doubt("why", sentence=None), "a sentence and a reason"),
        (doubt(" \n"), "has a reason"),
    ],
)
def test_a_doubt_that_does_not_follow_the_format_is_refused(given: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_doubt(given)
