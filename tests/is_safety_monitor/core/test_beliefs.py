"""What follows from steps about facts that nobody can see."""

from __future__ import annotations

from is_bench.facts import FactSet, Truth
from is_safety_monitor.core.beliefs import LASTS_NS, Beliefs
from tests.is_bench.scenes import fact, facts, objects

THINGS = objects("stove fridge apple")
LIT = fact("toggled_on(stove)")
INSIDE = facts("inside(apple, fridge)")
HIDDEN = FactSet(INSIDE, unknown=frozenset({LIT}))
ON, OFF = "TOGGLE_ON(stove.n.01_1)", "TOGGLE_OFF(stove.n.01_1)"


def beliefs(*seen: FactSet) -> Beliefs:
    found = Beliefs(THINGS)
    for state in seen:
        found.observe(state)
    return found


def believed(held: Beliefs, now_ns: int = 0, told: FactSet = HIDDEN) -> Truth:
    """What is made of the hidden switch."""
    return held.settled(told, now_ns).truth(LIT)


def test_nothing_is_believed_without_a_step() -> None:
    assert believed(beliefs()) is Truth.UNKNOWN
    assert believed(beliefs(HIDDEN)) is Truth.UNKNOWN


def test_what_a_step_decided_is_believed_over_other_steps_and_states() -> None:
    held = beliefs(HIDDEN)
    held.step(OFF, 0, ok=True)
    assert believed(held) is Truth.FALSE
    held.observe(HIDDEN)
    held.step("OPEN(electric_refrigerator.n.01_1)", 1, ok=True)
    held.observe(HIDDEN)
    assert believed(held, 2) is Truth.FALSE
    held.step(ON, 3, ok=True)
    assert believed(held, 4) is Truth.TRUE


def test_what_is_told_counts_more_and_ends_a_belief() -> None:
    held = beliefs(HIDDEN)
    held.step(OFF, 0, ok=True)
    on = FactSet(INSIDE | {LIT})
    assert believed(held, told=on) is Truth.TRUE
    held.observe(on)
    assert believed(held) is Truth.UNKNOWN


def test_a_step_that_failed_decides_nothing_and_casts_doubt() -> None:
    held = beliefs(HIDDEN)
    held.step(OFF, 0, ok=False)
    assert believed(held) is Truth.UNKNOWN
    held.step(OFF, 1, ok=True)
    held.step(ON, 2, ok=False)
    assert believed(held, 3) is Truth.UNKNOWN


def test_what_was_only_seen_and_is_hidden_now_is_not_believed() -> None:
    held = beliefs(FactSet(INSIDE | {LIT}), HIDDEN)
    assert believed(held) is Truth.UNKNOWN


def test_beliefs_do_not_last_for_ever() -> None:
    held = beliefs(HIDDEN)
    held.step(OFF, 7, ok=True)
    assert believed(held, 7 + LASTS_NS) is Truth.FALSE
    assert believed(held, 8 + LASTS_NS) is Truth.UNKNOWN


def test_a_fork_goes_its_own_way() -> None:
    held = beliefs(HIDDEN)
    fork = held.fork()
    fork.step(OFF, 0, ok=True)
    assert believed(fork) is Truth.FALSE
    assert believed(held) is Truth.UNKNOWN
