"""Event scripts of scenarios, and the events and faults that occurred."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from is_bench.calls import SkillCall
from is_bench.facts import Atom
from is_bench.goal import Expression
from is_bench.world import Changes

ANY = "*"
"""Stands for any skill or any object in a pattern."""


@dataclass(frozen=True)
class Trigger:
    """When an event occurs; exactly one field is set."""

    at_step: int | None = None
    """After this number of attempted steps; at least 1."""
    at_time: float | None = None
    """Simulated seconds after the reset."""
    when: Expression | None = None
    """As soon as this condition holds."""


@dataclass(frozen=True)
class Event:
    """An exogenous change, caused by an actor other than the robot."""

    name: str
    actor: str
    trigger: Trigger
    changes: Changes
    delay: float = 0.0
    """Seconds from the trigger to the event; a condition has to hold all that time."""
    every: float | None = None
    """Period in seconds of further occurrences; a condition has to hold still."""
    times: int = 1
    """Most occurrences."""
    probability: float = 1.0
    """The probability of each possible occurrence."""


@dataclass(frozen=True)
class Pattern:
    """A pattern of calls, such as `CLOSE(*)`."""

    skill: str
    arguments: tuple[str, ...]

    def matches(self, call: SkillCall) -> bool:
        """Whether the pattern matches `call`."""
        return self.skill in (ANY, call.skill) and (
            self.skill == ANY
            or all(a in (ANY, b) for a, b in zip(self.arguments, call.arguments, strict=True))
        )


@dataclass(frozen=True)
class SkillFault:
    """Steps that fail although their preconditions hold."""

    name: str
    fails: tuple[Pattern, ...]
    why: str
    """The error that is reported to the robot."""
    changes: Changes
    """The changes that replace the effects of the step."""
    drops_onto: str | None = None
    """Where the object lands that should have been placed."""
    from_step: int = 1
    """The first step, counted from 1, that can fail."""
    times: int = 1
    """Most occurrences."""
    probability: float = 1.0
    """The probability of each possible occurrence."""


@dataclass(frozen=True)
class PerceptionFault:
    """Misreported facts; ground truth is unchanged."""

    name: str
    misses: frozenset[Atom]
    """False negatives: facts that hold and are reported as false."""
    doubts: frozenset[Atom]
    """Facts that are reported as unknown."""
    imagines: frozenset[Atom]
    """False positives: facts that do not hold and are reported as true."""
    from_step: int = 0
    """The first misreported state, by the number of steps attempted."""
    until_step: int | None = None
    """The first state that is reported correctly again; None: all later states are affected."""
    probability: float = 1.0
    """The probability for each state."""


@dataclass(frozen=True)
class EventScript:
    """The events and faults of a scenario."""

    events: tuple[Event, ...] = ()
    skill_faults: tuple[SkillFault, ...] = ()
    sense_faults: tuple[PerceptionFault, ...] = ()

    def __bool__(self) -> bool:
        """Whether the script has any event or fault."""
        return bool(self.events or self.skill_faults or self.sense_faults)


NOTHING = EventScript()
"""The script of a scenario without events and faults."""


class OccurrenceKind(Enum):
    """The kind of an occurrence."""

    EVENT = "event"
    SKILL_FAULT = "skill_fault"
    SENSE_FAULT = "sense_fault"


@dataclass(frozen=True)
class Occurrence:
    """An event or fault that occurred."""

    name: str
    actor: str
    """Who caused the event; empty for faults."""
    kind: OccurrenceKind
    at_s: float
    """Simulated seconds after the reset."""
    true: frozenset[Atom]
    """Events and skill faults: facts that hold because of it.  Perception faults: facts that hold
    and are reported otherwise."""
    false: frozenset[Atom]
    """The same for facts that do not hold."""

    def __str__(self) -> str:
        return f"{self.name} ({self.actor or self.kind.value.replace('_', ' ')})"


def of_kind(occurrences: Sequence[Occurrence], kind: OccurrenceKind) -> tuple[Occurrence, ...]:
    """Those of `occurrences` that are of `kind`, in order."""
    return tuple(found for found in occurrences if found.kind is kind)
