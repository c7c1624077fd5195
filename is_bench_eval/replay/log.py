"""The logs of guards in a bag, with what each guard said then."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from is_bench.guard_log import Entry, StateHeard
from is_bench.guard_log_messages import event_of, place_of, task_of
from is_bench.messages import FactReader, advice_of, nanoseconds_of, verdict_of
from is_bench.verdict import Module, Verdict
from is_bench_eval.bag.reading import Bag
from is_safety_monitor.core.reports import Report, report_of

TASKS, LOG = "/is_bench/guard_tasks", "/is_bench/guard_log"
STATES = "/is_bench/world_state"
VERDICTS = "/is_bench/verdicts"
TASK_VERDICTS, PLAN_VERDICTS = "/is_bench/task_verdicts", "/is_bench/plan_verdicts"
TOPICS = {TASKS, LOG, STATES, VERDICTS, TASK_VERDICTS, PLAN_VERDICTS}


@dataclass(frozen=True)
class Answer:
    """What a guard said to one entry of its log."""

    verdicts: tuple[Verdict, ...]
    """One, or of a plan one for each step."""
    beside: tuple[object, ...] = ()
    """What it told besides: of a task advice, of a plan the constraints that it considered."""
    enforced: bool = False
    """Whether what it objected to was not done."""


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


@dataclass
class Logs:
    """What a bag holds of guards."""

    logs: list[GuardLog] = field(default_factory=list)
    loose: list[tuple[str, Verdict]] = field(default_factory=list)
    """Verdicts that name no log, each with its episode: an older is_bench recorded them."""


def read_logs(bag: Bag) -> Logs:
    """The logs of every guard in `bag`; what cannot be read is noted among the bag's notices."""
    entries: dict[int, dict[int, Entry]] = defaultdict(dict)
    for topic, read in ((TASKS, task_of), (LOG, event_of)):
        for _, _, message in bag.of(topic):
            try:
                place, entry = place_of(message), read(message)
            except (AttributeError, ValueError) as error:
                bag.notices.append(f"an entry of the guard's log cannot be read: {error}")
            else:
                entries[place.log][place.entry] = entry
    answers, found = _answers(bag), Logs()
    states: dict[tuple[str, int], list[Any]] = defaultdict(list)
    for _, _, message in bag.of(STATES):
        states[message.episode_id, nanoseconds_of(message.header.stamp)].append(message)
    for number, listed in sorted(entries.items()):
        ordered = dict(sorted(listed.items()))
        reports = dict(_reports(ordered, states))
        found.logs.append(GuardLog(number, ordered, reports, answers.get(number, {})))
    found.loose = list(_loose(bag))
    return found


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
    for _, _, message in bag.of(TASK_VERDICTS):
        _add(found, [message.verdict], tuple(map(advice_of, message.advice)))
    for _, _, message in bag.of(PLAN_VERDICTS):
        if message.verdicts:
            _add(found, message.verdicts, tuple(message.considered))
    for _, _, message in bag.of(VERDICTS):
        if message.module == Module.ACTION_SAFE.value:  # the others are told in full elsewhere
            _add(found, [message], ())
    return found


def _add(
    found: dict[int, dict[int, Answer]], messages: Sequence[Any], beside: tuple[object, ...]
) -> None:
    first = messages[0]
    if entry := getattr(first, "log_entry", 0):
        verdicts = tuple(map(verdict_of, messages))
        found[int(first.log)][int(entry)] = Answer(verdicts, beside, bool(first.enforced))


def _loose(bag: Bag) -> Iterator[tuple[str, Verdict]]:
    for _, _, message in bag.of(VERDICTS):
        if not getattr(message, "log_entry", 0):
            yield message.episode_id, verdict_of(message)
