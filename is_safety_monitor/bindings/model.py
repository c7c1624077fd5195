"""A robot as its binding file describes it: interfaces, map, fact sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from is_bench.domain import SourceText
from is_bench.errors import InputError, Place
from is_bench.guard_log import TaskRequest
from is_bench.recognised import ObjectDescription
from is_safety_monitor.bindings.conditions import Scalar
from is_safety_monitor.bindings.goals import NOWHERE, FieldTest, Reading
from is_safety_monitor.bindings.observations import MessageReading
from is_safety_monitor.bindings.paths import FieldPath
from is_safety_monitor.bindings.regions import Map
from is_safety_monitor.bindings.velocity import GateLimits


@dataclass(frozen=True)
class GuardedAction:
    """An action of the robot that planners reach by way of the guard."""

    name: str
    """In the file and in diagnostics."""
    type: str
    """Such as "nav2_msgs/action/NavigateToPose"."""
    planner: str
    """Name of the action that the guard serves."""
    robot: str
    """Name of the action that the robot serves."""
    reading: Reading
    succeeded: tuple[FieldTest, ...] = ()
    """What has to hold of a result, besides the status, for the skill to count as done."""
    reason: FieldPath | None = None
    """A text field of the result that receives the guard's text when it cancels a goal."""
    timeout_ns: int = 300_000_000_000
    preempts: bool = False
    """Whether a new goal takes the place of the one that is running."""
    place: Place = NOWHERE


@dataclass(frozen=True)
class GuardedService:
    """A service of the robot that planners reach by way of the guard."""

    name: str
    type: str
    """Such as "std_srvs/srv/SetBool"."""
    planner: str
    robot: str
    reading: Reading
    refused: Mapping[FieldPath, Scalar]
    """What the answer to a refused request says; `{reason}` in a text stands for the reason."""
    succeeded: tuple[FieldTest, ...] = ()
    timeout_ns: int = 10_000_000_000
    place: Place = NOWHERE


@dataclass(frozen=True)
class GatedTopic:
    """A topic of velocity commands that reach the robot by way of the guard."""

    name: str
    type: str
    """Such as "geometry_msgs/msg/Twist"."""
    planner: str
    robot: str
    limits: GateLimits
    linear: FieldPath
    angular: FieldPath
    """Parts of the message whose numbers are speeds [m/s], [rad/s]."""
    during: tuple[str, ...] = ()
    """Guarded actions while which commands may pass; empty: always."""
    slow_when: tuple[FactCondition, ...] = ()
    """Facts that slow it down where they hold or are unknown."""
    stop_when: tuple[FactCondition, ...] = ()
    place: Place = NOWHERE


@dataclass(frozen=True)
class FactCondition:
    """A fact, and the value of it that is wanted."""

    predicate: str
    arguments: tuple[str, ...]
    value: bool = True

    def __str__(self) -> str:
        told = f"{self.predicate}({', '.join(self.arguments)})"
        return told if self.value else f"not {told}"


@dataclass(frozen=True)
class Assumption:
    """An entry of `assume`: a pattern, and the facts that it stands for."""

    pattern: str
    """As written in the file; `*` stands for every object."""
    facts: tuple[FactCondition, ...]


@dataclass(frozen=True)
class FactSource:
    """A topic that tells facts."""

    name: str
    topic: str
    type: str
    reading: MessageReading
    watchdog_ns: int
    """Silence for longer makes its facts unknown, and stops the robot if it is required."""
    max_age_ns: int
    """A message whose stamp is older is rejected, and a fact that is older is unknown."""
    stamp: FieldPath | None = None
    """Of the time of observation; None: the time of receipt counts."""
    required: bool = True
    """Whether goals are blocked without it."""
    qos: str = "reliable"
    """`reliable`, `latched` or `sensor` (best effort)."""
    publishers: int = 1
    """How many may publish on the topic; with more, no message of it is believed."""
    place: Place = NOWHERE


@dataclass(frozen=True)
class StandingTask:
    """The task that holds from the start, until somebody sets another one."""

    episode: str
    instruction: str = ""


@dataclass(frozen=True)
class Bindings:
    """A robot's own interfaces, as a file describes them."""

    robot: str
    source: SourceText
    map: Map = field(default_factory=Map)
    things: tuple[ObjectDescription, ...] = ()
    """Of the robot's world, its regions among them."""
    actions: tuple[GuardedAction, ...] = ()
    services: tuple[GuardedService, ...] = ()
    velocities: tuple[GatedTopic, ...] = ()
    facts: tuple[FactSource, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    task: StandingTask | None = None

    @property
    def assumed(self) -> tuple[FactCondition, ...]:
        """Facts that hold as long as no source reports them."""
        return tuple(fact for entry in self.assumptions for fact in entry.facts)

    @property
    def guarded(self) -> tuple[GuardedAction | GuardedService | GatedTopic, ...]:
        """Everything that planners reach by way of the guard."""
        return (*self.actions, *self.services, *self.velocities)

    def completed(self, request: TaskRequest) -> TaskRequest:
        """A task, with all things and regions of the file; what they are, the file alone says.

        Raises InputError for a task that describes one of them otherwise.
        """
        own = {thing.name: thing for thing in self.things}
        for told in request.objects:
            if told.name in own:
                _check_same(told, own[told.name])
        named = {told.name for told in request.objects}
        objects = tuple(own.get(told.name, told) for told in request.objects)
        more = tuple(thing for thing in self.things if thing.name not in named)
        return replace(request, objects=(*objects, *more))


def _check_same(told: ObjectDescription, own: ObjectDescription) -> None:
    """Raise InputError where a task says something else of a thing than the file."""
    pairs = ((told.label, own.label), (told.synset, own.synset), (told.abilities, own.abilities))
    if any(said and said != known for said, known in pairs):
        raise InputError(
            f"the task describes {told.name!r} as {_kind(told)}, and the binding file as "
            f"{_kind(own)}; leave it out of the task's objects"
        )


def _kind(thing: ObjectDescription) -> str:
    return repr(", ".join(filter(None, (thing.label, thing.synset, *thing.abilities))) or "nothing")
