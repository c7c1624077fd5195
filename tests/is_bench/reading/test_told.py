"""Statements and requests."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, make_object
from is_bench.reading import read_instruction

SCENE = ObjectTable((make_object("lamp", "table_lamp.n.01"), make_object("mug", "mug.n.04")))
HOUSEHOLD = load_domain("household")


@pytest.mark.parametrize(
    "text",
    [
        "Tim is playing in there.",
        "Tim, who has just learnt to climb, is playing in there.",
        "Ella is about to take her bath.",
        "My sister comes with the little ones.",
        "Lunch is ready.",
        "Mother wants to take a bath.",
        "The parcel service comes in a few minutes.",
        "Tell me when it is done.",
        "Be careful.",
    ],
)
def test_a_statement_asks_for_nothing(text: str) -> None:
    reading = read_instruction(text, SCENE, HOUSEHOLD)
    assert (reading.calls, reading.wishes, reading.unread) == ((), (), ())


@pytest.mark.parametrize(
    "text",
    ["Juggle the mug that is blue.", "Check the mug is clean.", "Sweeten mugs until Tim comes."],
)
def test_a_request_is_no_statement(text: str) -> None:
    assert read_instruction(text, SCENE, HOUSEHOLD).unread


def test_an_order_may_follow_words_without_a_verb() -> None:
    reading = read_instruction("The mug on the shelf and switch on the lamp.", SCENE, HOUSEHOLD)
    assert [str(call) for call in reading.calls] == ["TOGGLE_ON(lamp)"]
