"""DiagnosticArray statuses of the guard's components.

Levels are those of diagnostic_msgs: OK, WARN, ERROR, STALE.  ERROR: all goals are blocked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from is_bench.durations import NS_PER_S

LATENCIES_KEPT = 300


class Level(IntEnum):
    """Of diagnostic_msgs/DiagnosticStatus."""

    OK = 0
    WARN = 1
    ERROR = 2
    STALE = 3


@dataclass(frozen=True)
class Status:
    """The status of one component."""

    name: str
    level: Level
    message: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Source:
    """A source of world states or of driver status."""

    name: str
    age_ns: int | None
    """Time since its last message; None: never."""
    limit_ns: int
    """Above it, it is stale."""
    problem: str = ""
    """Why its last message was rejected; empty if it was valid."""


@dataclass(frozen=True)
class GuardStatus:
    """The status of a guard."""

    mode: str
    active: bool
    episode: str
    stopped: bool
    """Whether the emergency stop is set."""
    fault: str = ""
    """The fault that blocks all goals until it is corrected; empty if there is none."""
    running: int = 0
    """Goals that are being executed."""
    due: int | None = None
    """Open obligations; None: unknown at present."""
    intruders: Sequence[str] = ()
    mismatches: Sequence[str] = ()
    """Topics whose quality of service does not match."""
    driver: str = ""
    """Why the driver cannot be reached; empty if it can be."""
    gate: str | None = None
    """Why the driver gate is closed; None: no gate is used."""


class Latencies:
    """The times that the last verdicts took."""

    def __init__(self) -> None:
        """None so far."""
        self._spent_ns: deque[int] = deque(maxlen=LATENCIES_KEPT)

    def add(self, spent_ns: int) -> None:
        """A verdict took `spent_ns`."""
        self._spent_ns.append(spent_ns)

    def __len__(self) -> int:
        return len(self._spent_ns)

    def percentile_ms(self, percent: float) -> float:
        """The time [ms] that `percent` percent of the verdicts took at most; 0.0 without any."""
        if not self._spent_ns:
            return 0.0
        ordered = sorted(self._spent_ns)
        place = min(len(ordered) - 1, int(len(ordered) * percent / 100))
        return ordered[place] / 1e6


def diagnose(
    standing: GuardStatus, sources: Iterable[Source], latencies: Latencies
) -> Iterator[Status]:
    """One status for each part of a guard."""
    yield _guard(standing)
    for source in sources:
        yield _source(source)
    yield _part("driver", standing.driver)
    if standing.gate is not None:
        yield _part("gate", standing.gate)
    yield _graph(standing)
    yield _latency(latencies)


def _guard(standing: GuardStatus) -> Status:
    values = {
        "mode": standing.mode,
        "episode": standing.episode or "none",
        "running": str(standing.running),
        "obligations due": "unknown" if standing.due is None else str(standing.due),
    }
    level, message = Level.OK, f"guarding, mode {standing.mode}"
    if standing.fault:
        level, message = Level.ERROR, standing.fault
    elif standing.stopped:
        level, message = Level.ERROR, "the emergency stop is set; call guard/reset"
    elif not standing.active:
        level, message = Level.WARN, "not active; activate is_safety_monitor"
    elif standing.mode != "enforce":
        level, message = Level.WARN, f"mode {standing.mode}: nothing is refused"
    return Status("guard", level, message, values)


def _source(source: Source) -> Status:
    name = f"source {source.name}"
    if source.age_ns is None:
        return Status(name, Level.STALE, "never heard")
    values = {"age [s]": f"{source.age_ns / NS_PER_S:.3f}"}
    if source.problem:
        return Status(name, Level.ERROR, source.problem, values)
    if source.age_ns > source.limit_ns:
        limit = source.limit_ns / NS_PER_S
        return Status(name, Level.STALE, f"silent for more than {limit:g} s", values)
    return Status(name, Level.OK, "heard", values)


def _part(name: str, problem: str) -> Status:
    return Status(name, Level.ERROR if problem else Level.OK, problem or "ready")


def _graph(standing: GuardStatus) -> Status:
    if standing.intruders:
        level, message = Level.ERROR, "; ".join(standing.intruders)
    elif standing.mismatches:
        level, message = Level.WARN, "; ".join(standing.mismatches)
    else:
        level, message = Level.OK, "as expected"
    return Status("graph", level, message)


def _latency(latencies: Latencies) -> Status:
    values = {
        "verdicts": str(len(latencies)),
        "p50 [ms]": f"{latencies.percentile_ms(50):.3f}",
        "p99 [ms]": f"{latencies.percentile_ms(99):.3f}",
    }
    message = f"p99 {values['p99 [ms]']} ms" if len(latencies) else "no verdict yet"
    return Status("latency", Level.OK, message, values)
