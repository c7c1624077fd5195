"""What steps lead to: expectations, beliefs about what nobody can see, and predictions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.calls import SkillCall, parse_call
from is_bench.domain import Predictor
from is_bench.facts import FactSet, Truth
from is_safety_monitor.core.tracker import (
    LASTS_NS,
    MOST_NOTED,
    PastStep,
    StepOutcomes,
    Tracker,
)
from tests.is_bench.scenes import fact, facts, objects
from tests.is_safety_monitor.core.guards import calls, model, table

THINGS = objects("stove fridge apple table")
STOVE, FRIDGE = "stove.n.01_1", "electric_refrigerator.n.01_1"
LIT, OPENED, ON_TABLE = (
    fact("toggled_on(stove)"),
    fact("open(fridge)"),
    facts("ontop(apple, table)"),
)
INSIDE = facts("inside(apple, fridge)")
HIDDEN = FactSet(INSIDE, unknown=frozenset({LIT}))
ON, OFF, OPEN, STORE = calls(
    f"TOGGLE_ON({STOVE})",
    f"TOGGLE_OFF({STOVE})",
    f"OPEN({FRIDGE})",
    f"PLACE_INSIDE(apple.n.01_1, {FRIDGE})",
)


def tracker(*seen: FactSet) -> Tracker:
    found = Tracker(model(), THINGS)
    found.noted.extend(seen)
    return found


def step(held: Tracker, call: SkillCall, at_ns: int = 0, *, ok: bool = True) -> None:
    held.noted.append(PastStep(0, call, ok, at_ns))


def believed(held: Tracker, now_ns: int = 0, told: FactSet = HIDDEN) -> Truth:
    """What is made of the hidden switch."""
    return held.with_beliefs(told, now_ns).truth(LIT)


# Beliefs


def test_nothing_is_believed_without_a_step() -> None:
    assert believed(tracker()) is Truth.UNKNOWN
    assert believed(tracker(HIDDEN)) is Truth.UNKNOWN


def test_a_step_before_any_state_decides_nothing() -> None:
    held = tracker()
    step(held, OFF)
    assert believed(held) is Truth.UNKNOWN


def test_what_a_step_decided_is_believed_over_other_steps_and_states() -> None:
    held = tracker(HIDDEN)
    step(held, OFF)
    assert believed(held) is Truth.FALSE
    held.noted.append(HIDDEN)
    step(held, OPEN, 1)
    held.noted.append(HIDDEN)
    assert believed(held, 2) is Truth.FALSE
    step(held, ON, 3)
    assert believed(held, 4) is Truth.TRUE


def test_what_is_told_counts_more_and_ends_a_belief() -> None:
    held = tracker(HIDDEN)
    step(held, OFF)
    on = FactSet(INSIDE | {LIT})
    assert believed(held, told=on) is Truth.TRUE
    held.noted.append(on)
    assert believed(held) is Truth.UNKNOWN


def test_a_step_that_failed_decides_nothing_and_casts_doubt() -> None:
    held = tracker(HIDDEN)
    step(held, OFF, ok=False)
    assert believed(held) is Truth.UNKNOWN
    held.noted.append(HIDDEN)
    step(held, OFF, 1)
    held.noted.append(HIDDEN)
    step(held, ON, 2, ok=False)
    assert believed(held, 3) is Truth.UNKNOWN


def test_what_was_only_seen_and_is_hidden_now_is_not_believed() -> None:
    assert believed(tracker(FactSet(INSIDE | {LIT}), HIDDEN)) is Truth.UNKNOWN


def test_beliefs_do_not_last_for_ever() -> None:
    held = tracker(HIDDEN)
    step(held, OFF, 7)
    assert believed(held, 7 + LASTS_NS) is Truth.FALSE
    assert believed(held, 8 + LASTS_NS) is Truth.UNKNOWN


def test_what_nobody_mentions_is_believed_in_an_open_world_too() -> None:
    silent = FactSet(INSIDE, closed=False)
    held = tracker(silent)
    step(held, OFF)
    assert held.with_beliefs(silent, 0).truth(OPENED) is Truth.UNKNOWN
    seen = FactSet(INSIDE, frozenset({LIT}), closed=False)
    told = tracker(seen)
    step(told, ON)
    assert told.with_beliefs(silent, 0).truth(LIT) is Truth.TRUE


# Expectations


def test_nothing_is_expected_of_no_step() -> None:
    assert OPENED not in tracker(FactSet(ON_TABLE)).expected().true


def test_a_step_leads_on_from_what_was_seen_before_it() -> None:
    held = tracker(FactSet(ON_TABLE))
    step(held, OPEN)
    held.noted.append(FactSet(frozenset()))  # what is seen afterwards does not matter
    assert {OPENED, *ON_TABLE} <= held.expected().true


def test_a_step_that_cannot_be_done_leads_to_nothing_new() -> None:
    held = tracker(FactSet(ON_TABLE))
    step(held, STORE)
    assert held.expected().true >= ON_TABLE


def test_steps_between_which_nothing_was_seen_lead_on_from_one_another() -> None:
    held = tracker(FactSet(ON_TABLE))
    step(held, OPEN)
    step(held, STORE)
    assert {OPENED, *INSIDE} <= held.expected().true


def test_a_step_is_expected_to_find_what_is_believed() -> None:
    """A door that was opened, and is hidden since, lets things in."""
    hidden = FactSet(ON_TABLE, unknown=frozenset({OPENED}))
    held = tracker(FactSet(ON_TABLE))
    step(held, OPEN)
    held.noted.append(hidden)
    step(held, STORE)
    assert held.expected().true >= INSIDE


# Predictions, forks and bounds


def test_a_call_is_led_to_its_effect_without_having_been_taken() -> None:
    held = tracker(FactSet(ON_TABLE))
    fork = held.fork()
    assert fork.simulate(OPEN, 0).ok
    assert fork.simulate(STORE, 0).ok
    assert {OPENED, *INSIDE} <= fork.expected().true
    assert OPENED not in held.expected().true


def test_what_was_led_to_goes_on_where_it_is_seen_as_predicted() -> None:
    held = tracker(FactSet(ON_TABLE))
    held.simulate(OPEN, 0)
    held.noted.append(held.expected())
    held.simulate(STORE, 0)
    assert held.expected().true >= INSIDE


def test_a_fork_believes_on_its_own() -> None:
    held = tracker(HIDDEN)
    fork = held.fork()
    step(fork, OFF)
    assert believed(fork) is Truth.FALSE
    assert believed(held) is Truth.UNKNOWN


def test_a_fork_of_what_was_followed_leads_its_own_world() -> None:
    held = tracker(FactSet(ON_TABLE))
    step(held, OPEN)
    held.expected()
    fork = held.fork()
    fork.simulate(STORE, 0)
    assert fork.expected().true >= INSIDE
    assert not INSIDE & held.expected().true


def test_following_the_oldest_forgets_nothing() -> None:
    held, other = tracker(HIDDEN), tracker(HIDDEN)
    for number in range(MOST_NOTED):
        for one in (held, other):
            step(one, ON if number % 2 else OFF, number)
            one.noted.append(HIDDEN)
        if len(other.noted) > 9:
            other.apply_oldest()
    assert len(other.noted) <= 11
    assert believed(other) is believed(held) is Truth.TRUE


def test_things_that_become_known_are_predicted_with() -> None:
    held = Tracker(model(), table(STOVE))
    held.noted.append(FactSet(frozenset()))
    held.extend(table(STOVE, FRIDGE))
    assert held.simulate(OPEN, 0).ok
    assert OPENED in held.expected().true


STATES = st.builds(
    lambda true, unknown: FactSet(frozenset(true - unknown), unknown=frozenset(unknown)),
    st.sets(st.sampled_from([LIT, OPENED, *ON_TABLE])),
    st.sets(st.sampled_from([LIT, OPENED])),
)
STEPS = st.builds(
    lambda call, ok: PastStep(0, call, ok), st.sampled_from([ON, OFF, OPEN, STORE]), st.booleans()
)


@given(st.lists(st.one_of(STATES, STEPS), max_size=8), STATES)
def test_beliefs_decide_only_what_is_unknown(noted: list[FactSet | PastStep], now: FactSet) -> None:
    held = tracker()
    held.noted.extend(noted)
    settled = held.with_beliefs(now, 0)
    for known in (LIT, OPENED, *ON_TABLE):
        if now.truth(known) is not Truth.UNKNOWN:
            assert settled.truth(known) is now.truth(known)


@given(st.lists(st.one_of(STATES, STEPS), max_size=8), st.data())
def test_it_does_not_matter_when_it_is_asked(
    noted: list[FactSet | PastStep], data: st.DataObject
) -> None:
    lazy, eager = tracker(), tracker()
    for event in noted:
        lazy.noted.append(event)
        eager.noted.append(event)
        if data.draw(st.booleans()):
            eager.with_beliefs(HIDDEN, 0)
            eager.expected()
    assert lazy.expected() == eager.expected()
    assert lazy.with_beliefs(HIDDEN, 0) == eager.with_beliefs(HIDDEN, 0)


@given(st.lists(st.sampled_from([ON, OFF, OPEN, STORE]), max_size=6))
def test_what_is_believed_of_a_hidden_world_is_what_happened(taken: list[SkillCall]) -> None:
    """Steps that succeed in a world that is told in full at first and then hidden."""
    world = model().world(THINGS, ON_TABLE)
    watched = (LIT, OPENED)
    held = tracker(world.facts())
    for call in taken:
        step(held, call, ok=world.execute(call).ok)
        told = world.facts()
        held.noted.append(FactSet(told.true - set(watched), unknown=frozenset(watched)))
    settled = held.with_beliefs(FactSet(frozenset(), unknown=frozenset(watched)), 0)
    for hidden in watched:
        assert settled.truth(hidden) in (Truth.UNKNOWN, world.facts().truth(hidden))


@pytest.mark.parametrize("text", ["DONE", f"CLOSE({FRIDGE})"])
def test_a_step_without_effect_leaves_the_state_as_it_was(text: str) -> None:
    before = model().world(THINGS, ON_TABLE).facts()
    held = tracker(before)
    held.simulate(parse_call(text), 0)
    assert held.expected() == before


# Single steps from one state

START = FactSet.closed_world(ON_TABLE)


def test_each_call_leads_where_it_leads_in_a_world_of_its_own() -> None:
    foreseen, from_start = StepOutcomes(Predictor(model(), THINGS), START), model().predict
    for call in (OPEN, STORE, OPEN, OPEN, ON, OFF):
        alone = from_start(THINGS, START)
        assert foreseen.attempt(call) == alone.execute(call)
        assert foreseen.world.facts() == alone.facts()


def test_outcomes_are_of_a_state_among_things_by_a_model() -> None:
    held, by = tracker(START), model()
    kept = held.outcomes(by, THINGS, START)
    assert held.outcomes(by, THINGS, FactSet.closed_world(ON_TABLE)) is kept
    for others in (
        (by, THINGS, FactSet.closed_world([])),
        (by, THINGS, FactSet(ON_TABLE, closed=False)),
        (model(), THINGS, START),
        (by, table(STOVE), START),
    ):
        assert held.outcomes(by, THINGS, START) is not held.outcomes(*others)


def test_to_ask_about_steps_changes_nothing_of_what_is_taken() -> None:
    asked, plain = tracker(START), tracker(START)
    for call in (STORE, OPEN):
        asked.outcomes(asked.model, THINGS, START).attempt(call)
    for held in (asked, plain):
        step(held, OPEN)
        step(held, STORE)
    assert asked.expected() == plain.expected()
    assert fact("inside(apple, fridge)") in asked.expected().true
