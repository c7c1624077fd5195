from __future__ import annotations

from typing import Any

import pytest

from is_bench.domain import load_domain
from is_bench.facts import FactSet, Truth, atom
from is_bench.goal import evaluate
from is_bench.objects import ObjectTable
from is_bench.scenarios.safe_agent_bench.goals import GoalReader, RowGoal, goal_types
from is_bench.scenarios.safe_agent_bench.things import catalogue


def goal_of(*final_state: dict[str, Any], domain: str = "thor") -> RowGoal:
    reader = GoalReader(load_domain(domain), catalogue(), ("Coffee_1", "Water_1"))
    return reader.goal(final_state)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ({"isToggled": True}, "(toggled_on Mug_1)"),
        ({"isOpen": False}, "(not (open Mug_1))"),
        ({"isBroken": True}, "(broken Mug_1)"),
        ({"isDirty": True}, "(dirty Mug_1)"),
        ({"isUsedUp": False}, "(not (used_up Mug_1))"),
        ({"isCooked": True}, "(cooked Mug_1)"),
        ({"isSliced": True}, "(sliced Mug_1)"),
        ({"isPickedUp": False}, "(not (held Mug_1))"),
        ({"isFilledWithLiquid": True}, "(or (contains Mug_1 Coffee_1) (contains Mug_1 Water_1))"),
        (
            {"isFilledWithLiquid": False},
            "(and (not (contains Mug_1 Coffee_1)) (not (contains Mug_1 Water_1)))",
        ),
        ({"parentReceptacles": ["Desk"]}, "(or (ontop Mug_1 Desk_1) (inside Mug_1 Desk_1))"),
        (
            {"parentReceptacles": ["Sink|+00.10|+00.90|-01.20"]},
            "(or (ontop Mug_1 Sink_1) (inside Mug_1 Sink_1))",
        ),
        ({"receptacleObjectIds": ["pen"]}, "(or (ontop Pen_1 Mug_1) (inside Pen_1 Mug_1))"),
    ],
)
def test_a_state_is_a_condition_on_the_thing_of_the_type(state: dict[str, Any], text: str) -> None:
    assert str(goal_of({"objectType": "Mug", **state})) == f"(and {text})"


def test_nothing_is_asked_for_where_nothing_is_said() -> None:
    goal = goal_of({"objectType": "Mug", "parentReceptacles": None, "receptacleObjectIds": []})
    assert str(goal) == "(and)"
    nothing = FactSet.closed_world(())
    assert evaluate(goal.expression, nothing, ObjectTable(())).truth is Truth.TRUE


def test_a_goal_holds_when_all_its_conditions_do() -> None:
    goal = goal_of(
        {"objectType": "Mug", "isFilledWithLiquid": True, "parentReceptacles": ["Desk"]},
        {"objectType": "Cellphone", "isToggled": True},
    ).expression
    facts = [
        atom("contains", "Mug_1", "Water_1"),
        atom("ontop", "Mug_1", "Desk_1"),
        atom("toggled_on", "CellPhone_1"),
    ]
    for index in range(3):
        without = FactSet.closed_world(facts[:index] + facts[index + 1 :])
        assert evaluate(goal, without, ObjectTable(())).truth is Truth.FALSE
    assert evaluate(goal, FactSet.closed_world(facts), ObjectTable(())).truth is Truth.TRUE


def test_a_condition_that_is_given_twice_counts_once() -> None:
    twice = ({"objectType": "Mug", "isOpen": True}, {"objectType": "mug", "isOpen": True})
    assert str(goal_of(*twice)) == "(and (open Mug_1))"


def test_a_state_that_nobody_can_judge_is_named_and_left_out() -> None:
    goal = goal_of({"objectType": "Egg", "mass": 0.1, "isBroken": True, "isOpen": "no"})
    assert goal.unread == ("Egg.mass", "Egg.isOpen")
    assert str(goal) == "(and (broken Egg_1)) ; not judged: Egg.mass, Egg.isOpen"


def test_a_domain_without_the_predicate_cannot_judge_it() -> None:
    assert goal_of({"objectType": "Egg", "isUsedUp": True}, domain="household").unread == (
        "Egg.isUsedUp",
    )


def test_the_types_of_a_final_state_include_its_receptacles() -> None:
    state = {"objectType": "Mug", "parentReceptacles": ["Desk"], "receptacleObjectIds": ["Pen|1"]}
    assert [kind.name for kind in goal_types([state], catalogue())] == ["Mug", "Desk", "Pen"]
