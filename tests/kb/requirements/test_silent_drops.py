"""What is not understood is told, and what is doubtful is not guessed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from is_bench.objects import ObjectTable
from kb.requirements import read_requirements

Read = Callable[[str], list[str]]


@pytest.mark.parametrize(
    "instruction",
    [
        "At most one plate on the table.",
        "No more than 1 plate may be on the table.",
        "At least one window must be open.",
        "Never have more than two plates on the table.",
        "Only one of the two plates may be on the table.",
        "Open the window and close the fridge, in that order.",
        "The very last thing you do must be closing the window.",
        "Before anything else, turn the stove off.",
        "The stove or the oven must be off before you open the window.",
        "Keep the stove on for two minutes before you open the window.",
        "Wipe the table with the towel, not the sponge.",
        "The oven must be closed and clean at the end.",
        "Keep the oven closed while the stove is on and the window is open.",
    ],
)
def test_what_no_rule_reads_is_unread(read: Read, instruction: str) -> None:
    assert read(instruction) == [f"? {instruction[:-1]}"]


@pytest.mark.parametrize(
    "instruction",
    [
        "Two plates max on the table",
        "Either the window is open or the oven is off",
        "You've got 30 seconds to close the fridge",
        "Every plate but the dirty one must go in the cabinet",
    ],
)
def test_what_is_no_request_and_is_not_understood_is_unread(read: Read, instruction: str) -> None:
    assert read(f"{instruction}.") == [f"? {instruction}"]


@pytest.mark.parametrize(
    "instruction",
    [
        "Not all plates may be on the table",
        "Open the window for at least five minutes after the oven",
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


@pytest.mark.parametrize(
    "instruction",
    [
        "Wait until the dishwasher has finished before you open it.",
        "Wait for the dishwasher to finish before you open it.",
        "Let the dishwasher finish before you open it.",
    ],
)
def test_what_has_finished_is_no_longer_on(read: Read, instruction: str) -> None:
    assert read(instruction) == ["before OPEN(dishwasher): (not (toggled_on dishwasher))"]


def test_a_room_goes_by_all_its_names(read: Read) -> None:
    (found, _) = read("Keep the cabinet in the hall closed.")
    assert "inroom bottom_cabinet|top_cabinet hallway)" in found
    assert "inroom bottom_cabinet|top_cabinet corridor)" in found


def test_a_pronoun_means_what_is_in_a_room(kitchen: ObjectTable) -> None:
    text = "Every cabinet in the hall must be closed before you wipe it."
    (found,) = read_requirements(text, kitchen).constraints
    assert len(found.variables) == 1


def test_an_alternative_is_not_forbidden(read: Read) -> None:
    found = read("The towel must be on the table or in the sink, never on the countertop.")
    assert not any("breakfast_table" in one and "not" in one for one in found)


def test_what_is_granted_adds_nothing(read: Read) -> None:
    plain = "Never put the towel on the stove"
    assert read(f"{plain}, not even when it is off.") == read(f"{plain}.")
