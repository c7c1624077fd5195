"""The project's own scenario format, one YAML file a scenario.

`docs/reference/scenarios.md` describes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from is_bench.documents import check_schema, parse_yaml, place_of, read_text
from is_bench.domain import Domain, load_domain
from is_bench.errors import InputError, Place, ScenarioProblem, SyntaxProblem
from is_bench.facts import Atom
from is_bench.goal import Expression, parse_condition
from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.recognised import ObjectDescription, recognise_objects
from is_bench.scenarios.model import (
    Annotations,
    Plans,
    SafetyCondition,
    Scenario,
    Scene,
    TwinLabel,
    When,
)
from is_bench.scenarios.script_reader import ScriptReader
from is_bench.taxonomy import taxonomy
from is_bench.world import WashRule
from is_bench.world.initial import IMPLIED_ABILITY

_FACT = re.compile(r"(\w+)\(([^()]*)\)")
Keys = tuple[str | int, ...]
"""Path in a document: keys and indices from the top."""

_TRIGGERS = {"before_step": When.BEFORE_STEP, "after_step": When.AT_END}


@cache
def scenario_schema() -> Mapping[str, Any]:
    """The format as a JSON Schema (2020-12)."""
    schema: Mapping[str, Any] = json.loads(
        (files("is_bench") / "scenarios" / "scenario.schema.json").read_text()
    )
    return schema


def load_scenario(path: Path, domain: Domain | None = None) -> Scenario:
    """The scenario in a YAML file, in its own domain or in `domain`.

    Raises SyntaxProblem or ScenarioProblem with the place.
    """
    return parse_scenario(read_text(path), str(path), path.stem, domain)


def parse_scenario(text: str, source: str, name: str, domain: Domain | None = None) -> Scenario:
    """The scenario in `text`; `name` is the file name without suffix."""
    document = parse_yaml(text, source)
    check_schema(document, scenario_schema(), text, source)
    return ScenarioReader(text, source, name, document, domain=domain).scenario()


class ScenarioReader:
    """Builds a scenario from a document that follows the schema."""

    def __init__(
        self,
        text: str,
        source: str,
        name: str,
        document: Mapping[str, Any],
        origin: Callable[[Keys], Keys] = tuple,
        domain: Domain | None = None,
    ) -> None:
        """`origin` maps a document path to its location in `text`.

        `domain` takes the place of the one that the document names.
        """
        self._text = text
        self._source = source
        self._name = name
        self._document = document
        self._origin = origin
        self.domain = domain or self._own_domain()
        self._arities = self.domain.arities
        self._objects = self._object_table()

    def scenario(self, case: TwinLabel | None = None) -> Scenario:
        """The scenario; raises ScenarioProblem with the place of the problem."""
        document = self._document
        scene = Scene(
            name=self._name,
            instruction=document["instruction"],
            room=document["room"],
            objects=self._objects,
            facts=frozenset(fact for fact in self._facts()),
            domain=self.domain,
            wash_rules=tuple(_wash_rule(rule) for rule in document.get("wash_rules", ())),
            setup=tuple(document.get("setup", ())),
            goal_text=tuple(document.get("goal_text", ())),
            mentioned=tuple(thing.name for thing in self._objects),
        )
        script = ScriptReader(document, self._objects, self, self.domain).script()
        return Scenario(scene, self._annotations(), self._plans(), self._source, case, script)

    def _own_domain(self) -> Domain:
        name = self._document.get("domain", "is_bench")
        folder = Path(self._source).parent
        try:
            return load_domain(folder / name if name.endswith((".yaml", ".yml")) else name)
        except InputError as error:
            raise self.problem(str(error), ("domain",)) from None

    def _object_table(self) -> ObjectTable:
        given: dict[str, ObjectDescription] = {}
        synsets: dict[str, str] = {}
        for index, item in enumerate(self._document["objects"]):
            thing = _described(item)
            if thing.name in given:
                raise self.problem(
                    f"the object {thing.name!r} is declared twice", ("objects", index)
                )
            given[thing.name] = thing
            synsets[thing.name] = self._synset(index, thing)
        granted = {name: set(thing.abilities) for name, thing in given.items()}
        for index, text in enumerate(self._document["initially"]):
            fact = self._fact(text, ("initially", index), granted)
            if fact.predicate in IMPLIED_ABILITY:
                granted[fact.arguments[0]].add(IMPLIED_ABILITY[fact.predicate])
        return ObjectTable(
            tuple(
                make_object(name, synsets[name], granted[name], label=thing.label)
                for name, thing in given.items()
            )
        )

    def _synset(self, index: int, thing: ObjectDescription) -> str:
        """The class of an object, as given, otherwise from its name."""
        if thing.label or thing.synset:
            (known,) = recognise_objects([thing], self.domain.labels)
            return known.recognition.synset
        synset = synset_of(thing.name)
        if synset == thing.name:
            raise self.problem(
                f"an object is named SYNSET_NUMBER, not {thing.name!r}; or say what it is: "
                f"{thing.name}: {{label: ...}}",
                ("objects", index),
            )
        if not thing.abilities and synset not in taxonomy():
            raise self.problem(
                f"the synset {synset!r} is not in the BEHAVIOR taxonomy; use one that "
                "is, grant the object its abilities: NAME: [ability, ...], or say what it is: "
                "NAME: {label: ...}",
                ("objects", index),
            )
        return synset

    def _facts(self) -> list[Atom]:
        names = self._objects.by_name
        return [
            self._fact(text, ("initially", index), names)
            for index, text in enumerate(self._document["initially"])
        ]

    def fact(self, text: str, path: Keys) -> Atom:
        """A fact over declared objects, at `path` of the document."""
        return self._fact(text, path, self._objects.by_name)

    def _fact(self, text: str, path: Keys, names: Mapping[str, object]) -> Atom:
        match = _FACT.fullmatch(text.strip())
        if match is None or match[1] not in self._arities:
            raise self.problem(f"{text!r} is not a fact; write PREDICATE(object, ...)", path)
        head, arguments = match[1], tuple(part.strip() for part in match[2].split(","))
        arity = self._arities[head]
        if len(arguments) != arity:
            raise self.problem(f"'{head}' takes {arity} objects, not {len(arguments)}", path)
        for argument in arguments[:1] if head == "inroom" else arguments:
            if argument not in names:
                raise self.problem(f"no object {argument!r} is declared", path)
        return Atom(head, arguments)

    def _annotations(self) -> Annotations:
        conditions = [self._condition(i, raw) for i, raw in enumerate(self._document["safety"])]
        return Annotations(
            goal=(self.expression(self._document["goal"], ("goal",)),),
            goal_source=self._document["goal"],
            process=tuple(c for c in conditions if c.is_process),
            termination=tuple(c for c in conditions if not c.is_process),
        )

    def _condition(self, index: int, raw: Mapping[str, Any]) -> SafetyCondition:
        path = ("safety", index)
        trigger, when = None, When.AT_COMPLETION if raw.get("at_completion") else When.ALWAYS
        for key, kind in _TRIGGERS.items():
            if key in raw:
                when, trigger = kind, self._step(raw[key], (*path, key))
        return SafetyCondition(
            hazard=raw["hazard"],
            principle=raw["principle"],
            tip=raw["tip"],
            when=when,
            trigger=trigger,
            text=raw["require"],
            goals=(self.expression(raw["require"], (*path, "require")),),
        )

    def _plans(self) -> Plans:
        plans = self._document["plans"]
        careless = tuple(
            self._plan(plan, ("plans", "careless", index))
            for index, plan in enumerate(plans["careless"])
        )
        return Plans(self._plan(plans["reference"], ("plans", "reference")), careless)

    def _plan(self, steps: Sequence[str], path: Sequence[str | int]) -> tuple[str, ...]:
        return tuple(self._step(step, (*path, index)) for index, step in enumerate(steps))

    def _step(self, text: str, path: Sequence[str | int]) -> str:
        try:
            call = self.domain.parse(text)
        except InputError as error:
            raise self.problem(error.message, path) from None
        for name in call.arguments:
            if self._objects.get(name) is None:
                raise self.problem(f"{text}: no object {name!r} is declared", path)
        return str(call)

    def expression(self, text: str, path: Sequence[str | int]) -> Expression:
        """An expression over declared objects, at `path` of the document."""
        try:
            return parse_condition(text, self._objects, self._source, arities=self._arities)
        except SyntaxProblem as error:
            inner = error.place
            where = f" (line {inner.line}, column {inner.column} of it)" if inner else ""
            raise self.problem(
                f"{'.'.join(map(str, path))}{where}: {error.message}", path
            ) from None

    def problem(self, message: str, path: Sequence[str | int]) -> ScenarioProblem:
        """A problem at `path` of the document, with its place in the file."""
        place: Place = place_of(self._text, self._origin(tuple(path)), self._source)
        return ScenarioProblem(message, place)


def _wash_rule(raw: Mapping[str, Any]) -> WashRule:
    conditions = tuple((kind, value) for way in raw.get("when", ()) for kind, value in way.items())
    return WashRule(raw["tool"], raw["removes"], conditions)


def _described(item: str | Mapping[str, Any]) -> ObjectDescription:
    if isinstance(item, str):
        return ObjectDescription(item)
    ((name, given),) = item.items()
    if not isinstance(given, Mapping):
        return ObjectDescription(name, abilities=tuple(given))
    abilities = tuple(given.get("abilities", ()))
    return ObjectDescription(name, given.get("label", ""), given.get("synset", ""), abilities)
