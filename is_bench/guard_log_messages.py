"""Converts between entries of a guard log and ROS messages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Protocol

from is_bench.domain.model import SourceText
from is_bench.evaluation import Status
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
from is_bench.messages import (
    STATUS,
    Make,
    Message,
    MessageTypes,
    call_message,
    call_of,
    header,
    nanoseconds_of,
    recognised_messages,
    recognised_of,
    time_message,
)
from is_bench.world.removers import WashRule

_STATE, _JUDGED, _ENDED, _PLAN, _HOLD, _RELEASE, _STOP, _RESET, _FORGOTTEN = range(1, 10)
_OVER, _REFUSED, _MODE = range(10, 13)
_KINDS: dict[type[Entry], int] = {
    StateHeard: _STATE,
    StepJudged: _JUDGED,
    StepEnded: _ENDED,
    PlanChecked: _PLAN,
    HoldBegun: _HOLD,
    HoldEnded: _RELEASE,
    StopSet: _STOP,
    StopReset: _RESET,
    Forgotten: _FORGOTTEN,
    EpisodeEnded: _OVER,
    TaskRefused: _REFUSED,
    ModeChanged: _MODE,
}
_OK, _FAILED = STATUS[Status.OK], STATUS[Status.FAILED]
_NAMES = {True: "true", False: "false"}
_TRUTHS: dict[str, str | bool] = {name: value for value, name in _NAMES.items()}


class WashRuleType(Protocol):
    """The message class of washing rules."""

    WashRule: Make


class LogTypes(MessageTypes, WashRuleType, Protocol):
    """The message classes of a guard's log."""

    GuardTask: Make
    GuardEvent: Make
    SourceFile: Make
    Opinion: Make
    StepOpinion: Make


def entry_message(types: LogTypes, entry: Entry, place: LogPosition, stamp_ns: int) -> Message:
    """The GuardTask or GuardEvent message of an entry, written at `stamp_ns`."""
    where = {"header": header(types, stamp_ns), "log": place.log, "entry": place.entry}
    if isinstance(entry, TaskBegun):
        return types.GuardTask(**where, **_task_fields(types, entry))
    never = time_message(types, 0)
    nothing: dict[str, object] = {
        "now": never,
        "episode_id": "",
        "request_id": "",
        "index": 0,
        "action": "",
        "call": call_message(types, None),
        "state": never,
        "refusal": "",
        "may_hold": False,
        "accepted": False,
        "status": 0,
        "plan": [],
        "arrived": [],
        "opinion": [],
        "mode": "",
        "reason": "",
        "until": never,
    }
    fields = nothing | _event_fields(types, entry)
    return types.GuardEvent(**where, kind=_KINDS[type(entry)], **fields)


def place_of(message: Message) -> LogPosition:
    """The log position of the entry in a GuardTask or GuardEvent message."""
    return LogPosition(int(message.log), int(message.entry))


def task_of(message: Message) -> TaskBegun:
    """The entry in a GuardTask message."""
    objects = recognised_of(message.objects)
    return TaskBegun(
        request=TaskRequest(
            episode=message.episode_id,
            task=message.task,
            instruction=message.instruction,
            objects=tuple(thing.description for thing in objects),
            wash_rules=wash_rules_of(message.wash_rules),
            owner=message.owner,
            take_over=bool(message.take_over),
        ),
        judged_by=RecordedSettings(
            mode=message.mode,
            knowledge=message.knowledge,
            stages=message.stages,
            max_state_age_ns=int(message.max_state_age),
            max_fact_age_ns=int(message.max_fact_age),
            retry_budget=(
                int(message.refusals_in_a_row),
                int(message.refusals_of_a_step),
                int(message.refusals_of_an_episode),
            ),
            library_sha256=message.library_sha256,
            constraint_files=_sources_of(message.constraint_files),
            retrieval=message.retrieval,
            version=message.version,
            domain=message.domain,
            domain_files=_sources_of(message.domain_files),
            world=message.world,
            unrecognised=message.unrecognised,
            advice_limit=int(message.advice_limit),
        ),
        problem=message.problem,
        objects=objects,
        opinion=next(map(_opinion_of, message.opinion), None),
    )


