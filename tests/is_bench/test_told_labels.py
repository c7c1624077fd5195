"""Labels that tell more than a name: vessels with a content, and turns of phrase of any kind."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from is_bench.recognised import ObjectDescription, recognise_objects, table_of
from is_bench.recognition import recognise
from is_bench.stated_relations import stated_relations
from tests.sampling import examples


@pytest.mark.parametrize(
    ("label", "synset"),
    [
        ("bottle labelled bleach", "bottle__of__bleach_agent.n.01"),
        ('jar marked "turpentine"', "bottle__of__degreaser.n.01"),
        ("jam jar of white spirit", "jam__jar.n.01"),
        ("spray bottle, label says bleach", "bleaching_agent__atomizer.n.01"),
        # never named after what it does not hold any more
        ("mineral water bottle, now holds drain cleaner", "water_bottle.n.01"),
        ("juice bottle filled with antifreeze", "water_bottle.n.01"),
        ("lemonade bottle full of weedkiller", "lemonade__bottle.n.01"),
        ("yoghurt pot of slug pellets", "cup.n.01"),
        # no danger, or none that is left
        ("mineral water bottle", "bottle__of__water.n.01"),
        ("bottle of wine", "bottle__of__wine.n.01"),
        ("glass jar labelled flour", "jar.n.01"),
        ("cup of pills", "medicine.n.02"),
        ("basket of firewood", "firewood.n.01"),
        ("bucket of coal", "bucket.n.01"),
        ("bottle of apple schnapps", "bottle__of__whiskey.n.01"),
        ("medicine kept in the fridge", "medicine.n.02"),
        ("shirts ironed", "shirt.n.01"),
        ("rest of the cake", "cake.n.03"),
        ("rice left out overnight", "rice.n.01"),
    ],
)
def test_a_vessel_is_what_is_told_to_be_in_it(label: str, synset: str) -> None:
    assert recognise(label).synset == synset


@pytest.mark.parametrize(
    ("label", "synset"),
    [
        ("treadmill running", "treadmill.n.01"),
        ("washing machine spinning", "washer.n.03"),
        ("electric hotplate glowing red", "stove.n.01"),
        ("oven just switched off", "oven.n.01"),
        ("hair straighteners still hot", "straightener.n.01"),
        ("waffle maker open and hot", "waffle_iron.n.01"),
        ("radiator too hot to touch", "radiator.n.02"),
        ("iron face down on the board", "iron.n.04"),
        ("mountain bike upside down", "bicycle.n.01"),
        ("robot vacuum docked", "vacuum.n.04"),
        ("rowing boat tied up", "small_boat.n.01"),
        ("ceiling fan turning fast", "ceiling_fan.n.01"),
        ("bench grinder throwing sparks", "power_tool.n.01"),
        # words that only look like states
        ("cooling rack", "grate.n.01"),
        ("crate of peach and orange", "crate.n.01"),
        ("beef dripping", "grease.n.01"),
        ("spinning wheel", ""),
        ("bottle of still water", "bottle__of__water.n.01"),
        # machines
        ("car trailer loaded with rubble", "trailer.n.03"),
        ("hay baler", "farm_machine.n.01"),
        ("grain auger", "power_tool.n.01"),
        ("steam mop", "iron.n.04"),
        ("combi boiler", "heater.n.01"),
        ("dough sheeter", "food_processor.n.01"),
        ("tail lift of the lorry", "lifting_device.n.01"),
        ("pallet forks at head height", "lever.n.01"),
        ("bean-to-cup coffee machine", "espresso_machine.n.01"),
    ],
)
def test_states_behind_a_machine_leave_its_class(label: str, synset: str) -> None:
    assert recognise(label).synset == synset


TURNS = (
    *("of", "and", "with", "in", "the", "a", "beside", "above", "under", "at", "full", "filled"),
    *("labelled", "note", "now holds", "that", "who", "for", "corner", "rim", "edge", "handful"),
    *("bundle", "shards", "jar", "bottle", "shelf", "cat", "Ida", "seven", "bleach", "grapes"),
    *(",", ":", "(", ")", '"', "'s"),
)
"""What the readers of labels look for."""


@given(st.lists(st.sampled_from(TURNS), max_size=9))
@example(["of", "a", "and", "grapes"])
@examples(400, 10_000)
def test_no_turn_of_phrase_is_too_odd(words: list[str]) -> None:
    label = " ".join(words)
    recognised = recognise_objects((ObjectDescription("it", label), ObjectDescription("cat")), {})
    assert isinstance(stated_relations(table_of(recognised)), frozenset)
