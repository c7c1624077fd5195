"""What is not understood is told, and what is doubtful is not guessed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Read = Callable[[str], list[str]]


@pytest.mark.parametrize(
    "digit",
    [
        "At most 1 plate on the table.",
        "No more than 1 plate on the table.",
        "Max 1 plate on the table.",
    ],
)
def test_a_number_of_things_may_be_a_digit(read: Read, digit: str) -> None:
    word = "At most one plate on the table."
    assert read(digit) == read(word) != [f"? {word[:-1]}"]


@pytest.mark.parametrize(
    "instruction",
    [
        "Two plates max on the table",
        "One plate on the table at most",
        "Lamp on or oven off",
        "Either the window is open or the oven is off",
        "The knife is out of bounds",
        "It is a house rule that the fridge is shut",
        "You've got 30 seconds to close the fridge",
        "Half of the plates belong in the cabinet",
        "Every plate but the dirty one goes in the cabinet",
        "Plates and sponge apart",
    ],
)
def test_what_is_no_request_and_is_not_understood_is_unread(read: Read, instruction: str) -> None:
    assert read(f"{instruction}.") == [f"? {instruction}"]


@pytest.mark.parametrize(
    "instruction",
    [
        "Not all plates may be on the table",
        "Open the window for at least five minutes after the oven",
        "The kettle is only to be on while you fill the bucket",
    ],
)
def test_what_would_be_misread_is_unread(read: Read, instruction: str) -> None:
    assert read(f"{instruction}.") == [f"? {instruction}"]


@pytest.mark.parametrize(
    "instruction",
    [
        "Fridge open 30 seconds tops.",
        "Fridge open at most 30 seconds.",
        "The fridge must be open no more than 30 seconds.",
        "The fridge may be open for at most 30 seconds.",
        "Close the fridge at most 30 seconds after you open it.",
    ],
)
def test_a_longest_time_is_how_long_a_state_lasts(read: Read, instruction: str) -> None:
    closed = "(not (open electric_refrigerator))"
    assert read(instruction) == [f"after OPEN(electric_refrigerator) within 30 s: {closed}"]


def test_a_pronoun_means_whatever_is_at_a_place(read: Read) -> None:
    (found,) = read("Whatever is on the countertop must be dry before you put it on the table.")
    assert found.startswith("before PLACE_ON_TOP(anything, breakfast_table) if (or (ontop anything")
