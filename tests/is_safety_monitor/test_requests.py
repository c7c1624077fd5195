"""What a guard is sent is kept within bounds, and what was cut is no call of any robot."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.calls import MOST_CHARACTERS, SkillCall
from is_bench.errors import InputError
from is_safety_monitor.core.bounds import MOST_INSTRUCTION, MOST_PLAN_STEPS
from is_safety_monitor.core.goals import MOST_ARGUMENTS, MOST_NAME, cut
from is_safety_monitor.requests import (
    goal_of,
    plan_of,
    refused_request_of,
    task_request_of,
    too_long,
)

Message = SimpleNamespace
"""Stands in for a message: `requests` reads attributes alone."""


def goal(**fields: Any) -> Message:
    usual = {"episode_id": "e", "request_id": "r", "index": 3, "action": "open it"}
    return Message(**{**usual, "skill": "OPEN", "arguments": ["oven_1"], **fields})


def task(**fields: Any) -> Message:
    usual = {"episode_id": "e", "task": "t", "instruction": "Cook.", "objects": []}
    more = {"wash_rules": [], "owner": "me", "take_over": False}
    return Message(**{**usual, **more, **fields})


def thing(name: str, **fields: Any) -> Message:
    return Message(**{"name": name, "label": "", "synset": "", "abilities": [], **fields})


def test_a_goal_is_taken_as_it_is() -> None:
    found = goal_of(goal())
    assert (found.episode, found.request, found.index) == ("e", "r", 3)
    assert (found.call, found.text) == (SkillCall("OPEN", ("oven_1",)), "open it")


@given(st.text(max_size=MOST_NAME), st.text(min_size=1, max_size=300))
def test_a_name_is_cut_only_where_it_is_too_long(name: str, more: str) -> None:
    assert cut(name) == name
    long = "n" * MOST_NAME + more
    assert cut(long).startswith(long[:MOST_NAME])
    assert MOST_NAME < len(cut(long)) < MOST_NAME + 10
    assert not too_long(goal_of(goal(request_id=name)))
    assert too_long(goal_of(goal(request_id=long)))


@given(
    st.integers(0, 3_000_000),
    st.lists(st.integers(0, 1_000_000), max_size=20),
    st.integers(0, 3_000_000),
)
def test_what_is_kept_of_a_goal_is_bounded(skill: int, arguments: list[int], text: int) -> None:
    names = ["a" * length for length in arguments]
    found = goal_of(goal(skill="S" * skill, arguments=names, action="x" * text))
    most = MOST_NAME + 50
    assert len(found.call.arguments) <= MOST_ARGUMENTS + 1
    assert max(map(len, (found.call.skill, *found.call.arguments))) <= most
    assert len(found.text) <= MOST_CHARACTERS + 50
    same = found.call == SkillCall("S" * skill, tuple(names))
    fits = skill <= MOST_NAME and len(names) <= MOST_ARGUMENTS
    assert same == (fits and all(length <= MOST_NAME for length in arguments))


def test_a_plan_that_is_too_long_is_what_no_robot_can_do() -> None:
    step = Message(skill="OPEN", arguments=["oven_1"])
    assert plan_of([step] * MOST_PLAN_STEPS) == (SkillCall("OPEN", ("oven_1",)),) * MOST_PLAN_STEPS
    found = plan_of([step] * (MOST_PLAN_STEPS + 5))
    assert found == (SkillCall("... (205 steps, more than 200; divide the plan)"),)


def test_a_task_is_taken_as_it_is() -> None:
    rule = Message(tool="rag", substance="mold", conditions=["saturated water.n.06"])
    objects = [thing("mug_2", label="red mug", abilities=["fillable"])]
    found = task_request_of(task(objects=objects, wash_rules=[rule]))
    assert (found.episode, found.task, found.instruction) == ("e", "t", "Cook.")
    (described,) = found.objects
    assert (described.name, described.label, described.abilities) == (
        "mug_2",
        "red mug",
        ("fillable",),
    )
    assert found.wash_rules[0].conditions == (("saturated", "water.n.06"),)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"episode_id": ""}, "no name"),
        ({"episode_id": "e" * 300}, "episode_id has 300 characters"),
        ({"instruction": "i" * (MOST_INSTRUCTION + 1)}, "instruction has 20001 characters"),
        ({"objects": [thing("a" * 201)]}, "name of an object has 201 characters"),
        ({"objects": [thing("a", label="l" * 201)]}, "label of a has 201"),
        ({"objects": [thing("a", abilities=["x"] * 201)]}, "abilities of a has 201 entries"),
        ({"objects": [thing("a")] * 10_001}, "list of objects has 10001 entries"),
        (
            {"wash_rules": [Message(tool="t" * 201, substance="s", conditions=[])]},
            "tool of a wash rule has 201",
        ),
    ],
)
def test_a_task_beyond_the_bounds_is_refused_and_hardly_kept(
    fields: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        task_request_of(task(**fields))
    kept = refused_request_of(task(**fields))
    assert kept.objects == ()
    assert len(kept.instruction) <= MOST_INSTRUCTION + 50
    assert len(kept.episode) <= MOST_NAME + 50
