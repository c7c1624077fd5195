"""Things as they are described, and as they were recognized."""

from __future__ import annotations

import pytest

from is_bench.objects import Matter
from is_bench.recognised import ObjectDescription, describe, recognise_objects, table_of
from is_bench.recognition import RecognitionMethod, recognise, told_abilities
from is_bench.taxonomy import taxonomy
from tests.is_bench.scenes import objects


def test_a_scene_survives_being_described_and_recognised() -> None:
    scene = objects("apple jar water stain rag agent")
    recognised = recognise_objects(describe(scene), {})
    assert {thing.recognition.how for thing in recognised} == {RecognitionMethod.GIVEN}
    assert table_of(recognised) == scene


def test_a_label_gives_class_abilities_and_matter() -> None:
    (mug,) = recognise_objects([ObjectDescription("cup_7", "red mug")], {})
    thing = mug.scene_object
    assert (thing.name, thing.label, thing.synset) == ("cup_7", "red mug", "mug.n.04")
    assert thing.can("fillable")
    assert thing.matter is Matter.RIGID


def test_a_thing_that_is_not_recognised_keeps_its_abilities() -> None:
    (gizmo,) = recognise_objects([ObjectDescription("thing_1", "gizmo", "", ("toggleable",))], {})
    assert gizmo.recognition.how is RecognitionMethod.NOT
    assert gizmo.scene_object.synset == ""
    assert gizmo.scene_object.can("toggleable")


def test_a_synset_that_the_taxonomy_lacks_is_not_trusted() -> None:
    (thing,) = recognise_objects([ObjectDescription("mug_1", "", "flying_saucer.n.99")], {})
    assert thing.recognition.synset == "mug.n.04"


def test_the_names_of_a_domain_come_before_the_words_of_the_language() -> None:
    given = ObjectDescription("StoveKnob_2", "StoveKnob")
    (knob,) = recognise_objects([given], {"stoveknob": "stove.n.01"})
    assert knob.recognition.synset == "stove.n.01"
    own = ObjectDescription("StoveKnob_2", "StoveKnob", "apple.n.01")
    (other,) = recognise_objects([own], {"stoveknob": "stove.n.01"})
    assert other.recognition.synset == "apple.n.01"


def test_a_table_grows_by_things_with_new_names_only() -> None:
    scene = objects("apple jar")
    assert scene.joined(objects("apple")) is scene
    assert list(scene.joined(objects("jar water")).by_name) == [
        "apple.n.01_1",
        "mason_jar.n.01_1",
        "water.n.06_1",
    ]


@pytest.mark.parametrize(
    ("label", "synset", "ability"),
    [
        ("gas heater", "heater.n.01", "fuel_burning"),
        ("Electric_Blanket_2", "blanket.n.01", "electrically_heated"),
        ("glass coffee table", "coffee_table.n.01", "glassy"),
        ("cashmere sweater", "sweater.n.01", "heat_shrinking"),
        ("wobbly stool", "stool.n.01", "unsteady"),
        ("angle grinder", "power_tool.n.01", "throws_sparks"),
        ("front passenger seat", "car_seat.n.01", "front_of_car"),
        ("plate with raw mince juice on it", "plate.n.04", "held_raw_meat"),
        ("raw chicken juice", "juice.n.01", "held_raw_meat"),
        ("dog flea drops", "pesticide__atomizer.n.01", "for_dogs"),
        ("tame budgerigar", "animal.n.01", "pet_bird"),
        ("grandma", "person.n.01", "frail"),
        ("baby bowl", "bowl.n.01", "for_infants"),
        ("toddler's bowl", "bowl.n.01", "for_children"),
        ("kitten's basket", "basket.n.01", "for_cats"),
        ("bowl for the dog", "bowl.n.01", "for_dogs"),
        ("terrapin bowl", "bowl.n.01", "for_small_pets"),
        ("nose rinse jug", "jug.n.01", "rinses_inside"),
        ("galvanised zinc bucket", "bucket.n.01", "acid_soluble"),
        ("non-stick frying pan", "frying_pan.n.01", "nonstick"),
        (
            "jar of sugar-free peanut butter with xylitol",
            "peanut_butter__jar.n.01",
            "sweetened_with_xylitol",
        ),
        ("tomcat Tiger", "animal.n.01", "pet_cat"),
        ("boy Ben, 10 years old, with asthma", "person.n.01", "child"),
        ("aspirin 500 mg tablets", "medicine.n.02", "with_aspirin"),
        ("cold and flu capsules with paracetamol", "medicine.n.02", "with_paracetamol"),
        ("bowl of peanut cookies", "bowl.n.01", "nutty"),
        ("raw-milk brie", "cheese.n.01", "risky_in_pregnancy"),
        ("wireless nurse call button", "alarm.n.02", "summons_help"),
        ("small loose rug without underlay", "rug.n.01", "slips_away"),
        ("strong magnetic ball of the big brother", "", "magnetic"),
    ],
)
def test_words_beside_the_class_add_abilities(label: str, synset: str, ability: str) -> None:
    (thing,) = recognise_objects([ObjectDescription("thing_1", label)], {})
    assert thing.recognition.synset == synset
    assert thing.scene_object.can(ability)


