"""World states as a guard receives them, and the objects that they name."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from is_bench.durations import NS_PER_S
from is_bench.errors import InputError
from is_bench.facts import Atom, FactSet
from is_bench.guard_log import TaskRequest
from is_bench.messages import (
    FactReader,
    Message,
    descriptions_of,
    nanoseconds_of,
)
from is_bench.recognised import ObjectDescription
from is_safety_monitor.core.bounds import MOST_OBJECTS, check_length, check_room, check_things


@dataclass(frozen=True)
class Report:
    """A received world state."""

    episode: str
    stamp_ns: int
    read: Callable[[], tuple[FactSet, Mapping[Atom, int]]]
    """Its facts, and when some of them were seen; raises for one that cannot be read."""
    objects: tuple[ObjectDescription, ...] = ()
    """Things of the scene, those at least that no earlier state has named."""
    malformed: str = ""
    """Why it is malformed; empty if it is not."""

    def is_of(self, episode: str) -> bool:
        """Whether it is about `episode`; one that names no episode is about whichever runs."""
        return self.episode in ("", episode)


def report_of(message: Message, reader: FactReader) -> Report:
    """The report in a WorldState message; `reader` reads it when it counts."""
    objects = descriptions_of(message.objects)
    return Report(
        message.episode_id,
        nanoseconds_of(message.header.stamp),
        cache(lambda: (reader.read(message), reader.observed(message))),
        objects,
        _malformed(message, objects),
    )


def _malformed(message: Message, objects: Iterable[ObjectDescription]) -> str:
    """Why a WorldState message is malformed: invalid time, or too many objects; empty if not."""
    try:
        check_length("list of objects", message.objects, MOST_OBJECTS)
        check_things(objects)
    except InputError as error:
        return error.message
    for what, time in (
        ("its stamp", message.header.stamp),
        *((f"when {fact.predicate[:80]} was observed", fact.observed) for fact in message.facts),
    ):
        if time.nanosec >= NS_PER_S:
            return f"{what}: nanosec is {time.nanosec}, must be below {NS_PER_S}"
    return ""


def things_of(request: TaskRequest, latest: Report | None) -> tuple[ObjectDescription, ...]:
    """The things of a task, and those that the `latest` state of its episode names besides.

    Raises InputError for a thing without a name, for two things of one name, and for too many.
    """
    names: set[str] = set()
    for thing in request.objects:
        if not thing.name:
            raise InputError("an object of the task has no name; calls and facts need one")
        if thing.name in names:
            raise InputError(f"two objects of the task are called {thing.name!r}; rename one")
        names.add(thing.name)
    if latest is None or not latest.is_of(request.episode):
        return request.objects
    new = newcomers(latest, names)
    check_room(len(names), len(new))
    return (*request.objects, *new)


def newcomers(report: Report, known: Container[str]) -> tuple[ObjectDescription, ...]:
    """The objects that a state names and that are not `known`; the first of each name."""
    new: dict[str, ObjectDescription] = {}
    for thing in report.objects:
        if thing.name and thing.name not in known:
            new.setdefault(thing.name, thing)
    return tuple(new.values())
