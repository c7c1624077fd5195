"""FILL_WITH, POUR_INTO and SPREAD."""

from __future__ import annotations

import pytest

from is_bench.world import CORRECTED, RELEASED, Quirks
from tests.is_bench.scenes import Room


def kitchen(*more: str) -> Room:
    return Room(
        "table cabinet sink can kettle mug bowl jar rag apple stain water milk salt",
        "ontop(apple, table)",
        "inside(bowl, cabinet)",
        "filled(bowl, milk)",
        "filled(kettle, water)",
        *more,
    )


def test_a_running_sink_fills_a_vessel() -> None:
    room = kitchen().do("TOGGLE_ON(sink)", "FILL_WITH(mug, sink)")
    assert room.holds("filled(mug, water)")
    assert room.holds("contains(mug, water)")


def test_filling_adds_to_what_is_there() -> None:
    room = kitchen("filled(mug, milk)", "toggled_on(sink)").do("FILL_WITH(mug, sink)")
    assert room.holds("filled(mug, milk)")
    assert room.holds("filled(mug, water)")


def test_a_watering_can_needs_no_switch() -> None:
    assert kitchen().do("FILL_WITH(mug, can)").holds("filled(mug, water)")


def test_pouring_passes_the_content_on() -> None:
    room = kitchen("contains(kettle, salt)").do("POUR_INTO(kettle, mug)")
    assert room.holds("filled(mug, water)")
    assert room.holds("contains(mug, salt)")


def test_spreading_covers_things_and_soaks_cloth() -> None:
    room = kitchen().do("SPREAD(kettle, apple)", "SPREAD(kettle, rag)")
    assert room.holds("covered(apple, water)")
    assert room.holds("saturated(rag, water)")
    assert not room.holds("covered(rag, water)")


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("FILL_WITH(apple, sink)", "apple is no vessel; nothing can be filled into it"),
        ("FILL_WITH(water, sink)", "water is no vessel; nothing can be filled into it"),
        ("FILL_WITH(mug, kettle)", "kettle gives no fluid"),
        ("FILL_WITH(mug, sink)", "sink is not running; toggle it on first"),
        ("FILL_WITH(bowl, can)", "bowl is inside cabinet, which is closed; open it first"),
        ("POUR_INTO(kettle, apple)", "apple is no vessel; nothing can be filled into it"),
        ("POUR_INTO(apple, mug)", "apple is no vessel; nothing can be filled into it"),
        ("POUR_INTO(mug, kettle)", "mug is empty"),
        ("POUR_INTO(bowl, mug)", "bowl is inside cabinet, which is closed; open it first"),
        ("POUR_INTO(kettle, bowl)", "bowl is inside cabinet, which is closed; open it first"),
        ("SPREAD(mug, apple)", "mug is empty"),
        ("SPREAD(apple, mug)", "apple is no vessel; nothing can be filled into it"),
        ("SPREAD(kettle, stain)", "stain is a substance; nothing can be spread on it"),
        ("SPREAD(bowl, apple)", "bowl is inside cabinet, which is closed; open it first"),
        ("SPREAD(kettle, bowl)", "bowl is inside cabinet, which is closed; open it first"),
    ],
)
def test_what_fails(step: str, why: str) -> None:
    assert kitchen().refusal(step) == why


@pytest.mark.parametrize("quirks", [RELEASED, CORRECTED], ids=["released", "corrected"])
def test_pouring_a_vessel_into_itself_changes_nothing(quirks: Quirks) -> None:
    room = Room("kettle water", "filled(kettle, water)", quirks=quirks)
    before = room.world.facts()
    assert room.do("POUR_INTO(kettle, kettle)").world.facts() == before
