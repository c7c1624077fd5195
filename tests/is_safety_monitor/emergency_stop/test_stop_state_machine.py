"""When a robot is stopped, and when it may move again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from is_safety_monitor.emergency_stop.stop_state_machine import (
    GuardWatchdog,
    Repeats,
    StopStateMachine,
)
from is_safety_monitor.emergency_stop.stop_status import Source, StopStatus, stopped_by
from is_safety_monitor.two_clock_time import TwoClockTime

SECOND = 1_000_000_000
HALF = SECOND // 2


def at(steady_ns: int) -> TwoClockTime:
    return TwoClockTime(1_000 * SECOND + steady_ns, steady_ns)


def test_a_stop_holds_until_it_is_reset_and_keeps_its_first_reason() -> None:
    stopping = StopStateMachine(StopStatus(), 0)
    assert not stopping.standing.stopped
    stopping.stop(Source.TOPIC, "first", at(1))
    stopping.stop(Source.SERVICE, "second", at(2))
    assert stopping.standing == stopped_by(Source.TOPIC, "first", at(1).stamp_ns)
    assert stopping.latch == stopping.standing
    assert stopping.reset(at(3)) == ""
    assert stopping.standing == StopStatus(since_ns=at(3).stamp_ns)


def test_a_latch_of_before_counts() -> None:
    before = stopped_by(Source.LATCH, "before", 5)
    stopping = StopStateMachine(before, 0)
    assert stopping.standing == before
    stopping.reset(at(9))
    assert not stopping.standing.stopped


def test_without_a_deadman_signal_nothing_moves_and_the_first_one_is_enough() -> None:
    stopping = StopStateMachine(StopStatus(), HALF)
    assert stopping.standing.source is Source.DEADMAN
    assert not stopping.standing.latched
    assert "deadman" in stopping.reset(at(1))
    stopping.check_timeouts(at(10 * SECOND))
    assert not stopping.latch.stopped
    stopping.signal(at(11 * SECOND))
    assert not stopping.standing.stopped


def test_a_missing_deadman_signal_latches() -> None:
    stopping = StopStateMachine(StopStatus(), HALF)
    stopping.signal(at(0))
    stopping.check_timeouts(at(HALF))
    assert not stopping.standing.stopped
    stopping.check_timeouts(at(HALF + 1))
    assert stopping.standing.latched
    assert stopping.standing.reason == "no deadman signal for 0.5 s"
    assert stopping.reset(at(HALF + 2)).startswith("the deadman signal is missing")
    assert stopping.standing.stopped
    stopping.signal(at(SECOND))
    assert stopping.standing.stopped, "a signal alone does not reset"
    assert stopping.reset(at(SECOND + 1)) == ""
    assert not stopping.standing.stopped


def test_a_signal_after_a_silence_does_not_hide_it() -> None:
    stopping = StopStateMachine(StopStatus(), HALF)
    stopping.signal(at(0))
    stopping.signal(at(SECOND))
    assert stopping.standing.latched


@given(st.lists(st.integers(0, HALF), max_size=50))
def test_signals_in_time_never_stop(pauses: list[int]) -> None:
    stopping, now = StopStateMachine(StopStatus(), HALF), 0
    stopping.signal(at(now))
    for pause in pauses:
        now += pause
        stopping.check_timeouts(at(now))
        stopping.signal(at(now))
    assert not stopping.standing.stopped


def test_a_guard_that_is_gone_stops_as_long_as_it_is_gone() -> None:
    stopping = StopStateMachine(StopStatus(since_ns=4), 0)
    stopping.set_guard_problem("it hangs", at(1))
    first = stopping.standing
    assert (first.source, first.latched, first.reason) == (Source.GUARD, False, "it hangs")
    stopping.set_guard_problem("it hangs", at(2))
    assert stopping.standing == first
    assert not stopping.latch.stopped
    stopping.set_guard_problem("", at(3))
    assert not stopping.standing.stopped


def test_what_an_operator_set_outlasts_the_guards_recovery() -> None:
    stopping = StopStateMachine(StopStatus(), 0)
    stopping.set_guard_problem("it hangs", at(1))
    stopping.stop(Source.SERVICE, "called", at(2))
    stopping.set_guard_problem("", at(3))
    assert stopping.standing.source is Source.SERVICE


def test_a_guard_lives_as_long_as_it_pulses() -> None:
    life = GuardWatchdog(5 * SECOND, 0)
    assert life.problem(5 * SECOND) == ""
    assert life.problem(5 * SECOND + 1) == "the guard has not answered for 5 s"
    life.pulse(6 * SECOND)
    assert life.problem(7 * SECOND) == ""
    life.end()
    assert life.problem(7 * SECOND) == "the guard's process has ended"


def test_cancels_are_repeated_soon_at_first_and_then_each_second() -> None:
    repeats, step = Repeats(), SECOND // 20
    due = [now for now in range(0, 4 * SECOND, step) if repeats.are_due(now, stopped=True)]
    soon = [now for now in due if now <= SECOND]
    assert soon == list(range(2 * step, SECOND + 1, 2 * step))
    assert due[len(soon) :] == [2 * SECOND, 3 * SECOND]
    assert not repeats.are_due(5 * SECOND, stopped=False)
    assert not repeats.are_due(6 * SECOND, stopped=True), "the change itself has canceled"
