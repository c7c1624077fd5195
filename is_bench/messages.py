"""Converts between domain objects and ROS messages.

It knows no ROS: the message classes come in, those of rclpy in a node, those of `rosbags` where a
bag is written without ROS.  Both are built by keyword and read by attribute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from is_bench.calls import SkillCall
from is_bench.durations import NS_PER_S
from is_bench.errors import InputError
from is_bench.evaluation import Fraction, MetricSet, Status
from is_bench.events import Occurrence, OccurrenceKind
from is_bench.facts import Atom, FactSet
from is_bench.guard_log import NOWHERE, LogPosition
from is_bench.objects import SceneObject
from is_bench.recognised import ObjectDescription, RecognisedObject, describe
from is_bench.recognition import Recognition, RecognitionMethod
from is_bench.verdict import (
    Advice,
    Decision,
    GuardMode,
    GuardStage,
    Obligation,
    ResponsibleParty,
    Verdict,
)

Message = Any
Make = Callable[..., Message]
"""A message class: called with field values by keyword."""


class TimeType(Protocol):
    """The message class of times."""

    Time: Make


class MessageTypes(TimeType, Protocol):
    """The message classes that this module builds."""

    Header: Make
    Fact: Make
    Happening: Make
    SceneObject: Make
    SkillCall: Make
    RecognisedObject: Make
    WorldState: Make
    Verdict: Make
    Advice: Make
    TaskVerdict: Make
    PlanVerdict: Make
    SkillEvent: Make
    OpenObligation: Make
    Fraction: Make
    MetricSet: Make
    Metrics: Make


STATUS = {Status.OK: 1, Status.FAILED: 2, Status.BLOCKED: 3}
"""The codes of ExecuteSkill, SkillEvent and, for the first two, WorldState."""
CANCELED = 4
STATUS_OF = {code: status for status, code in STATUS.items()}
DECISION = {Decision.ALLOW: 0, Decision.BLOCK: 1, Decision.WARN: 2}
_DECISION_OF = {code: decision for decision, code in DECISION.items()}
_FALSE, _TRUE, _UNKNOWN = 0, 1, 2
_KIND = {OccurrenceKind.EVENT: 1, OccurrenceKind.SKILL_FAULT: 2, OccurrenceKind.SENSE_FAULT: 3}
_KIND_OF = {code: kind for kind, code in _KIND.items()}


def time_message(types: TimeType, nanoseconds: int) -> Message:
    """builtin_interfaces/Time of a time in nanoseconds since the epoch."""
    return types.Time(sec=nanoseconds // NS_PER_S, nanosec=nanoseconds % NS_PER_S)


def nanoseconds_of(message: Message) -> int:
    """The time in nanoseconds of a builtin_interfaces/Time."""
    return int(message.sec) * NS_PER_S + int(message.nanosec)


def header(types: MessageTypes, nanoseconds: int) -> Message:
    """std_msgs/Header without a frame."""
    return types.Header(stamp=time_message(types, nanoseconds), frame_id="")


class FactMessages:
    """Builds Fact messages, each only once, because a scene's facts recur in every state."""

    def __init__(self, types: MessageTypes) -> None:
        """The messages are of the classes of `types`."""
        self._types = types
        self._known: dict[Atom, Message] = {}
        self._unknown: dict[Atom, Message] = {}
        self._false: dict[Atom, Message] = {}
        self._never = time_message(types, 0)

    def true(self, facts: Iterable[Atom]) -> list[Message]:
        """Messages marking `facts` as true; in no particular order."""
        return self._messages(facts, _TRUE, self._known)

    def false(self, facts: Iterable[Atom]) -> list[Message]:
        """Messages marking `facts` as false."""
        return self._messages(facts, _FALSE, self._false)

    def unknown(self, facts: Iterable[Atom]) -> list[Message]:
        """Messages marking `facts` as unknown."""
        return self._messages(facts, _UNKNOWN, self._unknown)

    def _messages(
        self, facts: Iterable[Atom], value: int, known: dict[Atom, Message]
    ) -> list[Message]:
        found = []
        for fact in facts:
            message = known.get(fact)
            if message is None:
                message = known[fact] = self._types.Fact(
                    predicate=fact.predicate,
                    arguments=list(fact.arguments),
                    value=value,
                    observed=self._never,
                )
            found.append(message)
        return found


