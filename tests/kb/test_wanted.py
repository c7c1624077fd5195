"""What an instruction wants switched on, in plain words, and what it does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.facts import atom
from is_bench.objects import ObjectTable, make_object, synset_of
from kb.wanted import wanted_at_the_end

LAMP, HEATER, OVEN, KETTLE, SINK = (
    "table_lamp.n.01_1",
    "heater.n.01_1",
    "oven.n.01_1",
    "electric_kettle.n.01_1",
    "sink.n.01_1",
)
MUG, TABLE = "mug.n.04_1", "breakfast_table.n.01_1"
SCENE = ObjectTable(
    tuple(make_object(n, synset_of(n)) for n in (LAMP, HEATER, OVEN, KETTLE, SINK, MUG, TABLE))
)


def wanted(instruction: str) -> set[str]:
    """The objects that `instruction` wants on."""
    found = wanted_at_the_end(instruction, SCENE)
    assert {fact.predicate for fact in found} <= {"toggled_on"}
    return {fact.arguments[0] for fact in found}


@pytest.mark.parametrize(
    ("instruction", "thing"),
    [
        ("Switch the lamp on.", LAMP),
        ("Turn on the lamp.", LAMP),
        ("turn the lamps on", LAMP),
        ("Put the kettle on.", KETTLE),
        ("Put on the kettle.", KETTLE),
        ("Leave the lamp on.", LAMP),
        ("Keep the heater on for the guests.", HEATER),
        ("Preheat the oven.", OVEN),
        ("Start the kettle in the kitchen.", KETTLE),
        ("Move the lamp to the table and switch it on.", LAMP),
        ("Turn the heater on and put the mug on the table.", HEATER),
        ("Put the mug on the table, then turn on the lamp.", LAMP),
        ("Put the mug down. After that, turn on the tap.", SINK),
    ],
)
def test_what_is_to_be_switched_on_is_found(instruction: str, thing: str) -> None:
    assert wanted(instruction) == {thing}
    assert wanted_at_the_end(instruction, SCENE) == {atom("toggled_on", thing)}


@pytest.mark.parametrize(
    "instruction",
    [
        "",
        "Heat the mug in the oven.",
        "Turn on the charm.",
        "Turn on the mug.",
        "Don't turn the lamp on.",
        "Never switch on the heater.",
        "Do not leave the oven on.",
        "Before you turn on the oven, move the mug.",
        "Wipe the table without turning on the lamp.",
        "Make sure that the oven is not on.",
        "Keep the oven closed until it is on.",
    ],
)
def test_nothing_is_wanted_that_is_not_said(instruction: str) -> None:
    assert wanted(instruction) == set()


@pytest.mark.parametrize(
    "instruction",
    [
        "Put the lamp on the table.",
        "Put the kettle on top of the oven.",
        "Leave the kettle on the table.",
        "Keep the lamp on its shelf.",
        "Turn the oven on its side.",
        "Start by putting the mug on the oven.",
        "Start after moving the mug to the oven.",
    ],
)
def test_where_a_thing_is_put_is_not_whether_it_is_on(instruction: str) -> None:
    assert wanted(instruction) == set()


@pytest.mark.parametrize(
    "instruction",
    [
        "Switch off the lamp.",
        "Turn on the oven, heat the mug, and turn it off.",
        "Turn on the oven. Switch the lamp off afterwards.",
        "Turn the lamp on. Leave the oven off.",
    ],
)
def test_who_speaks_of_switching_off_is_not_taken_to_want_anything_on(instruction: str) -> None:
    assert wanted(instruction) == set()


def test_an_empty_scene_has_nothing_to_switch_on() -> None:
    assert wanted_at_the_end("Switch the lamp on.", ObjectTable(())) == frozenset()


WORDS = [
    "turn",
    "switch",
    "put",
    "on",
    "off",
    "the",
    "lamp",
    "kettle",
    "mug",
    "it",
    "them",
    "not",
    "never",
    ",",
    ".",
    "and",
    "preheat",
    "leave",
]


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join) | st.text(max_size=40))
def test_whatever_is_said_only_what_has_a_switch_is_wanted(instruction: str) -> None:
    assert wanted(instruction) <= {LAMP, HEATER, OVEN, KETTLE, SINK}


@given(st.sampled_from(["Switch the lamp on.", "Preheat the oven."]), st.sampled_from(WORDS))
def test_switching_anything_off_ends_every_wish(wish: str, word: str) -> None:
    assert wanted(f"{wish} Then {word} something, and turn it off.") == set()
