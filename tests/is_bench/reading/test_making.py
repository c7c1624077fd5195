from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, make_object
from is_bench.reading.making import Makers, Stock, is_vessel, tapped
from is_bench.reading.requirement import Either, Lit, Things, UnreadError

KITCHEN = ObjectTable(
    tuple(
        make_object(f"{synset}_1", synset)
        for synset in (
            "hand_towel.n.01",
            "stove.n.01",
            "frying_pan.n.01",
            "apple.n.01",
            "half__apple.n.01",
            "dishwasher.n.01",
            "carving_knife.n.01",
            "water.n.06",
        )
    )
)


def makers(domain: str = "is_bench") -> Makers:
    return Makers(Stock(KITCHEN, load_domain(domain)))


def thing(name: str) -> Things:
    return makers().stock.of([f"{name}_1"])


def skills(state: Lit, domain: str = "is_bench") -> list[str]:
    return [step.skill for step in makers(domain).of(state)]


def test_pieces_belong_to_what_they_are_cut_from() -> None:
    assert thing("apple.n.01").pieces == ("half__apple.n.01_1",)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (Lit("open", (thing("stove.n.01"),)), ["OPEN"]),
        (Lit("toggled_on", (thing("stove.n.01"),), positive=False), ["TOGGLE_OFF"]),
        (Lit("ontop", (thing("apple.n.01"), thing("stove.n.01"))), ["PLACE_ON_TOP"]),
        (Lit("ontop", (thing("apple.n.01"), thing("frying_pan.n.01"))),
         ["PLACE_ON_TOP", "PLACE_INSIDE"]),
    ],
)  # fmt: skip
def test_states_are_made_by_steps(state: Lit, expected: list[str]) -> None:
    assert skills(state) == expected


def test_only_skills_of_the_domain_are_named() -> None:
    gone = Lit("inside", (thing("apple.n.01"), thing("frying_pan.n.01")), positive=False)
    assert "PICK" not in skills(gone)
    assert "PICK" in skills(gone, "household")


def test_what_no_step_brings_about_cannot_be_read() -> None:
    with pytest.raises(UnreadError):
        makers().made(Lit("broken", (thing("stove.n.01"),)))


def test_cloth_lies_over_things() -> None:
    state = makers().on(thing("hand_towel.n.01"), thing("stove.n.01"))
    assert isinstance(state, Either)
    assert [part.predicate for part in state.parts if isinstance(part, Lit)] == [
        "overlaid",
        "ontop",
    ]


def test_a_state_of_several_predicates_takes_those_of_the_domain() -> None:
    assert isinstance(makers().compound("soiled", thing("stove.n.01")), Lit)
    assert isinstance(makers("thor").compound("soiled", thing("stove.n.01")), Either)
    assert makers().compound("open", thing("stove.n.01")) is None


def test_a_verb_means_the_steps_that_a_thing_is_fit_for() -> None:
    steps = makers().steps("use(tool)", {"tool": thing("carving_knife.n.01")})
    assert [step.skill for step in steps] == ["CUT"]


def test_only_water_comes_from_a_tap() -> None:
    text = "FILL_WITH(vessel, _) POUR_INTO(source, vessel)"
    assert tapped(text, thing("water.n.06")) == text
    assert "FILL_WITH" not in tapped(text, thing("apple.n.01"))


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
