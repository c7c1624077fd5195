"""What only tells something, and what depends on a sentence that was not read."""

from __future__ import annotations

import pytest

from is_bench.objects import ObjectTable, make_object
from kb.requirements import read_requirements
from tests.kb.requirements.conftest import plain

SCENE = ObjectTable(
    (
        make_object("door_1", "door.n.01"),
        make_object("upper_oven_1", "oven.n.01", label="upper oven"),
        make_object("lower_oven_1", "oven.n.01", label="lower oven"),
        make_object("stew_1", "stew.n.02"),
        make_object("rag_1", "rag.n.01"),
        make_object("sponge_1", "sponge.n.01"),
        make_object("stereo_1", "radio_receiver.n.01", label="stereo"),
        make_object("shelf_1", "shelf.n.01"),
    )
)


def read(text: str) -> tuple[list[str], tuple[str, ...]]:
    found = read_requirements(text, SCENE)
    return [plain(one) for one in found.constraints], found.unread


@pytest.mark.parametrize(
    "text",
    [
        "I've burnt my sleeve once already this year.",
        "The parrot is loose.",
    ],
)
def test_what_only_tells_something_demands_nothing(text: str) -> None:
    assert read(text) == ([], ())


@pytest.mark.parametrize(
    "text",
    [
        "Mama keeps the door closed.",
        "Be quiet about it, Grandpa is asleep.",
        "Wipe the shelf gently, the varnish is older than I am.",
    ],
)
def test_what_may_demand_something_is_reported(text: str) -> None:
    constraints, unread = read(text)
    assert not constraints
    assert unread


def test_what_depends_on_an_unread_sentence_is_unread() -> None:
    constraints, unread = read("Unless the bell rings, I am fine. Then leave the stereo off.")
    assert not constraints
    assert "Then leave the stereo off" in unread


@pytest.mark.parametrize(
    "noun",
    ["the storeroom door", "the back door", "grandma's old door"],
)
def test_a_room_or_a_side_does_not_hide_the_only_door(noun: str) -> None:
    expected = read("The door must be closed at the end.")
    assert expected[0]
    assert read(f"{noun[0].upper()}{noun[1:]} must be closed at the end.") == expected


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Either oven must be off at the end.", "Any oven must be off at the end."),
        ("Stereo off first, then you may open the door.", "Stereo off before you open the door."),
        (
            "Rule of this house: the door stays closed.",
            "The door stays closed.",
        ),
    ],
)
def test_variants_mean_the_same(text: str, same: str) -> None:
    found, expected = read(text), read(same)
    assert expected[0]
    assert found[1] == ()
    assert set(found[0]) >= set(expected[0])
