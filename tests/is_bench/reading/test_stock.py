from __future__ import annotations

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, make_object
from is_bench.reading.stock import Stock, is_vessel

ROOM = ObjectTable(
    (
        make_object("thing_1", ""),
        make_object("knob_1", ""),
        make_object("apple.n.01_1", "apple.n.01"),
        make_object("half__apple.n.01_1", "half__apple.n.01"),
        make_object("bottle.n.01_1", "bottle.n.01"),
        make_object("water.n.06_1", "water.n.06"),
    )
)
STOCK = Stock(ROOM, load_domain("is_bench"))


def test_an_unrecognised_thing_has_no_pieces() -> None:
    assert STOCK.of(["thing_1"]).pieces == ()


def test_a_whole_has_its_pieces() -> None:
    assert STOCK.of(["apple.n.01_1"]).pieces == ("half__apple.n.01_1",)


def test_a_bottle_is_a_vessel_though_nothing_says_that_it_can_be_filled() -> None:
    assert {thing.name for thing in ROOM if is_vessel(thing)} >= {"bottle.n.01_1"}
    assert not any(is_vessel(thing) for thing in ROOM if "apple" in thing.name)
