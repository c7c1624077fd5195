"""What a guard node demanded at each moment of an episode, from its log.

The guard tells what is due at the present only, and an evaluator that asked after every step would
get the answer of another moment.  A session of the same settings that is led through the log says
it of every moment, as a replay does.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from is_bench.guard_log import (
    Entry,
    EpisodeEnded,
    StateHeard,
    StepEnded,
    StepJudged,
    TaskBegun,
)
from is_bench.guard_log_messages import event_of, place_of, task_of
from is_bench.messages import FactReader, nanoseconds_of
from is_bench.scenarios import Annotations
from is_bench.verdict import Obligation
from is_safety_monitor.core import log_player
from is_safety_monitor.core.received_states import Report, report_of
from is_safety_monitor.core.session import Session

Due = tuple[Obligation, ...]


class EpisodeLog:
    """The log of a guard of one episode, with the states of the world that it names."""

    def __init__(
        self, tasks: Sequence[Any], events: Sequence[Any], states: Mapping[int, Any]
    ) -> None:
        """`tasks` are GuardTask, `events` GuardEvent and `states`, by step, WorldState messages.

        Raises ValueError for an event of an unknown kind.
        """
        entries: dict[int, Entry] = {place_of(task).entry: task_of(task) for task in tasks}
        entries |= {place_of(event).entry: event_of(event) for event in events}
        self._numbered = sorted(entries.items())
        self._states = [states[step] for step in sorted(states)]
        self._stamps = [nanoseconds_of(state.header.stamp) for state in self._states]

    @property
    def entries(self) -> list[Entry]:
        """The entries in order."""
        return [entry for _, entry in self._numbered]

    def is_complete(self, executed: int) -> bool:
        """Whether it has no gap, and tells of `executed` steps and of the state after the last."""
        numbers = [number for number, _ in self._numbered]
        ended = sum(isinstance(entry, StepEnded) for entry in self.entries)
        heard = [entry.stamp_ns for entry in self.entries if isinstance(entry, StateHeard)]
        return (
            all(after == before + 1 for before, after in pairwise(numbers))
            and any(isinstance(entry, TaskBegun) for entry in self.entries)
            and ended >= executed
            and max(heard, default=-1) >= self._stamps[-1]
        )

    def reports(self) -> Iterator[Report | None]:
        """The state that each entry names; None for an entry that names none.

        A state that was published again counts as the first one of its step.
        """
        reader = FactReader()
        for entry in self.entries:
            if not isinstance(entry, StateHeard):
                yield None
                continue
            place = max(0, bisect_right(self._stamps, entry.stamp_ns) - 1)
            yield replace(report_of(self._states[place], reader), stamp_ns=entry.stamp_ns)


def obligations_by_moment(
    log: EpisodeLog, session: Session, steps: int, annotations: Annotations | None = None
) -> tuple[Due, ...]:
    """What was due at the start and after each of `steps` steps.

    `session` is new, and used up; `annotations` are those that a guard which peeks was shown.
    """
    found: list[Due] = []
    now_ns = 0
    for entry, report in zip(log.entries, log.reports(), strict=True):
        if isinstance(entry, EpisodeEnded):
            break
        if isinstance(entry, StepJudged):
            missing = entry.index + 1 - len(found)
            found += [_due(session, now_ns)] * missing
        now_ns = max(now_ns, getattr(entry, "now_ns", 0))
        log_player.apply(session, entry, report, annotations)
        session.drain()
    return (*found, *[_due(session, now_ns)] * (steps + 1 - len(found)))


def _due(session: Session, now_ns: int) -> Due:
    return tuple(session.due(now_ns) or ())
