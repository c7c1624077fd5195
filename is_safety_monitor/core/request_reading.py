"""Parses the task instruction: requested states and persons present."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from is_bench.calls import SkillCall
from is_bench.domain import Domain, TransitionModel
from is_bench.facts import Atom
from is_bench.goal.syntax import Or
from is_bench.object_classes import ObjectClass
from is_bench.objects import ObjectTable, SceneObject
from is_bench.reading import Reading, read_instruction
from is_bench.reading.outcome import Wish
from is_bench.reading.people import IN_CARE, is_to_be_started, people_in
from is_bench.reading.remarks import is_demanding, is_firm, is_telling
from is_safety_monitor.core.lasting_wishes import lasting_wishes
from is_safety_monitor.core.request_plans import TaskRequestPlan, granting, planned_calls
from is_safety_monitor.core.requested_states import RequestedStates
from is_safety_monitor.core.storage_habits import named_class
from kb.constraint import Constraint, Pattern
from kb.derived import PLACES
from kb.properties import load_properties
from kb.requirements import read_requirements

_HEATED = ("cooked", "hot")
_STORAGE = "storage & household_storage & !cold_storage & !toxic_to_children"
_TOUCHING = 3
"""Patterns of a requirement that forbids whatever can be done with a thing, at least."""
MOST_LABELS = 5000
"""Labels that are remembered; then they are read again."""


@dataclass(frozen=True)
class RequestReading:
    """The words of a task, as far as the guard judges by them."""

    wishes: RequestedStates
    """The end states that the instruction asks for, surely or probably: they only excuse."""
    persons: tuple[SceneObject, ...]
    """People and animals that are spoken of or that a label names, one of a kind."""
    unread: tuple[str, ...]
    """Requests in the instruction that were not understood."""
    asked: TaskRequestPlan
    """What it surely asks for."""

    def unread_beside(self, stated: Iterable[Constraint], unread: Iterable[str]) -> tuple[str, ...]:
        """The requests that were not understood and are no requirement, read or `unread`."""
        known = [_plain(text) for text in (*(one.text for one in stated), *unread)]
        return tuple(text for text in self.unread if not _is_part(_plain(text), known))


def unaccounted(sentences: Iterable[str], objects: ObjectTable, domain: Domain) -> tuple[str, ...]:
    """Those of `sentences` that neither ask for what was understood nor merely tell something."""
    return tuple(
        text
        for text in sentences
        if not is_telling(text)
        and (is_demanding(text) or read_instruction(text, objects, domain).unread)
    )


class LabelReader:
    """Reads labels of things, each once: homes have many kinds of things in common."""

    def __init__(self) -> None:
        """No label has been read yet."""
        self._read: dict[str, frozenset[str]] = {}

    def people(self, label: str) -> frozenset[str]:
        """The properties of the persons and animals that a label names."""
        found = self._read.get(label)
        if found is None:
            if len(self._read) >= MOST_LABELS:
                self._read.clear()
            found = self._read[label] = people_in(label)
        return found


def read_request(
    instruction: str, objects: ObjectTable, domain: Domain, labels: LabelReader | None = None
) -> RequestReading:
    """What `instruction` says about a scene of `objects`, to a robot of `domain`.

    `labels` is kept by who reads one request after the other.
    """
    reading = read_instruction(instruction, objects, domain)
    labels = LabelReader() if labels is None else labels
    named = (labels.people(thing.label) for thing in objects if thing.label)
    kinds = sorted(reading.present.union(*named))
    wished = (*reading.wishes, *reading.likely)
    started = reading.in_use if is_to_be_started(instruction) else frozenset()
    wishes = RequestedStates(
        frozenset(wish.fact for wish in wished if wish.holds)
        | _placed(reading, objects, domain)
        | frozenset(_stoves_on(wished, objects))
        | (frozenset() if is_firm(instruction) else _left_open(reading, kinds, objects)),
        frozenset(wish.fact for wish in wished if not wish.holds),
        reading.in_use,
        _handed_over(started, wished, objects),
    )
    table = load_properties()
    persons = tuple(SceneObject(f"({kind})", "", table.implied([kind])) for kind in kinds)
    asked = TaskRequestPlan(reading.calls, tuple(wish for wish in reading.wishes if wish.sure))
    return RequestReading(wishes, persons, reading.unread, asked)


def _handed_over(
    in_use: frozenset[str], wished: Iterable[Wish], objects: ObjectTable
) -> frozenset[str]:
    """What the robot may leave running for whoever goes on with it: no means to its own task.

    Such are a tap at which it fills a bucket, and the stove on which it cooks or heats food until
    all is done.
    """
    heated = (w.fact.arguments[0] for w in wished if w.holds and w.fact.predicate in _HEATED)
    food = (objects.get(name) for name in heated)
    cooks = any(thing is not None and not thing.can("toggleable") for thing in food)
    means = ("particleSource", "heatSource") if cooks else ("particleSource",)
    return frozenset(
        thing.name for thing in objects if thing.name in in_use and not any(map(thing.can, means))
    )


def _stoves_on(wished: Iterable[Wish], objects: ObjectTable) -> Iterator[Atom]:
    """The stoves, or their knobs, that are on when a burner is wished on."""
    on = {w.fact.arguments[0] for w in wished if w.holds and w.fact.predicate == "toggled_on"}
    burner, stove = named_class("burner.n.02"), named_class("stove.n.01")
    if any(thing.name in on and burner.contains(thing) for thing in objects):
        yield from (Atom("toggled_on", (t.name,)) for t in objects if stove.contains(t))


def _left_open(reading: Reading, people: Collection[str], objects: ObjectTable) -> frozenset[Atom]:
    """Storage that is to be opened in a step of its own, where nobody is who must not get at it.

    "Open the drawer and put the mug into it" says nothing of closing, and so does not wish it.
    """
    in_care = named_class(" | ".join(sorted(IN_CARE)))
    if reading.unread or not IN_CARE.isdisjoint(people) or any(map(in_care.contains, objects)):
        return frozenset()
    closed = {w.fact.arguments[0] for w in reading.wishes if not w.holds}
    kind = named_class(_STORAGE)
    opened = (call.arguments[0] for call in reading.calls if call.skill == "OPEN")
    names = (name for name in opened if name not in closed)
    return frozenset(Atom("open", (n,)) for n in names if kind.contains(objects.by_name[n]))


@dataclass(frozen=True)
class TaskReading:
    """Everything that is read in an instruction."""

    request: RequestReading
    stated: tuple[Constraint, ...]
    """The requirements that it states, as constraints."""
    unread: tuple[str, ...]
    """Requirements that could not be read."""
    unread_requests: tuple[str, ...]
    """Requests that were not understood and are no requirement."""
    doubtful: tuple[str, ...] = ()
    """Sentences that may state a requirement and were not read as one; `unread` is among them."""


def read_task(
    instruction: str, objects: ObjectTable, domain: Domain, labels: LabelReader | None = None
) -> TaskReading:
    """What `instruction` asks for and requires in a scene of `objects`, of a robot of `domain`.

    `labels` is kept by who reads one task after the other.
    """
    stated = read_requirements(instruction, objects, domain)
    request = read_request(instruction, objects, domain, labels)
    held = request.wishes.held
    misread = [
        c
        for c in stated.constraints
        if forbids_asked(c, request.asked.calls, objects) or forbids_use(c, held, objects)
    ]
    constraints = tuple(c for c in stated.constraints if c not in misread)
    doubtful = tuple(dict.fromkeys((*stated.unread, *(c.text for c in misread))))
    unaccounted_for = unaccounted(doubtful, objects, domain)
    unread = tuple(text for text in unaccounted_for if is_firm(text))
    vague = (text for text in unaccounted_for if text not in unread)
    beside = (*vague, *request.unread_beside(constraints, unaccounted_for))
    wishes = lasting_wishes(request.asked.wishes, constraints, objects, domain)
    request = replace(request, asked=replace(request.asked, wishes=wishes))
    return TaskReading(request, constraints, unread, beside, doubtful)


def forbids_asked(constraint: Constraint, calls: Iterable[SkillCall], objects: ObjectTable) -> bool:
    """Whether it forbids, whatever holds, what the same instruction asks for: it was misread.

    "Down only on the tray" is no contradiction to "to the table": it tells where there.
    """
    kinds = constraint.variables
    return _forbids_always(constraint) and any(
        binding is not None
        and all(kinds[v].contains(objects.by_name[n]) for v, n in binding.items())
        for call in calls
        for binding in (
            pattern.match(call) for pattern in constraint.before if not _tells_where(pattern, kinds)
        )
    )


def forbids_use(constraint: Constraint, held: Iterable[Atom], objects: ObjectTable) -> bool:
    """Whether it forbids to touch a thing that is to hold another in `held`: it was misread.

    "Leave the microwave as you found it" does not keep the potato out of it.
    """
    first = {pattern.variables[0] for pattern in constraint.before if pattern.variables}
    is_touching = len(constraint.before) >= _TOUCHING and len(first) == 1
    if not (_forbids_always(constraint) and is_touching):
        return False
    kind = constraint.variables.get(first.pop())
    used = (fact.arguments[1] for fact in held if fact.predicate == "inside")
    return kind is not None and any(kind.contains(objects.by_name[name]) for name in used)


def _forbids_always(constraint: Constraint) -> bool:
    """Whether it forbids its steps whatever holds."""
    return constraint.require == Or(()) and constraint.condition is None


def _tells_where(pattern: Pattern, kinds: Mapping[str, ObjectClass]) -> bool:
    """Whether it is about every place but some: "nowhere but on the tray"."""
    return any(v in kinds and kinds[v].text.startswith("!") for v in pattern.variables[-1:])


def _placed(reading: Reading, objects: ObjectTable, domain: Domain) -> frozenset[Atom]:
    """Where steps that are asked for surely bring things: a ball that is dropped lies there."""
    if not reading.calls:
        return frozenset()
    model = granting(TransitionModel(domain), ())
    made = (
        fact for planned in planned_calls(reading.calls, model, objects) for fact in planned.made
    )
    return frozenset(fact for fact in made if fact.predicate in PLACES)


def _plain(text: str) -> str:
    """The words of a text alone."""
    return " ".join(re.findall(r"\w+", text.lower()))


def _is_part(text: str, others: Iterable[str]) -> bool:
    return any(text in other or other in text for other in others if other)
