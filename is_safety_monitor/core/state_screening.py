"""Validates world states by their stamps and by their facts.

Stamps are compared with the clock that made them.  A rejected state changes no known facts: the
last valid one becomes stale, and then all goals are blocked.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from dataclasses import dataclass

from is_bench.domain import Domain
from is_bench.durations import NS_PER_S
from is_bench.errors import InputError, UnknownNameError
from is_bench.facts import Atom, FactSet
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.two_clock_time import TwoClockTime

FUTURE_NS = 50_000_000
"""How far ahead a stamp may be: clocks of two machines differ a little."""
FROZEN_NS = 500_000_000
"""How long the clock of stamps may stop while the guard's clock advances."""
_ROOMS = ("inroom", 1)
"""The argument that names a room, which is no object of the scene."""


@dataclass
class ClockWatch:
    """Detects that the clock of stamps does not advance."""

    _last: TwoClockTime | None = None

    def problem(self, now: TwoClockTime) -> str:
        """Why stamps cannot be compared with the clock; empty if they can."""
        last = self._last
        if last is None or now.stamp_ns != last.stamp_ns:
            self._last = now
            return ""
        still_ns = now.steady_ns - last.steady_ns
        if still_ns <= FROZEN_NS:
            return ""
        return (
            f"the ROS clock has not advanced for {still_ns / NS_PER_S:.1f} s; all goals are "
            "blocked (check /clock and use_sim_time)"
        )


@dataclass
class StampScreen:
    """Rejects states with invalid stamps."""

    _last: tuple[str, int] | None = None
    """Episode and stamp of the last valid state."""

    def problem(self, report: Report, stamp_clock_ns: int) -> str:
        """Why a state that is received now is rejected; empty if it is valid."""
        problem = self._problem(report, stamp_clock_ns)
        if not problem:
            self._last = report.episode, report.stamp_ns
        return problem

    def _problem(self, report: Report, now_ns: int) -> str:
        if report.malformed:
            return report.malformed
        if _is_ahead(report.stamp_ns, now_ns):
            return f"it is stamped {_seconds(report.stamp_ns - now_ns)} in the future"
        episode, before_ns = self._last or (report.episode, report.stamp_ns)
        if report.episode == episode and report.stamp_ns < before_ns:
            back = _seconds(before_ns - report.stamp_ns)
            return f"it is stamped {back} before the state before it"
        return _ahead(report, now_ns)


def seen_at(report: Report, now: TwoClockTime) -> int:
    """Observation time of `report` on the guard's clock, if it is received `now`."""
    return now.steady_ns - max(0, now.stamp_ns - report.stamp_ns)


def believed_end(finished_ns: int, now_ns: int, most_ns: int) -> int:
    """From which stamp on states show the effect of a skill that a driver says ended then.

    All times are on the clock of stamps; the end became known at `now_ns`.  A driver that names a
    time to come, or one more than `most_ns` ago, is not believed.
    """
    return finished_ns if now_ns - most_ns <= finished_ns <= now_ns + FUTURE_NS else now_ns


class ContentScreen:
    """Rejects states with facts that are invalid for the known objects."""

    def __init__(self, domain: Domain) -> None:
        """`domain` says which predicates there are."""
        self._arities = domain.arities
        self._sound: set[Atom] = set()
        """Facts that were checked; known objects stay known."""

    def check(self, facts: FactSet, things: Collection[str]) -> None:
        """Raise InputError for invalid facts; `things` are the known objects."""
        named = facts.true | facts.false | facts.unknown
        if not named and facts.closed and things:
            raise InputError(
                "closed_world state without facts; send at least one fact, or set "
                "closed_world: false"
            )
        for fact in named - self._sound:
            self._check_fact(fact, things)
        self._sound = set(named)

    def _check_fact(self, fact: Atom, things: Container[str]) -> None:
        arity = self._arities.get(fact.predicate)
        if arity is None:
            raise UnknownNameError("predicate", fact.predicate[:80], self._arities)
        if len(fact.arguments) != arity:
            given = ", ".join(fact.arguments)[:200]
            raise InputError(
                f"{fact.predicate} takes {arity} arguments, got {len(fact.arguments)} ({given})"
            )
        for place, name in enumerate(fact.arguments):
            if name not in things and (fact.predicate, place) != _ROOMS:
                raise InputError(
                    f"{str(fact)[:200]}: unknown object {name[:80]!r}; add it to the objects of "
                    "the task or of a world state"
                )


def _ahead(report: Report, now_ns: int) -> str:
    """The first fact with an observation time in the future; empty if there is none."""
    try:
        _, observed = report.read()
    except Exception:  # noqa: BLE001  # what cannot be read is found out where it is taken in
        return ""
    return next(_late(observed, now_ns), "")


def _late(observed: Mapping[Atom, int], now_ns: int) -> Iterator[str]:
    for fact, stamp_ns in observed.items():
        if _is_ahead(stamp_ns, now_ns):
            ahead = _seconds(stamp_ns - now_ns)
            yield f"observation time of {str(fact)[:200]} is {ahead} in the future"


def _is_ahead(stamp_ns: int, now_ns: int) -> bool:
    return stamp_ns - now_ns > FUTURE_NS


def _seconds(nanoseconds: int) -> str:
    return f"{nanoseconds / NS_PER_S:.3f} s"
