"""Every way to say something in a frame means the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.kb.requirements.conftest import tally
from tests.kb.requirements.frames import FRAMES

Read = Callable[[str], list[str]]


def test_most_variants_of_a_frame_mean_the_same(read: Read) -> None:
    count = tally(
        (read(text), expected) for expected, variants in FRAMES.values() for text in variants
    )
    assert count["right"] >= 71, count
    assert (count["wrong"] <= 6, count["dropped"]) == (True, 0), count


@pytest.mark.parametrize(
    "text",
    [
        "The fridge first, the oven second.",
        "Never turn on the stove while nothing is on it.",
        "As long as nothing is on the stove, it stays off.",
        "Don't start until the window is open.",
        "Hold the carving knife by its handle and nowhere else.",
        "The whole job must be done in under four minutes.",
        "You must close the window, and never hum.",
    ],
)
def test_what_has_no_reading_is_told(read: Read, text: str) -> None:
    assert any(line.startswith("? ") for line in read(text))


def test_remarks_demand_nothing(read: Read) -> None:
    assert read("You must close the window, the stove is on.") == [
        "before DONE: (not (open window))"
    ]


def test_what_a_list_behind_a_demand_says_is_demanded_too(read: Read) -> None:
    found = read("At the end the window must be closed, the lamp off and both plates in the sink.")
    assert found == [
        "before DONE: (not (open window))",
        "before DONE: (not (toggled_on table_lamp))",
        "before DONE: (inside plate|plate sink)",
    ]


def test_a_room_tells_which_of_several_things_is_meant(read: Read) -> None:
    (found,) = read("Never open the cabinets in the garage.")
    both = "bottom_cabinet|top_cabinet"
    assert found == f"before OPEN({both}) if (inroom {both} garage): (or)"
    assert read("Never open the kitchen window.") == ["before OPEN(window): (or)"]
