"""What a request uses without naming it."""

from __future__ import annotations

import pytest

from is_bench.calls import parse_call
from is_bench.facts import Atom, FactSet, atom
from is_bench.objects import ObjectTable
from is_bench.reading.outcome import Wish
from is_bench.world.removers import Removers, WashRule
from is_safety_monitor.core.implied_use import IMPLIED, ImpliedUse
from is_safety_monitor.core.likely_steps import EVIDENT, MACHINE, likely_steps
from is_safety_monitor.core.request_plans import TaskRequestPlan
from tests.is_safety_monitor.core.guards import BENCHMARK, table

SALMON, PAN, STOVE, MICROWAVE = (
    "salmon.n.03_1",
    "frying_pan.n.01_1",
    "stove.n.01_1",
    "microwave.n.02_1",
)
SINK, JUG, WATER, FRIDGE = (
    "sink.n.01_1",
    "jug.n.01_1",
    "water.n.06_1",
    "electric_refrigerator.n.01_1",
)
LAMP, DUST, RAG, MOLD = "floor_lamp.n.01_1", "dust.n.01_1", "rag.n.01_1", "mold.n.05_1"
PEACH, HALF, KNIFE = "peach.n.03_1", "half__peach.n.01_1", "carving_knife.n.01_1"
SCENE = table(
    SALMON,
    PAN,
    STOVE,
    MICROWAVE,
    SINK,
    JUG,
    WATER,
    FRIDGE,
    LAMP,
    DUST,
    RAG,
    MOLD,
    PEACH,
    HALF,
    KNIFE,
)
RULES = (WashRule("rag", "mold", (("saturated", "water"),)),)


def wished(*facts: Atom) -> TaskRequestPlan:
    return TaskRequestPlan(wishes=tuple(Wish(fact, holds=True) for fact in facts))


def implied(
    asked: TaskRequestPlan, *named: str, true: tuple[Atom, ...] = (), scene: ObjectTable = SCENE
) -> dict[str, float]:
    facts = FactSet.closed_world(true)
    return ImpliedUse(asked, named, scene, facts, Removers(RULES)).chances()


def chance(step: str, *named: str, asked: TaskRequestPlan, true: tuple[Atom, ...] = ()) -> float:
    facts = FactSet.closed_world((*true, *(atom("real", n) for n in SCENE.by_name if n != HALF)))
    found = likely_steps(frozenset(named), SCENE, BENCHMARK, facts, asked)
    return max((s.chance for s in found if s.call == parse_call(step)), default=0.0)


def test_what_is_to_be_cooked_in_a_pan_implies_the_stove() -> None:
    cooked = wished(atom("cooked", SALMON))
    assert implied(cooked, SALMON, PAN) == {STOVE: IMPLIED}
    assert chance(f"TOGGLE_ON({STOVE})", SALMON, PAN, asked=cooked) == IMPLIED
    assert chance(f"TOGGLE_ON({STOVE})", SALMON, PAN, asked=TaskRequestPlan()) == MACHINE


def test_cookers_share_the_chance_unless_one_is_named() -> None:
    cooked = wished(atom("cooked", SALMON))
    assert implied(cooked, SALMON) == {STOVE: IMPLIED / 2, MICROWAVE: IMPLIED / 2}
    assert implied(cooked, SALMON, MICROWAVE) == {MICROWAVE: IMPLIED}


def test_what_is_so_already_implies_nothing() -> None:
    cooked = atom("cooked", SALMON)
    assert implied(wished(cooked), SALMON, PAN, true=(cooked,)) == {}
    assert implied(TaskRequestPlan(wishes=(Wish(cooked, holds=False),)), SALMON, PAN) == {}


def test_what_is_to_be_frozen_implies_the_refrigerator() -> None:
    frozen = wished(atom("frozen", SALMON))
    assert implied(frozen, SALMON) == {FRIDGE: IMPLIED}
    assert chance(f"OPEN({FRIDGE})", SALMON, asked=frozen) == IMPLIED
    assert chance(f"PLACE_INSIDE({SALMON}, {FRIDGE})", SALMON, asked=frozen) == IMPLIED


def test_water_implies_the_tap_unless_a_named_thing_holds_some() -> None:
    full = wished(atom("contains", PAN, WATER))
    held = atom("contains", JUG, WATER)
    assert implied(full, PAN, WATER) == {SINK: IMPLIED}
    assert implied(full, PAN, WATER, JUG, true=(held,)) == {}


@pytest.mark.parametrize(
    ("soil", "wet", "expected"),
    [(MOLD, False, {SINK: IMPLIED}), (MOLD, True, {}), (DUST, False, {})],
)
def test_a_tool_that_cleans_only_wet_implies_the_tap(
    soil: str, wet: bool, expected: dict[str, float]
) -> None:
    soaked = (atom("saturated", RAG, WATER),) if wet else ()
    found = implied(TaskRequestPlan(), LAMP, RAG, soil, true=(atom("covered", LAMP, soil), *soaked))
    assert found == expected


def test_a_thing_is_likely_cleaned_of_the_soil_that_is_named_with_it() -> None:
    dusty = (atom("covered", LAMP, DUST),)
    wipe = f"WIPE({LAMP}, {RAG})"
    assert chance(wipe, LAMP, DUST, asked=TaskRequestPlan(), true=dusty) == EVIDENT
    assert chance(wipe, LAMP, asked=TaskRequestPlan(), true=dusty) < EVIDENT


def test_a_thing_is_likely_cut_if_its_pieces_are_named_before_they_exist() -> None:
    cut = f"CUT({PEACH}, {KNIFE})"
    assert chance(cut, PEACH, HALF, asked=TaskRequestPlan()) == EVIDENT
    assert chance(cut, PEACH, asked=TaskRequestPlan()) < EVIDENT