def event_of(message: Message) -> Entry:
    """The entry in a GuardEvent message; raises ValueError for an unknown kind."""
    kind = int(message.kind)
    episode, now = message.episode_id, nanoseconds_of(message.now)
    step = {
        "episode": episode,
        "request": message.request_id,
        "index": int(message.index),
        "call": call_of(message.call),
        "now_ns": now,
    }
    if kind == _STATE:
        stamp, arrived = nanoseconds_of(message.state), recognised_of(message.arrived)
        return StateHeard(episode, stamp, arrived, now, message.reason)
    if kind == _JUDGED:
        return StepJudged(
            **step,
            text=message.action,
            refusal=message.refusal,
            may_hold=bool(message.may_hold),
            accepted=bool(message.accepted),
            opinion=next(map(_step_opinion_of, message.opinion), None),
        )
    if kind == _ENDED:
        ok = int(message.status) == _OK if message.status else None
        return StepEnded(**step, ok=ok, finished_ns=nanoseconds_of(message.state))
    if kind == _PLAN:
        return PlanChecked(episode, tuple(map(call_of, message.plan)), now)
    return _operation_of(message, kind, now)


def _operation_of(message: Message, kind: int, now_ns: int) -> Entry:
    """An entry without a state, goal or plan."""
    until = nanoseconds_of(message.until)
    plain: dict[int, Entry] = {
        _HOLD: HoldBegun(now_ns),
        _RELEASE: HoldEnded(now_ns),
        _STOP: StopSet(),
        _RESET: StopReset(),
        _FORGOTTEN: Forgotten(),
        _OVER: EpisodeEnded(message.episode_id, message.reason, now_ns),
        _REFUSED: TaskRefused(message.episode_id, message.reason),
        _MODE: ModeChanged(message.mode, message.reason, now_ns, until),
    }
    if kind not in plain:
        raise ValueError(f"a guard's log has no entries of kind {kind}")
    return plain[kind]


def _event_fields(types: LogTypes, entry: Entry) -> dict[str, object]:
    """The non-empty fields of a GuardEvent."""
    if isinstance(entry, StateHeard):
        return {
            "episode_id": entry.episode,
            "now": time_message(types, entry.seen_ns),
            "state": time_message(types, entry.stamp_ns),
            "reason": entry.refused,
            "arrived": recognised_messages(types, entry.arrived),
        }
    if isinstance(entry, HoldBegun | HoldEnded):
        return {"now": time_message(types, entry.now_ns)}
    if isinstance(entry, PlanChecked):
        return {
            "episode_id": entry.episode,
            "now": time_message(types, entry.now_ns),
            "plan": [call_message(types, step) for step in entry.plan],
        }
    if isinstance(entry, EpisodeEnded | TaskRefused | ModeChanged):
        return _operation_fields(types, entry)
    if not isinstance(entry, StepJudged | StepEnded):
        return {}
    step = {
        "episode_id": entry.episode,
        "request_id": entry.request,
        "index": entry.index,
        "call": call_message(types, entry.call),
        "now": time_message(types, entry.now_ns),
    }
    if isinstance(entry, StepEnded):
        status = 0 if entry.ok is None else _OK if entry.ok else _FAILED
        return {**step, "status": status, "state": time_message(types, entry.finished_ns)}
    return {
        **step,
        "action": entry.text,
        "refusal": entry.refusal,
        "may_hold": entry.may_hold,
        "accepted": entry.accepted,
        "opinion": [] if entry.opinion is None else [types.StepOpinion(**asdict(entry.opinion))],
    }


