"""Explains and checks each field of a binding file.

The reader has checked the file against itself and the domain; this checks it against the types of
the messages, and against a graph that is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from is_bench.errors import InputError, Place, UnknownNameError
from is_safety_monitor.bindings.arguments import Argument
from is_safety_monitor.bindings.conditions import Condition
from is_safety_monitor.bindings.fitness import incomparable, unfit
from is_safety_monitor.bindings.goals import FieldTest, Reading
from is_safety_monitor.bindings.graph_names import ROOT, Graph, below
from is_safety_monitor.bindings.model import (
    Bindings,
    FactSource,
    GatedTopic,
    GuardedAction,
    GuardedService,
)
from is_safety_monitor.bindings.paths import FieldPath
from is_safety_monitor.bindings.placeholders import unfinished
from is_safety_monitor.bindings.shapes import TypeTable, field_type, resolve

SECTIONS = ("actions", "services", "velocities", "facts")
"""The sections of a binding file that name interfaces of the robot."""
TIME = "builtin_interfaces/msg/Time"


@dataclass(frozen=True)
class Understood:
    """How one field is understood."""

    section: str
    """Of the file: one of `SECTIONS`."""
    interface: str
    """Its name in that section; names of different sections may be equal."""
    field: str
    type: str
    """What stands there; empty where that is not known."""
    meaning: str


@dataclass(frozen=True)
class Fault:
    """Something that keeps the file from being used."""

    message: str
    place: Place

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


@dataclass(frozen=True)
class BindingCheck:
    """The report on a binding file."""

    understood: tuple[Understood, ...]
    faults: tuple[Fault, ...]
    warnings: tuple[str, ...]


def check_bindings(bindings: Bindings, types: TypeTable) -> BindingCheck:
    """Say how each field is understood, given the types of the messages."""
    rows: list[Understood] = []
    faults: list[Fault] = []
    for found in _findings(bindings, types):
        (rows if isinstance(found, Understood) else faults).append(found)  # type: ignore[arg-type]  # one list is of each kind
    return BindingCheck(tuple(rows), tuple(dict.fromkeys(faults)), tuple(_warnings(bindings)))


def check_graph(bindings: Bindings, graph: Graph, namespace: str = ROOT) -> tuple[str, ...]:
    """What a graph lacks of the robot's side in `namespace`, or has under another type."""
    wanted = [("action", item.type, item.robot) for item in bindings.actions]
    wanted += [("srv", item.type, item.robot) for item in bindings.services]
    wanted += [("sub", item.type, item.robot) for item in bindings.velocities]
    wanted += [("msg", item.type, item.topic) for item in bindings.facts]
    problems = []
    for kind, type_name, name in wanted:
        absolute, names = name.startswith("/"), graph.get(kind, {})
        known = names if absolute else below(graph, namespace).get(kind, {})
        types = tuple(known.get(name, ()))
        if not types:
            place = "" if absolute or namespace == ROOT else f" in {namespace}"
            problems.append(UnknownNameError(f"{_KINDS[kind]}{place}", name, known).message)
        elif type_name not in types:
            problems.append(f"{name} is {' and '.join(types)} on the graph, not {type_name}")
    return tuple(problems)


_KINDS = {
    "action": "action that the robot serves",
    "srv": "service that the robot serves",
    "sub": "topic that the robot listens to",
    "msg": "topic that is published",
}
_Found = Iterator[Understood | Fault]
Item = TypeVar("Item", GuardedAction, GuardedService, GatedTopic, FactSource)


def _findings(bindings: Bindings, types: TypeTable) -> _Found:
    for action in bindings.actions:
        yield from _Checked("actions", action.name, action.place, types).action(action)
    for service in bindings.services:
        yield from _Checked("services", service.name, service.place, types).service(service)
    for topic in bindings.velocities:
        yield from _Checked("velocities", topic.name, topic.place, types).velocity(topic)
    for source in bindings.facts:
        yield from _Checked("facts", source.name, source.place, types).source(source)


def _installed(check: Callable[[_Checked, Item], _Found]) -> Callable[[_Checked, Item], _Found]:
    """One fault, and no more, for an interface whose type is not installed."""

    def checked(self: _Checked, item: Item) -> _Found:
        part = {"action": ".goal", "srv": ".request"}.get(item.type.split("/")[1], "")
        try:
            self.types.fields(item.type + part)
        except InputError as error:
            yield Fault(error.message, self.place)
            return
        yield from check(self, item)

    return checked


