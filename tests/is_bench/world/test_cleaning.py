"""WIPE, SOAK_UNDER, SOAK_INSIDE and WAIT_FOR_WASHED."""

from __future__ import annotations

import pytest

from is_bench.world import WashRule
from tests.is_bench.scenes import Room


def kitchen(*more: str, rules: tuple[WashRule, ...] = ()) -> Room:
    return Room(
        "table cabinet sink dishwasher kettle bowl plate rag sponge foil vacuum strip apple "
        "dust stain water milk detergent",
        "covered(table, dust)",
        "covered(plate, stain)",
        "filled(kettle, water)",
        "inside(bowl, cabinet)",
        "covered(bowl, dust)",
        *more,
        rules=rules,
    )


def test_a_rag_takes_dust_off_a_table() -> None:
    assert not kitchen().do("WIPE(table, rag)").holds("covered(table, dust)")


def test_a_tool_takes_off_only_what_it_removes_in_its_state() -> None:
    room = kitchen("covered(table, stain)").do("WIPE(table, rag)")
    assert not room.holds("covered(table, dust)")
    assert room.holds("covered(table, stain)")


def test_a_stain_comes_off_once_the_rag_is_soaked_with_what_takes_it_off() -> None:
    room = kitchen("filled(kettle, detergent)")
    why = room.refusal("WIPE(plate, rag)")
    assert why.startswith("rag removes stain only when it is in another state: saturated ")
    room.do("SOAK_INSIDE(rag, kettle)", "WIPE(plate, rag)")
    assert not room.holds("covered(plate, stain)")


def test_a_task_adds_ways_to_what_a_tool_can_do() -> None:
    plain = kitchen().do("SOAK_INSIDE(rag, kettle)")
    plain.refusal("WIPE(plate, rag)")
    rule = WashRule("rag", "stain", (("saturated", "water"),))
    ruled = kitchen(rules=(rule,)).do("SOAK_INSIDE(rag, kettle)", "WIPE(plate, rag)")
    assert not ruled.holds("covered(plate, stain)")


def test_a_vacuum_has_to_be_on() -> None:
    room = kitchen()
    why = room.refusal("WIPE(table, vacuum)")
    assert why == "vacuum removes dust only when it is in another state: toggled_on true"
    assert not room.do("TOGGLE_ON(vacuum)", "WIPE(table, vacuum)").holds("covered(table, dust)")


def test_a_task_makes_a_tool_of_anything() -> None:
    room = kitchen(rules=(WashRule("apple", "dust"),))
    assert not room.do("WIPE(table, apple)").holds("covered(table, dust)")


def test_a_tool_full_of_a_substance_takes_up_no_more_of_it() -> None:
    room = kitchen("covered(table, water)", "saturated(rag, water)").do("WIPE(table, rag)")
    assert room.holds("covered(table, water)")


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("WIPE(table, strip)", "strip is no cleaning tool"),
        ("WIPE(dust, rag)", "dust is a substance; it cannot be wiped; wipe what it covers"),
        ("WIPE(bowl, rag)", "bowl is inside cabinet, which is closed; open it first"),
        ("WIPE(apple, rag)", "apple is not covered with anything"),
        ("SOAK_UNDER(strip, sink)", "strip cannot soak up anything"),
        ("SOAK_UNDER(rag, kettle)", "kettle gives no fluid"),
        ("SOAK_UNDER(rag, sink)", "sink is not running; toggle it on first"),
        ("SOAK_INSIDE(strip, kettle)", "strip cannot soak up anything"),
        ("SOAK_INSIDE(rag, plate)", "plate is empty"),
        ("SOAK_INSIDE(rag, apple)", "apple is no vessel; nothing can be filled into it"),
        ("SOAK_INSIDE(rag, bowl)", "bowl is inside cabinet, which is closed; open it first"),
        ("WAIT_FOR_WASHED(table)", "table is no washer or dishwasher"),
        ("WAIT_FOR_WASHED(dishwasher)", "dishwasher is off; toggle it on first"),
    ],
)
def test_what_fails(step: str, why: str) -> None:
    assert kitchen().refusal(step) == why


@pytest.mark.parametrize(
    "step", ["WIPE(table, rag)", "SOAK_UNDER(rag, sink)", "SOAK_INSIDE(rag, kettle)"]
)
def test_a_tool_has_to_be_in_reach(step: str) -> None:
    why = kitchen("inside(rag, cabinet)", "toggled_on(sink)").refusal(step)
    assert why == "rag is inside cabinet, which is closed; open it first"


def test_a_tool_that_never_removes_a_substance_says_so() -> None:
    why = kitchen("covered(apple, milk)").refusal("WIPE(apple, vacuum)")
    assert why == "vacuum cannot remove milk from apple"


def test_rags_and_sponges_soak() -> None:
    room = kitchen("toggled_on(sink)").do("SOAK_UNDER(rag, sink)", "SOAK_INSIDE(sponge, kettle)")
    assert room.holds("saturated(rag, water)")
    assert room.holds("saturated(sponge, water)")
    assert room.holds("filled(kettle, water)")


def test_soaking_twice_is_refused() -> None:
    room = kitchen().do("SOAK_INSIDE(rag, kettle)")
    why = room.refusal("SOAK_INSIDE(rag, kettle)")
    assert "it does not absorb it, or is saturated with it already" in why


def test_a_dishwasher_washes_what_is_inside_it() -> None:
    room = kitchen("inside(plate, dishwasher)", "covered(plate, dust)", "toggled_on(dishwasher)")
    room.do("WAIT_FOR_WASHED(dishwasher)")
    assert not room.holds("covered(plate, stain)")
    assert not room.holds("covered(plate, dust)")
    assert room.holds("covered(table, dust)")


def test_an_open_dishwasher_does_not_wash() -> None:
    room = kitchen("open(dishwasher)", "toggled_on(dishwasher)", "inside(plate, dishwasher)")
    assert room.refusal("WAIT_FOR_WASHED(dishwasher)") == "dishwasher is open; close it first"


def test_an_empty_dishwasher_washes_nothing() -> None:
    why = kitchen("toggled_on(dishwasher)").refusal("WAIT_FOR_WASHED(dishwasher)")
    assert why == "there is nothing inside dishwasher"
