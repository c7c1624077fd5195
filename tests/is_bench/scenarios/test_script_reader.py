"""What a script may say, and what is refused with its place."""

from __future__ import annotations

from typing import Any

import pytest

from is_bench.errors import ScenarioProblem
from is_bench.events import NOTHING, Pattern
from tests.is_bench.events.scripts import (
    APPLE,
    CHILD,
    COUNTER,
    CUP,
    FLOOR,
    FRIDGE,
    STOVE,
    WATER,
    event,
    scripted,
)


def test_a_scenario_without_events_has_an_empty_script() -> None:
    assert scripted().script == NOTHING
    assert not scripted().script


def test_an_event_is_read_in_full() -> None:
    raw = event(at_step=2, delay=5, every=7, times=3, probability=0.25)
    (found,) = scripted([raw]).script.events
    assert (found.name, found.actor, found.trigger.at_step) == ("opening", "person", 2)
    assert (found.delay, found.every, found.times, found.probability) == (5, 7, 3, 0.25)


def test_a_fault_of_a_skill_is_read_in_full() -> None:
    raw = {"name": "slip", "fails": ["place_on_top(*, *)", "*"], "why": "it slips", "from_step": 4}
    (found,) = scripted(faults=[raw]).script.skill_faults
    assert found.fails == (Pattern("PLACE_ON_TOP", ("*", "*")), Pattern("*", ()))
    assert (found.from_step, found.times, found.probability) == (4, 1, 1.0)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"adds": ["glowing(x)"]}, "is not a fact"),
        ({"adds": [f"open({FRIDGE}, {CUP})"]}, "takes 1 objects"),
        ({"adds": ["open(door.n.01_1)"]}, "no object 'door.n.01_1' is declared"),
        ({"adds": [f"open({CUP})"]}, "is not openable"),
        ({"adds": [f"cooked({CUP})"]}, "is not cookable"),
        ({"adds": [f"under({CUP}, {COUNTER})"]}, "derived from other facts"),
        ({"adds": [f"ontop({CUP}, {CUP})"]}, "on or in itself"),
        ({"adds": [f"ontop({WATER}, {FLOOR})"]}, "is fluid"),
        ({"adds": [f"ontop({CUP}, {WATER})"]}, "nothing can rest on"),
        ({"adds": [f"covered({FLOOR}, {CUP})"]}, "is no substance"),
        ({"adds": [f"ontop({CUP}, {FLOOR})", f"inside({CUP}, {FRIDGE})"]}, "in two places"),
        ({"adds": [f"ontop({CUP}, {APPLE})", f"ontop({APPLE}, {CUP})"]}, "on or in itself"),
        ({"adds": [f"open({FRIDGE})"], "removes": [f"open({FRIDGE})"]}, "added and removed"),
        ({"removes": [f"ontop({CUP}, {COUNTER})"]}, "without a place"),
        ({"adds": [f"real({CHILD})"]}, "without a place"),
        (
            {"adds": [f"ontop({CHILD}, {FLOOR})"], "removes": [f"real({CHILD})"]},
            "cannot be added when",
        ),
        ({"adds": []}, "the event has no effect"),
        ({"at_time": 3}, "valid under each of"),
        ({"when": f"(glowing {CUP})"}, "when"),
        ({"probability": 0}, "0"),
    ],
)
def test_impossible_events_are_refused(how: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioProblem, match=r"kitchen\.yaml:\d+") as error:
        scripted([event(at_step=1, **how)])
    assert message in str(error.value)


def test_a_delay_after_a_time_is_refused() -> None:
    with pytest.raises(ScenarioProblem, match="not allowed with `at_time`"):
        scripted([event(at_time=5, delay=5)])


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ({"fails": ["JUMP(*)"], "why": "x"}, "no step pattern"),
        ({"fails": ["DONE"], "why": "x"}, "no step pattern"),
        ({"fails": ["OPEN(*, *)"], "why": "x"}, "takes 1 objects"),
        ({"fails": ["OPEN(door.n.01_1)"], "why": "x"}, "is declared"),
        ({"fails": ["*(*)"], "why": "x"}, "has no arguments"),
        (
            {"fails": ["OPEN(*)"], "why": "x", "drops_onto": FLOOR},
            "drops_onto is not allowed with OPEN",
        ),
        ({"fails": ["PLACE_INSIDE(*, *)"], "why": "x", "drops_onto": "roof.n.01_1"}, "declared"),
        ({"misses": [f"hot({CUP})"], "doubts": [f"hot({CUP})"]}, "in more than one of"),
        ({"misses": [f"hot({CUP})"], "from_step": 3, "until_step": 3}, "not after from_step"),
        ({}, "not valid under any"),
    ],
)
def test_impossible_faults_are_refused(fault: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioProblem, match=r"kitchen\.yaml:\d+") as error:
        scripted(faults=[{"name": "fault", **fault}])
    assert message in str(error.value)


def test_a_name_is_given_once() -> None:
    with pytest.raises(ScenarioProblem, match="duplicate name"):
        scripted([event(at_step=1)], [{"name": "opening", "misses": [f"hot({STOVE})"]}])
