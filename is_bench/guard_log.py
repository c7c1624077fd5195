"""The log of a guard: everything that it was told and asked, in order.

Whoever leads a guard through the same log has it decide the same again, long after and without any
robot.  The states of the world are not repeated here: an entry names the one that it is about.
"""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.objects import ObjectTable
from is_bench.world import WashRule


@dataclass(frozen=True)
class LogPlace:
    """Where in which guard's log an entry stands."""

    log: int
    """When the guard was started, in nanoseconds since the epoch; 0: there was no clock."""
    entry: int
    """From 1 on, in the order of what happened."""


NOWHERE = LogPlace(0, 0)


@dataclass(frozen=True)
class ConstraintText:
    """A constraint file that a guard was given beside those that come with the package."""

    name: str
    """Of the file, without its folder."""
    text: str


@dataclass(frozen=True)
class HeardOpinion:
    """What a language model added to Task-Safe."""

    relevant: tuple[str, ...] = ()
    refuse: str = ""
    reason: str = ""
    note: str = ""


@dataclass(frozen=True)
class JudgedBy:
    """Everything about a guard that decides what it says."""

    mode: str
    knowledge: str
    stages: str
    max_state_age_ns: int
    """0: states do not get stale."""
    max_fact_age_ns: int
    """0: facts do not age."""
    retry_budget: tuple[int, int, int]
    """Refusals of a step in a row, of a step, of an episode."""
    library_sha256: str
    """Of the constraints and classes that come with the package."""
    constraint_files: tuple[ConstraintText, ...] = ()
    retrieval: str = ""
    """How constraints are searched by meaning; empty: nothing searches."""
    version: str = ""
    """Of is_bench."""


NO_OBJECTS = ObjectTable(())


@dataclass(frozen=True)
class TaskBegun:
    """A guard was told of a task."""

    episode: str
    task: str
    judged_by: JudgedBy
    problem: str = ""
    """Why there is no such task; the scene is empty then."""
    instruction: str = ""
    objects: ObjectTable = NO_OBJECTS
    wash_rules: tuple[WashRule, ...] = ()
    opinion: HeardOpinion | None = None
    """None: no language model was asked."""


@dataclass(frozen=True)
class StateHeard:
    """A state of the world came in."""

    episode: str
    stamp_ns: int


@dataclass(frozen=True)
class StepJudged:
    """A goal was judged, and accepted or not."""

    episode: str
    request: str
    index: int
    action: str
    now_ns: int
    refusal: str = ""
    """Why no goal at all could be accepted then; empty where one could."""
    may_hold: bool = False
    accepted: bool = True


@dataclass(frozen=True)
class StepEnded:
    """An accepted goal ended."""

    episode: str
    request: str
    index: int
    action: str
    now_ns: int
    ok: bool | None
    """None: nobody knows."""
    finished_ns: int
    """States that are stamped earlier do not show its effect."""


@dataclass(frozen=True)
class PlanChecked:
    """A whole plan was checked."""

    episode: str
    plan: tuple[str, ...]
    now_ns: int


@dataclass(frozen=True)
class HoldBegun:
    """A goal waits for a state that is stamped `now_ns` or later."""

    now_ns: int


@dataclass(frozen=True)
class HoldEnded:
    """A goal no longer waits that began to at `now_ns`."""

    now_ns: int


@dataclass(frozen=True)
class StopSet:
    """The emergency stop was set."""


@dataclass(frozen=True)
class StopReset:
    """The emergency stop was reset."""


@dataclass(frozen=True)
class Forgotten:
    """The guard was taken down, and with it what it knew of task and world."""


Entry = (
    TaskBegun
    | StateHeard
    | StepJudged
    | StepEnded
    | PlanChecked
    | HoldBegun
    | HoldEnded
    | StopSet
    | StopReset
    | Forgotten
)
