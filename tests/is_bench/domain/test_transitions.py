"""One interface to the benchmark's dynamics and to stated effects."""

from __future__ import annotations

from dataclasses import replace

import pytest

from is_bench.calls import parse_call
from is_bench.domain import Predictor, TransitionModel, World, load_domain
from is_bench.domain.effect_world import EffectWorld
from is_bench.facts import FactSet, Truth
from is_bench.objects import ObjectTable
from is_bench.world import CORRECTED, SymbolicWorld, WashRule
from is_bench.world.changes import Changes
from is_bench.world.prediction import UncertainPrediction
from tests.is_bench.domain.rooms import atoms, fact, full, table

OBJECTS = table("mug table cabinet")
FACTS = atoms("ontop(mug, table)")


@pytest.mark.parametrize(
    ("name", "start", "prediction"),
    [("is_bench", SymbolicWorld, UncertainPrediction), ("household", EffectWorld, EffectWorld)],
)
def test_the_dynamics_of_a_domain_decide(name: str, start: type, prediction: type) -> None:
    model = TransitionModel(load_domain(name))
    assert isinstance(model.world(OBJECTS, FACTS), start)
    assert isinstance(model.predict(OBJECTS, FactSet(FACTS)), prediction)


@pytest.mark.parametrize("name", ["is_bench", "household"])
def test_a_predictor_leads_each_state_where_a_world_of_its_own_does(name: str) -> None:
    model = TransitionModel(load_domain(name))
    predictor = Predictor(model, OBJECTS)
    calls = [parse_call(full(text)) for text in ("OPEN(cabinet)", "PLACE_INSIDE(mug, cabinet)")]
    for told in ("ontop(mug, table)", "inside(mug, cabinet)", "open(cabinet)", "ontop(mug, table)"):
        start = FactSet(atoms(told))
        here, alone = predictor.world(start), model.predict(OBJECTS, start)
        assert here.facts() == alone.facts()
        for call in calls:
            assert here.execute(call) == alone.execute(call)
            assert here.facts() == alone.facts()


def test_effects_are_known_of_steps_that_only_a_class_rules_out() -> None:
    labelled = ObjectTable(tuple(replace(thing, label="mug") for thing in OBJECTS))
    predictor = Predictor(TransitionModel(load_domain("is_bench")), labelled)
    start = FactSet(FACTS)
    switch, store = (
        parse_call(full(text)) for text in ("TOGGLE_ON(mug)", "PLACE_INSIDE(mug, cabinet)")
    )
    assert not predictor.world(start).execute(switch).ok
    assert predictor.is_misfit(switch)
    after = predictor.by_any_class(switch, start)
    assert after == FactSet(FACTS | atoms("toggled_on(mug)"))
    assert predictor.by_any_class(store, start) is None  # its door is shut
    declared = Predictor(TransitionModel(load_domain("is_bench")), OBJECTS)
    assert not declared.is_misfit(switch)  # its class is no guess


@pytest.mark.parametrize("name", ["is_bench", "household"])
@pytest.mark.parametrize("predicted", [True, False])
def test_every_world_executes_changes_and_returns(name: str, predicted: bool) -> None:
    model = TransitionModel(load_domain(name), CORRECTED)
    world: World = (
        model.predict(OBJECTS, FactSet(FACTS)) if predicted else model.world(OBJECTS, FACTS)
    )
    start, before = world.snapshot(), world.facts()
    assert world.execute(parse_call(full("OPEN(cabinet)"))).ok
    assert world.execute(parse_call(full("PLACE_INSIDE(mug, cabinet)"))).ok
    world.change(Changes((fact("hot(mug)"),)))
    assert world.truth(fact("inside(mug, cabinet)")) is Truth.TRUE
    assert world.facts().truth(fact("hot(mug)")) is Truth.TRUE
    world.restore(start)
    assert world.facts() == before
    assert world.objects == OBJECTS


def test_wash_rules_reach_both_dynamics() -> None:
    objects = table("spoon table dust")
    rule = WashRule("wooden_spoon", "dust")
    told = atoms("covered(table, dust)")
    for name in ("is_bench", "household"):
        world = TransitionModel(load_domain(name), wash_rules=(rule,)).world(objects, told)
        assert world.execute(parse_call(full("WIPE(table, spoon)"))).ok
        assert world.truth(fact("covered(table, dust)")) is Truth.FALSE
