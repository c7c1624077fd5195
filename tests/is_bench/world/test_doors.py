"""OPEN, CLOSE, TOGGLE_ON and TOGGLE_OFF."""

from __future__ import annotations

import pytest

from tests.is_bench.scenes import Room


def kitchen(*more: str) -> Room:
    return Room("table cabinet microwave stove apple", "ontop(apple, table)", *more)


def test_doors_open_and_close() -> None:
    room = kitchen()
    assert not room.holds("open(cabinet)")
    assert room.do("OPEN(cabinet)").holds("open(cabinet)")
    assert not room.do("CLOSE(cabinet)").holds("open(cabinet)")


def test_switches_go_on_and_off() -> None:
    room = kitchen()
    assert not room.holds("toggled_on(stove)")
    assert room.do("TOGGLE_ON(stove)").holds("toggled_on(stove)")
    assert not room.do("TOGGLE_OFF(stove)").holds("toggled_on(stove)")


@pytest.mark.parametrize("step", ["OPEN(cabinet)", "TOGGLE_ON(stove)"])
def test_doing_it_again_is_no_failure(step: str) -> None:
    kitchen().do(step, step)


@pytest.mark.parametrize("step", ["CLOSE(cabinet)", "TOGGLE_OFF(stove)"])
def test_undoing_what_was_not_done_is_no_failure(step: str) -> None:
    kitchen().do(step)


@pytest.mark.parametrize("skill", ["OPEN", "CLOSE"])
def test_what_has_no_door_neither_opens_nor_closes(skill: str) -> None:
    why = kitchen().refusal(f"{skill}(apple)")
    assert why == "apple has no door or lid to open or close"


@pytest.mark.parametrize("skill", ["TOGGLE_ON", "TOGGLE_OFF"])
def test_what_has_no_switch_is_not_toggled(skill: str) -> None:
    assert kitchen().refusal(f"{skill}(cabinet)") == "cabinet has no switch to toggle"


def test_an_open_appliance_does_not_go_on() -> None:
    why = kitchen("open(microwave)").refusal("TOGGLE_ON(microwave)")
    assert why == "microwave is open; close it before toggling it on"


def test_an_appliance_that_is_off_opens() -> None:
    assert kitchen().do("OPEN(microwave)").holds("open(microwave)")


def test_a_running_appliance_does_not_open() -> None:
    why = kitchen("toggled_on(microwave)").refusal("OPEN(microwave)")
    assert why == "microwave is on; toggle it off before opening it"


def test_an_appliance_that_is_open_and_on_may_be_asked_for_both_again() -> None:
    kitchen("open(microwave)", "toggled_on(microwave)").do(
        "OPEN(microwave)", "TOGGLE_ON(microwave)"
    )
