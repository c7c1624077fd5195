"""The journal of an episode: what happened, in the order in which it happened, as a bag tells it.

The direct engine has no clock, so its journals run on a made-up one: a second a step.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from is_bench.calls import SkillCall
from is_bench.evaluation import Status
from is_bench.events import Occurrence
from is_bench.facts import FactSet
from is_bench.guard_log import Entry, LogPosition
from is_bench.objects import SceneObject
from is_bench.verdict import PlanVerdict, TaskVerdict, Verdict

STEP_NS = 1_000_000_000
"""How long a step takes on the made-up clock."""


@dataclass(frozen=True)
class GoalEnded:
    """A goal was refused by the guard, or carried out with success or not."""

    index: int
    """Of the step in the episode."""
    text: str
    """The planner's own words."""
    call: SkillCall
    status: Status
    error: str = ""
    cause: str = ""
    """The name of the fault that made it fail; empty where none did."""


@dataclass(frozen=True)
class StateShown:
    """A state of the world: at the start, or after a goal that was carried out."""

    number: int
    """How many goals had been carried out."""
    told: FactSet
    """What guard and planner were told."""
    truth: FactSet | None = None
    """What was the case, in episodes in which the robot may be told wrongly; else None."""
    objects: tuple[SceneObject, ...] = ()
    """At the start all, afterwards those that were not there before."""
    occurrences: tuple[Occurrence, ...] = ()
    """Since the state before, in order; with what is told wrongly."""
    after: GoalEnded | None = None
    """What led here; None at the start."""


@dataclass(frozen=True)
class Logged:
    """The guard made an entry in its log."""

    place: LogPosition
    entry: Entry


@dataclass(frozen=True)
class Said:
    """The guard said something."""

    what: TaskVerdict | PlanVerdict | Verdict
    place: LogPosition
    """Of what it answered, in the guard's log."""
    enforced: bool = False
    """Whether what it objects to was not done."""


@dataclass(frozen=True)
class Note:
    """Something that happened, and when."""

    at_ns: int
    what: StateShown | GoalEnded | Logged | Said


@dataclass
class Journal:
    """What has happened so far in an episode."""

    now_ns: int = 0
    """The present time; moved on by whoever runs the episode."""
    notes: list[Note] = field(default_factory=list)

    def note(self, what: StateShown | GoalEnded | Logged | Said) -> None:
        """Write down what happens now."""
        self.notes.append(Note(self.now_ns, what))
