"""The body of the example robot."""

from __future__ import annotations

import math

import pytest
from guarded_robot.kitchen import (
    CARRY_HEIGHT,
    SURFACES,
    Driving,
    Grasping,
    Kitchen,
    Motion,
    Placing,
    Turning,
)
from hypothesis import given
from hypothesis import strategies as st

STEP_S = 0.02


def at_the_stove() -> Kitchen:
    return Kitchen(x=1.7, y=1.6)


def carry_out(motion: Motion, kitchen: Kitchen) -> float:
    """How long the motion takes [s]."""
    assert motion.problem(kitchen) == ""
    for count in range(10_000):
        if motion.advance(kitchen, STEP_S):
            return count * STEP_S
    raise AssertionError("it never ends")


@given(st.floats(-5, 5), st.floats(-5, 5), st.floats(-math.pi, math.pi), st.floats(0.05, 1))
def test_a_drive_ends_at_its_target_no_faster_than_asked(
    x: float, y: float, yaw: float, speed: float
) -> None:
    kitchen = Kitchen(yaw=yaw)
    took = carry_out(Driving(x, y, speed), kitchen)
    assert (kitchen.x, kitchen.y) == pytest.approx((x, y), abs=1e-6)
    assert took >= math.hypot(x, y) / speed - 2 * STEP_S


def test_what_is_grasped_moves_with_the_robot_and_stays_where_it_is_placed() -> None:
    kitchen = at_the_stove()
    carry_out(Grasping("towel"), kitchen)
    assert kitchen.objects()["towel"] == (1.7, 1.6, CARRY_HEIGHT)
    carry_out(Placing("counter"), kitchen)
    assert kitchen.objects()["towel"] == SURFACES["counter"]
    assert kitchen.holding == ""


def test_the_knob_turns_both_ways() -> None:
    kitchen = at_the_stove()
    carry_out(Turning("stove", 90), kitchen)
    assert kitchen.knob_degrees == 90
    carry_out(Turning("stove", 0), kitchen)
    assert kitchen.knob_degrees == 0


@pytest.mark.parametrize(
    ("motion", "kitchen", "why"),
    [
        (Driving(1, 1, 0), Kitchen(), "speed"),
        (Driving(1, 1, 1.1), Kitchen(), "speed"),
        (Driving(math.nan, 1, 0.5), Kitchen(), "speed"),
        (Grasping("towel"), Kitchen(), "the arm reaches"),
        (Grasping("knife"), at_the_stove(), "no 'knife'"),
        (Grasping("towel"), Kitchen(holding="cup"), "holds the cup"),
        (Placing("counter"), Kitchen(), "empty"),
        (Placing("shelf"), Kitchen(holding="cup"), "no 'shelf'"),
        (Turning("stove", 90), Kitchen(), "the arm reaches"),
        (Turning("stove", 271), at_the_stove(), "angle"),
        (Turning("lamp", 90), at_the_stove(), "no knob"),
    ],
)
def test_what_the_body_cannot_do_is_refused(motion: Motion, kitchen: Kitchen, why: str) -> None:
    assert why in motion.problem(kitchen)
