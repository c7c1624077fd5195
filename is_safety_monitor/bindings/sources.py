"""Last messages of the bound fact sources and their time-outs.

Ages are measured from the time of receipt on a steady clock; a stamp can only make an observation
older.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from is_bench.durations import NS_PER_S
from is_bench.facts import Atom, FactSet, Truth
from is_bench.recognised import ObjectDescription
from is_safety_monitor.bindings.arguments import DecodeError
from is_safety_monitor.bindings.model import FactCondition, FactSource
from is_safety_monitor.bindings.paths import FieldError, member, read
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.two_clock_time import TwoClockTime

FUTURE_NS = 50_000_000
"""How far ahead a stamp may be: clocks of two machines differ a little."""


@dataclass(frozen=True)
class _Observation:
    truth: Truth
    stamp_ns: int
    """Of the observation, on the clock of stamps."""
    seen_ns: int
    """The same on the steady clock."""


class SourceMemory:
    """The last observations of one source."""

    def __init__(self, source: FactSource) -> None:
        """`source` says how its messages are read."""
        self.source = source
        self.stamp_ns = 0
        """Of the last valid message; 0: there was none."""
        self.problem = ""
        """Why the last message was rejected; empty if it was valid."""
        self._heard_ns: int | None = None
        self._observations: dict[Atom, _Observation] = {}

    def receive(self, message: Any, now: TwoClockTime) -> str:
        """Store a message; returns why it is rejected, "" if it is valid."""
        try:
            self.problem = self._store(message, now)
        except Exception as error:  # noqa: BLE001  # whatever broke, the message tells nothing
            self.problem = error.message if isinstance(error, DecodeError) else repr(error)
        return self.problem

    def reject(self, why: str) -> str:
        """Take no message for a reason that is not its content; returns the reason."""
        self.problem = why
        return why

    def timeout(self, steady_ns: int) -> str:
        """Why the source is unreliable; empty if it is fine."""
        why = f": {self.problem}" if self.problem else ""
        if self._heard_ns is None:
            return f"no facts from {self.source.topic} yet{why}"
        silent_ns = steady_ns - self._heard_ns
        if silent_ns <= self.source.watchdog_ns:
            return ""
        return f"{self.source.topic}: no valid message for {silent_ns / NS_PER_S:.1f} s{why}"

    def age_ns(self, steady_ns: int) -> int | None:
        """Time since its last valid message; None: there was none."""
        return None if self._heard_ns is None else steady_ns - self._heard_ns

    def observations(self, steady_ns: int) -> Mapping[Atom, tuple[Truth, int]]:
        """Each observed fact and the stamp of its observation; unknown where it is too old."""
        silent = bool(self.timeout(steady_ns))
        return {
            fact: (
                Truth.UNKNOWN
                if silent or steady_ns - word.seen_ns > self.source.max_age_ns
                else word.truth,
                word.stamp_ns,
            )
            for fact, word in self._observations.items()
        }

    def _store(self, message: Any, now: TwoClockTime) -> str:
        stamp_ns = now.stamp_ns if self.source.stamp is None else _stamp(self.source, message)
        ahead_ns = stamp_ns - now.stamp_ns
        if ahead_ns > FUTURE_NS:
            return f"a stamp {ahead_ns / NS_PER_S:.3f} s in the future"
        if stamp_ns < self.stamp_ns:
            return "a stamp older than that of the message before"
        age_ns = max(0, -ahead_ns)
        if age_ns > self.source.max_age_ns:
            return f"a stamp {age_ns / NS_PER_S:.1f} s old"
        found = self.source.reading.facts(message)
        for fact, truth in found.items():
            self._observations[fact] = _Observation(
                truth, min(stamp_ns, now.stamp_ns), now.steady_ns - age_ns
            )
        if self._heard_ns is None or stamp_ns > self.stamp_ns:  # a stamp that stands still is old
            self.stamp_ns, self._heard_ns = min(stamp_ns, now.stamp_ns), now.steady_ns
        return ""


class FactBoard:
    """All the sources of a robot, as one state of its world."""

    def __init__(
        self,
        sources: Iterable[FactSource],
        things: tuple[ObjectDescription, ...] = (),
        assumed: Iterable[FactCondition] = (),
    ) -> None:
        """`things` are the objects of the robot's world; every report names them.

        `assumed` facts hold as long as no source has observed them.
        """
        self._memories = {source.name: SourceMemory(source) for source in sources}
        self._things = things
        self._assumed = {
            Atom(fact.predicate, fact.arguments): Truth.of(fact.value) for fact in assumed
        }

    def receive(self, name: str, message: Any, now: TwoClockTime) -> str:
        """Store a message of the source `name`; returns why it is rejected, "" if it is valid."""
        return self._memories[name].receive(message, now)

    def reject(self, name: str, why: str) -> str:
        """Take no message of the source `name`; returns the reason."""
        return self._memories[name].reject(why)

    @property
    def memories(self) -> Iterable[SourceMemory]:
        """What is known of each source."""
        return self._memories.values()

    def timeouts(self, steady_ns: int) -> tuple[str, ...]:
        """Why required sources are unreliable, one reason each."""
        found = (
            memory.timeout(steady_ns)
            for memory in self._memories.values()
            if memory.source.required
        )
        return tuple(why for why in found if why)

    def facts(self, now: TwoClockTime) -> tuple[FactSet, Mapping[Atom, int]]:
        """What is known, and when each of it was observed; of others nothing is known.

        Sources that contradict each other make a fact unknown, however many agree.
        """
        told: dict[Atom, list[tuple[Truth, int]]] = {}
        for memory in self._memories.values():
            for fact, word in memory.observations(now.steady_ns).items():
                told.setdefault(fact, []).append(word)
        merged = {fact: _merged(words) for fact, words in told.items()}
        for fact, truth in self._assumed.items():
            merged.setdefault(fact, (truth, now.stamp_ns))
        groups: dict[Truth, set[Atom]] = {truth: set() for truth in Truth}
        for fact, (truth, _) in merged.items():
            groups[truth].add(fact)
        seen = {
            fact: now.stamp_ns if truth is Truth.UNKNOWN else stamp_ns
            for fact, (truth, stamp_ns) in merged.items()
        }
        facts = FactSet(
            frozenset(groups[Truth.TRUE]),
            frozenset(groups[Truth.FALSE]),
            frozenset(groups[Truth.UNKNOWN]),
            closed=False,
        )
        return facts, seen

    def report(self, episode: str, now: TwoClockTime) -> Report | None:
        """The world state as of the oldest message of a required source; None if one timed out.

        So a skill's effect counts as observed once every required source has published after it.
        """
        if self.timeouts(now.steady_ns):
            return None
        stamps = [m.stamp_ns for m in self._memories.values() if m.source.required]
        found = self.facts(now)
        return Report(episode, min(stamps, default=now.stamp_ns), lambda: found, self._things)


def _merged(words: Sequence[tuple[Truth, int]]) -> tuple[Truth, int]:
    """What sources say together of one fact, and the stamp of the last of them that knows.

    Among three, two that agree do not outvote the third.
    """
    sure = [word for word in words if word[0] is not Truth.UNKNOWN] or words
    truths = {truth for truth, _ in sure}
    return truths.pop() if len(truths) == 1 else Truth.UNKNOWN, max(stamp for _, stamp in sure)


def _stamp(source: FactSource, message: Any) -> int:
    """The time of observation [ns]; raises DecodeError for one that is none."""
    path = source.stamp
    if path is None:
        return 0
    try:
        time = read(path, message)
        seconds, nanoseconds = int(member(time, "sec")), int(member(time, "nanosec"))
    except (FieldError, TypeError, ValueError):
        raise DecodeError(f"{path} is no time with sec and nanosec") from None
    if not 0 <= nanoseconds < NS_PER_S or seconds < 0 or seconds == nanoseconds == 0:
        raise DecodeError(f"{path} is no time: {seconds} s and {nanoseconds} ns")
    return seconds * NS_PER_S + nanoseconds
