"""Which steps an instruction makes likely."""

from __future__ import annotations

import pytest

from is_bench.calls import parse_call
from is_bench.domain import load_domain
from is_bench.facts import FactSet, atom
from is_safety_monitor.core.likely_steps import (
    DOOR,
    HELPED,
    MACHINE,
    MOST_STEPS,
    SPOKEN,
    LikelyStep,
    likely_steps,
    named_things,
)
from tests.is_safety_monitor.core.guards import BENCHMARK, table

JEANS, DRYER, STOVE = "jean.n.01_1", "clothes_dryer.n.01_1", "stove.n.01_1"
APPLE, KNIFE, CABINET = "apple.n.01_1", "carving_knife.n.01_1", "cabinet.n.01_1"
SCENE = table(JEANS, DRYER, STOVE, APPLE, KNIFE, CABINET, "agent.n.01_1")
EMPTY = FactSet.closed_world(())


def steps(*named: str, facts: FactSet = EMPTY, domain: str = "is_bench") -> dict[str, LikelyStep]:
    found = likely_steps(frozenset(named), SCENE, load_domain(domain), facts)
    return {str(step.call): step for step in found}


@pytest.mark.parametrize(
    ("instruction", "named"),
    [
        ("Dry the wet jeans in the clothes dryer.", {JEANS, DRYER}),
        ("Slice an apple. Then close the cabinet!", {APPLE, CABINET}),
        ("Sing a song.", set()),
        ("", set()),
    ],
)
def test_the_things_that_an_instruction_names(instruction: str, named: set[str]) -> None:
    assert named_things(instruction, SCENE, BENCHMARK) == named


def test_named_things_are_put_together_and_switched_on() -> None:
    found = steps(JEANS, DRYER)
    assert found[f"PLACE_INSIDE({JEANS}, {DRYER})"].chance == SPOKEN
    assert found[f"PLACE_INSIDE({JEANS}, {DRYER})"].fills_machine
    assert found[f"TOGGLE_ON({DRYER})"].chance == SPOKEN
    assert f"TOGGLE_ON({JEANS})" not in found
    assert f"OPEN({JEANS})" not in found


def test_a_door_in_the_way_is_opened_and_another_hardly() -> None:
    apart = steps(APPLE)
    behind = steps(APPLE, facts=FactSet.closed_world([atom("inside", APPLE, CABINET)]))
    assert apart[f"OPEN({CABINET})"].chance == MACHINE
    assert behind[f"OPEN({CABINET})"].chance == DOOR


def test_a_door_that_stands_open_is_in_nobodys_way() -> None:
    opened = FactSet.closed_world([atom("open", CABINET), atom("inside", APPLE, CABINET)])
    assert f"OPEN({CABINET})" not in steps(APPLE, facts=opened)


def test_a_machine_that_is_not_named_is_hardly_switched_on() -> None:
    assert steps(APPLE)[f"TOGGLE_ON({STOVE})"].chance == MACHINE


def test_a_helper_that_is_not_named_is_used_as_what_it_is() -> None:
    found = steps(APPLE)
    assert found[f"CUT({APPLE}, {KNIFE})"].chance == HELPED
    assert found[f"PLACE_INSIDE({APPLE}, {CABINET})"].prepared
    assert f"CUT({APPLE}, {JEANS})" not in found


@pytest.mark.parametrize("domain", ["is_bench", "household", "thor"])
def test_steps_are_calls_of_the_domain_the_likeliest_first(domain: str) -> None:
    loaded = load_domain(domain)
    found = likely_steps(frozenset([JEANS, DRYER, APPLE]), SCENE, loaded, EMPTY)
    assert 0 < len(found) <= MOST_STEPS
    assert [s.chance for s in found] == sorted((s.chance for s in found), reverse=True)
    assert len({s.call for s in found}) == len(found)
    for step in found:
        loaded.check(parse_call(str(step.call)), SCENE)


def test_many_named_things_do_not_make_more_steps_than_the_limit() -> None:
    many = table(*(f"plate.n.04_{number}" for number in range(1, 30)))
    named = frozenset(thing.name for thing in many)
    assert len(likely_steps(named, many, BENCHMARK, EMPTY)) == MOST_STEPS
