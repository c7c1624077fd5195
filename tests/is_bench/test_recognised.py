"""Things as they are described, and as they were recognised."""

from __future__ import annotations

from is_bench.objects import Matter
from is_bench.recognised import ObjectDescription, describe, recognise_objects, table_of
from is_bench.recognition import RecognitionMethod
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
