"""A world that starts from observed facts goes on as the one that was observed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from is_bench.facts import Atom, FactSet, Truth
from is_bench.world import RELEASED
from is_bench.world.prediction import UncertainPrediction, predicted_world
from tests.is_bench.scenes import Room, fact, facts, objects, perform
from tests.is_bench.world.plans import PLANS, RULES, THINGS, USUAL, world

STARTS = st.frozensets(st.sampled_from(USUAL), min_size=8)


@given(STARTS, PLANS, PLANS)
def test_a_world_rebuilt_from_its_facts_goes_on_as_the_original(
    initially: frozenset[Atom], before: list[str], after: list[str]
) -> None:
    here = world(initially, RELEASED)
    for step in before:
        perform(here, step)
    there = predicted_world(THINGS, here.facts().true, RULES, RELEASED)
    assert there.facts() == here.facts()
    for step in after:
        assert perform(there, step) == perform(here, step)
        assert there.facts() == here.facts()


def test_what_thawed_in_a_refrigerator_is_not_taken_for_frozen() -> None:
    seen = Room("fridge apple", "inside(apple, fridge)").do("WAIT(apple)").world.facts().true
    there = predicted_world(objects("fridge apple"), seen)
    assert fact("frozen(apple)") not in there.facts().true


def test_what_was_placed_beside_a_thing_is_not_taken_for_its_neighbor() -> None:
    room = Room("table apple bowl", "ontop(bowl, table)").do("PLACE_ON_TOP(apple, table)")
    seen = room.world.facts().true
    there = predicted_world(room.world.objects, seen)
    assert fact("nextto(apple, bowl)") not in there.facts().true


def test_what_lies_on_a_tray_leaves_the_cabinet_with_it() -> None:
    seen = facts(
        "inside(board, cabinet)",
        "ontop(apple, board)",
        "inside(apple, cabinet)",
        "open(cabinet)",
    )
    there = predicted_world(objects("cabinet table board apple"), seen)
    perform(there, "PLACE_ON_TOP(chopping_board.n.01_1, table.n.02_1)")
    assert fact("inside(apple, cabinet)") not in there.facts().true


FLAGS = sorted(atom for atom in USUAL if len(atom.arguments) == 1)


@given(STARTS, st.sampled_from(FLAGS), st.booleans(), PLANS)
def test_a_forecast_is_right_whether_or_not_what_is_unknown_holds(
    initially: frozenset[Atom], unknown: Atom, holds: bool, steps: list[str]
) -> None:
    seen = world(initially, RELEASED).facts().true - {unknown}
    forecast = UncertainPrediction(THINGS, FactSet(seen, unknown=frozenset({unknown})), RULES)
    actual = predicted_world(THINGS, seen | {unknown} if holds else seen, RULES)
    for step in steps:
        if perform(forecast, step).ok:
            assert perform(actual, step).ok
        else:
            perform(actual, step)
        told = forecast.facts()
        assert told.true <= actual.facts().true <= told.true | told.unknown


@given(STARTS, PLANS)
def test_a_closed_state_that_was_predicted_is_the_one_that_is_observed(
    initially: frozenset[Atom], steps: list[str]
) -> None:
    seen = world(initially, RELEASED).facts().true
    forecast, actual = (
        UncertainPrediction(THINGS, FactSet(seen), RULES),
        predicted_world(THINGS, seen, RULES),
    )
    for step in steps:
        perform(forecast, step)
        perform(actual, step)
        assert forecast.facts() == FactSet(actual.facts().true)


def test_what_a_step_decides_is_known_after_it() -> None:
    lamp = fact("toggled_on(stove)")
    start = FactSet(facts("inside(apple, fridge)"), unknown=frozenset({lamp}))
    forecast = UncertainPrediction(objects("stove fridge apple"), start)
    assert forecast.facts().truth(lamp) is Truth.UNKNOWN
    perform(forecast, "TOGGLE_OFF(stove.n.01_1)")
    assert forecast.facts().truth(lamp) is Truth.FALSE
    perform(forecast, "TOGGLE_ON(stove.n.01_1)")
    assert forecast.facts().truth(lamp) is Truth.TRUE


def test_in_an_open_world_the_unnamed_stays_unknown_and_the_decided_known() -> None:
    lamp, door = fact("toggled_on(stove)"), fact("open(fridge)")
    start = FactSet(facts("inside(apple, fridge)"), unknown=frozenset({lamp}), closed=False)
    forecast = UncertainPrediction(objects("stove fridge apple"), start)
    perform(forecast, "TOGGLE_OFF(stove.n.01_1)")
    assert forecast.facts().truth(lamp) is Truth.FALSE
    assert forecast.facts().truth(door) is Truth.UNKNOWN


@given(STARTS, st.sampled_from(FLAGS), PLANS, PLANS)
def test_a_forecast_returns_to_its_snapshots(
    initially: frozenset[Atom], unknown: Atom, before: list[str], after: list[str]
) -> None:
    seen = world(initially, RELEASED).facts().true - {unknown}
    forecast = UncertainPrediction(THINGS, FactSet(seen, unknown=frozenset({unknown})), RULES)
    for step in before:
        perform(forecast, step)
    token, then = forecast.snapshot(), forecast.facts()
    for step in after:
        perform(forecast, step)
    forecast.restore(token)
    assert forecast.facts() == then
