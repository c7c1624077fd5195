from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.calls import SkillCall
from is_bench.facts import FactSet, atom
from is_safety_monitor.bindings.arguments import DecodeError
from is_safety_monitor.bindings.goals import CallReader
from tests.is_safety_monitor.bindings.samples import gripper, message, navigate, read

NAVIGATE, GRIPPER = (action.reading for action in read().actions)
LAMP = read().services[0].reading
HOLDING = FactSet(frozenset({atom("held", "mug_1")}), closed=False)


def test_a_pose_is_the_region_that_holds_it() -> None:
    reader = CallReader(NAVIGATE, navigate())
    assert reader.read(navigate(3.5, 1.0, frame="map")) == SkillCall("NAVIGATE_TO", ("kitchen",))
    assert reader.read(navigate(1.5, 1.5, frame="map")) == SkillCall(
        "NAVIGATE_TO", ("stove_front",)
    )
    assert reader.read(navigate(0.0, 0.0, frame="dock")) == SkillCall("NAVIGATE_TO", ("hall",))


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        (navigate(3.5, 1.0, frame="odom"), "frame 'odom'"),
        (navigate(3.5, 1.0), "frame ''"),
        (navigate(50.0, 1.0, frame="map"), "no region"),
        (navigate(math.nan, 1.0, frame="map"), r"position.x is not finite"),
        (navigate(3.5, 1.0, frame="map", tree="wild.xml"), "behavior_tree has to be ''"),
    ],
)
def test_a_pose_that_is_not_understood_is_no_call(goal: Any, why: str) -> None:
    with pytest.raises(DecodeError, match=why):
        CallReader(NAVIGATE, navigate()).read(goal)


@pytest.mark.parametrize("axis", "xyzw")
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_pose_that_is_turned_nowhere_is_no_call(axis: str, value: float) -> None:
    goal = navigate(3.5, 1.0, frame="map")
    setattr(goal.pose.pose.orientation, axis, value)
    with pytest.raises(DecodeError, match=rf"pose.pose.orientation.{axis} is not finite"):
        CallReader(NAVIGATE, navigate()).read(goal)


def test_a_pose_without_an_orientation_is_no_call() -> None:
    goal = navigate(3.5, 1.0, frame="map")
    goal.pose.pose.orientation.w = 0.0
    with pytest.raises(DecodeError, match="the orientation is zero"):
        CallReader(NAVIGATE, navigate()).read(goal)


def test_the_value_of_a_field_decides_on_the_skill() -> None:
    reader = CallReader(GRIPPER, gripper())
    assert reader.read(gripper(0.01), HOLDING) == SkillCall("PICK", ("mug_1",))
    assert reader.read(gripper(0.08), HOLDING) == SkillCall("DROP", ("mug_1",))


@pytest.mark.parametrize(
    ("goal", "facts", "why"),
    [
        (gripper(0.03), HOLDING, "no `when` holds"),
        (gripper(math.nan), HOLDING, "command.position is not finite"),
        (gripper(0.01, 50.0), HOLDING, "max_effort has to be at most 20 N"),
        (gripper(0.01, math.nan), HOLDING, "command.max_effort is not finite"),
        (gripper(math.inf), HOLDING, "command.position is not finite"),
        (gripper(0.08), None, "holds for nothing"),
        (gripper(0.08), FactSet(frozenset()), "holds for nothing"),
        (
            gripper(0.08),
            FactSet(frozenset({atom("held", "mug_1"), atom("held", "lamp_1")})),
            "2 objects",
        ),
    ],
)
def test_a_command_that_is_not_understood_is_no_call(goal: Any, facts: Any, why: str) -> None:
    with pytest.raises(DecodeError, match=why):
        CallReader(GRIPPER, gripper()).read(goal, facts)


def test_a_truth_value_decides_on_the_skill() -> None:
    reader = CallReader(LAMP, message(data=False))
    assert reader.read(message(data=True)) == SkillCall("TOGGLE_ON", ("lamp_1",))
    assert reader.read(message(data=False)) == SkillCall("TOGGLE_OFF", ("lamp_1",))


def test_a_field_that_nobody_reads_must_keep_its_default() -> None:
    default = message(data=False, force=0.0, tags=[])
    reader = CallReader(LAMP, default)
    assert reader.read(message(data=True, force=0.0, tags=[]))
    for changed in (
        message(data=True, force=9.0, tags=[]),
        message(data=True, force=0.0, tags=[1]),
    ):
        with pytest.raises(DecodeError, match="not as it is by default"):
            reader.read(changed)


@given(st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_whatever_is_sent_is_a_call_or_unreadable(value: Any) -> None:
    reader = CallReader(LAMP, message(data=False))
    try:
        call = reader.read(message(data=value))
    except DecodeError:
        return
    assert call.skill in {"TOGGLE_ON", "TOGGLE_OFF"}
    assert isinstance(value, bool)
