"""The calls that fulfil a wish."""

from __future__ import annotations

import pytest

from is_bench.domain import TransitionModel, load_domain
from is_bench.facts import Atom, FactSet, atom
from is_bench.reading.outcome import Wish
from is_safety_monitor.core.request_plans import NOTHING_KNOWN, granting
from is_safety_monitor.core.request_sequences import comes_apart, way_to
from tests.is_safety_monitor.core.asked_scenes import (
    LAMP,
    LAPTOP,
    MICROWAVE,
    MUG,
    ROOM,
    SPOON,
    THOR,
    WATER,
    state,
)
from tests.is_safety_monitor.core.guards import table

MODEL = TransitionModel(THOR)


def way(fact: Atom, facts: FactSet, *, holds: bool = True) -> str:
    return str(way_to(Wish(fact, holds), MODEL.predict(ROOM, facts), THOR))


@pytest.mark.parametrize(
    ("fact", "holds", "expected"),
    [
        (atom("toggled_on", LAMP), True, f"TURN_ON({LAMP})"),
        (atom("toggled_on", LAMP), False, f"TURN_OFF({LAMP})"),
        (atom("open", MICROWAVE), True, f"OPEN({MICROWAVE})"),
    ],
)
def test_a_wish_is_fulfilled_by_the_skill_that_states_it(
    fact: Atom, holds: bool, expected: str
) -> None:
    seen = state() if holds else state(fact)
    assert way(fact, seen, holds=holds) == expected


def test_a_thing_that_a_fact_relates_to_the_wish_takes_part() -> None:
    wet = atom("covered", LAPTOP, WATER)
    assert way(wet, state(atom("contains", MUG, WATER))) == f"POUR({MUG}, {LAPTOP})"


def test_there_is_no_way_where_no_call_is_predicted_to_do_it() -> None:
    assert way(atom("covered", LAPTOP, WATER), state()) == "None"
    shut = atom("inside", SPOON, MICROWAVE)
    assert way(shut, state()) == "None"  # its door is shut
    assert way(shut, state(atom("open", MICROWAVE))) == f"PUT({SPOON}, {MICROWAVE})"


def test_looking_for_a_way_changes_nothing() -> None:
    world = MODEL.predict(ROOM, state())
    before = world.facts()
    way_to(Wish(atom("toggled_on", LAMP)), world, THOR)
    assert world.facts() == before


def test_what_can_be_cut_comes_apart() -> None:
    household = load_domain("household")
    scene = table("plate.n.04_1", "apple.n.01_1", "parer.n.02_1")
    world = granting(TransitionModel(household), ()).predict(scene, NOTHING_KNOWN)
    before = world.facts()
    assert comes_apart("apple.n.01_1", world, household)
    assert not comes_apart("plate.n.04_1", world, household)
    assert world.facts() == before
