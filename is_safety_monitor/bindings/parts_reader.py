"""The small parts of a binding file: conditions, arguments, facts, regions."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from is_bench.calls import SkillCall, parse_call
from is_bench.domain import Domain
from is_bench.errors import InputError, SyntaxProblem, UnknownNameError
from is_safety_monitor.bindings.arguments import (
    Argument,
    FromFacts,
    FromField,
    FromPose,
    Named,
)
from is_safety_monitor.bindings.conditions import Condition, Scalar
from is_safety_monitor.bindings.document import Document, Keys
from is_safety_monitor.bindings.goals import CallRule, FieldTest, Reading
from is_safety_monitor.bindings.model import FactCondition
from is_safety_monitor.bindings.paths import FieldPath, parse_path
from is_safety_monitor.bindings.regions import Map
from is_safety_monitor.bindings.units import Unit, quantity, unit_of

_FACT = re.compile(r"\s*(not\s+)?([a-z][a-z0-9_]*)\s*\(([^()]*)\)\s*", re.ASCII)
_BOUNDS = ("above", "below", "at_least", "at_most")


@dataclass(frozen=True)
class BindingPartReader:
    """Reads parts of one document, in the words of a domain."""

    document: Document
    domain: Domain
    things: Collection[str]
    """Names that the file gives to things and regions."""
    map: Map

    def path(self, text: str, keys: Keys) -> FieldPath:
        """The path of a field."""
        return self.document.at(keys, lambda: parse_path(text))

    def tests(self, raw: Mapping[str, Any], keys: Keys) -> tuple[FieldTest, ...]:
        """Fields, and what each has to be."""
        return tuple(
            FieldTest(
                self.path(text, (*keys, text)),
                self.condition(item, (*keys, text)),
                self.document.place((*keys, text)),
            )
            for text, item in raw.items()
        )

    def condition(self, raw: Any, keys: Keys, unit: str | None = None) -> Condition:
        """What a field has to be; `unit` is the field's, where it is given elsewhere."""
        if not isinstance(raw, Mapping):
            values = raw if isinstance(raw, list) else [raw]
            of_field = self.unit(unit, (*keys[:-1], "unit"))
            return self.document.at(
                keys, lambda: Condition(_scalars(values, of_field), unit=of_field)
            )
        name = raw.get("unit", unit)
        of_field = self.unit(name, (*keys, "unit"))
        bounds = {
            bound: self.document.at(
                (*keys, bound),
                lambda bound=bound: quantity(raw[bound], of_field),  # type: ignore[misc]  # mypy: a default of a lambda has no type
            )
            for bound in _BOUNDS
            if bound in raw
        }
        constants = raw.get("constant", ())
        return Condition(
            one_of=self.document.at(keys, lambda: _scalars(raw.get("one_of", ()), of_field)),
            constants=(constants,) if isinstance(constants, str) else tuple(constants),
            pattern=self.pattern(raw.get("pattern"), (*keys, "pattern")),
            unit=of_field,
            **bounds,
        )

    def unit(self, name: str | None, keys: Keys) -> Unit | None:
        """The unit called `name`."""
        return None if name is None else self.document.at(keys, lambda: unit_of(name))

    def pattern(self, text: str | None, keys: Keys) -> re.Pattern[str] | None:
        """A regular expression."""
        if text is None:
            return None
        try:
            return re.compile(text)
        except re.error as error:
            raise self.document.problem(f"{text!r} is no pattern: {error}", keys) from None

    def arguments(self, raw: Mapping[str, Any], keys: Keys) -> dict[str, Argument]:
        """What each variable of a call or fact stands for."""
        return {name: self._argument(item, (*keys, name)) for name, item in raw.items()}

    def _argument(self, raw: Mapping[str, Any], keys: Keys) -> Argument:
        given = [kind for kind in ("field", "region", "known") if kind in raw]
        if len(given) != 1:
            raise self.document.problem(
                "give one of field (a text or number that names a thing), region (a pose) and "
                "known (a predicate that holds of one thing)",
                keys,
            )
        if "known" in raw:
            return self._from_facts(raw["known"], (*keys, "known"))
        if "region" in raw:
            if not self.map.regions:
                raise self.document.problem("the file has no map.regions", keys)
            path = self.path(raw["region"], (*keys, "region"))
            return FromPose(path, self.map, raw.get("frame", ""))
        names = raw.get("names", {})
        for key, thing in names.items():
            self._check_thing(thing, (*keys, "names", key))
        pattern = self.pattern(raw.get("pattern"), (*keys, "pattern"))
        return FromField(self.path(raw["field"], (*keys, "field")), names, pattern)

    def _from_facts(self, predicate: str, keys: Keys) -> FromFacts:
        if predicate not in self.domain.predicates:
            error = UnknownNameError("predicate", predicate, self.domain.predicates)
            raise self.document.problem(error, keys)
        return FromFacts(predicate)

    def bound(
        self, names: tuple[str, ...], given: Mapping[str, Argument], keys: Keys
    ) -> tuple[Argument, ...]:
        """The arguments of a call or fact: variables that are `given`, or things of the file."""
        for name in given:
            if name not in names:
                raise self.document.problem(UnknownNameError("argument", name, names), keys)
        for name in names:
            if name not in given:
                self._check_thing(name, keys, tuple(given))
        return tuple(given.get(name, Named(name)) for name in names)

    def reading(self, raw: Mapping[str, Any], keys: Keys) -> Reading:
        """How messages of an action or service are read as calls."""
        calls = tuple(
            self._call(item, (*keys, "calls", index)) for index, item in enumerate(raw["calls"])
        )
        free = tuple(
            self.path(text, (*keys, "free", index))
            for index, text in enumerate(raw.get("free", ()))
        )
        return Reading(calls, self.tests(raw.get("require", {}), (*keys, "require")), free)

    def _call(self, raw: Mapping[str, Any], keys: Keys) -> CallRule:
        own = (*keys, "call")
        call: SkillCall = self.document.at(own, lambda: self.domain.check(parse_call(raw["call"])))
        given = self.arguments(raw.get("where", {}), (*keys, "where"))
        arguments = self.bound(call.arguments, given, own)
        when = self.tests(raw.get("when", {}), (*keys, "when"))
        return CallRule(call.skill, arguments, when, self.document.place(own))

    def fact(self, text: str, keys: Keys) -> tuple[bool, str, tuple[str, ...]]:
        """Whether a fact or its contrary is meant, its predicate, and its arguments."""
        match = _FACT.fullmatch(text)
        if match is None:
            raise self.document.problem(f"{text!r} is no fact; write predicate(thing, ...)", keys)
        predicate = match[2]
        arguments = tuple(name.strip() for name in match[3].split(","))
        known = self.domain.predicates
        if predicate not in known:
            raise self.document.problem(UnknownNameError("predicate", predicate, known), keys)
        if len(arguments) != known[predicate].arity or not all(arguments):
            raise self.document.problem(
                f"{predicate} takes {known[predicate].arity} argument(s), not ({match[3]})", keys
            )
        return match[1] is None, predicate, arguments

    def fact_condition(self, text: str, keys: Keys) -> FactCondition:
        """A fact of things of the file."""
        value, predicate, arguments = self.fact(text, keys)
        for name in arguments:
            self._check_thing(name, keys)
        return FactCondition(predicate, arguments, value)

    def assumed(self, text: str, keys: Keys) -> tuple[FactCondition, ...]:
        """A fact of things of the file; `*` stands for each of them."""
        value, predicate, arguments = self.fact(text, keys)
        for name in set(arguments) - {"*"}:
            self._check_thing(name, keys)
        choices = (self.things if name == "*" else (name,) for name in arguments)
        return tuple(
            FactCondition(predicate, chosen, value) for chosen in itertools.product(*choices)
        )

    def _check_thing(self, name: str, keys: Keys, more: tuple[str, ...] = ()) -> None:
        if name not in self.things:
            known = (*self.things, *more)
            error = UnknownNameError("thing, region or argument under `where`", name, known)
            raise self.document.problem(error, keys)


def _scalars(values: Any, unit: Unit | None) -> tuple[Scalar, ...]:
    if unit is None:
        return tuple(values)
    found = []
    for value in values:
        if isinstance(value, bool):
            raise SyntaxProblem(f"{value} has no unit; leave `unit` out")
        found.append(quantity(value, unit))
    return tuple(found)


def number(raw: Any, unit: str) -> float:
    """A quantity in `unit`; raises InputError."""
    if isinstance(raw, bool):
        raise InputError(f"{raw} is no quantity")
    return quantity(raw, unit_of(unit))
