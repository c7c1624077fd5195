"""Which steps an instruction makes likely."""

from __future__ import annotations

import pytest

from is_bench.calls import parse_call
from is_bench.domain import load_domain
from is_bench.facts import FactSet, atom
from is_bench.reading.outcome import Wish
from is_safety_monitor.core.likely_steps import (
    DOOR,
    HELPED,
    MACHINE,
    MOST_LIKELY_STEPS,
    SPOKEN,
    LikelyStep,
    likely_steps,
)
from is_safety_monitor.core.request_plans import TaskRequestPlan
from tests.is_safety_monitor.core.guards import BENCHMARK, table

JEANS, DRYER, STOVE = "jean.n.01_1", "clothes_dryer.n.01_1", "stove.n.01_1"
APPLE, KNIFE, CABINET = "apple.n.01_1", "carving_knife.n.01_1", "cabinet.n.01_1"
SCENE = table(JEANS, DRYER, STOVE, APPLE, KNIFE, CABINET, "agent.n.01_1")
EMPTY = FactSet.closed_world(())


def steps(*named: str, facts: FactSet = EMPTY, domain: str = "is_bench") -> dict[str, LikelyStep]:
    found = likely_steps(frozenset(named), SCENE, load_domain(domain), facts)
    return {str(step.call): step for step in found}


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
    assert 0 < len(found) <= MOST_LIKELY_STEPS
    assert [s.chance for s in found] == sorted((s.chance for s in found), reverse=True)
    assert len({s.call for s in found}) == len(found)
    for step in found:
        loaded.check(parse_call(str(step.call)), SCENE)


def test_many_named_things_do_not_make_more_steps_than_the_limit() -> None:
    many = table(*(f"plate.n.04_{number}" for number in range(1, 30)))
    named = frozenset(thing.name for thing in many)
    assert len(likely_steps(named, many, BENCHMARK, EMPTY)) == MOST_LIKELY_STEPS


def asked_steps(
    asked: TaskRequestPlan, *named: str, idle: frozenset[str] = frozenset()
) -> set[str]:
    found = likely_steps(frozenset(named), SCENE, BENCHMARK, EMPTY, asked, idle)
    return {str(step.call) for step in found}


def test_nothing_else_is_guessed_of_a_thing_of_which_the_instruction_says_what_is_done() -> None:
    asked = TaskRequestPlan(calls=(parse_call(f"PLACE_INSIDE({APPLE}, {CABINET})"),))
    found = asked_steps(asked, APPLE, CABINET)
    assert found == {f"OPEN({CABINET})", f"CLOSE({CABINET})"}


def test_a_door_is_not_opened_that_is_to_be_shut() -> None:
    asked = TaskRequestPlan(calls=(parse_call(f"CLOSE({CABINET})"),))
    assert asked_steps(asked, CABINET) == set()


def test_a_heater_runs_for_what_is_to_be_cooked_and_for_nothing_else_that_is_asked() -> None:
    cooked = TaskRequestPlan(wishes=(Wish(atom("cooked", APPLE), holds=True),))
    frozen = TaskRequestPlan(wishes=(Wish(atom("frozen", APPLE), holds=True),))
    assert f"TOGGLE_ON({STOVE})" in asked_steps(cooked, APPLE)
    assert f"TOGGLE_ON({STOVE})" not in asked_steps(frozen, APPLE)


def test_a_landmark_is_hardly_switched_on() -> None:
    assert f"TOGGLE_ON({DRYER})" in steps(JEANS, DRYER)
    assert f"TOGGLE_ON({DRYER})" not in asked_steps(
        TaskRequestPlan(), JEANS, DRYER, idle=frozenset({DRYER})
    )


def test_nobody_carries_furniture_or_puts_things_on_what_rolls() -> None:
    ball, table_, door = "ball.n.01_1", "table.n.02_1", "door.n.01_1"
    scene = table(ball, table_, door, APPLE)
    names = frozenset((ball, table_, door, APPLE))
    found = {str(step.call) for step in likely_steps(names, scene, BENCHMARK, EMPTY)}
    assert f"PLACE_ON_TOP({APPLE}, {table_})" in found
    assert f"PLACE_ON_TOP({table_}, {APPLE})" not in found
    assert f"PLACE_ON_TOP({APPLE}, {ball})" not in found
    assert f"PLACE_INSIDE({APPLE}, {door})" not in found


def test_a_machine_that_is_named_with_its_load_is_rather_run_than_opened() -> None:
    loaded = FactSet.closed_world([atom("inside", JEANS, DRYER)])
    assert steps(JEANS, DRYER, facts=loaded)[f"OPEN({DRYER})"].chance == MACHINE
    assert steps(JEANS, facts=loaded)[f"OPEN({DRYER})"].chance == DOOR
