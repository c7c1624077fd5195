"""What happens by itself in a scenario, and what goes wrong: the script, and what came of it."""

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
    """When something happens: exactly one of the three."""

    at_step: int | None = None
    """When so many steps have been attempted; at least 1."""
    at_time: float | None = None
    """Simulated seconds after the reset."""
    when: Expression | None = None
    """As soon as this holds."""


@dataclass(frozen=True)
class Event:
    """Something that somebody other than the robot does, or that happens by itself."""

    name: str
    actor: str
    trigger: Trigger
    changes: Changes
    delay: float = 0.0
    """Seconds from the trigger on; a condition has to hold all that time."""
    every: float | None = None
    """Seconds after which it happens again; a condition has to hold still."""
    times: int = 1
    """How often it happens at most."""
    probability: float = 1.0
    """Of each time that it could happen."""


@dataclass(frozen=True)
class Pattern:
    """Steps of a kind, such as `CLOSE(*)`."""

    skill: str
    arguments: tuple[str, ...]

    def matches(self, call: SkillCall) -> bool:
        """Whether `call` is of this kind."""
        return self.skill in (ANY, call.skill) and (
            self.skill == ANY
            or all(a in (ANY, b) for a, b in zip(self.arguments, call.arguments, strict=True))
        )


@dataclass(frozen=True)
class SkillFault:
    """Steps that fail though they could be done."""

    name: str
    fails: tuple[Pattern, ...]
    why: str
    """What the robot is told."""
    changes: Changes
    """What comes about instead of what the step does."""
    drops_onto: str | None = None
    """Where the object lands that was to be placed."""
    from_step: int = 1
    """The first step, counted from 1, that it can strike."""
    times: int = 1
    """How often it strikes at most."""
    probability: float = 1.0
    """Of each time that it could strike."""


@dataclass(frozen=True)
class SenseFault:
    """Facts that are not told as they are; the world itself is not touched."""

    name: str
    misses: frozenset[Atom]
    """Told not to hold, though they do."""
    doubts: frozenset[Atom]
    """Told to be unknown."""
    imagines: frozenset[Atom]
    """Told to hold, though they do not."""
    from_step: int = 0
    """The first state, by the number of steps attempted, that is told wrongly."""
    until_step: int | None = None
    """The first state that is told rightly again; None: none is."""
    probability: float = 1.0
    """Of each state."""


@dataclass(frozen=True)
class Script:
    """All that happens by itself or goes wrong in a scenario."""

    events: tuple[Event, ...] = ()
    skill_faults: tuple[SkillFault, ...] = ()
    sense_faults: tuple[SenseFault, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.events or self.skill_faults or self.sense_faults)


NOTHING = Script()
"""The script of a scenario in which only the robot acts, and nothing goes wrong."""


class Kind(Enum):
    """What a happening is."""

    EVENT = "event"
    SKILL_FAULT = "skill_fault"
    SENSE_FAULT = "sense_fault"


@dataclass(frozen=True)
class Happening:
    """Something that has happened."""

    name: str
    actor: str
    """Who did it; empty of faults."""
    kind: Kind
    at_s: float
    """Simulated seconds after the reset."""
    true: frozenset[Atom]
    """Of events and skill faults: facts that hold because of it.  Of sense faults: facts that hold
    and are not told to."""
    false: frozenset[Atom]
    """The same of facts that do not hold."""

    def __str__(self) -> str:
        return f"{self.name} ({self.actor or self.kind.value.replace('_', ' ')})"


def of_kind(happenings: Sequence[Happening], kind: Kind) -> tuple[Happening, ...]:
    """Those of `happenings` that are of `kind`, in order."""
    return tuple(found for found in happenings if found.kind is kind)