def happening_message(types: MessageTypes, facts: FactMessages, occurrence: Occurrence) -> Message:
    """The Happening message of an event or fault."""
    return types.Happening(
        name=occurrence.name,
        actor=occurrence.actor,
        kind=_KIND[occurrence.kind],
        time=occurrence.at_s,
        facts=[*facts.true(occurrence.true), *facts.false(occurrence.false)],
    )


def happening_of(message: Message) -> Occurrence:
    """The event or fault in a Happening message."""
    by_value: dict[int, set[Atom]] = {_TRUE: set(), _FALSE: set()}
    for fact in message.facts:
        by_value[int(fact.value)].add(Atom(fact.predicate, tuple(fact.arguments)))
    return Occurrence(
        name=message.name,
        actor=message.actor,
        kind=_KIND_OF[int(message.kind)],
        at_s=float(message.time),
        true=frozenset(by_value[_TRUE]),
        false=frozenset(by_value[_FALSE]),
    )


class FactReader:
    """Decodes Fact messages, reusing atoms of the previous state."""

    def __init__(self) -> None:
        """Start without a previous state."""
        self._known: dict[tuple[str, ...], Atom] = {}
        """Atoms of the last state only, so that outdated names are dropped."""

    def read(self, message: Message) -> FactSet:
        """The facts of a WorldState; raises InputError for an invalid truth value."""
        found: tuple[set[Atom], set[Atom], set[Atom]] = (set(), set(), set())
        known, latest = self._known, dict[tuple[str, ...], Atom]()
        for fact in message.facts:
            arguments = fact.arguments
            key = (fact.predicate, *arguments)
            atom = known.get(key)
            if atom is None:
                atom = Atom(key[0], key[1:])
            latest[key] = atom
            if fact.value > _UNKNOWN:
                raise InputError(f"{str(atom)[:200]} has the value {fact.value}; send 0, 1 or 2")
            found[fact.value].add(atom)
        self._known = latest
        contradicted = found[_TRUE] & found[_FALSE]
        return FactSet(
            true=frozenset(found[_TRUE] - contradicted),
            false=frozenset(found[_FALSE] - contradicted),
            unknown=frozenset(found[_UNKNOWN] | contradicted),
            closed=bool(message.closed_world),
        )

    def observed(self, message: Message) -> dict[Atom, int]:
        """Observation times of the facts of a WorldState, in nanoseconds, where given."""
        return {
            Atom(fact.predicate, tuple(fact.arguments)): stamp
            for fact in message.facts
            if (stamp := nanoseconds_of(fact.observed))
        }


def call_message(types: MessageTypes, call: SkillCall | None) -> Message:
    """The SkillCall message of a call; an empty one for None."""
    if call is None:
        return types.SkillCall(skill="", arguments=[])
    return types.SkillCall(skill=call.skill, arguments=list(call.arguments))


def call_of(message: Message) -> SkillCall:
    """The call in anything that has `skill` and `arguments`."""
    return SkillCall(str(message.skill), tuple(map(str, message.arguments)))


def object_messages(types: MessageTypes, objects: Iterable[SceneObject]) -> list[Message]:
    """SceneObject messages of the objects of a scene."""
    return [_description_message(types, given) for given in describe(objects)]


def descriptions_of(messages: Iterable[Message]) -> tuple[ObjectDescription, ...]:
    """The objects described by SceneObject messages."""
    return tuple(map(_description_of, messages))


def recognised_messages(types: MessageTypes, objects: Iterable[RecognisedObject]) -> list[Message]:
    """RecognisedObject messages of objects."""
    return [
        types.RecognisedObject(
            object=_description_message(types, thing.description),
            recognised_as=thing.recognition.synset,
            how=thing.recognition.how.value,
            matched=thing.recognition.matched,
        )
        for thing in objects
    ]


