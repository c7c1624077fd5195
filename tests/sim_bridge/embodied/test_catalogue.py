from __future__ import annotations

from pathlib import Path

import pytest

from is_bench.objects import Matter, SceneObject
from is_bench.scenarios import Dataset, load_dataset
from sim_bridge.embodied.catalogue import is_known, shape_of
from sim_bridge.embodied.catalogue.words import WORDS
from sim_bridge.embodied.shape import Shape

WIDEST = 6.0


def shapes(dataset: Dataset) -> dict[str, Shape]:
    return {
        thing.synset: shape_of(thing)
        for scenario in dataset
        for thing in scenario.scene.objects
        if not thing.matter.is_substance and thing.matter is not Matter.AGENT
    }


@pytest.mark.data
def test_every_category_of_the_published_tasks_has_a_shape_of_its_own(published: Dataset) -> None:
    found = shapes(published)
    assert not [synset for synset in found if synset != "floor.n.01" and not is_known(synset)]
    assert len(found) > 130


@pytest.mark.parametrize("name", [None, Path("twins"), Path("dynamic")])
def test_every_category_of_ours_has_a_shape_of_its_own(name: Path | None) -> None:
    found = shapes(load_dataset(name))
    assert not [synset for synset in found if synset != "floor.n.01" and not is_known(synset)]


def test_sizes_are_those_of_things_in_a_household() -> None:
    for synset, shape in shapes(load_dataset(None)).items():
        assert all(0.0 < side < WIDEST for side in shape.bounds.size), synset


def test_what_is_unknown_is_a_box_that_bears_its_name() -> None:
    shape = shape_of(SceneObject("wave_machine.n.01_1", "wave_machine.n.01"))
    assert [part.label for part in shape.parts] == ["wave machine"]


RECOGNISABLE = [
    "crib",
    "pet_bed",
    "footstool",
    "teddy",
    "chocolate",
    "tent",
    "umbrella",
    "switch",
    "water_faucet",
    "showerhead",
    "alarm_clock",
    "cellular_telephone",
    "credit_card",
    "pencil",
    "key",
    "spectacles",
    "candlestick",
    "ladder",
]


@pytest.mark.parametrize("word", RECOGNISABLE)
def test_things_with_a_shape_of_their_own_share_it_with_no_plain_one(word: str) -> None:
    synset = f"{word}.n.01"
    own = shape_of(SceneObject(f"{synset}_1", synset))
    assert is_known(synset)
    assert not any(part.label for part in own.parts)
    assert len(own.parts) >= 3
    for other in ("bed.n.01", "table.n.02", "toy_figure.n.01", "cake.n.03", "box.n.01"):
        assert own.parts != shape_of(SceneObject(f"{other}_1", other)).parts


def test_every_shape_of_the_catalogue_is_sound() -> None:
    for word, make in WORDS.items():
        shape = make()
        assert all(0.0 < side < WIDEST for side in shape.bounds.size), word
        assert shape.bounds.lo[2] > -0.45 or shape.height, word
        for top in shape.tops:
            assert shape.bounds.grown(0.01).holds(top.lo), word
        for part in shape.parts:
            assert min(part.half) > 0, word


def test_a_cat_is_told_from_a_dog_by_its_label() -> None:
    cat, dog, other = (
        shape_of(SceneObject("pet_1", "animal.n.01", label=label)) for label in ("cat", "dog", "")
    )
    assert dog == other
    assert cat.bounds.size[0] < dog.bounds.size[0]
    ears = [part for part in cat.parts if part.along is not None and part.form == "box"]
    assert {part.bounds.hi[2] > 0.37 for part in ears} == {True, False}