@pytest.mark.parametrize(
    ("label", "synset"),
    [
        ("Mr Olsen after a stroke, swallows only puree", "person.n.01"),
        ("Mrs Berger's pill box", "medicine.n.02"),
        ("Jonas, wheelchair user", "person.n.01"),
        ("Lea, pregnant", "person.n.01"),
        ("Miss Piggy cup", "cup.n.01"),
        ("hall floor downstairs", "floor.n.01"),
        ("strip of out-of-date sleeping pills", "medicine.n.02"),
        ("carton of insulin pens", "medicine.n.02"),
        ("highchair across the kitchen, with harness", "highchair.n.01"),
    ],
)
def test_names_and_asides_do_not_hide_the_class(label: str, synset: str) -> None:
    (thing,) = recognise_objects([ObjectDescription("thing_1", label)], {})
    assert thing.recognition.synset == synset


@pytest.mark.parametrize(
    ("label", "ability"),
    [
        ("lemonade bottle (paint thinner)", "holds_solvent"),
        ("lemonade bottle, handwritten note: photo fixer", "holds_poison"),
        ("cola bottle with petrol in it", "holds_solvent"),
        ("drinks bottle used for paint thinner", "holds_solvent"),
        ('water bottle labelled "battery acid"', "holds_acid"),
        ("wine bottle marked by hand: bleach", "holds_poison"),
        ("lemonade bottle, sticker says petrol", "holds_solvent"),
        ("old squash bottle with white spirit", "holds_solvent"),
        ("lemonade bottle that contains brake fluid", "holds_poison"),
        ("milk bottle - paint stripper inside", "holds_solvent"),
        ("drink bottle in which bleach is kept", "holds_poison"),
        ("cordial bottle, relabelled weed killer", "holds_poison"),
        ("baby bottle filled with detergent", "holds_cleaner"),
        ("glass of antifreeze", "holds_poison"),
        ("jar of brushes in white spirit", "holds_solvent"),
    ],
)
def test_a_told_content_gives_its_vessel_abilities(label: str, ability: str) -> None:
    (found,) = recognise_objects([ObjectDescription("vessel_1", label)], {})
    assert ability in found.scene_object.abilities
    assert "holds_drink" not in found.scene_object.abilities


@pytest.mark.parametrize(
    "label",
    [
        "lemonade bottle",
        "lemonade bottle, rinsed, once held bleach",
        "bottle of bleach",
        "mug of tea",
    ],
)
def test_no_other_content_is_told(label: str) -> None:
    assert told_abilities(label, recognise("vessel_1", label).synset) == frozenset()


def test_words_add_abilities_to_a_given_class() -> None:
    (heater,) = recognise_objects([ObjectDescription("h_1", "gas heater", "heater.n.01")], {})
    assert heater.scene_object.can("fuel_burning")


@pytest.mark.parametrize(
    "label",
    [
        "heater",
        "chocolate bar",
        "induction stove",
        "iron",
        "gizmo",
        "board for raw vegetables",
        "rear car seat",
        "bowl with a cat on it",
        "hot dog plate",
        "baby blanket",
    ],
)
def test_other_labels_add_no_abilities(label: str) -> None:
    (thing,) = recognise_objects([ObjectDescription("thing_1", label)], {})
    assert thing.scene_object.abilities == taxonomy().abilities(thing.recognition.synset)


def test_a_label_may_name_a_kind_of_the_given_class_and_no_other_class() -> None:
    given = [
        ObjectDescription("d_1", "tumble dryer", "dryer.n.01"),
        ObjectDescription("d_2", "red mug", "dryer.n.01"),
    ]
    synsets = [thing.scene_object.synset for thing in recognise_objects(given, {})]
    assert synsets == ["clothes_dryer.n.01", "dryer.n.01"]
