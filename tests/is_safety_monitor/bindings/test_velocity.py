from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_safety_monitor.bindings.velocity import (
    GateLimits,
    GateOutput,
    Passing,
    VelocityGate,
)

MS = 1_000_000
LIMITS = GateLimits(
    linear=0.5,
    angular=1.0,
    slow=0.5,
    timeout_ns=200 * MS,
    hold_ns=500 * MS,
    heartbeat_ns=100 * MS,
)
FORWARD = ((0.4, 0.0, 0.0), (0.0, 0.0, 0.2))


def gate(passing: Passing | None = Passing.PASS, limits: GateLimits = LIMITS) -> VelocityGate:
    found = VelocityGate(limits, 0)
    if passing is not None:
        found.permit(passing, 0, "because")
    return found


def send(
    gated: VelocityGate, now_ms: int, command: tuple[tuple[float, ...], tuple[float, ...]] = FORWARD
) -> GateOutput:
    return gated.command(*command, now_ms * MS)


def test_a_command_passes_as_it_is() -> None:
    assert send(gate(), 10) == GateOutput(Passing.PASS, 1.0)


def test_nothing_passes_before_the_guard_has_spoken() -> None:
    said = send(gate(None), 10)
    assert said.passing is Passing.ZERO
    assert "no permission from the guard yet" in said.reason


def test_nothing_passes_once_the_guard_is_silent() -> None:
    gated = gate()
    assert send(gated, 100).passing is Passing.PASS
    said = send(gated, 101)
    assert (said.passing, said.reason) == (Passing.ZERO, "guard heartbeat timed out")


def test_the_guard_may_slow_down() -> None:
    assert send(gate(Passing.SLOW), 10) == GateOutput(Passing.SLOW, 0.5, "because")


def test_what_is_too_fast_is_slowed_on_the_same_path() -> None:
    said = send(gate(), 10, ((1.0, 0.0, 0.0), (0.0, 0.0, 0.5)))
    assert said.passing is Passing.SLOW
    assert said.factor == pytest.approx(0.5)


def test_zero_lasts_for_the_hold() -> None:
    gated = gate(Passing.ZERO)
    assert send(gated, 10).passing is Passing.ZERO
    for now in range(20, 510, 10):
        gated.permit(Passing.PASS, now * MS)
        assert send(gated, now).passing is Passing.ZERO
    gated.permit(Passing.PASS, 510 * MS)
    assert send(gated, 510).passing is Passing.PASS


def test_zero_is_told_without_a_command_while_one_was_lately() -> None:
    gated = gate()
    send(gated, 10)
    gated.permit(Passing.ZERO, 50 * MS, "a person is near")
    assert gated.tick(60 * MS) == GateOutput(Passing.ZERO, 0.0, "a person is near")


def test_the_robot_stands_when_commands_end_and_then_is_left_alone() -> None:
    gated = gate()
    send(gated, 0)
    said = []
    for now in range(0, 1500, 50):
        gated.permit(Passing.PASS, now * MS)
        said.append((now, gated.tick(now * MS).passing))
    zeros = [now for now, passing in said if passing is Passing.ZERO]
    assert zeros[0] == 250
    assert 700 <= zeros[-1] <= 750
    assert {p for now, p in said if now not in zeros} == {Passing.SILENT}


def test_nothing_is_told_to_a_robot_that_nobody_commands() -> None:
    assert gate(Passing.ZERO).tick(10**12).passing is Passing.SILENT


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
def test_a_speed_that_is_no_number_is_zero(wrong: float) -> None:
    said = send(gate(), 10, ((wrong, 0.0, 0.0), (0.0, 0.0, 0.0)))
    assert (said.passing, said.factor) == (Passing.ZERO, 0.0)


SPEEDS = st.tuples(*[st.floats(-100, 100)] * 3)
EVENTS = st.lists(
    st.tuples(
        st.integers(0, 300), st.sampled_from([*Passing, None]), st.booleans(), SPEEDS, SPEEDS
    ),
    max_size=20,
)


@given(EVENTS)
def test_what_passes_is_permitted_fresh_and_within_limits(
    events: list[tuple[int, Passing | None, bool, tuple[float, ...], tuple[float, ...]]],
) -> None:
    gated, now, word, word_ns = gate(None), 0, None, -(10**18)
    for wait, permit, commands, linear, angular in events:
        now += wait * MS
        if permit is not None:
            gated.permit(permit, now)
            word, word_ns = permit, now
        if not commands:
            assert gated.tick(now).passing in (Passing.ZERO, Passing.SILENT)
            continue
        said = gated.command(linear, angular, now)
        if said.factor:
            assert word in (Passing.PASS, Passing.SLOW)
            assert now - word_ns <= LIMITS.heartbeat_ns
            most = 1.0 if word is Passing.PASS else LIMITS.slow
            assert said.factor <= most
            assert math.hypot(*linear) * said.factor <= LIMITS.linear + 1e-9
            assert math.hypot(*angular) * said.factor <= LIMITS.angular + 1e-9
