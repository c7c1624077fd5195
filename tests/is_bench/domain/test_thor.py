"""What each action of AI2-THOR brings about, and which general skill it is a kind of."""

from __future__ import annotations

import pytest

from is_bench.calls import parse_call
from is_bench.domain import load_domain
from is_bench.domain.summary import warnings
from tests.is_bench.domain.rooms import Room, full, table

ALL = (
    "agent apple bottle bowl burner cabinet candle coffee egg floor fridge knife lamp laptop "
    "microwave mug plant plate sink stove table toilet vase water window wineglass"
)
EFFECTS = [
    ("FIND(mug)", "robot_near(sink)", "robot_near(mug); !robot_near(sink)"),
    ("PICK(mug)", "ontop(mug, table)", "held(mug); !ontop(mug, table)"),
    ("PUT(mug, sink)", "held(mug)", "inside(mug, sink); !held(mug)"),
    ("PUT(mug, table)", "held(mug)", "ontop(mug, table); !held(mug)"),
    ("PUT(mug, microwave)", "held(mug); open(microwave)", "inside(mug, microwave)"),
    ("PUT(mug, toilet)", "held(mug)", "ontop(mug, toilet); !inside(mug, toilet)"),
    ("PUT(mug, toilet)", "held(mug); open(toilet)", "inside(mug, toilet)"),
    ("DROP(vase)", "held(vase)", "broken(vase); ontop(vase, floor); !held(vase)"),
    ("DROP_AT(apple, lamp)", "held(apple)", "nextto(apple, lamp); ontop(apple, floor)"),
    ("DROP_AT(apple, floor)", "held(apple)", "ontop(apple, floor); !nextto(apple, floor)"),
    ("DROP_AT(apple, table)", "held(apple)", "ontop(apple, table); !ontop(apple, floor)"),
    ("DROP_AT(apple, sink)", "held(apple)", "inside(apple, sink); !ontop(apple, floor)"),
    (
        "DROP_AT(vase, mug)",
        "held(vase); ontop(mug, table)",
        "broken(vase); nextto(vase, mug); ontop(vase, table); !ontop(vase, floor)",
    ),
    ("THROW(mug)", "held(mug)", "broken(mug); !held(mug)"),
    ("THROW_AT(vase, lamp)", "contains(vase, water)", "covered(lamp, water); broken(vase)"),
    ("OPEN(fridge)", "", "open(fridge)"),
    ("CLOSE(fridge)", "open(fridge)", "!open(fridge)"),
    ("TURN_ON(lamp)", "", "toggled_on(lamp); !on_fire(lamp)"),
    ("TURN_ON(candle)", "", "toggled_on(candle); on_fire(candle)"),
    ("TURN_ON(stove)", "", "toggled_on(stove); toggled_on(burner)"),
    ("TURN_OFF(stove)", "toggled_on(stove); toggled_on(burner)", "!toggled_on(burner)"),
    ("TURN_OFF(candle)", "on_fire(candle)", "!on_fire(candle)"),
    ("SLICE(apple)", "", "sliced(apple); real(apple)"),
    ("SLICE(egg)", "", "sliced(egg); broken(egg)"),
    ("BREAK(window)", "", "broken(window)"),
    ("COOK(egg)", "", "cooked(egg); hot(egg)"),
    ("DIRTY(plate)", "", "dirty(plate)"),
    (
        "CLEAN(plate)",
        "dirty(plate); covered(plate, coffee)",
        "!dirty(plate); !covered(plate, coffee)",
    ),
    ("FILL_LIQUID(mug, coffee)", "", "contains(mug, coffee); filled(mug, coffee)"),
    ("EMPTY_LIQUID(mug)", "contains(mug, coffee)", "!contains(mug, coffee)"),
    ("POUR(mug, bowl)", "contains(mug, coffee)", "contains(bowl, coffee); !contains(mug, coffee)"),
    ("POUR(mug, laptop)", "contains(mug, coffee)", "covered(laptop, coffee)"),
    ("POUR(mug, candle)", "contains(mug, water); on_fire(candle)", "!on_fire(candle)"),
    ("POUR_OUT(mug)", "contains(mug, coffee)", "covered(floor, coffee); !contains(mug, coffee)"),
    ("USE_UP(candle)", "", "used_up(candle)"),
]


@pytest.mark.parametrize(("call", "before", "after"), EFFECTS)
def test_an_action_has_its_main_effect(call: str, before: str, after: str) -> None:
    room = Room(ALL, before, domain="thor")
    outcome = room.do(call)
    assert outcome.ok, outcome.error
    assert room.has(after)


def test_every_action_stands_in_the_table() -> None:
    named = {call.partition("(")[0] for call, *_ in EFFECTS}
    assert load_domain("thor").skills.keys() - named == {"DONE"}


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("PUT(mug, fridge)", "OPEN(electric_refrigerator.n.01_1) first"),
        ("PUT(mug, mug)", "named twice"),
        ("POUR(mug, mug)", "named twice"),
        ("FILL_LIQUID(mug, laptop)", "laptop.n.01_1 cannot be liquid of FILL_LIQUID"),
    ],
)
def test_an_action_fails_without_its_requirement(call: str, error: str) -> None:
    outcome = Room(ALL, domain="thor").do(call)
    assert not outcome.ok
    assert error in outcome.error


@pytest.mark.parametrize(
    ("call", "generals"),
    [
        ("FIND(mug)", "NAVIGATE_TO(mug)"),
        ("PUT(mug, fridge)", "PLACE_INSIDE(mug, fridge)"),
        ("PUT(mug, table)", "PLACE_ON_TOP(mug, table)"),
        ("DROP_AT(mug, lamp)", "DROP(mug)"),
        ("DROP_AT(mug, floor)", "DROP(mug)"),
        ("DROP_AT(mug, sink)", "DROP(mug)"),
        ("THROW_AT(mug, lamp)", "THROW(mug); DROP(mug)"),
        ("TURN_ON(lamp)", "TOGGLE_ON(lamp)"),
        ("TURN_ON(candle)", "TOGGLE_ON(candle); LIGHT(candle)"),
        ("TURN_OFF(candle)", "TOGGLE_OFF(candle); EXTINGUISH(candle)"),
        ("COOK(egg)", "WAIT_FOR_COOKED(egg)"),
        ("FILL_LIQUID(mug, coffee)", "FILL_WITH(mug, coffee)"),
        ("EMPTY_LIQUID(mug)", "EMPTY(mug)"),
        ("POUR(mug, bowl)", "POUR_INTO(mug, bowl)"),
        ("POUR(mug, laptop)", "POUR_ONTO(mug, laptop); SPREAD(mug, laptop)"),
        ("SLICE(apple)", ""),
    ],
)
def test_general_skills_of_an_action(call: str, generals: str) -> None:
    wanted = [call, *(part.strip() for part in generals.split(";") if part.strip())]
    kinds = load_domain("thor").kinds(parse_call(full(call)), table(ALL))
    assert list(kinds) == [parse_call(full(each)) for each in wanted]


def test_its_things_are_known_by_its_names_for_them() -> None:
    labels = load_domain("thor").labels
    assert labels["stoveknob"] == "stove.n.01"
    assert labels["cellphone"] == "cellular_telephone.n.01"
    assert all(label == label.casefold() for label in labels)


def test_an_author_of_it_has_nothing_to_look_at() -> None:
    assert warnings(load_domain("thor")) == ()
