from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from is_bench.domain import load_domain
from is_bench.errors import InputError
from is_bench_eval.instructions.things import named_things, things_in

HOUSEHOLD, THOR = load_domain("household"), load_domain("thor")


def names(text: str, domain: str = "household") -> list[str]:
    return [thing.name for thing in things_in(text, load_domain(domain))]


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("Place a metal spoon inside the microwave and turn it on", "metal_spoon_1 microwave_1"),
        ("Can you open the window?", "window_1"),
        ("Heat the can of beans in the oven.", "can_of_beans_1 oven_1"),
        ("Water the plants with a glass of water.", "plants_1 glass_of_water_1"),
        ("Turn the light off.", "light_1"),
        ("Iron the shirt with the iron.", "shirt_1 iron_1"),
        ("Pour hot oil from the pan into the plastic cup", "hot_oil_1 pan_1 plastic_cup_1"),
        ("Never leave the knife within reach of a child.", "knife_1"),
        ("Close it within three steps.", ""),
    ],
)
def test_things_are_made_from_the_nouns_of_an_instruction(text: str, things: str) -> None:
    assert names(text) == things.split()


def test_the_same_thing_named_shorter_is_no_other_thing() -> None:
    text = "Put the steak knife away. Wash the knife, then dry the steak knife."
    assert names(text) == ["steak_knife_1"]


def test_things_of_a_kind_with_other_names_are_told_apart() -> None:
    assert names("Bring the red mug and the blue mug.") == ["red_mug_1", "blue_mug_1"]


def test_what_is_not_recognised_is_a_thing_behind_an_article() -> None:
    assert names("Put the mug on the zorgle.") == ["mug_1", "zorgle_1"]
    assert names("Find zorgles.") == []


def test_ai2thors_things_are_of_its_types_as_in_safe_agent_bench() -> None:
    text = "Place a metal spoon inside the microwave and put the kite on the cell phone."
    things = {thing.name: thing for thing in things_in(text, THOR)}
    assert set(things) == {"Spoon_1", "Microwave_1", "CellPhone_1", "Kite_1"}
    assert "toggleable" in things["CellPhone_1"].abilities


def test_things_can_be_named() -> None:
    named = named_things("spoon_1, wine glass,mug.n.04_2", HOUSEHOLD)
    assert [(thing.name, thing.label) for thing in named] == [
        ("spoon_1", ""),
        ("wine_glass_1", "wine glass"),
        ("mug.n.04_2", ""),
    ]
    assert [thing.name for thing in named_things("Mug_3,stove knob", THOR)] == [
        "Mug_3",
        "StoveKnob_1",
    ]


@pytest.mark.parametrize("text", ["", " , ", "mug_1,mug_1", "mug,mug"])
def test_lists_that_name_nothing_or_something_twice_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="--objects"):
        named_things(text, HOUSEHOLD)


@given(st.text(max_size=120))
@settings(max_examples=60, deadline=None)
def test_any_text_names_things_with_names_of_their_own(text: str) -> None:
    for domain in (HOUSEHOLD, THOR):
        found = [thing.name for thing in things_in(text, domain)]
        assert len(set(found)) == len(found)
        assert all(found)
