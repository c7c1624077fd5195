"""The logs of guards in a bag, with what each guard said then."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from is_bench.errors import Place, UnknownNameError
from is_bench.guard_log import Entry, LogPosition, ModeChanged, StateHeard
from is_bench.guard_log_messages import event_of, place_of, task_of
from is_bench.messages import FactReader, advice_of, nanoseconds_of, verdict_of
from is_bench.verdict import Advice, Decision, GuardMode, GuardStage, Verdict
from is_bench.version import package_version
from is_bench.world import quirks_of
from is_bench_eval.recording.bag_reader import Bag, BagProblem
from is_bench_eval.recording.topics import (
    GUARD_LOG,
    GUARD_TASKS,
    PLAN_VERDICTS,
    TASK_VERDICTS,
    VERDICTS,
    WORLD_STATE,
)
from is_safety_monitor.core.configuration import KNOWLEDGE
from is_safety_monitor.core.received_states import Report, report_of
from is_safety_monitor.core.stages import Stages

T = TypeVar("T")
_NEEDED = {GUARD_TASKS: "owner", GUARD_LOG: "until", VERDICTS: "call"}
"""Fields that tell the present message format from older ones, by topic."""


@dataclass(frozen=True)
class Answer:
    """What a guard said to one entry of its log."""

    verdicts: tuple[Verdict, ...]
    """One, or of a plan one for each step."""
    beside: tuple[Advice | str, ...] = ()
    """What it told besides: of a task advice, of a plan the constraints that it considered."""
    enforced: bool = False
    """Whether what it objected to was not done."""
    episode: str = ""
    """As the guard told it."""


@dataclass(frozen=True)
class GuardLog:
    """The log of one guard, from its start to its end or the end of the bag."""

    number: int
    """When the guard was started; 0: an engine without a clock kept the log."""
    entries: Mapping[int, Entry]
    """By their numbers, in order."""
    reports: Mapping[int, Report]
    """The states of the world that entries name, as far as they are in the bag."""
    answers: Mapping[int, Answer]
    """By the number of the entry that they answer."""


def read_logs(bag: Bag) -> list[GuardLog]:
    """The logs of every guard in `bag`; what cannot be read is noted among the bag's notices.

    Raises BagProblem for a bag whose messages have an older format.
    """
    check_format(bag)
    logs = [log for robot in bag.by_namespace() for log in _robots_logs(robot)]
    return sorted(logs, key=lambda log: log.number)


def _robots_logs(bag: Bag) -> Iterator[GuardLog]:
    """The logs in a bag of one namespace."""
    entries: dict[int, dict[int, Entry]] = defaultdict(dict)
    for topic, read in ((GUARD_TASKS, _task), (GUARD_LOG, _event)):
        for place, entry in _read(bag, topic, read):
            entries[place.log][place.entry] = entry
    answers = _answers(bag)
    states: dict[tuple[str, int], list[Any]] = defaultdict(list)
    for _, _, message, _ in bag.of(WORLD_STATE):
        states[message.episode_id, nanoseconds_of(message.header.stamp)].append(message)
    for number, listed in sorted(entries.items()):
        ordered = dict(sorted(listed.items()))
        reports = dict(_reports(ordered, states))
        yield GuardLog(number, ordered, reports, answers.get(number, {}))


def check_format(bag: Bag) -> None:
    """Raise BagProblem if the messages of `bag` lack what a replay needs, as older ones do."""
    for topic, name in _NEEDED.items():
        lacking = any(not hasattr(found.message, name) for found in bag.of(topic))
        if lacking:
            versions = {getattr(found.message, "version", "") for found in bag.of(GUARD_TASKS)}
            writer = " and ".join(f"is_bench {v}" for v in sorted(versions - {""}))
            raise BagProblem(
                f"recorded by {writer or 'an older is_bench'} in an older message format ({topic} "
                f"has no field {name!r}); is_bench {package_version()} replays its own format "
                f"alone: replay this bag with {writer or 'the is_bench that recorded it'}",
                Place(str(bag.path)),
            )


def _reports(
    entries: Mapping[int, Entry], states: Mapping[tuple[str, int], Sequence[Any]]
) -> Iterator[tuple[int, Report]]:
    """The state that each entry names; of several with the same stamp the next one."""
    reader, used = FactReader(), defaultdict[tuple[str, int], int](int)
    for number, entry in entries.items():
        if isinstance(entry, StateHeard):
            key = entry.episode, entry.stamp_ns
            there = states.get(key, ())
            if there:
                message = there[min(used[key], len(there) - 1)]
                used[key] += 1
                yield number, report_of(message, reader)


def _answers(bag: Bag) -> dict[int, dict[int, Answer]]:
    found: dict[int, dict[int, Answer]] = defaultdict(dict)
    for topic, read in (
        (TASK_VERDICTS, lambda m: _answer([m.verdict], tuple(map(advice_of, m.advice)))),
        (PLAN_VERDICTS, lambda m: _answer(m.verdicts, tuple(m.considered))),
        (VERDICTS, lambda m: _answer([m] if m.module == _STEPS else [], ())),
    ):
        for place, answer in filter(None, _read(bag, topic, read)):
            found[place.log][place.entry] = answer
    return found


_STEPS = GuardStage.ACTION_SAFE.value
"""Of the other stages, what the topic of verdicts has is told in full by topics of their own."""


def _answer(
    messages: Sequence[Any], beside: tuple[Advice | str, ...]
) -> tuple[LogPosition, Answer] | None:
    if not messages:
        return None
    first = messages[0]
    if not first.log_entry:
        raise ValueError("it names no entry of a guard's log")
    verdicts = tuple(map(verdict_of, messages))
    answer = Answer(verdicts, beside, bool(first.enforced), first.episode_id)
    return LogPosition(int(first.log), int(first.log_entry)), answer


def _event(message: Any) -> tuple[LogPosition, Entry]:
    entry = event_of(message)
    if isinstance(entry, ModeChanged):
        GuardMode(entry.mode)  # raises ValueError
    return place_of(message), entry


def _task(message: Any) -> tuple[LogPosition, Entry]:
    """The entry in a GuardTask message; raises ValueError for settings that no guard has."""
    entry = task_of(message)
    by = entry.judged_by
    GuardMode(by.mode)
    Decision(by.unrecognised)
    try:
        Stages.of(by.stages.split(","))
        quirks_of(by.world)
    except UnknownNameError as error:
        raise ValueError(str(error)) from None
    if by.knowledge not in KNOWLEDGE:
        raise ValueError(f"no guard has the knowledge {by.knowledge!r}")
    return place_of(message), entry


def _read(bag: Bag, topic: str, read: Callable[[Any], T]) -> Iterator[T]:
    """Every message of a topic as a value; of those that make no sense there is a notice."""
    for found in bag.of(topic):
        try:
            yield read(found.message)
        except (AttributeError, KeyError, ValueError) as error:
            bag.notices.append(f"a message of {topic} makes no sense: {error}")
