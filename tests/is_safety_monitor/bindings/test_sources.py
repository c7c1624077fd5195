from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.durations import NS_PER_S
from is_bench.facts import Truth, atom
from is_safety_monitor.bindings.model import FactCondition
from is_safety_monitor.bindings.sources import FactBoard
from is_safety_monitor.two_clock_time import TwoClockTime
from tests.is_safety_monitor.bindings.samples import detection, joints, message, read

SOURCES = read().facts
OPEN = atom("open", "fridge_1")
NEAR = atom("robot_near", "mug_1")
WIDE, SHUT = math.radians(45), 0.0
START = 100


def at(seconds: float, wall: float | None = None) -> TwoClockTime:
    """`seconds` after the start on the steady clock; the other says the same unless told."""
    wall = seconds if wall is None else wall
    return TwoClockTime(round((START + wall) * NS_PER_S), round(seconds * NS_PER_S))


def board() -> FactBoard:
    return FactBoard(SOURCES, read().things)


def hear(told: FactBoard, angle: float, seconds: float, **clock: float) -> str:
    stamp = round((START + seconds) * NS_PER_S)
    return told.receive(
        "joints", joints(angle, stamp // NS_PER_S, stamp % NS_PER_S), at(seconds, **clock)
    )


def test_a_source_that_has_not_spoken_keeps_the_state_from_being_known() -> None:
    told = board()
    assert told.report("e", at(0)) is None
    assert told.timeouts(0) == ("no facts from joint_states yet",)


def test_a_report_has_the_facts_and_the_things() -> None:
    told = board()
    assert hear(told, WIDE, 1.0) == ""
    report = told.report("e", at(1.2))
    assert report is not None
    facts, seen = report.read()
    assert facts.truth(OPEN) is Truth.TRUE
    assert facts.truth(atom("open", "lamp_1")) is Truth.UNKNOWN
    assert report.stamp_ns == seen[OPEN] == (START + 1) * NS_PER_S
    assert {"kitchen", "mug_1"} <= {thing.name for thing in report.objects}


def test_a_stamp_that_stands_still_is_silence() -> None:
    told = board()
    assert hear(told, WIDE, 1.0) == ""
    for seconds in (1.2, 1.4):
        assert told.receive("joints", joints(WIDE, START + 1), at(seconds)) == ""
    assert told.timeouts(at(1.5).steady_ns) == ()
    assert told.timeouts(at(1.6).steady_ns) == ("joint_states: no valid message for 0.6 s",)


def test_a_silent_source_ends_the_state() -> None:
    told = board()
    hear(told, WIDE, 1.0)
    assert told.timeouts(at(1.5).steady_ns) == ()
    (why,) = told.timeouts(at(1.6).steady_ns)
    assert "joint_states: no valid message for 0.6 s" in why
    assert told.report("e", at(1.6)) is None


def test_a_source_that_is_not_required_only_makes_its_facts_unknown() -> None:
    told = board()
    told.receive("camera", message(detections=[detection("cup", 0.9)]), at(0.1))
    hear(told, WIDE, 1.0)
    assert told.facts(at(1.0))[0].truth(NEAR) is Truth.TRUE
    assert told.timeouts(at(1.2).steady_ns) == ()
    assert told.facts(at(1.2))[0].truth(NEAR) is Truth.UNKNOWN


def test_a_fact_that_is_not_seen_again_becomes_unknown() -> None:
    told = board()
    camera = message(detections=[detection("cup", 0.9)])
    told.receive("camera", camera, at(0.0))
    for tenths in range(5, 45, 5):
        told.receive("camera", message(detections=[]), at(tenths / 10))
    assert told.facts(at(2.9))[0].truth(NEAR) is Truth.TRUE
    assert told.facts(at(3.1))[0].truth(NEAR) is Truth.UNKNOWN


@pytest.mark.parametrize(
    ("sec", "nanosec", "why"),
    [
        (START + 1, 60_000_000, "in the future"),
        (START + 3600, 0, "in the future"),
        (START + 1, 1_000_000_000, "no time"),
        (0, 0, "no time"),
        (-5, 0, "no time"),
        (1970, 0, "in the future"),
        (START, 0, "1.0 s old"),
    ],
)
def test_a_stamp_that_cannot_be_is_not_believed(sec: int, nanosec: int, why: str) -> None:
    told = board()
    assert why in told.receive("joints", joints(WIDE, sec, nanosec), at(1.0))
    assert told.report("e", at(1.0)) is None
    assert why in told.timeouts(at(1.0).steady_ns)[0]


def test_a_stamp_a_little_ahead_is_believed_and_counts_as_now() -> None:
    told = board()
    assert told.receive("joints", joints(WIDE, START + 1, 40_000_000), at(1.0)) == ""
    report = told.report("e", at(1.0))
    assert report is not None
    assert report.stamp_ns == at(1.0).stamp_ns


def test_a_message_out_of_order_is_not_believed() -> None:
    told = board()
    hear(told, WIDE, 1.0)
    late = joints(SHUT, START, 900_000_000)
    assert "older" in told.receive("joints", late, at(1.1))
    assert told.facts(at(1.1))[0].truth(OPEN) is Truth.TRUE


def test_a_frozen_clock_of_stamps_does_not_keep_a_source_alive() -> None:
    told = board()
    hear(told, WIDE, 1.0)
    assert told.report("e", at(5.0, wall=1.0)) is None


def test_two_sources_that_disagree_leave_the_fact_unknown() -> None:
    joint = SOURCES[0]
    told = FactBoard([joint, replace(joint, name="other", topic="other")])
    for name, angle in (("joints", WIDE), ("other", SHUT)):
        told.receive(name, joints(angle, START + 1), at(1.0))
    assert told.facts(at(1.0))[0].truth(OPEN) is Truth.UNKNOWN


@pytest.mark.parametrize("angles", [*itertools.permutations((WIDE, SHUT, SHUT))])
def test_two_sources_that_agree_do_not_outvote_a_third(angles: tuple[float, ...]) -> None:
    joint = SOURCES[0]
    told = FactBoard([replace(joint, name=f"joints_{n}", topic=f"joints_{n}") for n in range(3)])
    for number, angle in enumerate(angles):
        told.receive(f"joints_{number}", joints(angle, START + 1), at(1.0))
    assert told.facts(at(1.0))[0].truth(OPEN) is Truth.UNKNOWN


def test_the_state_is_as_old_as_its_oldest_required_source() -> None:
    joint = replace(SOURCES[0], watchdog_ns=5 * NS_PER_S)
    told = FactBoard([joint, replace(joint, name="other", topic="other")])
    told.receive("joints", joints(WIDE, START + 1), at(1.0))
    told.receive("other", joints(WIDE, START + 3), at(3.0))
    report = told.report("e", at(3.0))
    assert report is not None
    assert report.stamp_ns == (START + 1) * NS_PER_S


@given(
    st.lists(
        st.tuples(st.floats(0, 3), st.sampled_from([WIDE, SHUT]), st.floats(-3, 3)), max_size=8
    ),
    st.floats(3, 8),
)
def test_nothing_is_known_of_what_was_not_heard_lately(
    words: list[tuple[float, float, float]], end: float
) -> None:
    told = board()
    for steady, angle, wall in sorted(words):
        hear(told, angle, steady, wall=wall)
    heard_late = any(end - steady <= 0.5 for steady, _, _ in words)
    if not heard_late:
        assert told.report("e", at(end)) is None
        assert told.facts(at(end))[0].truth(OPEN) is Truth.UNKNOWN


def test_what_is_assumed_holds_until_a_source_tells_of_it() -> None:
    assumed = [FactCondition("open", ("fridge_1",), value=False)]
    told = FactBoard(SOURCES, (), assumed)
    assert told.facts(at(0.0))[0].truth(OPEN) is Truth.FALSE
    hear(told, WIDE, 1.0)
    assert told.facts(at(1.0))[0].truth(OPEN) is Truth.TRUE
    assert told.facts(at(9.0))[0].truth(OPEN) is Truth.UNKNOWN
