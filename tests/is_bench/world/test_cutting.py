"""CUT."""

from __future__ import annotations

import pytest

from tests.is_bench.scenes import Room


def kitchen(*more: str) -> Room:
    return Room(
        "table cabinet board knife plate apple half half2 half3 diced diced2 diced3 agent",
        "ontop(apple, board)",
        *(f"future(half{number})" for number in ("", 2, 3)),
        *(f"future(diced{number})" for number in ("", 2, 3)),
        *more,
    )


def test_a_cut_thing_is_gone_and_two_halves_lie_in_its_place() -> None:
    room = kitchen("covered(apple, diced)", "hot(apple)").do("CUT(apple, knife)")
    assert room.holds("future(apple)")
    for gone in ("real(apple)", "ontop(apple, board)", "hot(apple)", "covered(apple, diced)"):
        assert not room.holds(gone)
    for half in ("half", "half2"):
        assert room.holds(f"real({half})")
        assert room.holds(f"ontop({half}, board)")
    assert room.holds("future(half3)")


def test_a_half_is_diced() -> None:
    room = kitchen().do("CUT(apple, knife)", "PLACE_ON_TOP(half, plate)")
    room.refusal("CUT(apple, knife)")
    room.do("CUT(half, knife)")
    assert not room.holds("real(half)")


def test_what_is_gone_is_no_object_any_more() -> None:
    room = kitchen().do("CUT(apple, knife)")
    assert room.refusal("PLACE_ON_TOP(apple, plate)") == "there is no object 'apple'"


def test_what_is_still_to_come_is_no_object_yet() -> None:
    assert kitchen().refusal("CUT(half, knife)") == "there is no object 'half'"


def test_what_is_gone_is_next_to_nothing() -> None:
    room = kitchen("ontop(plate, board)")
    assert room.holds("nextto(plate, apple)")
    room.do("CUT(apple, knife)")
    assert not room.holds("nextto(plate, apple)")


def test_what_stood_on_it_stays_where_it_was() -> None:
    room = kitchen("ontop(plate, apple)").do("CUT(apple, knife)")
    assert room.holds("ontop(plate, board)")
    assert not room.holds("ontop(plate, apple)")


def test_what_also_stood_elsewhere_stays_there_too() -> None:
    room = kitchen("ontop(plate, apple)", "ontop(plate, table)").do("CUT(apple, knife)")
    assert room.holds("ontop(plate, board)")
    assert room.holds("ontop(plate, table)")


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("CUT(apple, plate)", "plate cannot cut"),
        ("CUT(plate, knife)", "plate cannot be cut"),
    ],
)
def test_what_fails(step: str, why: str) -> None:
    assert kitchen().refusal(step) == why


def test_both_have_to_be_in_reach() -> None:
    out_of_reach = "knife is inside cabinet, which is closed; open it first"
    assert kitchen("inside(knife, cabinet)").refusal("CUT(apple, knife)") == out_of_reach
    room = kitchen("inside(board, cabinet)")
    assert (
        room.refusal("CUT(apple, knife)")
        == "apple is inside cabinet, which is closed; open it first"
    )
