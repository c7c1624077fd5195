from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_safety_monitor.bindings.paths import FieldError, parse_path
from is_safety_monitor.bindings.ros.message_editing import Speeds, assign
from tests.is_safety_monitor.bindings.samples import header, message

SPEED = st.floats(-10, 10)


def twist(x: float, turn: float) -> Any:
    return message(
        header=header(), linear=message(x=x, y=0.0, z=1.0), angular=message(x=0.0, y=0.0, z=turn)
    )


LINEAR = Speeds(twist(0.0, 0.0), parse_path("linear"))
ANGULAR = Speeds(twist(0.0, 0.0), parse_path("angular"))


@given(SPEED, SPEED, st.floats(0, 1))
def test_speeds_are_scaled_by_one_factor(x: float, turn: float, factor: float) -> None:
    command = twist(x, turn)
    LINEAR.scale(command, factor)
    assert LINEAR.read(command) == pytest.approx([x * factor, 0.0, factor])
    assert ANGULAR.read(command) == (0.0, 0.0, turn)


@pytest.mark.parametrize("wrong", [math.nan, math.inf])
def test_zero_is_zero_whatever_was_commanded(wrong: float) -> None:
    command = twist(wrong, wrong)
    ANGULAR.scale(command, 0.0)
    assert ANGULAR.read(command) == (0.0, 0.0, 0.0)


def test_a_single_number_is_a_speed() -> None:
    speed = Speeds(message(speed=2.0, name=""), parse_path("speed"))
    command = message(speed=3.0, name="")
    speed.scale(command, 0.5)
    assert speed.read(command) == (1.5,)


def test_what_is_no_number_is_no_speed() -> None:
    assert Speeds(message(v=message(x=1.0, frame="")), parse_path("v")).read(
        message(v=message(x=2.0, frame=""))
    ) == (2.0,)


def test_a_field_is_set_in_the_kind_that_it_has() -> None:
    told = message(result=message(code=3, text="", ok=True))
    assign(told, parse_path("result.code"), 7.0)
    assign(told, parse_path("result.text"), "no")
    assign(told, parse_path("result.ok"), False)
    assert (told.result.code, told.result.text, told.result.ok) == (7, "no", False)
    assert isinstance(told.result.code, int)


def test_a_field_that_is_not_there_is_not_made() -> None:
    with pytest.raises(FieldError):
        assign(message(a=1), parse_path("b"), 2)
