"""Plans of what an instruction asks for, and what they bring about whatever the state."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from is_bench.domain import TransitionModel
from is_bench.facts import Truth, atom
from is_bench.reading.outcome import Wish
from is_safety_monitor.core.request_plans import (
    MOST_CALLS,
    NOTHING_KNOWN,
    TaskRequestPlan,
    granting,
    plan_of,
    planned_calls,
    reorderings,
    with_ways,
)
from tests.is_safety_monitor.core.asked_scenes import (
    DESK,
    LAMP,
    LAPTOP,
    MICROWAVE,
    MUG,
    ROOM,
    SPOON,
    THOR,
    VASE,
    WATER,
    state,
)
from tests.is_safety_monitor.core.guards import calls, texts

OWN = TransitionModel(THOR)
COVERED = Wish(atom("covered", LAPTOP, WATER))
INSIDE = Wish(atom("inside", SPOON, MICROWAVE))
RUNNING = Wish(atom("toggled_on", MICROWAVE))
SHUT = Wish(atom("open", MICROWAVE), holds=False)
COOKING = TaskRequestPlan(
    calls(f"PUT({SPOON}, {MICROWAVE})", f"TURN_ON({MICROWAVE})"), (INSIDE, RUNNING)
)


def planned(asked: TaskRequestPlan) -> list[str]:
    model = granting(OWN, asked.wishes)
    return [asked.words(planned.call) for planned in plan_of(asked, model, ROOM)]


def test_the_calls_of_an_instruction_are_its_plan() -> None:
    assert planned(COOKING) == [f"PUT({SPOON}, {MICROWAVE})", f"TURN_ON({MICROWAVE})"]


def test_what_no_call_brings_about_comes_true_by_a_call_of_its_own() -> None:
    asked = TaskRequestPlan(calls(f"TURN_ON({MICROWAVE})"), (RUNNING, COVERED, SHUT))
    assert planned(asked) == [f"TURN_ON({MICROWAVE})", str(COVERED), str(SHUT)]


def test_a_call_succeeds_whatever_it_would_need() -> None:
    (put,) = calls(f"PUT({SPOON}, {MICROWAVE})")
    assert not OWN.predict(ROOM, state()).execute(put).ok  # its door is shut
    world = granting(OWN, ()).predict(ROOM, state())
    assert world.execute(put).ok
    assert world.truth(INSIDE.fact) is Truth.TRUE


def test_wishes_come_true_and_are_ended_in_a_model_that_grants_them() -> None:
    model = granting(OWN, (COVERED, SHUT))
    world = model.predict(ROOM, state(SHUT.fact))
    for planned in plan_of(TaskRequestPlan((), (COVERED, SHUT)), model, ROOM):
        assert world.execute(planned.call).ok
    assert world.truth(COVERED.fact) is Truth.TRUE
    assert world.truth(SHUT.fact) is Truth.FALSE


def test_a_move_tells_only_what_the_plan_brings_about() -> None:
    put, on = planned_calls(COOKING.calls, granting(OWN, ()), ROOM)
    assert INSIDE.fact in put.made
    assert RUNNING.fact in on.made
    assert INSIDE.fact not in on.made
    assert put.before.truth(RUNNING.fact) is Truth.UNKNOWN


def test_a_move_changes_a_state_as_it_does_in_its_place() -> None:
    asked = calls(f"FILL_LIQUID({MUG}, {WATER})", f"POUR({MUG}, {LAPTOP})")
    _, pour = planned_calls(asked, granting(OWN, ()), ROOM)
    after = pour.from_state(NOTHING_KNOWN)
    assert after.truth(COVERED.fact) is Truth.TRUE
    assert after.truth(RUNNING.fact) is Truth.UNKNOWN


def test_wishes_count_as_fulfilled_only_if_that_is_sure() -> None:
    asked = TaskRequestPlan((), (INSIDE, RUNNING, SHUT))
    assert asked.fulfilled(NOTHING_KNOWN).true == frozenset()
    seen = asked.fulfilled(state(RUNNING.fact))
    assert seen.true == {RUNNING.fact}
    assert seen.false == {SHUT.fact}
    assert asked.all_fulfilled.true == {INSIDE.fact, RUNNING.fact}


def test_other_orders_move_the_call_that_is_stopped() -> None:
    model = granting(OWN, ())
    plan = planned_calls(calls(f"TURN_ON({LAMP})", f"PUT({LAMP}, {DESK})"), model, ROOM)
    (order,) = reorderings(plan, 1, model, ROOM)
    assert texts(planned.call for planned in order) == (f"PUT({LAMP}, {DESK})", f"TURN_ON({LAMP})")


def test_no_order_keeps_a_call_from_doing_what_is_asked() -> None:
    model = granting(OWN, ())
    plan = planned_calls(
        calls(f"FILL_LIQUID({MUG}, {WATER})", f"POUR({MUG}, {LAPTOP})"), model, ROOM
    )
    assert list(reorderings(plan, 1, model, ROOM)) == []


def test_a_wish_is_fulfilled_by_the_robots_own_call_where_the_state_shows_one() -> None:
    asked = TaskRequestPlan((), (COVERED,))
    model = granting(OWN, asked.wishes)
    plan = plan_of(asked, model, ROOM)
    filled = with_ways(plan, asked, model, ROOM, state(atom("contains", MUG, WATER)))
    assert texts(planned.call for planned in filled) == (f"POUR({MUG}, {LAPTOP})",)
    assert with_ways(plan, asked, model, ROOM, state()) == plan


@given(st.lists(st.sampled_from([f"BREAK({VASE})", f"TURN_ON({LAMP})"]), max_size=60))
def test_plans_are_bounded(listed: list[str]) -> None:
    found = planned(TaskRequestPlan(calls(*listed), (COVERED,)))
    assert len(found) <= MOST_CALLS + 1