def _operation_fields(
    types: LogTypes, entry: EpisodeEnded | TaskRefused | ModeChanged
) -> dict[str, object]:
    if isinstance(entry, EpisodeEnded):
        now = time_message(types, entry.now_ns)
        return {"episode_id": entry.episode, "reason": entry.owner, "now": now}
    if isinstance(entry, TaskRefused):
        return {"episode_id": entry.episode, "reason": entry.why}
    return {
        "mode": entry.mode,
        "reason": entry.reason,
        "now": time_message(types, entry.now_ns),
        "until": time_message(types, entry.until_ns),
    }


def _task_fields(types: LogTypes, entry: TaskBegun) -> dict[str, object]:
    judged_by, opinion, request = entry.judged_by, entry.opinion, entry.request
    in_a_row, of_a_step, of_an_episode = judged_by.retry_budget
    return {
        "episode_id": request.episode,
        "task": request.task,
        "problem": entry.problem,
        "instruction": request.instruction,
        "objects": recognised_messages(types, entry.objects),
        "wash_rules": wash_rule_messages(types, request.wash_rules),
        "mode": judged_by.mode,
        "knowledge": judged_by.knowledge,
        "stages": judged_by.stages,
        "max_state_age": judged_by.max_state_age_ns,
        "max_fact_age": judged_by.max_fact_age_ns,
        "refusals_in_a_row": in_a_row,
        "refusals_of_a_step": of_a_step,
        "refusals_of_an_episode": of_an_episode,
        "library_sha256": judged_by.library_sha256,
        "constraint_files": _source_messages(types, judged_by.constraint_files),
        "domain": judged_by.domain,
        "domain_files": _source_messages(types, judged_by.domain_files),
        "world": judged_by.world,
        "unrecognised": judged_by.unrecognised,
        "advice_limit": judged_by.advice_limit,
        "retrieval": judged_by.retrieval,
        "version": judged_by.version,
        "opinion": [] if opinion is None else [_opinion(types, opinion)],
        "owner": request.owner,
        "take_over": request.take_over,
    }


def _opinion(types: LogTypes, opinion: AdviserReply) -> Message:
    return types.Opinion(
        relevant=list(opinion.relevant),
        refuse=opinion.refuse,
        reason=opinion.reason,
        note=opinion.note,
        model=opinion.model,
        proposals=list(opinion.proposals),
        restatements=list(opinion.restatements),
        blocks=opinion.blocks,
    )


def _opinion_of(message: Message) -> AdviserReply:
    return AdviserReply(
        tuple(message.relevant),
        message.refuse,
        message.reason,
        message.note,
        message.model,
        tuple(message.proposals),
        tuple(message.restatements),
        bool(message.blocks),
    )


def _step_opinion_of(message: Message) -> VisionReply:
    return VisionReply(
        bool(message.risky),
        message.category,
        message.why,
        message.model,
        message.note,
        bool(message.holds),
    )


def _source_messages(types: LogTypes, sources: Iterable[SourceText]) -> list[Message]:
    return [types.SourceFile(name=source.name, text=source.text) for source in sources]


def _sources_of(messages: Iterable[Message]) -> tuple[SourceText, ...]:
    return tuple(SourceText(message.name, message.text) for message in messages)


def wash_rule_messages(types: WashRuleType, rules: Iterable[WashRule]) -> list[Message]:
    """WashRule messages of a task's washing rules."""
    return [_wash_rule(types, rule) for rule in rules]


def wash_rules_of(messages: Iterable[Message]) -> tuple[WashRule, ...]:
    """The washing rules in WashRule messages."""
    return tuple(map(_wash_rule_of, messages))


def _wash_rule(types: WashRuleType, rule: WashRule) -> Message:
    ways = [f"{kind} {_plain(value)}" for kind, value in rule.conditions]
    return types.WashRule(tool=rule.tool, substance=rule.substance, conditions=ways)


def _wash_rule_of(message: Message) -> WashRule:
    ways = (way.partition(" ") for way in message.conditions)
    conditions = tuple((kind, _TRUTHS.get(value, value)) for kind, _, value in ways)
    return WashRule(message.tool, message.substance, conditions)


def _plain(value: str | bool) -> str:
    return value if isinstance(value, str) else _NAMES[value]
