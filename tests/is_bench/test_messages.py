"""Values survive the way into messages, through serialized bytes, and back."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.calls import SkillCall
from is_bench.errors import InputError
from is_bench.evaluation import Fraction, MetricSet, Status
from is_bench.events import Occurrence, OccurrenceKind
from is_bench.facts import Atom, FactSet, atom
from is_bench.guard_log import LogPosition
from is_bench.messages import (
    CANCELED,
    DECISION,
    STATUS,
    STATUS_OF,
    FactMessages,
    FactReader,
    VerdictContext,
    call_message,
    call_of,
    descriptions_of,
    happening_message,
    happening_of,
    header,
    metrics_message,
    nanoseconds_of,
    object_messages,
    obligation_message,
    obligation_of,
    recognised_messages,
    recognised_of,
    time_message,
    verdict_message,
    verdict_of,
)
from is_bench.objects import ObjectTable, make_object
from is_bench.recognised import ObjectDescription, recognise_objects
from is_bench.verdict import Decision, GuardMode, GuardStage, Obligation, Verdict
from is_bench_eval.recording.bag_writer import make_typestore

STORE = make_typestore()
NAMES = {name.rpartition("/")[2]: name for name in STORE.types if "is_bench_interfaces" in name}
NAMES |= {"Time": "builtin_interfaces/msg/Time", "Header": "std_msgs/msg/Header"}
TYPES: Any = SimpleNamespace(**{short: STORE.types[name] for short, name in NAMES.items()})


def sent(message: Any) -> Any:
    """A message as its receiver gets it."""
    data = STORE.serialize_cdr(message, message.__msgtype__)
    return STORE.deserialize_cdr(data, message.__msgtype__)


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
uint32 = st.integers(0, 2**32 - 1)
tuples = st.lists(texts, max_size=3).map(tuple)
calls = st.builds(SkillCall, texts.filter(bool), tuples)
atoms = st.builds(Atom, texts, st.lists(texts, min_size=1, max_size=2).map(tuple))


# Times


@pytest.mark.parametrize(
    ("nanoseconds", "seconds", "rest"),
    [(0, 0, 0), (999_999_999, 0, 999_999_999), (10**9, 1, 0), (-1, -1, 999_999_999)],
)
def test_a_time_is_seconds_and_nanoseconds(nanoseconds: int, seconds: int, rest: int) -> None:
    message = sent(time_message(TYPES, nanoseconds))
    assert (message.sec, message.nanosec) == (seconds, rest)


@given(st.integers(-(2**31) * 10**9, 2**31 * 10**9 - 1))
def test_every_time_that_ros_knows_survives(nanoseconds: int) -> None:
    assert nanoseconds_of(sent(time_message(TYPES, nanoseconds))) == nanoseconds
    assert nanoseconds_of(sent(header(TYPES, nanoseconds)).stamp) == nanoseconds


# Facts


def world_state(*, closed: bool, facts: list[Any]) -> Any:
    return sent(
        TYPES.WorldState(
            header=header(TYPES, 0),
            episode_id="e",
            step=0,
            action="",
            status=0,
            error="",
            closed_world=closed,
            objects=[],
            happenings=[],
            facts=facts,
        )
    )


@given(st.frozensets(atoms, max_size=5), st.booleans())
def test_facts_that_hold_survive(facts: frozenset[Atom], closed: bool) -> None:
    message = world_state(closed=closed, facts=FactMessages(TYPES).true(facts))
    assert FactReader().read(message) == FactSet(facts, closed=closed)


def test_what_does_not_hold_and_what_is_unknown_is_read() -> None:
    values = {name: getattr(TYPES.Fact, f"VALUE_{name}") for name in ("TRUE", "FALSE", "UNKNOWN")}
    facts = [
        TYPES.Fact(predicate="open", arguments=[name], value=value, observed=time_message(TYPES, 1))
        for name, value in values.items()
    ]
    assert FactReader().read(world_state(closed=False, facts=facts)) == FactSet(
        true=frozenset([atom("open", "TRUE")]),
        false=frozenset([atom("open", "FALSE")]),
        unknown=frozenset([atom("open", "UNKNOWN")]),
        closed=False,
    )


def test_a_reader_keeps_states_apart() -> None:
    writer, reader = FactMessages(TYPES), FactReader()
    a, b = atom("open", "a"), atom("inside", "a", "b")
    for facts in ([a, b], [b], [], [a]):
        message = world_state(closed=True, facts=writer.true(facts))
        assert reader.read(message) == FactSet.closed_world(facts)


def test_facts_with_the_same_words_in_other_places_are_not_mixed_up() -> None:
    facts = frozenset([atom("a", "b", "c"), atom("a", "c", "b"), atom("b", "a", "c")])
    message = world_state(closed=True, facts=FactMessages(TYPES).true(facts))
    assert FactReader().read(message).true == facts


def test_objects_are_told_with_synset_and_abilities() -> None:
    table = ObjectTable(tuple(make_object(f"{s}_1", s) for s in ("apple.n.01", "stove.n.01")))
    told = map(sent, object_messages(TYPES, table))
    assert [(o.name, o.synset, frozenset(o.abilities)) for o in told] == [
        (o.name, o.synset, o.abilities) for o in table
    ]


# Verdicts and obligations

verdicts = st.builds(
    Verdict,
    index=uint32,
    subject=calls | texts,
    decision=st.sampled_from(Decision),
    module=st.sampled_from(GuardStage),
    constraints=tuples,
    feedback=texts,
    remedy=st.lists(calls, max_size=2).map(tuple),
    objects=tuples,
)


@given(verdicts, st.sampled_from(GuardMode), st.booleans(), uint32)
def test_verdicts_survive(verdict: Verdict, mode: GuardMode, enforced: bool, took: int) -> None:
    said = VerdictContext(
        "e", mode, 5, "r", enforced=enforced, spent_ns=took, place=LogPosition(7, took)
    )
    message = sent(verdict_message(TYPES, verdict, said))
    assert verdict_of(message) == verdict
    assert (message.episode_id, message.request_id) == ("e", "r")
    assert (message.mode, message.enforced) == (mode.value, enforced)
    assert (nanoseconds_of(message.header.stamp), message.decision_time_ns) == (5, took)
    assert (message.log, message.log_entry) == (7, took)


@given(st.builds(Obligation, texts, uint32, tuples))
def test_obligations_survive(due: Obligation) -> None:
    assert obligation_of(sent(obligation_message(TYPES, due))) == due


# The numbers that stand for words


@pytest.mark.parametrize("decision", Decision)
def test_decisions_have_the_numbers_of_the_interface(decision: Decision) -> None:
    assert DECISION[decision] == getattr(TYPES.Verdict, decision.name)


@pytest.mark.parametrize("status", Status)
def test_statuses_have_the_numbers_of_the_interface(status: Status) -> None:
    assert STATUS[status] == getattr(TYPES.SkillEvent, f"STATUS_{status.name}")
    assert STATUS_OF[STATUS[status]] is status


def test_a_world_state_has_the_same_statuses_as_an_event() -> None:
    assert STATUS[Status.OK] == TYPES.WorldState.STATUS_OK
    assert STATUS[Status.FAILED] == TYPES.WorldState.STATUS_FAILED
    assert TYPES.SkillEvent.STATUS_CANCELED == CANCELED


# Metrics


def test_metrics_keep_their_counts_apart() -> None:
    def rates(first: int) -> MetricSet:
        return MetricSet(*(Fraction(first + n, first + n + 10) for n in range(5)))

    faithful, strict = rates(0), rates(100)
    message = sent(metrics_message(TYPES, faithful, strict, episodes=7, errors=2, ns=3))
    assert (message.episodes, message.errors) == (7, 2)
    assert nanoseconds_of(message.header.stamp) == 3
    for told, meant in ((message.faithful, faithful), (message.strict, strict)):
        for name in ("sr", "ssr", "srec_all", "srec_pre", "srec_post"):
            fraction = getattr(told, name)
            assert Fraction(fraction.numerator, fraction.denominator) == getattr(meant, name)


# Calls and things


@given(calls)
def test_calls_survive(call: SkillCall) -> None:
    assert call_of(sent(call_message(TYPES, call))) == call


def test_no_call_is_an_empty_one() -> None:
    assert not sent(call_message(TYPES, None)).skill


def test_descriptions_and_recognitions_survive() -> None:
    described = (
        ObjectDescription("rag.n.01_1", "", "rag.n.01", ("saturable",)),
        ObjectDescription("cup_7", "red mug"),
        ObjectDescription("thing_1", "gizmo"),
    )
    found = recognise_objects(described, {"gizmo": "stove.n.01"})
    assert recognised_of(map(sent, recognised_messages(TYPES, found))) == found
    assert descriptions_of(thing.object for thing in recognised_messages(TYPES, found)) == described


def test_facts_that_nobody_can_tell_arrive_as_such() -> None:
    writer, fact, doubt = FactMessages(TYPES), atom("open", "a"), atom("ontop", "a", "b")
    for _ in range(2):  # the second time from what was built before
        message = world_state(closed=True, facts=[*writer.true([fact]), *writer.unknown([doubt])])
        read = FactReader().read(message)
        assert read == FactSet(frozenset([fact]), unknown=frozenset([doubt]))


def test_a_value_that_no_fact_has_is_refused() -> None:
    fact = TYPES.Fact(predicate="open", arguments=["a"], value=3, observed=time_message(TYPES, 0))
    with pytest.raises(InputError, match=r"open\(a\) has the value 3; send 0, 1 or 2"):
        FactReader().read(world_state(closed=True, facts=[fact]))


def test_a_reader_keeps_no_facts_of_states_before_the_last() -> None:
    reader = FactReader()
    for number in range(3):
        read = reader.read(
            world_state(
                closed=False, facts=FactMessages(TYPES).true([atom("open", f"thing_{number}")])
            )
        )
        assert read.true == {atom("open", f"thing_{number}")}
    assert len(reader._known) == 1


def test_what_happened_survives() -> None:
    opened = Occurrence(
        "opening",
        "guest",
        OccurrenceKind.EVENT,
        12.5,
        frozenset({atom("open", "fridge")}),
        frozenset({atom("hot", "pan")}),
    )
    for found in (opened, replace(opened, kind=OccurrenceKind.SENSE_FAULT, actor="")):
        message = happening_message(TYPES, FactMessages(TYPES), found)
        assert happening_of(sent(message)) == found
