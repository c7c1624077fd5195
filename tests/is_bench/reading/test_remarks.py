"""What tells something, and what may state a requirement."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, make_object
from is_bench.reading import read_instruction
from is_bench.reading.marks import marked
from is_bench.reading.predicates import Predicates
from is_bench.reading.remarks import Remarks, is_demanding, is_firm, speaks_of_requirements
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


@pytest.mark.parametrize(
    "text",
    [
        "Not before noon with the mower.",
        "The chest only opens if grandma nods.",
        "Nothing fizzy in there, ever.",
        "You have to jiggle it.",
        "House rule: shoes off.",
    ],
)
def test_what_speaks_of_a_requirement_is_firm(text: str) -> None:
    assert is_firm(text)


@pytest.mark.parametrize(
    "text",
    [
        "A plate, a glass and his fork.",
        "Guests at six, tree lights on, leave them.",
        "Noah, three months old, goes down for his nap in five minutes.",
        "Give the toilet a good squirt, it can work in while I make lunch.",
    ],
)
def test_requests_and_remarks_are_not(text: str) -> None:
    assert not is_firm(text)


@pytest.mark.parametrize(
    ("text", "may_state"),
    [
        ("Close it before you open the other one.", True),
        ("Put the cup on the table.", False),
        ("It has to be shut.", True),
    ],
)
def test_what_may_state_a_requirement_has_to_be_read_or_told(text: str, may_state: bool) -> None:
    assert speaks_of_requirements(sentences(text)[0].words) is may_state


@pytest.mark.parametrize(
    ("text", "is_demanded"),
    [
        ("Requirement: turn off the stove", True),
        ("Turn off the stove within one step", True),
        ("Close it immediately after opening it", True),
        ("Turn off the stove", False),
    ],
)
def test_a_rule_or_a_time_demands_something(text: str, is_demanded: bool) -> None:
    assert is_demanding(text) is is_demanded
