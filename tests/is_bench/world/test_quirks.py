"""Every switch between the released and the corrected world, in both positions."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import NamedTuple

import pytest

from is_bench.errors import UnknownNameError
from is_bench.world import CATALOGUE, CORRECTED, RELEASED, Quirks, quirks_of
from tests.is_bench.scenes import Room

NAMES = [quirk.name for quirk in fields(Quirks)]


class End(NamedTuple):
    """Whether the last step succeeded, and whether the fact in question holds after it."""

    ok: bool
    holds: bool


DONE, UNDONE = End(ok=True, holds=True), End(ok=False, holds=False)


class Case(NamedTuple):
    """A scene, a step in it and a fact to ask for afterwards."""

    words: str
    initially: tuple[str, ...]
    step: str
    fact: str
    released: End
    corrected: End


IN_CABINET = ("inside(jar, cabinet)", "inside(plate, cabinet)", "inside(lamp, cabinet)")
CASES: dict[str, list[Case]] = {
    "cold_sources_cook": [
        Case(
            "fridge apple",
            ("inside(apple, fridge)",),
            "WAIT_FOR_COOKED(apple)",
            "cooked(apple)",
            DONE,
            UNDONE,
        )
    ],
    "open_ovens_cook": [
        Case(
            "microwave apple",
            ("inside(apple, microwave)", "open(microwave)", "toggled_on(microwave)"),
            "WAIT_FOR_COOKED(apple)",
            "cooked(apple)",
            DONE,
            UNDONE,
        )
    ],
    "idle_source_vetoes": [
        Case(
            "stove stove2 apple",
            ("ontop(apple, stove)", "ontop(apple, stove2)", "toggled_on(stove2)"),
            "WAIT_FOR_COOKED(apple)",
            "cooked(apple)",
            UNDONE,
            DONE,
        )
    ],
    "waiting_for_laden_vessel_fails": [
        Case(
            "stove pan apple",
            ("ontop(pan, stove)", "inside(apple, pan)", "toggled_on(stove)"),
            "WAIT_FOR_COOKED(pan)",
            "cooked(apple)",
            UNDONE,
            DONE,
        ),
        Case(
            "stove pan apple water tea",
            ("ontop(pan, stove)", "inside(apple, pan)", "toggled_on(stove)", "filled(pan, water)"),
            "WAIT_FOR_COOKED(pan)",
            "filled(pan, tea)",
            End(ok=False, holds=True),
            DONE,
        ),
    ],
    "pouring_leaves_source_full": [
        Case(
            "kettle mug water",
            ("filled(kettle, water)",),
            "POUR_INTO(kettle, mug)",
            "filled(kettle, water)",
            DONE,
            End(ok=True, holds=False),
        )
    ],
    "closed_vessels_pour": [
        Case(
            "jar mug table rag sink water",
            ("filled(jar, water)",),
            "POUR_INTO(jar, mug)",
            "filled(mug, water)",
            DONE,
            UNDONE,
        ),
        Case(
            "jar mug water",
            ("filled(mug, water)",),
            "POUR_INTO(mug, jar)",
            "filled(jar, water)",
            DONE,
            UNDONE,
        ),
        Case(
            "jar sink water",
            ("toggled_on(sink)",),
            "FILL_WITH(jar, sink)",
            "filled(jar, water)",
            DONE,
            UNDONE,
        ),
        Case(
            "jar table water",
            ("filled(jar, water)",),
            "SPREAD(jar, table)",
            "covered(table, water)",
            DONE,
            UNDONE,
        ),
        Case(
            "jar rag water",
            ("filled(jar, water)",),
            "SOAK_INSIDE(rag, jar)",
            "saturated(rag, water)",
            DONE,
            UNDONE,
        ),
    ],
    "reaching_into_closed_containers": [
        Case("cabinet jar plate lamp apple", IN_CABINET, step, fact, DONE, UNDONE)
        for step, fact in {
            "OPEN(jar)": "open(jar)",
            "TOGGLE_ON(lamp)": "toggled_on(lamp)",
            "PLACE_ON_TOP(apple, plate)": "ontop(apple, plate)",
            "PLACE_INSIDE(apple, plate)": "inside(apple, plate)",
        }.items()
    ],
    "anything_contains": [
        Case("board apple", (), "PLACE_INSIDE(apple, board)", "inside(apple, board)", DONE, UNDONE)
    ],
    "placing_on_cloth_fails": [
        Case(
            "rag bowl water",
            ("filled(bowl, water)",),
            "PLACE_ON_TOP(bowl, rag)",
            "ontop(bowl, rag)",
            End(ok=False, holds=True),
            DONE,
        ),
        Case(
            "rag bowl water",
            ("filled(bowl, water)",),
            "PLACE_ON_TOP(bowl, rag)",
            "filled(bowl, water)",
            UNDONE,
            DONE,
        ),
    ],
    "unsoakable_cloth_resists": [
        Case(
            "kettle foil water",
            ("filled(kettle, water)",),
            "SPREAD(kettle, foil)",
            "covered(foil, water)",
            UNDONE,
            DONE,
        )
    ],
    "washing_stops_at_clean_item": [
        Case(
            "dishwasher bowl plate stain",
            (
                "toggled_on(dishwasher)",
                "inside(bowl, dishwasher)",
                "inside(plate, dishwasher)",
                "covered(plate, stain)",
            ),
            "WAIT_FOR_WASHED(dishwasher)",
            "covered(plate, stain)",
            End(ok=False, holds=True),
            End(ok=True, holds=False),
        )
    ],
    "thawing_in_the_cold": [
        Case(
            "fridge apple",
            ("inside(apple, fridge)",),
            "WAIT(apple)",
            "frozen(apple)",
            End(ok=True, holds=False),
            DONE,
        )
    ],
    "waiting_for_nothing": [
        Case("apple", (), "WAIT(pear)", "real(apple)", DONE, End(ok=False, holds=True))
    ],
    "one_refrigerator_freezes": [
        Case(
            "fridge fridge2 apple",
            ("inside(apple, fridge2)",),
            "DONE",
            "frozen(apple)",
            End(ok=True, holds=False),
            DONE,
        )
    ],
    "watering_cans_never_run_dry": [
        Case("can mug water", (), "FILL_WITH(mug, can)", "filled(mug, water)", DONE, UNDONE)
    ],
    "names_match_loosely": [
        Case("cabinet", (), "OPEN(cabin)", "open(cabinet)", DONE, UNDONE),
    ],
}


def end(case: Case, quirks: Quirks) -> End:
    room = Room(case.words, *case.initially, quirks=quirks)
    outcome = room.execute(case.step)
    return End(outcome.ok, room.holds(case.fact))


@pytest.mark.parametrize("name", NAMES)
def test_every_switch_makes_the_difference_it_says(name: str) -> None:
    assert name in CASES, f"no case shows what {name} does"
    for case in CASES[name]:
        assert case.released != case.corrected
        assert end(case, RELEASED) == case.released
        assert end(case, replace(RELEASED, **{name: False})) == case.corrected
        assert end(case, CORRECTED) == case.corrected
        assert end(case, replace(CORRECTED, **{name: True})) == case.released


def test_there_is_no_case_without_its_switch() -> None:
    assert set(CASES) == set(NAMES)


def test_the_released_world_has_every_quirk_and_the_corrected_none() -> None:
    assert all(getattr(RELEASED, name) for name in NAMES)
    assert not any(getattr(CORRECTED, name) for name in NAMES)


def test_every_switch_is_explained_in_both_positions() -> None:
    assert set(CATALOGUE) == set(NAMES)
    for meaning in CATALOGUE.values():
        assert set(meaning) == {"released", "corrected"}
        assert all(meaning.values())


def test_worlds_are_found_by_name() -> None:
    assert quirks_of("released") is RELEASED
    assert quirks_of("corrected") is CORRECTED
    with pytest.raises(UnknownNameError, match=r"no world is named 'real'"):
        quirks_of("real")


@pytest.mark.parametrize(
    ("words", "initially", "container"),
    [
        ("bowl apple", (), "bowl"),
        ("cabinet apple", ("open(cabinet)",), "cabinet"),
        ("board plate apple", ("inside(plate, board)",), "board"),
    ],
)
def test_what_contains_things_in_the_corrected_world(
    words: str, initially: tuple[str, ...], container: str
) -> None:
    room = Room(words, *initially, quirks=CORRECTED).do(f"PLACE_INSIDE(apple, {container})")
    assert room.holds(f"inside(apple, {container})")


def test_a_watering_can_that_holds_water_gives_it_in_either_world() -> None:
    room = Room("can mug water", "contains(can, water)", quirks=CORRECTED)
    assert room.do("FILL_WITH(mug, can)").holds("filled(mug, water)")
