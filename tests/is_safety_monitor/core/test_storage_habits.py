"""How well places suit things."""

from __future__ import annotations

import pytest

from is_bench.objects import make_object, synset_of
from is_safety_monitor.core.storage_habits import FITTING, POOR, named_class, placement_cost


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
