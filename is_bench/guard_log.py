"""The log of a guard: everything that it was told and asked, in order.

Whoever leads a guard through the same log has it decide the same again, long after and without any
robot.  The states of the world are not repeated here: an entry names the one that it is about.
"""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain.model import SourceText
from is_bench.recognised import ObjectDescription, RecognisedObject
from is_bench.world.removers import WashRule


@dataclass(frozen=True)
class LogPlace:
    """Where in which guard's log an entry stands."""

    log: int
    """When the guard was started, in nanoseconds since the epoch; 0: there was no clock."""
    entry: int
    """From 1 on, in the order of what happened."""


NOWHERE = LogPlace(0, 0)


@dataclass(frozen=True)
class HeardOpinion:
    """What a language model added to what the guard says of a task."""

    relevant: tuple[str, ...] = ()
    refuse: str = ""
    reason: str = ""
    note: str = ""
    model: str = ""
    """The name of the model that was asked."""
    proposals: tuple[str, ...] = ()
    """New constraints as the model wrote them, before they were checked."""
    blocks: bool = False
    """Whether proposals that pass the checks can stop steps; else they warn."""


@dataclass(frozen=True)
class StepOpinion:
    """What a guard model that sees says of a step."""

    risky: bool = False
    category: str = ""
    """The kind of risk, in the model's words; empty unless risky."""
    why: str = ""
    """The danger, in the model's words; empty unless risky."""
    model: str = ""
    """The name of the model that was asked."""
    note: str = ""
    """What went wrong, if anything did."""
    holds: bool = False
    """Whether a risky step is held; else it is warned of."""


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
    constraint_files: tuple[SourceText, ...] = ()
    retrieval: str = ""
    """How constraints are searched by meaning; empty: nothing searches."""
    version: str = ""
    """Of is_bench."""
    domain: str = "is_bench"
    """The name of the robot's domain."""
    domain_files: tuple[SourceText, ...] = ()
    """The user's files that the domain was read from; empty for one of the package."""
    world: str = "released"
    """The rules by which the benchmark's skills are predicted."""
    unrecognised: str = "warn"
    """What a step does that touches a thing of no known class: "warn" or "block"."""
    advice_limit: int = 3
    """How many constraints a planner is told of before it plans."""


@dataclass(frozen=True)
class TaskRequest:
    """What a guard is told when a task begins: all that it judges by, beside states and calls."""

    episode: str
    task: str
    """A label for logs."""
    instruction: str
    objects: tuple[ObjectDescription, ...] = ()
    wash_rules: tuple[WashRule, ...] = ()
    """What takes up what in the scene, beside what the taxonomy tells."""
    owner: str = ""
    """Who sets the task; empty: nobody said."""
    take_over: bool = False
    """Whether it may replace a task of another owner of which something is still due."""


@dataclass(frozen=True)
class TaskBegun:
    """A guard was told of a task."""

    request: TaskRequest
    judged_by: JudgedBy
    problem: str = ""
    """Why it cannot be guarded; empty where it can."""
    objects: tuple[RecognisedObject, ...] = ()
    """The things of the request, with what each was recognised as."""
    opinion: HeardOpinion | None = None
    """None: no language model was asked."""


@dataclass(frozen=True)
class StateHeard:
    """A state of the world came in."""

    episode: str
    stamp_ns: int
    arrived: tuple[RecognisedObject, ...] = ()
    """Things that it names for the first time in the episode."""
    seen_ns: int = 0
    """When the world was so, on the guard's clock."""
    refused: str = ""
    """Why it was not believed; empty if it was."""


@dataclass(frozen=True)
class StepJudged:
    """A goal was judged, and accepted or not."""

    episode: str
    request: str
    index: int
    call: SkillCall
    text: str
    """The planner's own words."""
    now_ns: int
    refusal: str = ""
    """Why no goal at all could be accepted then; empty where one could."""
    may_hold: bool = False
    accepted: bool = True
    opinion: StepOpinion | None = None
    """None: no guard model that sees was asked."""


@dataclass(frozen=True)
class StepEnded:
    """An accepted goal ended."""

    episode: str
    request: str
    index: int
    call: SkillCall
    now_ns: int
    ok: bool | None
    """None: nobody knows."""
    finished_ns: int
    """States that are stamped earlier do not show its effect."""


@dataclass(frozen=True)
class PlanChecked:
    """A whole plan was checked."""

    episode: str
    plan: tuple[SkillCall, ...]
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


@dataclass(frozen=True)
class EpisodeEnded:
    """A call ended the episode; what was still due is dropped."""

    episode: str
    owner: str
    """Who called."""
    now_ns: int


@dataclass(frozen=True)
class TaskRefused:
    """A task was not taken on, and the one before it goes on."""

    episode: str
    """That would have begun."""
    why: str


@dataclass(frozen=True)
class ModeChanged:
    """The mode was changed while the guard ran."""

    mode: str
    reason: str
    """Why, and by whom."""
    now_ns: int
    until_ns: int = 0
    """When the mode ends; 0: it does not."""


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
