"""The guard's event log: all inputs and requests, in order.

Replaying the log reproduces the decisions at any later time, without a robot.  The log does not
contain world states: an entry refers to its state by the time stamp.
"""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain.model import SourceText
from is_bench.recognised import ObjectDescription, RecognisedObject
from is_bench.world.removers import WashRule


@dataclass(frozen=True)
class LogPosition:
    """The position of an entry in the log of a guard."""

    log: int
    """Start time of the guard, in nanoseconds since the epoch; 0: no clock."""
    entry: int
    """Number of the entry, from 1 on, in order of time."""


NOWHERE = LogPosition(0, 0)


@dataclass(frozen=True)
class AdviserReply:
    """Reply of the language-model adviser to a task."""

    relevant: tuple[str, ...] = ()
    refuse: str = ""
    reason: str = ""
    note: str = ""
    model: str = ""
    """The name of the model."""
    proposals: tuple[str, ...] = ()
    """New constraints as the model wrote them, before the checks."""
    restatements: tuple[str, ...] = ()
    """Requirements in plainer words, and doubts of others, before the checks."""
    blocks: bool = False
    """Whether proposals and restatements that pass can block steps; otherwise they warn."""


@dataclass(frozen=True)
class VisionReply:
    """Reply of the vision guard model to a step."""

    risky: bool = False
    category: str = ""
    """The risk category in the model's words; empty unless risky."""
    why: str = ""
    """The hazard in the model's words; empty unless risky."""
    model: str = ""
    """The name of the model."""
    note: str = ""
    """A problem of the request, if any."""
    holds: bool = False
    """Whether a risky step is held; otherwise the guard warns."""


@dataclass(frozen=True)
class RecordedSettings:
    """All settings that affect verdicts."""

    mode: str
    knowledge: str
    stages: str
    max_state_age_ns: int
    """Age at which a state is stale; 0: never."""
    max_fact_age_ns: int
    """Age at which a fact becomes unknown; 0: never."""
    retry_budget: tuple[int, int, int]
    """Rejections of a step in a row, of a step, of an episode."""
    library_sha256: str
    """Digest of the constraints and classes of the package."""
    constraint_files: tuple[SourceText, ...] = ()
    retrieval: str = ""
    """Retrieval method; empty if unused."""
    version: str = ""
    """The version of is_bench."""
    domain: str = "is_bench"
    """The name of the robot's domain."""
    domain_files: tuple[SourceText, ...] = ()
    """The user's domain files; empty for a domain of the package."""
    world: str = "released"
    """The rules for predicting the benchmark's skills."""
    unrecognised: str = "warn"
    """Decision on steps that use an unrecognized object: "warn" or "block"."""
    advice_limit: int = 3
    """Most constraints that a planner receives before it plans."""


@dataclass(frozen=True)
class TaskRequest:
    """The input at the start of a task: all that affects verdicts except states and calls."""

    episode: str
    task: str
    """A label for logs."""
    instruction: str
    objects: tuple[ObjectDescription, ...] = ()
    wash_rules: tuple[WashRule, ...] = ()
    """Task-specific cleaning rules, in addition to the taxonomy."""
    owner: str = ""
    """Owner of the task; may be empty."""
    take_over: bool = False
    """Whether it may replace another owner's task that has open obligations."""


@dataclass(frozen=True)
class TaskBegun:
    """A guard received a task."""

    request: TaskRequest
    judged_by: RecordedSettings
    problem: str = ""
    """Why the task cannot be guarded; empty if it can."""
    objects: tuple[RecognisedObject, ...] = ()
    """The objects of the request with their recognized classes."""
    opinion: AdviserReply | None = None
    """None: no language model was queried."""


@dataclass(frozen=True)
class StateHeard:
    """A world state was received."""

    episode: str
    stamp_ns: int
    arrived: tuple[RecognisedObject, ...] = ()
    """Objects that appear for the first time in the episode."""
    seen_ns: int = 0
    """Time of observation, on the guard's clock."""
    refused: str = ""
    """Why the state was rejected; empty if it is valid."""


@dataclass(frozen=True)
class StepJudged:
    """A goal was judged, and accepted or rejected."""

    episode: str
    request: str
    index: int
    call: SkillCall
    text: str
    """The planner's text of the step."""
    now_ns: int
    refusal: str = ""
    """Why no goal could be accepted at that time; empty if one could."""
    may_hold: bool = False
    accepted: bool = True
    opinion: VisionReply | None = None
    """None: no vision guard model was queried."""


@dataclass(frozen=True)
class StepEnded:
    """An accepted goal ended."""

    episode: str
    request: str
    index: int
    call: SkillCall
    now_ns: int
    ok: bool | None
    """None: unknown."""
    finished_ns: int
    """States with earlier stamps do not show its effect."""


@dataclass(frozen=True)
class PlanChecked:
    """A whole plan was checked."""

    episode: str
    plan: tuple[SkillCall, ...]
    now_ns: int


@dataclass(frozen=True)
class HoldBegun:
    """A goal waits for a state with a stamp of `now_ns` or later."""

    now_ns: int


@dataclass(frozen=True)
class HoldEnded:
    """The wait that started at `now_ns` ended."""

    now_ns: int


@dataclass(frozen=True)
class StopSet:
    """The emergency stop was set."""


@dataclass(frozen=True)
class StopReset:
    """The emergency stop was reset."""


@dataclass(frozen=True)
class Forgotten:
    """The guard shut down and lost its task and world state."""


@dataclass(frozen=True)
class EpisodeEnded:
    """A service call ended the episode; open obligations are dropped."""

    episode: str
    owner: str
    """The caller."""
    now_ns: int


@dataclass(frozen=True)
class TaskRefused:
    """A task was rejected; the previous task continues."""

    episode: str
    """The episode of the rejected task."""
    why: str


@dataclass(frozen=True)
class ModeChanged:
    """The mode was changed while the guard ran."""

    mode: str
    reason: str
    """The reason and the operator."""
    now_ns: int
    until_ns: int = 0
    """When the mode ends; 0: never."""


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
    | EpisodeEnded
    | TaskRefused
    | ModeChanged
)
