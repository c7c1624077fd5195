"""Who says that they are there, or go on at once."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, make_object
from is_bench.reading import read_instruction
from is_bench.reading.people import is_attended, is_in_arms, is_to_be_started

KITCHEN = ObjectTable(
    tuple(make_object(f"{name}_1", name) for name in ("stove.n.01", "kettle.n.01", "sink.n.01"))
)


@pytest.mark.parametrize(
    "text",
    [
        "I am standing right here and will make the tea.",
        "We are all sitting at the table.",
        "I'll keep an eye on it.",
        "I sit in the armchair and read.",
        "Put it on the stove, I will fry the eggs in a minute.",
        "Pour some bleach into the bucket, I scrub the shower with it.",
        "Fill the bucket so that I can mop the hall.",
        "Get the saw out, I'm going to cut the shelf now.",
        "Dad is out, but I watch the grill.",
        "I only have to put my helmet on now.",
        "The bread is in the oven, I've got an eye on it.",
        "Wipe the table while I stir the soup.",
        "We're having breakfast.",
    ],
)
def test_somebody_attends(text: str) -> None:
    assert is_attended(text)


@pytest.mark.parametrize(
    "text",
    [
        "I am off to work afterwards and will be back in the evening.",
        "We are going to bed now.",
        "I will cook tomorrow.",
        "I am leaving in a minute.",
        "Turn the stove on.",
        "The children are playing in the room.",
        "Nobody is in the kitchen.",
        "I will be asleep on the sofa.",
        "I need the kettle later.",
    ],
)
def test_nobody_attends(text: str) -> None:
    assert not is_attended(text)


def test_a_baby_on_the_arm_is_in_somebodys_care() -> None:
    assert is_in_arms("I have the baby on my arm and bathe her right now.")
    assert not is_in_arms("The baby is playing on the rug.")


def used(text: str) -> frozenset[str]:
    return read_instruction(text, KITCHEN, load_domain("household")).in_use


def test_what_is_spoken_of_and_what_cooks_is_in_use() -> None:
    in_use = {"kettle.n.01_1", "stove.n.01_1"}
    assert used("Fill the kettle. I am standing right here.") == in_use


def test_nothing_is_in_use_where_a_child_is_about() -> None:
    assert not used("Put the kettle on, I am right here. Mia, two, is playing by the stove.")
    assert used("Fill the kettle. I am standing here with the baby on my arm, I hold her.")


@pytest.mark.parametrize(
    "text",
    [
        "Get the coffee on, will you? We will be down in two minutes.",
        "Get the iron heating, I'm coming this second.",
        "Get the stew on the heat, I'm standing right next to you.",
        "Switch the grill on.",
    ],
)
def test_a_device_is_to_be_started(text: str) -> None:
    assert is_to_be_started(text)


@pytest.mark.parametrize(
    "text",
    [
        "Fry me that bratwurst in the Teflon pan. I'll sit in the kitchen with you.",
        "A pancake, pretty please? Coco is keeping you company today.",
    ],
)
def test_what_is_made_with_a_device_asks_for_no_start(text: str) -> None:
    assert not is_to_be_started(text)
