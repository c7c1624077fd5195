"""Whatever is sent or written, there is an answer, and it is one of the few that there are."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.domain import load_domain
from is_bench.errors import InputError, Place
from is_safety_monitor.bindings.arguments import DecodeError
from is_safety_monitor.bindings.goals import CallReader
from is_safety_monitor.bindings.reader import parse_bindings
from is_safety_monitor.bindings.sources import FactBoard
from is_safety_monitor.two_clock_time import TwoClockTime
from tests.is_safety_monitor.bindings.samples import (
    FILE,
    detection,
    gripper,
    message,
    navigate,
    pose,
    read,
)

BINDINGS = read()
THINGS = {thing.name for thing in BINDINGS.things}
NAVIGATE, GRIPPER = (action.reading for action in BINDINGS.actions)
ANY = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.binary(max_size=4)
)
NUMBER = st.floats() | st.sampled_from([0.0, 1.5, 3.9, 4.0, 6.5])


@given(NUMBER, NUMBER, st.sampled_from(["map", "/map", "dock", "odom", ""]), st.text(max_size=3))
def test_a_goal_is_a_call_to_a_region_that_holds_it_or_none(
    x: float, y: float, frame: str, tree: str
) -> None:
    goal = navigate(x, y, frame=frame, tree=tree)
    try:
        call = CallReader(NAVIGATE, navigate()).read(goal)
    except DecodeError:
        return
    assert tree == ""
    place = BINDINGS.map.place(frame, x, y, 0.0)
    (region,) = [r for r in BINDINGS.map.regions if r.name == call.arguments[0]]
    assert region.contains(*place)


@given(st.floats(), st.floats())
def test_a_gripper_never_takes_more_than_its_effort(position: float, effort: float) -> None:
    try:
        call = CallReader(GRIPPER, gripper()).read(gripper(position, effort))
    except DecodeError:
        return
    assert effort <= 20
    assert position <= 0.02
    assert call.arguments == ("mug_1",)


@given(ANY, ANY, ANY, ANY)
def test_whatever_a_topic_says_a_source_survives(
    label: Any, score: Any, x: Any, array: Any
) -> None:
    board = FactBoard(BINDINGS.facts, BINDINGS.things, BINDINGS.assumed)
    now = TwoClockTime(10**12, 10**12)
    odd = message(label=label, score=score, pose=pose(x, 0.0))
    for told in (message(detections=[odd, detection("cup", 0.9)]), message(detections=array), odd):
        board.receive("camera", told, now)
        board.receive("joints", told, now)
    facts, _ = board.facts(now)
    names = {name for fact in facts.true | facts.false | facts.unknown for name in fact.arguments}
    assert names <= THINGS


@given(st.data())
def test_a_file_with_a_part_changed_is_read_or_refused_with_its_place(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(FILE)))
    length = data.draw(st.integers(0, 12))
    part = data.draw(st.text(alphabet="abz_:-[]{}\"'\n 019%&*!.()=", max_size=12))
    text = FILE[:start] + part + FILE[start + length :]
    place: Place | None = Place("f")
    try:
        parse_bindings(text, "f", load_domain("household"))
    except InputError as error:
        place = error.place
    assert place is not None


def test_a_goal_that_is_almost_in_a_region_is_not() -> None:
    reader = CallReader(NAVIGATE, navigate())
    beyond = math.nextafter(4.0, 5.0)
    assert reader.read(navigate(4.0, 3.0, frame="map"))
    with pytest.raises(DecodeError, match="no region"):
        reader.read(navigate(beyond, 3.0, frame="map"))
