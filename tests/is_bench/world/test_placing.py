"""PLACE_ON_TOP and PLACE_INSIDE."""

from __future__ import annotations

import pytest

from is_bench.world import CORRECTED
from tests.is_bench.scenes import Room


def kitchen() -> Room:
    return Room(
        "table countertop cabinet bowl plate apple apple2 rag foil water agent",
        "ontop(apple, table)",
        "ontop(bowl, table)",
        "ontop(plate, countertop)",
        "inside(apple2, cabinet)",
        "filled(bowl, water)",
    )


def test_a_placed_thing_leaves_its_place() -> None:
    room = kitchen().do("PLACE_ON_TOP(apple, plate)")
    assert room.holds("ontop(apple, plate)")
    assert not room.holds("ontop(apple, table)")
    assert not room.holds("overlaid(apple, plate)")
    assert room.holds("touching(apple, plate)")
    assert room.holds("touching(plate, apple)")


def test_a_thing_is_placed_inside_an_open_container() -> None:
    room = kitchen().do("OPEN(cabinet)", "PLACE_INSIDE(apple, cabinet)")
    assert room.holds("inside(apple, cabinet)")
    assert not room.holds("ontop(apple, cabinet)")


def test_cloth_is_laid_over_things() -> None:
    room = kitchen().do("PLACE_ON_TOP(rag, apple)")
    assert room.holds("overlaid(rag, apple)")
    assert room.holds("ontop(rag, apple)")


def test_cloth_on_cloth_just_lies_there() -> None:
    room = Room("rag foil", quirks=CORRECTED).do("PLACE_ON_TOP(rag, foil)")
    assert room.holds("ontop(rag, foil)")
    assert not room.holds("overlaid(rag, foil)")


def test_load_and_content_move_along() -> None:
    room = kitchen().do("PLACE_INSIDE(apple, bowl)", "OPEN(cabinet)", "PLACE_INSIDE(bowl, cabinet)")
    assert room.holds("inside(apple, cabinet)")
    assert room.holds("inside(apple, bowl)")
    assert room.holds("filled(bowl, water)")


def test_what_is_inside_an_open_vessel_is_also_on_it() -> None:
    inside = kitchen().do("PLACE_INSIDE(apple, bowl)")
    on_top = kitchen().do("PLACE_ON_TOP(apple, bowl)")
    for room in (inside, on_top):
        assert room.holds("inside(apple, bowl)")
        assert room.holds("ontop(apple, bowl)")


@pytest.mark.parametrize("skill", ["PLACE_ON_TOP", "PLACE_INSIDE"])
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("(water, plate)", "water is a substance; move the vessel that holds it instead"),
        ("(apple, water)", "water is a substance; nothing can be placed on or in it"),
        ("(apple2, plate)", "apple2 is inside cabinet, which is closed; open it first"),
        ("(bowl, bowl)", "bowl rests on or in bowl itself"),
        ("(table, bowl)", "bowl rests on or in table itself"),
        ("(table, apple)", "apple rests on or in table itself"),
        ("(banana, table)", "there is no object 'banana'"),
    ],
)
def test_what_cannot_be_placed(skill: str, arguments: str, why: str) -> None:
    assert kitchen().refusal(skill + arguments) == why


@pytest.mark.parametrize("arguments", ["(agent, table)", "(apple, agent)"])
def test_the_robot_is_neither_placed_nor_placed_upon(arguments: str) -> None:
    why = kitchen().refusal(f"PLACE_ON_TOP{arguments}")
    assert why == "PLACE_ON_TOP cannot be done to the robot itself"


def test_nothing_is_placed_inside_what_is_closed() -> None:
    why = kitchen().refusal("PLACE_INSIDE(apple, cabinet)")
    assert why == "cabinet is closed; open it before placing anything inside"


def test_a_closed_thing_still_bears_things() -> None:
    assert kitchen().do("PLACE_ON_TOP(apple, cabinet)").holds("ontop(apple, cabinet)")
