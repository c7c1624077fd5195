"""How well places suit things."""

from __future__ import annotations

import pytest

from is_bench.objects import SceneObject, make_object, synset_of
from is_safety_monitor.core.storage_habits import (
    FITTING,
    POOR,
    is_made_for,
    named_class,
    placement_cost,
)


def fit(thing: str, place: str, *, soiled: bool = False) -> float:
    made = (make_object(f"{name}_1", name) for name in (thing, place))
    one, other = made
    return placement_cost(one, other, soiled=soiled)


@pytest.mark.parametrize(
    ("thing", "good", "bad"),
    [
        ("mug.n.04", "countertop.n.01", "floor.n.01"),
        ("mug.n.04", "cabinet.n.01", "bed.n.01"),
        ("beef.n.02", "electric_refrigerator.n.01", "sofa.n.01"),
        ("shovel.n.01", "lawn.n.01", "bed.n.01"),
        ("shovel.n.01", "shelf.n.01", "breakfast_table.n.01"),
        ("bottle__of__bleach_agent.n.01", "cabinet.n.01", "floor.n.01"),
        ("bottle__of__bleach_agent.n.01", "shelf.n.01", "electric_refrigerator.n.01"),
        ("sweater.n.01", "shelf.n.01", "floor.n.01"),
        ("teddy.n.01", "shelf.n.01", "sink.n.01"),
        ("rag.n.01", "sink.n.01", "bed.n.01"),
        ("laptop.n.01", "desk.n.01", "sink.n.01"),
    ],
)
def test_things_have_places_that_suit_them_and_places_that_do_not(
    thing: str, good: str, bad: str
) -> None:
    assert fit(thing, good) == FITTING
    assert fit(thing, bad) >= POOR


@pytest.mark.parametrize("place", ["bed.n.01", "countertop.n.01", "shelf.n.01", "cabinet.n.01"])
def test_what_is_wet_belongs_in_the_sink_and_on_no_furniture(place: str) -> None:
    assert fit("rag.n.01", "sink.n.01", soiled=True) == FITTING
    assert fit("rag.n.01", place, soiled=True) >= POOR


def test_a_class_may_be_written_over_properties_and_synsets() -> None:
    kind = named_class("sharp & !hammer.n.02")
    assert kind.contains(make_object("axe", "ax.n.01"))
    assert not kind.contains(make_object("mug", synset_of("mug.n.04_1")))


@pytest.mark.parametrize(
    ("place", "thing", "is_made"),
    [
        ("jar for screws on the wall shelf", "handful of loose screws", True),
        ("knife box", "sharp carving knife", True),
        ("lidded box for poisons", "rat poison", True),
        ("kitchen table", "kitchen knife", False),
        ("floor under the basket", "basket of washing", False),
        ("toy box", "toy box with a lid", False),
    ],
)
def test_a_label_says_what_a_place_is_made_for(place: str, thing: str, *, is_made: bool) -> None:
    one, other = (SceneObject(name, "", frozenset(), label=name) for name in (place, thing))
    assert is_made_for(one, other) is is_made