@dataclass(frozen=True)
class _Checked:
    """The fields of one interface."""

    section: str
    name: str
    place: Place
    types: TypeTable

    @_installed
    def action(self, action: GuardedAction) -> _Found:
        goal, result = f"{action.type}.goal", f"{action.type}.result"
        yield from self._reading(action.reading, goal)
        for test in action.succeeded:
            yield from self._test(test, result, "done only if the result's field is")
        if action.reason is not None:
            yield from self._field(action.reason, result, "receives the guard's text", "text")

    @_installed
    def service(self, service: GuardedService) -> _Found:
        yield from self._reading(service.reading, f"{service.type}.request")
        for test in service.succeeded:
            yield from self._test(test, f"{service.type}.response", "done only if the answer's is")
        for path, value in service.refused.items():
            test = FieldTest(path, Condition(one_of=(value,)), service.place)
            yield from self._test(test, f"{service.type}.response", "when refused,")

    @_installed
    def velocity(self, topic: GatedTopic) -> _Found:
        for path, meaning in ((topic.linear, "linear speeds"), (topic.angular, "turns")):
            yield from self._field(path, topic.type, f"{meaning}, slowed or zeroed", "speeds")

    @_installed
    def source(self, source: FactSource) -> _Found:
        reading, root = source.reading, source.type
        if source.stamp is not None:
            yield from self._field(source.stamp, root, "when it was observed", "time")
        if reading.each is not None:
            found = [*self._field(reading.each, root, "each element is read", "array")]
            yield from found
            if any(isinstance(item, Fault) for item in found):
                return
            root = resolve(reading.each, root, self.types).name
        if reading.confidence is not None:
            meaning = f"nothing is known below {reading.confidence.at_least:g}"
            yield from self._field(reading.confidence.path, root, meaning, "number")
        for rule in reading.rules:
            for argument in rule.arguments:
                yield from self._argument(argument, root, rule.place)
            if rule.path is not None:
                yield from self._row(rule.path, root, str(rule), rule.place)
                for condition in (rule.holds or Condition(one_of=(True,)), rule.fails):
                    if condition is not None:
                        yield from self._kind(rule.path, condition, root, rule.place)

    def _reading(self, reading: Reading, root: str) -> _Found:
        for test in reading.require:
            yield from self._test(test, root, "refused unless it is")
        for rule in reading.calls:
            for test in rule.when:
                yield from self._test(test, root, f"{rule.skill} if it is")
            for argument in rule.arguments:
                yield from self._argument(argument, root, rule.place)
        for path in reading.free:
            yield from self._row(path, root, "passed through unchecked", self.place)
        covered = {path.names for path in reading.used if path.is_plain}
        yield from self._untouchable((), root, covered)

    def _untouchable(
        self, above: tuple[str, ...], kind: str, covered: set[tuple[str, ...]]
    ) -> _Found:
        """The fields that the file says nothing of."""
        try:
            fields = self.types.fields(kind)
        except InputError as error:
            yield Fault(error.message, self.place)
            return
        for name, text in fields.items():
            path, here = (*above, name), field_type(text)
            if path in covered:
                continue
            if any(other[: len(path)] == path for other in covered):
                yield from self._untouchable(path, here.name, covered)
            else:
                meaning = "rejected unless it has its default value"
                yield Understood(self.section, self.name, ".".join(path), str(here), meaning)

    def _test(self, test: FieldTest, root: str, words: str) -> _Found:
        yield from self._row(test.path, root, f"{words} {test.condition}", test.place)
        yield from self._kind(test.path, test.condition, root, test.place)

    def _argument(self, argument: Argument, root: str, place: Place) -> _Found:
        for path in argument.paths:
            yield from self._row(path, root, str(argument), place)
            try:
                found = resolve(path, root, self.types)
                wrong = unfit(argument, found, self.types)
            except InputError:
                continue  # the row says so
            if wrong:
                yield Fault(f"{path}: {wrong}", place)

    def _field(self, path: FieldPath, root: str, meaning: str, kind: str) -> _Found:
        yield from self._row(path, root, meaning, self.place)
        try:
            found = resolve(path, root, self.types)
        except InputError:
            return
        fits = {
            "text": found.is_string,
            "number": found.is_number,
            "array": found.is_array,
            "time": found.name == TIME and not found.is_array,
            "speeds": found.is_number or found.is_message,
        }
        if not fits[kind]:
            yield Fault(f"{path} is {found}; a field with {kind} is wanted", self.place)

    def _row(self, path: FieldPath, root: str, meaning: str, place: Place) -> _Found:
        try:
            found = str(resolve(path, root, self.types))
        except InputError as error:
            yield Fault(error.message, place)
            return
        field = str(path) or "the message"
        yield Understood(self.section, self.name, field, found, meaning)

    def _kind(self, path: FieldPath, condition: Condition, root: str, place: Place) -> _Found:
        try:
            found = resolve(path, root, self.types)
        except InputError:
            return
        if wrong := incomparable(condition, found):
            yield Fault(f"{path} is {found}, and {wrong}", place)


def _warnings(bindings: Bindings) -> Iterator[str]:
    if not bindings.guarded:
        yield "nothing is guarded: add actions, services or velocities"
    for action in bindings.actions:
        if not action.succeeded:
            yield f"{action.name}: no `succeeded`, so that its status alone says whether it is done"
    for topic in bindings.velocities:
        if not topic.during and not topic.stop_when:
            yield f"{topic.name}: passes while the guard is active; directions are unchecked"
    if not bindings.facts:
        yield "no facts: the guard needs a WorldState from somebody else"
    yield from unfinished(bindings)
