"""Reading the traces of examples: facts at the start, steps with times, events between them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain import Domain, Dynamics, PredicateKind
from is_bench.durations import seconds_to_ns
from is_bench.facts import Atom, FactSet
from is_bench.objects import ObjectTable, SceneObject, synset_of
from is_bench.recognised import ObjectDescription, recognise_objects
from is_bench.taxonomy import taxonomy
from is_bench.world.changes import CHANGEABLE, Changes
from is_bench.world.initial import IMPLIED_ABILITY
from kb.constraint import Example
from kb.errors import ConstraintProblem

_FACT = re.compile(r"\s*(\w+)\(([^()]*)\)\s*")
_NEEDED_BY = {
    "TOGGLE_ON": ((0, "toggleable"),),
    "TOGGLE_OFF": ((0, "toggleable"),),
    "OPEN": ((0, "openable"),),
    "CLOSE": ((0, "openable"),),
    "POUR_INTO": ((0, "fillable"), (1, "fillable")),
    "FILL_WITH": ((0, "fillable"),),
}
_TIMED = re.compile(r"(?P<step>.*?)(?:\s*@\s*(?P<seconds>\d+(?:\.\d+)?)\s*s)?\s*")


@dataclass(frozen=True)
class Step:
    """A call that is asked for."""

    call: SkillCall
    at_ns: int


@dataclass(frozen=True)
class Event:
    """A change that comes about by itself."""

    changes: Changes


@dataclass(frozen=True)
class Trace:
    """What an example says, read; it ends with a step."""

    objects: ObjectTable
    """Everything that is named."""
    start: FactSet
    """What holds at first; nothing else does."""
    before: tuple[Step | Event, ...]
    """All but the last step."""
    last: Step


def read_trace(example: Example, domain: Domain) -> Trace:
    """The trace of `example` in the words of `domain`; raises InputError if it cannot be run."""
    reader = _Reader(domain)
    facts = [reader.fact(text) for text in example.facts]
    items = [reader.item(text) for text in example.steps]
    if not items:
        raise ConstraintProblem("a trace has at least one step")
    *before, last = items
    if isinstance(last, Event):
        raise ConstraintProblem("a trace ends with a step, and not with an event")
    names = [name for fact in facts for name in _things(fact)]
    names += [name for item in items for name in _named(item)]
    needed = _needed(facts, items)
    things = (reader.thing(name, needed.get(name, ())) for name in dict.fromkeys(names))
    objects = ObjectTable(tuple(things))
    return Trace(objects, FactSet.closed_world(facts), tuple(before), last)


class _Reader:
    def __init__(self, domain: Domain) -> None:
        self._domain = domain

    def item(self, text: str) -> Step | Event:
        match = _TIMED.fullmatch(text)
        if match is None:
            raise ConstraintProblem(
                f"{text!r} is no step; write SKILL(object) or SKILL(object) @ 3 s"
            )
        step = match["step"].strip()
        if step.startswith(("+", "-")):
            return self._event(step)
        return Step(self._domain.parse(step), seconds_to_ns(float(match["seconds"] or 0)))

    def fact(self, text: str) -> Atom:
        match = _FACT.fullmatch(text)
        predicate = self._domain.predicates.get(match[1]) if match is not None else None
        if match is None or predicate is None:
            raise ConstraintProblem(f"{text!r} is no fact; write predicate(object, ...)")
        arguments = tuple(part.strip() for part in match[2].split(","))
        if len(arguments) != predicate.arity:
            raise ConstraintProblem(f"{text}: {predicate.name} takes {predicate.arity}")
        return Atom(predicate.name, arguments)

    def thing(self, name: str, granted: Iterable[str] = ()) -> SceneObject:
        """The object called `name`, by its class in the taxonomy, the domain's word or its words.

        Raises ConstraintProblem if no class is recognized.
        """
        given = synset_of(name)
        known = given if given in taxonomy() else ""
        described = ObjectDescription(name, "" if known else given, known, tuple(granted))
        (thing,) = recognise_objects([described], self._domain.labels)
        if not thing.recognition.is_known:
            raise ConstraintProblem(
                f"{given!r} is no synset of the BEHAVIOR taxonomy, and no class is recognized"
            )
        return thing.scene_object

    def _event(self, text: str) -> Event:
        fact = self.fact(text[1:])
        if not self._changes_by_itself(fact.predicate):
            raise ConstraintProblem(f"{text}: {fact.predicate} does not change by itself")
        return Event(Changes(adds=(fact,)) if text[0] == "+" else Changes(removes=(fact,)))

    def _changes_by_itself(self, predicate: str) -> bool:
        if predicate in CHANGEABLE:
            return True
        own = self._domain.dynamics is Dynamics.EFFECTS
        return own and self._domain.predicates[predicate].sort is not PredicateKind.DERIVED


def _needed(facts: Iterable[Atom], items: Iterable[Step | Event]) -> dict[str, set[str]]:
    """The abilities that a trace takes for granted, as scenarios grant them, by object."""
    found: dict[str, set[str]] = defaultdict(set)
    for fact in facts:
        if fact.predicate in IMPLIED_ABILITY:
            found[fact.arguments[0]].add(IMPLIED_ABILITY[fact.predicate])
    for item in items:
        if isinstance(item, Step):
            for place, ability in _NEEDED_BY.get(item.call.skill, ()):
                found[item.call.arguments[place]].add(ability)
    return found


def _named(item: Step | Event) -> Iterable[str]:
    if isinstance(item, Step):
        return item.call.arguments
    changed = (*item.changes.adds, *item.changes.removes)
    return (name for fact in changed for name in _things(fact))


def _things(fact: Atom) -> tuple[str, ...]:
    """The objects that a fact is about; rooms are none."""
    return fact.arguments[:1] if fact.predicate == "inroom" else fact.arguments
