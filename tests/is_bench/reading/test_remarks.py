"""Clauses that tell how things are."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.reading.marks import marked
from is_bench.reading.predicates import Predicates
from is_bench.reading.remarks import Remarks
from is_bench.reading.words import sentences
from tests.is_bench.reading.scene import THOR


def tells(text: str) -> bool:
    remarks = Remarks(Predicates(THOR, load_domain("thor")))
    return remarks.tells(marked(sentences(text)[0].words).words)


@pytest.mark.parametrize(
    "text",
    ["It is hot.", "I can't hear a word.", "My mother lives here.", "They spoil.", "It wobbles."],
)
def test_what_has_a_subject_and_a_verb_only_tells(text: str) -> None:
    assert tells(text)


@pytest.mark.parametrize(
    "text",
    [
        "The drawer must be closed.",
        "Nobody moves the pot.",
        "Open the drawer.",
        "Two minutes is the longest.",
    ],
)
def test_what_demands_something_does_not(text: str) -> None:
    assert not tells(text)
