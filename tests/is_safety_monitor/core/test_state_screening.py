"""Which states of the world are believed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.domain import load_domain
from is_bench.errors import InputError
from is_bench.facts import Atom, FactSet, atom
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.state_screening import (
    FUTURE_NS,
    ClockWatch,
    ContentScreen,
    StampScreen,
    believed_end,
    seen_at,
)
from is_safety_monitor.two_clock_time import TwoClockTime

SECOND = 1_000_000_000
NOW = 1000 * SECOND
OVEN, RAG = "oven.n.01_1", "rag.n.01_1"
THINGS = {OVEN, RAG}


def report(stamp_ns: int, observed: Mapping[Atom, int] | None = None, **fields: str) -> Report:
    facts = FactSet(frozenset(observed or ()), closed=False)
    return Report(
        fields.pop("episode", "e"), stamp_ns, lambda: (facts, observed or {}), (), **fields
    )


# Stamps


def test_a_state_that_was_just_made_is_believed() -> None:
    assert StampScreen().problem(report(NOW - SECOND), NOW) == ""


def test_clocks_may_differ_by_50_ms() -> None:
    assert StampScreen().problem(report(NOW + FUTURE_NS), NOW) == ""
    assert "0.051 s in the future" in StampScreen().problem(report(NOW + 51_000_000), NOW)


def test_a_fact_observed_in_time_to_come_makes_a_state_unbelievable() -> None:
    late = report(NOW, {atom("open", OVEN): NOW + SECOND})
    assert StampScreen().problem(late, NOW) == (
        f"observation time of open({OVEN}) is 1.000 s in the future"
    )


def test_a_step_back_is_not_believed_until_stamps_have_caught_up() -> None:
    screen = StampScreen()
    assert screen.problem(report(NOW), NOW) == ""
    assert "before the state before it" in screen.problem(report(NOW - 1), NOW + SECOND)
    assert screen.problem(report(NOW), NOW + SECOND) == ""


def test_a_state_that_is_not_believed_does_not_set_the_mark() -> None:
    screen = StampScreen()
    assert screen.problem(report(NOW + 3600 * SECOND), NOW)
    assert screen.problem(report(NOW), NOW) == ""


def test_another_episode_begins_anew() -> None:
    screen = StampScreen()
    assert screen.problem(report(NOW), NOW) == ""
    assert screen.problem(report(NOW - SECOND, episode="f"), NOW) == ""


def test_what_is_malformed_is_not_believed() -> None:
    assert StampScreen().problem(report(NOW, malformed="no time"), NOW) == "no time"


@given(st.integers(0, 2 * NOW), st.integers(0, 2 * NOW))
def test_a_state_is_never_seen_later_than_it_was_received(stamp_ns: int, guard_ns: int) -> None:
    assert seen_at(report(stamp_ns), TwoClockTime(NOW, guard_ns)) <= guard_ns


def test_an_old_stamp_makes_a_state_older() -> None:
    assert seen_at(report(NOW - SECOND), TwoClockTime(NOW, 5 * SECOND)) == 4 * SECOND


@pytest.mark.parametrize(
    ("finished", "believed"),
    [
        (NOW - SECOND, NOW - SECOND),
        (NOW, NOW),
        (1, NOW),
        (NOW - 3 * SECOND, NOW),
        (NOW + 3600 * SECOND, NOW),
    ],
    ids=["a second ago", "now", "1970", "too long ago", "in an hour"],
)
def test_the_end_of_a_skill_is_believed_within_bounds(finished: int, believed: int) -> None:
    assert believed_end(finished, NOW, 2 * SECOND) == believed


# Clocks


def test_a_clock_that_stands_still_is_noticed_and_one_that_goes_on_is_not() -> None:
    watch = ClockWatch()
    assert watch.problem(TwoClockTime(5, 0)) == ""
    assert watch.problem(TwoClockTime(5, SECOND // 2)) == ""
    assert "the ROS clock has not advanced" in watch.problem(TwoClockTime(5, SECOND))
    assert watch.problem(TwoClockTime(6, SECOND)) == ""
    assert watch.problem(TwoClockTime(7, 2 * SECOND)) == ""


# What is said


def check(*facts: Atom, closed: bool = True) -> None:
    screen = ContentScreen(load_domain("household"))
    screen.check(FactSet(frozenset(facts), closed=closed), THINGS)


def test_facts_of_the_domain_about_known_things_pass() -> None:
    check(atom("open", OVEN), atom("inside", RAG, OVEN), atom("inroom", OVEN, "kitchen"))


def test_an_empty_open_world_passes() -> None:
    check(closed=False)


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (atom("opne", OVEN), "opne"),
        (atom("open", OVEN, RAG), "open takes 1 arguments, got 2"),
        (atom("open", "oven.n.01_2"), "unknown object 'oven.n.01_2'"),
        (atom("open", "x" * 10_000_000), "x"),
    ],
    ids=["misspelt predicate", "wrong arity", "misspelt thing", "huge name"],
)
def test_facts_that_nobody_could_say_make_a_state_unreadable(fact: Atom, why: str) -> None:
    with pytest.raises(InputError) as caught:
        check(fact)
    assert why in str(caught.value)
    assert len(str(caught.value)) < 1000


def test_a_closed_world_in_which_nothing_holds_is_unreadable() -> None:
    with pytest.raises(InputError, match="closed_world state without facts"):
        check()


def test_facts_that_are_known_not_to_hold_say_something() -> None:
    screen = ContentScreen(load_domain("household"))
    screen.check(FactSet(frozenset(), false=frozenset({atom("open", OVEN)})), THINGS)
