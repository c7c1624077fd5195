"""The entries of a guard's log survive the way into messages and back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.calls import SkillCall
from is_bench.domain import SourceText
from is_bench.guard_log import (
    AdviserReply,
    Entry,
    EpisodeEnded,
    Forgotten,
    HoldBegun,
    HoldEnded,
    LogPosition,
    ModeChanged,
    PlanChecked,
    RecordedSettings,
    StateHeard,
    StepEnded,
    StepJudged,
    StopReset,
    StopSet,
    TaskBegun,
    TaskRefused,
    TaskRequest,
    VisionReply,
)
from is_bench.guard_log_messages import entry_message, event_of, place_of, task_of
from is_bench.messages import nanoseconds_of
from is_bench.recognised import ObjectDescription, recognise_objects
from is_bench.world import WashRule
from is_bench_eval.recording.bag_writer import make_typestore

STORE = make_typestore()
NAMES = {name.rpartition("/")[2]: name for name in STORE.types if "is_bench_interfaces" in name}
NAMES |= {"Time": "builtin_interfaces/msg/Time", "Header": "std_msgs/msg/Header"}
TYPES: Any = SimpleNamespace(**{short: STORE.types[name] for short, name in NAMES.items()})

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=9)
tuples = st.lists(texts, max_size=3).map(tuple)
times = st.integers(0, 2**31 * 10**9 - 1)
counts = st.integers(0, 2**32 - 1)
sizes = st.integers(0, 2**64 - 1)
calls = st.builds(SkillCall, texts.filter(bool), tuples)
OBJECTS = recognise_objects(
    (
        ObjectDescription("rag.n.01_1", "", "rag.n.01", ("saturable",)),
        ObjectDescription("cup_7", "red mug"),
        ObjectDescription("thing_1", "gizmo"),
    ),
    {},
)
steps: dict[str, Any] = {
    "episode": texts,
    "request": texts,
    "index": counts,
    "call": calls,
    "now_ns": times,
}
step_opinions = st.builds(VisionReply, st.booleans(), texts, texts, texts, texts, st.booleans())
events = st.one_of(
    st.builds(StateHeard, texts, times, st.sampled_from([(), OBJECTS])),
    st.builds(
        StepJudged,
        **steps,
        text=texts,
        refusal=texts,
        may_hold=st.booleans(),
        accepted=st.booleans(),
        opinion=st.none() | step_opinions,
    ),
    st.builds(StepEnded, **steps, ok=st.none() | st.booleans(), finished_ns=times),
    st.builds(PlanChecked, texts, st.lists(calls, max_size=3).map(tuple), times),
    st.builds(HoldBegun, times),
    st.builds(HoldEnded, times),
    st.sampled_from([StopSet(), StopReset(), Forgotten()]),
    st.builds(EpisodeEnded, texts, texts, times),
    st.builds(TaskRefused, texts, texts),
    st.builds(ModeChanged, texts, texts, times, times),
)
sources = st.lists(st.builds(SourceText, texts, texts), max_size=2).map(tuple)
judged_by = st.builds(
    RecordedSettings,
    mode=texts,
    knowledge=texts,
    stages=texts,
    max_state_age_ns=sizes,
    max_fact_age_ns=sizes,
    retry_budget=st.tuples(counts, counts, counts),
    library_sha256=texts,
    constraint_files=sources,
    retrieval=texts,
    version=texts,
    domain=texts,
    domain_files=sources,
    world=texts,
    unrecognised=texts,
)
opinions = st.builds(
    AdviserReply, tuples, texts, texts, texts, texts, tuples, tuples, st.booleans()
)
WASHING = (
    WashRule("rag", "mold", (("saturated", "water.n.06"), ("toggled_on", True))),
    WashRule("towel", "dust"),
)


def sent(entry: Entry, place: LogPosition, stamp_ns: int) -> Any:
    message = entry_message(TYPES, entry, place, stamp_ns)
    data = STORE.serialize_cdr(message, message.__msgtype__)
    return STORE.deserialize_cdr(data, message.__msgtype__)


@given(events, sizes, sizes, times)
def test_events_survive(entry: Entry, log: int, number: int, stamp: int) -> None:
    message = sent(entry, LogPosition(log, number), stamp)
    assert event_of(message) == entry
    assert place_of(message) == LogPosition(log, number)
    assert nanoseconds_of(message.header.stamp) == stamp


@given(texts, texts, judged_by, texts, texts, st.none() | opinions)
def test_tasks_survive(
    episode: str,
    task: str,
    by: RecordedSettings,
    problem: str,
    said: str,
    opinion: AdviserReply | None,
) -> None:
    described = tuple(thing.description for thing in OBJECTS)
    request = TaskRequest(episode, task, said, described, WASHING, "me", take_over=True)
    entry = TaskBegun(request, by, problem, OBJECTS, opinion)
    message = sent(entry, LogPosition(1, 2), 3)
    assert task_of(message) == entry
    assert place_of(message) == LogPosition(1, 2)


def test_an_event_of_an_unknown_kind_is_refused() -> None:
    message = entry_message(TYPES, StopSet(), LogPosition(0, 1), 0)
    message.kind = 77
    with pytest.raises(ValueError, match="kind 77"):
        event_of(message)


def test_the_kinds_are_those_of_the_definition() -> None:
    known = {name: value for name, value in vars(TYPES.GuardEvent).items() if "KIND_" in name}
    read = {}
    for name, value in known.items():
        message = entry_message(TYPES, StopSet(), LogPosition(0, 1), 0)
        message.kind = value
        read[name] = type(event_of(message))
    assert read == {
        "KIND_STATE": StateHeard,
        "KIND_JUDGED": StepJudged,
        "KIND_ENDED": StepEnded,
        "KIND_PLAN": PlanChecked,
        "KIND_HOLD": HoldBegun,
        "KIND_RELEASE": HoldEnded,
        "KIND_STOP": StopSet,
        "KIND_RESET": StopReset,
        "KIND_FORGOTTEN": Forgotten,
        "KIND_EPISODE_ENDED": EpisodeEnded,
        "KIND_TASK_REFUSED": TaskRefused,
        "KIND_MODE": ModeChanged,
    }
