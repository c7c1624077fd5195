"""Relations that follow from what things are: sources, cleaning tools, heat."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.domain.effect_world import EffectWorld
from is_bench.facts import FactSet, Truth, atom
from is_bench.objects import ObjectTable, SceneObject, make_object
from tests.is_bench.domain.rooms import Room, fact

WORDS = (
    "apple bowl burner cabinet can coffee dust egg fridge laptop microwave mug rag sink water table"
)


@pytest.mark.parametrize(
    ("relation", "true", "unknown", "truth"),
    [
        ("is(apple, apple.n.01)", "", "", True),
        ("is(apple, food.n.02)", "", "", True),
        ("is(apple, openable)", "", "", False),
        ("is(apple, thing)", "", "", True),
        ("is(water, thing)", "", "", False),
        ("is(water, substance)", "", "", True),
        ("=(apple, apple)", "", "", True),
        ("=(apple, mug)", "", "", False),
        ("bears(bowl, apple)", "inside(apple, bowl)", "", True),
        ("bears(table, apple)", "inside(apple, bowl)", "ontop(bowl, table)", None),
        ("bears(apple, bowl)", "inside(apple, bowl)", "", False),
        ("encloses(bowl)", "", "", True),
        ("encloses(table)", "", "", False),
        ("encloses(table)", "inside(apple, table)", "", True),
        ("encloses(table)", "", "inside(apple, table)", None),
        ("gives(sink, water)", "toggled_on(sink)", "", True),
        ("gives(sink, water)", "", "toggled_on(sink)", None),
        ("gives(sink, water)", "", "", False),
        ("gives(sink, coffee)", "toggled_on(sink)", "", False),
        ("gives(can, water)", "contains(can, water)", "", True),
        ("gives(can, water)", "", "contains(can, water)", None),
        ("gives(mug, water)", "contains(mug, water)", "", False),
        ("absorbs(rag)", "", "", True),
        ("absorbs(mug)", "", "", False),
        ("removes(rag, dust)", "", "", True),
        ("removes(rag, water)", "", "", True),
        ("removes(rag, water)", "saturated(rag, water)", "", False),
        ("removes(rag, water)", "", "saturated(rag, water)", None),
        ("removes(mug, dust)", "", "", False),
        ("heats(burner, egg)", "ontop(egg, burner); toggled_on(burner)", "", True),
        ("heats(burner, egg)", "ontop(egg, burner)", "toggled_on(burner)", None),
        ("heats(burner, egg)", "ontop(egg, burner)", "", False),
        ("heats(burner, egg)", "toggled_on(burner)", "", False),
        ("heats(microwave, egg)", "inside(egg, microwave); toggled_on(microwave)", "", True),
        ("heats(mug, egg)", "inside(egg, mug)", "", False),
        ("becomes(apple, mug)", "", "", False),
    ],
)
def test_a_native_relation(relation: str, true: str, unknown: str, truth: bool | None) -> None:
    room = Room(WORDS, true, unknown)
    found = room.world.truth(fact(relation))
    assert found is Truth.of(truth)


def test_cooked_substances_are_what_raw_ones_become() -> None:
    names = ("water.n.06_1", "cooked__water.n.01_1")
    objects = ObjectTable(tuple(make_object(n, n.rpartition("_")[0]) for n in names))
    world = EffectWorld(load_domain("is_bench"), objects, FactSet(frozenset()))
    assert world.truth(atom("becomes", *names)) is Truth.TRUE
    assert world.truth(atom("becomes", *names[::-1])) is Truth.FALSE


@pytest.mark.parametrize(
    ("kind", "truth"),
    [
        ("object", True),
        ("thing", True),
        ("substance", False),
        ("openable", True),
        ("thing & openable", True),
        ("!openable", False),
        ("fillable", None),
        ("fillable | openable", True),
        ("openable & !(fillable | substance)", None),
        ("cabinet.n.01", None),
        ("!thing & cabinet.n.01", False),
    ],
)
def test_of_what_was_not_recognised_only_what_was_told_is_known(
    kind: str, truth: bool | None
) -> None:
    box = SceneObject("box", "", frozenset({"openable"}))
    world = EffectWorld(load_domain("household"), ObjectTable((box,)), FactSet(frozenset()))
    assert world.truth(atom("is", "box", kind)) is Truth.of(truth)
