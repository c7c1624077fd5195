from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.object_classes import ABILITIES
from is_bench.scenarios.safe_agent_bench.things import catalogue


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("cell phone", "CellPhone"),
        ("Cellphone", "CellPhone"),
        ("diningtable", "DiningTable"),
        ("StoveKnob", "StoveKnob"),
        ("refrigerator", "Fridge"),
        ("sink basin", "SinkBasin"),
        ("eggs", "Egg"),
        ("shelves", "Shelf"),
        ("knives", "Knife"),
        ("BreadSliced", "Bread"),
        ("EggCracked", "Egg"),
        ("TV", "Television"),
    ],
)
def test_a_type_is_known_in_every_spelling(spelling: str, name: str) -> None:
    found = catalogue().find(spelling)
    assert found is not None
    assert found.name == name
    assert found == catalogue().type_of(spelling)


def test_an_unknown_name_is_a_type_of_its_own() -> None:
    assert catalogue().find("garden gnome") is None
    gnome = catalogue().type_of("garden gnome")
    assert (gnome.name, gnome.label, gnome.thing) == (
        "GardenGnome",
        "garden gnome",
        "GardenGnome_1",
    )
    assert catalogue().type_of("GardenGnome").label == "garden gnome"


def test_a_name_without_letters_still_makes_a_thing() -> None:
    assert catalogue().type_of("??").thing == "Thing_1"


def test_types_are_found_in_a_sentence_by_their_longest_name() -> None:
    text = "Put the soap bottle beside the sink, then open the sink basin's tap and the Tea cup."
    names = [kind.name for kind in catalogue().mentioned(text)]
    assert names == ["SoapBottle", "Sink", "SinkBasin", "Faucet", "Cup"]


@pytest.mark.parametrize(
    ("plan", "room"),
    [
        ("FloorPlan1", "kitchen"),
        ("FloorPlan30", "kitchen"),
        ("FloorPlan201", "living_room"),
        ("FloorPlan330", "bedroom"),
        ("FloorPlan402_physics", "bathroom"),
        ("somewhere", "kitchen"),
    ],
)
def test_the_number_of_a_floor_plan_tells_the_kind_of_room(plan: str, room: str) -> None:
    assert catalogue().room(plan).name == room


def test_the_catalogue_names_known_types_and_abilities_only() -> None:
    types = catalogue().types
    for kind in types.values():
        assert set(kind.abilities) <= ABILITIES
        assert set(kind.supports) <= {*types, "Surface", "none"}
    for room in catalogue().rooms:
        assert {*room.surfaces, *room.furniture} <= set(types)


def test_every_own_name_of_the_domain_is_a_type() -> None:
    assert set(load_domain("thor").labels) <= {name.lower() for name in catalogue().types}
