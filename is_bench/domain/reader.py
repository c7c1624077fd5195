"""Domains as YAML files; `docs/reference/domains.md` describes the format."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from is_bench.calls import DONE, parse_call
from is_bench.documents import check_schema, parse_yaml
from is_bench.domain.classes import class_of_text, written_class
from is_bench.domain.effects import NATIVE, Effect
from is_bench.domain.expressions import Expressions
from is_bench.domain.model import (
    Domain,
    Dynamics,
    Observer,
    Parameter,
    ParameterRole,
    Predicate,
    PredicateKind,
    Skill,
    SourceText,
    Supertype,
    done_skill,
)
from is_bench.errors import InputError, Place, ScenarioProblem, SyntaxProblem, UnknownNameError
from is_bench.goal import Expression
from is_bench.goal.parse import OPERATORS
from is_bench.object_classes import ANYTHING, ObjectClass
from is_bench.taxonomy import taxonomy

Keys = tuple[str | int, ...]
_RESERVED = {*NATIVE, *OPERATORS, "is", "when", "maybe", "appears", "vanishes"}
_NOWHERE = Place("")
"""The place of a problem is looked up only if there is one."""
_WORD = re.compile(r"[a-z][a-z0-9_]{0,59}", re.ASCII)
_SKILL = re.compile(r"[A-Z][A-Z0-9_]{0,59}", re.ASCII)
_HEADER = re.compile(r"[a-z][a-z0-9_]*( \?[a-z][a-z0-9_]*){1,3}", re.ASCII)
_ROLES = {role.name.lower(): role for role in ParameterRole}
_SLOT = re.compile(r"\{([^{}]*)\}")


@cache
def domain_schema() -> Mapping[str, Any]:
    """The file format as a JSON Schema (2020-12)."""
    schema: Mapping[str, Any] = json.loads(
        (files("is_bench") / "domain" / "domain.schema.json").read_text()
    )
    return schema


def parse_document(text: str, source: str) -> Mapping[str, Any]:
    """The YAML document in `text`, if it follows the schema; raises SyntaxProblem."""
    document: Mapping[str, Any] = parse_yaml(text, source)
    try:
        check_schema(document, domain_schema(), text, source)
    except ScenarioProblem as error:
        raise SyntaxProblem(error.message, error.place) from None
    return document


def read_domain(
    document: Mapping[str, Any],
    text: str,
    source: str,
    base: Domain | None,
    sources: tuple[SourceText, ...] = (),
) -> Domain:
    """The domain of a document, which extends `base`.

    `sources` becomes `Domain.sources`.  Raises SyntaxProblem with the place of the problem.
    """
    return _Reader(document, text, source, base).domain(sources)


class _Reader:
    def __init__(
        self, document: Mapping[str, Any], text: str, source: str, base: Domain | None
    ) -> None:
        self._document = document
        self._base = base or Domain("", "", {}, {})
        self._predicates = {**self._base.predicates, **self._own_predicates(text, source)}
        self._expressions = Expressions(text, source, self._predicates, self._base.conditions)

    def domain(self, sources: tuple[SourceText, ...]) -> Domain:
        document, base = self._document, self._base
        for header, raw in document.get("conditions", {}).items():
            path = ("conditions", header)
            self._expressions.check_name(
                header, _HEADER, "a condition is named like `ready ?x ?y`", path
            )
            self._expressions.define(header, raw, path)
        own = {name: self._skill(name, raw) for name, raw in document.get("skills", {}).items()}
        vocabulary = {**base.vocabulary, **own, DONE.skill: done_skill()}
        for name, raw in document.get("skills", {}).items():
            kinds = tuple(
                self._kind(own[name], kind, vocabulary, ("skills", name, "kind_of", index))
                for index, kind in enumerate(raw.get("kind_of", ()))
            )
            own[name] = vocabulary[name] = _with_kinds(own[name], kinds)
        skills = {**self._inherited(), **own}
        skills.pop(DONE.skill, None)
        return Domain(
            name=document["domain"],
            title=document.get("title", document["domain"]),
            skills={**skills, DONE.skill: done_skill()},
            predicates=self._predicates,
            dynamics=self._dynamics(own),
            loose_text=document.get("text") == "loose",
            vocabulary=vocabulary,
            conditions=self._expressions.definitions,
            labels={**base.labels, **self._labels()},
            sources=sources,
        )

    def _own_predicates(self, text: str, source: str) -> dict[str, Predicate]:
        found = {}
        faults = Expressions(text, source, {}, {})
        for name, raw in self._document.get("predicates", {}).items():
            path = ("predicates", name)
            faults.check_name(name, _WORD, "a predicate is named in lower case", path)
            if name in _RESERVED:
                raise faults.problem(f"{name!r} is a reserved word; take another name", path)
            predicate = _predicate(name, raw)
            old = self._base.predicates.get(name)
            if old is not None and old.arity != predicate.arity:
                raise faults.problem(
                    f"{name!r} has {old.arity} argument(s) in {self._base.name}, "
                    f"not {predicate.arity}; take another name",
                    path,
                )
            _check_slots(predicate.words, {str(i) for i in range(predicate.arity)}, path, faults)
            found[name] = predicate
        return found

    def _inherited(self) -> Mapping[str, Skill]:
        wanted = self._document.get("inherit")
        if wanted is None:
            return self._base.skills
        for index, name in enumerate(wanted):
            if name != DONE.skill and name not in self._base.skills:
                known = self._base.skills
                raise self._problem(
                    UnknownNameError("skill to inherit", name, known), ("inherit", index)
                )
        return {name: skill for name, skill in self._base.skills.items() if name in wanted}

    def _dynamics(self, own: Mapping[str, Skill]) -> Dynamics:
        default = Dynamics.EFFECTS if own else self._base.dynamics
        return Dynamics(self._document.get("dynamics", default.value))

    def _labels(self) -> dict[str, str]:
        found = {}
        for label, synset in self._document.get("labels", {}).items():
            if synset not in taxonomy():
                raise self._problem(
                    UnknownNameError("synset", synset, taxonomy()), ("labels", label)
                )
            found[label.lower()] = synset
        return found

    def _skill(self, name: str, raw: Mapping[str, Any]) -> Skill:
        path = ("skills", name)
        self._expressions.check_name(name, _SKILL, "a skill is named in upper case", path)
        if name == DONE.skill:
            raise self._problem(f"{name} is built in and cannot be redefined", path)
        parameters = tuple(
            self._parameter(word, item, (*path, "parameters", word))
            for word, item in raw.get("parameters", {}).items()
        )
        duration = float(raw.get("duration", Skill.duration_s))
        if not math.isfinite(duration):
            raise self._problem("the duration must be a finite number of s", (*path, "duration"))
        old = self._base.vocabulary.get(name)
        if old is not None and old.arity != len(parameters):
            raise self._problem(
                f"{name} has {old.arity} parameter(s) in {self._base.name}, and constraints "
                f"depend on it, not {len(parameters)}; take another name",
                path,
            )
        words = tuple(raw.get("words", ()))
        names = {parameter.name for parameter in parameters}
        _check_slots(words, names, (*path, "words"), self._expressions)
        return Skill(
            name,
            parameters,
            raw["meaning"],
            self._requirements(raw, parameters, path),
            self._effects(raw, parameters, path),
            duration,
            words,
        )

    def _parameter(self, name: str, raw: str | Mapping[str, str], path: Keys) -> Parameter:
        self._expressions.check_name(name, _WORD, "a parameter is named in lower case", path)
        item = {"role": raw} if isinstance(raw, str) else raw
        role = item.get("role", "handled")
        if role not in _ROLES:
            raise self._problem(UnknownNameError("role", role, _ROLES), path)
        return Parameter(name, _ROLES[role], self._where(item.get("where"), (*path, "where")))

    def _where(self, text: str | None, path: Keys) -> ObjectClass:
        if text is None:
            return ANYTHING
        try:
            return class_of_text(written_class(text, _NOWHERE))
        except InputError as error:
            raise self._problem(error, path) from None

    def _requirements(
        self, raw: Mapping[str, Any], parameters: tuple[Parameter, ...], path: Keys
    ) -> tuple[Expression, ...]:
        names = tuple(parameter.name for parameter in parameters)
        return tuple(
            self._expressions.condition(text, names, (*path, "requires", index))
            for index, text in enumerate(raw.get("requires", ()))
        )

    def _effects(
        self, raw: Mapping[str, Any], parameters: tuple[Parameter, ...], path: Keys
    ) -> tuple[Effect, ...]:
        names = tuple(parameter.name for parameter in parameters)
        return tuple(
            self._expressions.effect(text, names, (*path, "effects", index))
            for index, text in enumerate(raw.get("effects", ()))
        )

    def _kind(
        self,
        skill: Skill,
        raw: str | Mapping[str, Any],
        vocabulary: Mapping[str, Skill],
        path: Keys,
    ) -> Supertype:
        item: Mapping[str, Any] = {"call": raw} if isinstance(raw, str) else raw
        try:
            call = parse_call(item["call"])
        except InputError as error:
            raise self._problem(error, path) from None
        general = vocabulary.get(call.skill)
        if general is None:
            raise self._problem(UnknownNameError("skill", call.skill, vocabulary), path)
        if len(call.arguments) != general.arity:
            wanted = ", ".join(parameter.name for parameter in general.parameters)
            raise self._problem(f"{general.name} takes ({wanted}), not {call}", path)
        names = [parameter.name for parameter in skill.parameters]
        where = item.get("where", {})
        for name in (*call.arguments, *where):
            if name not in names:
                raise self._problem(UnknownNameError("parameter", name, names), path)
        return Supertype(
            call,
            {name: self._where(text, (*path, "where", name)) for name, text in where.items()},
        )

    def _problem(self, error: InputError | str, path: Keys) -> InputError:
        return self._expressions.problem(error, path)


def _predicate(name: str, raw: Mapping[str, Any]) -> Predicate:
    return Predicate(
        name,
        raw["arguments"],
        PredicateKind(raw.get("sort", "state")),
        tuple(raw.get("words", ())),
        Observer(raw.get("observer", "camera")),
    )


def _check_slots(words: tuple[str, ...], known: set[str], path: Keys, faults: Expressions) -> None:
    for text in words:
        for slot in _SLOT.findall(text):
            if slot not in known:
                raise faults.problem(UnknownNameError("slot", slot, known), path)


def _with_kinds(skill: Skill, kinds: tuple[Supertype, ...]) -> Skill:
    return Skill(
        skill.name,
        skill.parameters,
        skill.meaning,
        skill.requires,
        skill.effects,
        skill.duration_s,
        skill.words,
        kinds,
    )