def recognised_of(messages: Iterable[Message]) -> tuple[RecognisedObject, ...]:
    """The objects in RecognisedObject messages; raises ValueError for an unknown `how`."""
    return tuple(
        RecognisedObject(
            _description_of(message.object),
            Recognition(message.recognised_as, RecognitionMethod(message.how), message.matched),
        )
        for message in messages
    )


def _description_message(types: MessageTypes, given: ObjectDescription) -> Message:
    return types.SceneObject(
        name=given.name, label=given.label, synset=given.synset, abilities=list(given.abilities)
    )


def _description_of(message: Message) -> ObjectDescription:
    return ObjectDescription(
        message.name, message.label, message.synset, tuple(map(str, message.abilities))
    )


@dataclass(frozen=True)
class VerdictContext:
    """Context of a verdict (goal id, time, log position)."""

    episode: str
    mode: GuardMode
    stamp_ns: int
    request: str = ""
    enforced: bool = False
    spent_ns: int = 0
    """Duration of the decision."""
    place: LogPosition = NOWHERE
    """Log position of the judged entry."""


def verdict_message(types: MessageTypes, verdict: Verdict, context: VerdictContext) -> Message:
    """The Verdict message of a verdict."""
    return types.Verdict(
        header=header(types, context.stamp_ns),
        episode_id=context.episode,
        request_id=context.request,
        index=verdict.index,
        action=verdict.action,
        call=call_message(types, verdict.call),
        decision=DECISION[verdict.decision],
        module=verdict.module.value,
        constraints=list(verdict.constraints),
        feedback=verdict.feedback,
        remedy=[call_message(types, step) for step in verdict.remedy],
        objects=list(verdict.objects),
        fault="" if verdict.fault is None else verdict.fault.value,
        unknown_facts=list(verdict.unknown),
        final=verdict.final,
        mode=context.mode.value,
        enforced=context.enforced,
        decision_time_ns=context.spent_ns,
        log=context.place.log,
        log_entry=context.place.entry,
    )


def verdict_of(message: Message) -> Verdict:
    """The verdict in a Verdict message."""
    return Verdict(
        index=int(message.index),
        subject=call_of(message.call) if message.call.skill else message.action,
        decision=_DECISION_OF[int(message.decision)],
        module=GuardStage(message.module),
        constraints=tuple(message.constraints),
        feedback=message.feedback,
        remedy=tuple(map(call_of, message.remedy)),
        objects=tuple(message.objects),
        fault=ResponsibleParty(message.fault) if message.fault else None,
        unknown=tuple(message.unknown_facts),
        final=bool(message.final),
    )


def advice_message(types: MessageTypes, advice: Advice) -> Message:
    """The Advice message of an advice."""
    return types.Advice(
        constraint=advice.constraint,
        text=advice.text,
        remedies=[call_message(types, step) for step in advice.remedies],
    )


def advice_of(message: Message) -> Advice:
    """The advice in an Advice message."""
    return Advice(message.constraint, message.text, tuple(map(call_of, message.remedies)))


def obligation_message(types: MessageTypes, due: Obligation) -> Message:
    """The OpenObligation message of an obligation."""
    return types.OpenObligation(
        constraint=due.constraint, since=due.since, objects=list(due.objects)
    )


def obligation_of(message: Message) -> Obligation:
    """The obligation in an OpenObligation message."""
    return Obligation(message.constraint, int(message.since), tuple(message.objects))


def metrics_message(
    types: MessageTypes, faithful: MetricSet, strict: MetricSet, episodes: int, errors: int, ns: int
) -> Message:
    """The Metrics message of the run until now."""
    return types.Metrics(
        header=header(types, ns),
        episodes=episodes,
        errors=errors,
        faithful=_metric_set(types, faithful),
        strict=_metric_set(types, strict),
    )


def _metric_set(types: MessageTypes, found: MetricSet) -> Message:
    def fraction(value: Fraction) -> Message:
        return types.Fraction(numerator=value.numerator, denominator=value.denominator)

    return types.MetricSet(
        sr=fraction(found.sr),
        ssr=fraction(found.ssr),
        srec_all=fraction(found.srec_all),
        srec_pre=fraction(found.srec_pre),
        srec_post=fraction(found.srec_post),
    )
