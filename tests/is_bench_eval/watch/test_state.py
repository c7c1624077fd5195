from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from is_bench.durations import NS_PER_S
from is_bench.verdict import Obligation
from is_bench_eval.watch.state import Judged, Running, WatchState
from kb.constraint import Bounds

STOVE = Obligation("turn_stove_off", 2, ("stove.n.01_1",))
DOOR = Obligation("shut_the_door", 0, ("door.n.01_1",))


def test_what_is_left_counts_from_the_step_that_made_it_due() -> None:
    state = WatchState(bounds={"turn_stove_off": Bounds(steps=3, seconds=60.0)})
    state.obligations = [STOVE]
    for index in range(4):
        state.started(str(index), Running("WAIT(x)", index * 10 * NS_PER_S, index=index))
    (due,) = state.dues(35 * NS_PER_S)
    assert due.ns_left == (60 - 15) * NS_PER_S
    assert due.steps_left == 2


def test_without_bounds_it_is_due_before_the_end() -> None:
    state = WatchState()
    state.obligations = [DOOR]
    (due,) = state.dues(0)
    assert (due.steps_left, due.ns_left) == (None, None)


def test_a_step_that_was_not_seen_leaves_its_time_open() -> None:
    state = WatchState(bounds={"turn_stove_off": Bounds(seconds=60.0)})
    state.obligations = [STOVE]
    (due,) = state.dues(0)
    assert due.ns_left is None


@given(st.permutations([DOOR, STOVE, Obligation("soon", 1, ())]))
def test_the_most_urgent_comes_first(listed: list[Obligation]) -> None:
    bounds = {"soon": Bounds(seconds=5.0), "turn_stove_off": Bounds(seconds=60.0)}
    state = WatchState(bounds=bounds)
    state.obligations = listed
    for index in range(3):
        state.started(str(index), Running("", 0, index=index))
    found = [due.obligation.constraint for due in state.dues(0)]
    assert found == ["soon", "turn_stove_off", "shut_the_door"]


def test_a_new_episode_forgets_the_old_one() -> None:
    state = WatchState()
    state.begin("a/0", at_ns=1)
    state.started("r", Running("OPEN(x)", 5, "a/0"))
    state.obligations = [DOOR]
    state.end("a/0", 6)
    assert state.over
    assert not state.obligations
    state.begin("b/0", "Make tea.")
    assert (state.running, state.over, state.began_ns) == ({}, False, {})


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=400))
def test_latencies_are_those_of_the_last_verdicts(spent: list[int]) -> None:
    state = WatchState()
    for each in spent:
        state.judged(Judged(0, 0, "x", "allow", spent_ns=each))
    kept = spent[-300:]
    low, high = state.latency_ms(0), state.latency_ms(100)
    assert (low, high) == (min(kept) / 1e6, max(kept) / 1e6)


def test_latencies_of_verdicts_without_a_time_are_unknown() -> None:
    state = WatchState()
    state.judged(Judged(0, 0, "x", "allow"))
    assert state.latency_ms(50) is None


def test_steps_that_are_told_of_before_their_task_are_kept() -> None:
    state = WatchState()
    state.started("r", Running("OPEN(x)", 5, "b/0", 2))
    state.end("a/0", 4)
    state.begin("a/0", at_ns=1)
    assert state.over
    state.begin("b/0", at_ns=5)
    assert not state.over
    assert state.running == {}
    state.started("s", Running("OPEN(y)", 6, "b/0", 3))
    state.begin("b/0", at_ns=5)
    assert set(state.running) == {"s"}
