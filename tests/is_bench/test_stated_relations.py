"""Relations that labels state: which are read, and of which things."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.recognised import ObjectDescription, recognise_objects, table_of
from is_bench.stated_relations import stated_relations


def stated(*labels: str) -> set[str]:
    """The relations among things that are named by their labels."""
    given = tuple(ObjectDescription(label, label) for label in labels)
    table = table_of(recognise_objects(given, load_domain("is_bench").labels))
    return {
        f"{fact.arguments[0]} {fact.predicate} {fact.arguments[1]}"
        for fact in stated_relations(table)
    }


@pytest.mark.parametrize(
    ("label", "other"),
    [
        ("window sill behind the curtains", "long curtains"),
        ("wet edge of the pool", "swimming pool"),
        ("worktop at the rim of the sink", "studio sink, slow to drain"),
        ("shelf next to the stove", "gas stove"),
        ("floor in front of the armchair", "armchair"),
        ("webcam of the live stream, pointing at the desk", "desk"),
    ],
)
def test_what_a_label_says_is_beside_a_thing(label: str, other: str) -> None:
    assert stated(label, other, "red mug") == {
        f"{label} nextto {other}",
        f"{other} nextto {label}",
    }


@pytest.mark.parametrize(
    ("below", "above"),
    [
        ("cot", "narrow shelf right above the cot"),
        ("loading sill under the tailgate", "tailgate of the van"),
        ("lower fridge shelf", "upper fridge shelf"),
        ("mattress", "shelf above the pillow end of the mattress"),
    ],
)
def test_what_a_label_says_is_above_a_thing(below: str, above: str) -> None:
    assert stated(below, above) == {f"{below} under {above}"}


def test_three_shelves_stand_one_above_the_other() -> None:
    shelves = (
        "bottom shelf of the fridge",
        "middle shelf of the fridge",
        "top shelf of the fridge",
    )
    low, middle, top = shelves
    assert stated(*shelves) == {
        f"{low} under {middle}",
        f"{low} under {top}",
        f"{middle} under {top}",
    }


@pytest.mark.parametrize(
    "labels",
    [
        ("candle beside the curtains", "long curtains"),  # it is carried about
        ("stool in front of the window", "window"),
        ("shelf above the bed", "flower bed", "child's bed"),  # which one?
        ("shelf above the cot", "red mug"),
        ("upper shelf of the fridge", "lower shelf in the shed"),
        ("shelf for the cups", "blue cup"),
    ],
)
def test_nothing_is_read_of_what_moves_or_is_not_clear(labels: tuple[str, ...]) -> None:
    assert not stated(*labels)


def test_a_plural_may_mean_all() -> None:
    found = stated("shelf above the beds", "left bed", "right bed")
    assert found == {"left bed under shelf above the beds", "right bed under shelf above the beds"}
