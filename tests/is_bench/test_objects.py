"""Object names, what objects are made of, and the table of a scenario's objects."""

from __future__ import annotations

import pickle

import pytest

from is_bench.objects import Matter, ObjectTable, SceneObject, class_of, make_object, synset_of


@pytest.mark.parametrize(
    ("name", "synset"),
    [
        ("apple.n.01_2", "apple.n.01"),
        ("apple.n.01_12", "apple.n.01"),
        ("half__apple.n.01_1", "half__apple.n.01"),
        ("apple.n.01", "apple.n.01"),
        ("top_cabinet.n.01", "top_cabinet.n.01"),
        ("_1", "_1"),
    ],
)
def test_the_synset_of_a_name_is_what_precedes_its_number(name: str, synset: str) -> None:
    assert synset_of(name) == synset


def test_the_class_of_a_name_is_its_first_word() -> None:
    assert class_of("top_cabinet.n.01_1") == "top_cabinet"
    assert class_of("cabinet") == "cabinet"


@pytest.mark.parametrize(
    ("synset", "matter"),
    [
        ("agent.n.01", Matter.AGENT),
        ("apple.n.01", Matter.RIGID),
        ("rag.n.01", Matter.CLOTH),
        ("water.n.06", Matter.FLUID),
        ("salt.n.02", Matter.GRANULAR),
        ("stain.n.01", Matter.STAIN),
        ("power_strip.n.01", Matter.RIGID),
        ("nothing_known.n.01", Matter.RIGID),
    ],
)
def test_what_an_object_is_made_of(synset: str, matter: Matter) -> None:
    assert make_object(f"{synset}_1", synset).matter is matter


def test_substances_are_what_is_no_thing_of_its_own() -> None:
    assert {matter for matter in Matter if matter.is_substance} == {
        Matter.FLUID,
        Matter.GRANULAR,
        Matter.STAIN,
    }


def test_a_task_grants_abilities_beside_those_of_the_taxonomy() -> None:
    sink = make_object("sink.n.01_1", "sink.n.01", ["fillable"])
    assert sink.can("toggleable")
    assert sink.can("fillable")
    assert not sink.can("openable")


def test_the_table_keeps_the_declared_order_and_finds_by_name_and_synset() -> None:
    things = tuple(
        make_object(name, synset_of(name)) for name in ("b.n.01_2", "a.n.01_1", "b.n.01_1")
    )
    table = ObjectTable(things)
    assert [thing.name for thing in table] == ["b.n.01_2", "a.n.01_1", "b.n.01_1"]
    assert table.by_synset == {"b.n.01": ("b.n.01_2", "b.n.01_1"), "a.n.01": ("a.n.01_1",)}
    assert table.get("a.n.01_1") == SceneObject("a.n.01_1", "a.n.01")
    assert table.get("a.n.01") is None


def test_a_pickled_object_gets_its_kind_in_the_process_that_loads_it() -> None:
    thing = make_object("apple_1", "apple.n.01")
    number = thing.kind
    loaded = pickle.loads(pickle.dumps(thing))  # noqa: S301  # of our own
    assert loaded == thing
    assert "kind" not in vars(loaded)
    assert loaded.kind == number
