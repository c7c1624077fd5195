from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from is_safety_monitor.gate.heartbeat import MOST_GUARDS, HeartbeatWatch
from is_safety_monitor.gate.settings import MOST_NAME

TIMEOUT = 200
GONE = "no guard heartbeat for 2e-07 s"


def heard_one(stopped: bool = False) -> HeartbeatWatch:
    watch = HeartbeatWatch(TIMEOUT)
    assert watch.heard("run_1", 1, stopped, 0) == ""
    return watch


def test_nothing_moves_before_a_guard_is_heard() -> None:
    assert HeartbeatWatch(TIMEOUT).problem(0) == "no guard heartbeat yet"


def test_a_guard_is_gone_after_the_timeout_and_back_with_the_next_beat() -> None:
    watch = heard_one()
    assert watch.problem(TIMEOUT) == ""
    assert watch.problem(TIMEOUT + 1) == GONE
    assert watch.heard("run_1", 2, False, TIMEOUT + 2) == ""
    assert watch.problem(TIMEOUT + 2) == ""


def test_the_emergency_stop_closes_until_a_beat_says_otherwise() -> None:
    watch = heard_one(stopped=True)
    assert watch.problem(0) == "the emergency stop is set"
    watch.heard("run_1", 2, False, 1)
    assert watch.problem(1) == ""


def test_a_replayed_beat_does_not_keep_a_guard_alive() -> None:
    watch = heard_one()
    assert "replayed heartbeat: sequence 1, after 1" in watch.heard("run_1", 1, False, TIMEOUT)
    assert watch.problem(TIMEOUT + 1) == GONE


def test_a_second_guard_does_not_count_while_the_first_is_alive() -> None:
    watch = heard_one()
    assert "a second guard is running: run_2 beside run_1" in watch.heard("run_2", 9, True, 1)
    assert (watch.guard, watch.problem(1)) == ("run_1", "")


def test_a_new_guard_counts_once_the_old_one_is_silent_and_the_old_ones_replays_never() -> None:
    watch = heard_one()
    assert watch.heard("run_2", 1, False, TIMEOUT + 1) == ""
    assert watch.guard == "run_2"
    assert "replay" in watch.heard("run_1", 1, False, 3 * TIMEOUT)
    assert watch.problem(3 * TIMEOUT) == GONE


def test_a_beat_without_a_guard_does_not_count() -> None:
    assert HeartbeatWatch(TIMEOUT).heard("", 1, False, 0) == "heartbeat without a guard name"


def test_a_beat_with_an_endless_name_does_not_count_and_is_not_kept() -> None:
    watch = HeartbeatWatch(TIMEOUT)
    assert watch.heard("x" * MOST_NAME, 1, False, 0) == ""
    why = watch.heard("y" * 10_000, 1, False, TIMEOUT + 1)
    assert why == f"the name of its guard has 10000 characters, more than {MOST_NAME}"
    assert watch.guard == "x" * MOST_NAME


def test_runs_are_remembered_within_bounds() -> None:
    watch = HeartbeatWatch(TIMEOUT)
    for number in range(MOST_GUARDS + 5):
        watch.heard(f"run_{number}", 1, False, number * 1000)
    assert len(watch._last) == MOST_GUARDS
    assert watch.guard == f"run_{MOST_GUARDS + 4}"


BEATS = st.lists(
    st.tuples(st.sampled_from(["a", "b"]), st.integers(0, 9), st.booleans(), st.integers(0, 300)),
    max_size=30,
)


@given(BEATS, st.integers(1, 1000))
def test_the_gate_is_open_only_after_a_beat_that_counts_and_is_young(
    beats: list[tuple[str, int, bool, int]], silence: int
) -> None:
    watch, now, last = HeartbeatWatch(TIMEOUT), 0, None
    highest: dict[str, int] = {}
    for guard, sequence, stopped, later in beats:
        now += later
        if watch.heard(guard, sequence, stopped, now) == "":
            assert sequence > highest.get(guard, 0)
            highest[guard], last = sequence, (now, stopped)
    now += silence
    is_open = last is not None and not last[1] and now - last[0] <= TIMEOUT
    assert (watch.problem(now) == "") is is_open
