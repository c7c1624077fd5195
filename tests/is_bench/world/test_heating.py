"""WAIT_FOR_COOKED, WAIT and WAIT_FOR_FROZEN."""

from __future__ import annotations

import pytest

from is_bench.world import CORRECTED, RELEASED, Quirks
from tests.is_bench.scenes import Room


def kitchen(*more: str) -> Room:
    return Room(
        "table stove oven microwave fridge pan kettle apple apple2 water milk tea agent",
        "future(tea)",
        *more,
    )


def test_a_stove_cooks_what_stands_above_it() -> None:
    room = kitchen("ontop(pan, stove)", "inside(apple, pan)", "toggled_on(stove)")
    room.do("WAIT_FOR_COOKED(apple)")
    assert room.holds("cooked(apple)")
    assert room.holds("hot(apple)")


@pytest.mark.parametrize("source", ["oven", "microwave"])
def test_an_oven_cooks_what_is_inside_it(source: str) -> None:
    room = kitchen(f"inside(pan, {source})", "ontop(apple, pan)", f"toggled_on({source})")
    assert room.do("WAIT_FOR_COOKED(apple)").holds("cooked(apple)")


def test_an_oven_does_not_cook_what_stands_on_it() -> None:
    room = kitchen("ontop(apple, oven)", "toggled_on(oven)")
    why = room.refusal("WAIT_FOR_COOKED(apple)")
    assert why == "apple is neither on nor inside a heat source; place it there"


def test_a_source_has_to_be_on() -> None:
    why = kitchen("ontop(apple, stove)").refusal("WAIT_FOR_COOKED(apple)")
    assert why == "stove is off; toggle it on to cook apple"


@pytest.mark.parametrize("quirks", [RELEASED, CORRECTED], ids=["released", "corrected"])
def test_of_several_sources_one_at_least_has_to_be_on(quirks: Quirks) -> None:
    sources = ("ontop(apple, stove)", "ontop(apple, stove2)")
    room = Room("stove stove2 apple", *sources, quirks=quirks)
    assert room.refusal("WAIT_FOR_COOKED(apple)") == "stove is off; toggle it on to cook apple"


def test_cooking_thaws() -> None:
    room = kitchen("ontop(apple, stove)", "toggled_on(stove)", "frozen(apple)")
    assert not room.do("WAIT_FOR_COOKED(apple)").holds("frozen(apple)")


def test_a_fluid_becomes_its_cooked_kind() -> None:
    room = kitchen("ontop(kettle, stove)", "filled(kettle, water)", "toggled_on(stove)")
    assert room.holds("future(tea)")
    room.do("WAIT_FOR_COOKED(water)")
    assert room.holds("filled(kettle, tea)")
    assert room.holds("real(tea)")
    assert not room.holds("filled(kettle, water)")


def test_waiting_for_a_vessel_cooks_its_fluids() -> None:
    room = kitchen("ontop(kettle, stove)", "filled(kettle, water)", "toggled_on(stove)")
    assert room.do("WAIT_FOR_COOKED(kettle)").holds("filled(kettle, tea)")


def test_a_fluid_that_was_never_declared_is_cooked_too() -> None:
    room = Room("stove sink kettle tea", "toggled_on(stove)", "toggled_on(sink)")
    room.do("FILL_WITH(kettle, sink)", "PLACE_ON_TOP(kettle, stove)", "WAIT_FOR_COOKED(kettle)")
    assert room.holds("filled(kettle, tea)")


def test_what_is_no_fluid_stays_as_it_is_in_a_vessel() -> None:
    room = Room("stove pan salt", "toggled_on(stove)", "ontop(pan, stove)", "contains(pan, salt)")
    assert room.do("WAIT_FOR_COOKED(pan)").holds("contains(pan, salt)")


@pytest.mark.parametrize(
    ("facts", "step", "why"),
    [
        ([], "WAIT_FOR_COOKED(water)", "water is in no vessel; fill it into one first"),
        (
            ["filled(kettle, water)"],
            "WAIT_FOR_COOKED(water)",
            "kettle is neither on nor inside a heat source; place it there",
        ),
        (
            ["filled(kettle, milk)", "ontop(kettle, stove)", "toggled_on(stove)"],
            "WAIT_FOR_COOKED(milk)",
            "milk cannot be cooked: no cooked__milk is declared",
        ),
        ([], "WAIT_FOR_FROZEN(apple, table)", "table is no refrigerator"),
        ([], "WAIT_FOR_FROZEN(water, fridge)", "water cannot freeze"),
        ([], "WAIT_FOR_FROZEN(stove, fridge)", "stove cannot freeze"),
        (
            ["ontop(apple, fridge)"],
            "WAIT_FOR_FROZEN(apple, fridge)",
            "apple is not inside fridge; place it inside first",
        ),
    ],
)
def test_what_fails(facts: list[str], step: str, why: str) -> None:
    assert kitchen(*facts).refusal(step) == why


def test_waiting_brings_an_object_to_room_temperature() -> None:
    room = kitchen("hot(apple)", "frozen(apple2)").do("WAIT(apple)", "WAIT(apple2)")
    assert not room.holds("hot(apple)")
    assert not room.holds("frozen(apple2)")


def test_waiting_for_a_substance_changes_nothing() -> None:
    room = kitchen("filled(kettle, water)")
    before = room.world.facts()
    assert room.do("WAIT(water)").world.facts() == before


def test_a_refrigerator_freezes_what_is_placed_inside_it() -> None:
    room = kitchen().do("OPEN(fridge)", "PLACE_INSIDE(apple, fridge)")
    assert not room.holds("frozen(apple)")
    assert room.do("WAIT_FOR_FROZEN(apple, fridge)").holds("frozen(apple)")


def test_in_the_corrected_world_all_of_a_vessel_is_cooked_or_nothing() -> None:
    room = Room(
        "stove fridge pan apple apple2",
        "toggled_on(stove)",
        "ontop(apple, stove)",
        "inside(apple, fridge)",
        "inside(apple2, fridge)",
        quirks=CORRECTED,
    )
    why = room.refusal("WAIT_FOR_COOKED(fridge)")
    assert why == "apple2 is neither on nor inside a heat source; place it there"
