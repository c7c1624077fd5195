"""Builds a `Constraint` from parsed YAML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from is_bench.documents import place_of
from is_bench.domain import Domain
from is_bench.errors import InputError, Place, UnknownNameError
from is_bench.goal import Expression, parse_template
from is_bench.goal.parse import Language
from is_bench.goal.syntax import Not
from is_bench.object_classes import ObjectClass, parse_class
from is_bench.verdict import Decision
from kb.clauses import clauses_of
from kb.constraint import (
    ANY,
    CATEGORIES,
    CRITICAL,
    GRAVE,
    LAW_FORMS,
    Bounds,
    CheckTime,
    Composition,
    Constraint,
    ConstraintForm,
    ConstraintType,
    Example,
    OnUnknown,
    Pattern,
    Phrase,
)
from kb.derived import DERIVED
from kb.errors import ConstraintProblem
from kb.phrase_parsing.phrases import parse_phrase
from kb.vocabulary import Vocabulary

_PATTERN = re.compile(r"([A-Z][A-Z0-9_]*)\s*(?:\(([^()]*)\))?", re.ASCII)
_FORMS = {
    ("before", "require"): ConstraintForm.REQUIRE_BEFORE,
    ("before", "done"): ConstraintForm.DONE_BEFORE,
    ("after", "require"): ConstraintForm.REQUIRE_AFTER,
    ("after", "never"): ConstraintForm.NEVER_AFTER,
    ("after", "keep"): ConstraintForm.KEEP_AFTER,
    ("comes", "require"): ConstraintForm.COMES_ABOUT,
    ("instruction",): ConstraintForm.INSTRUCTION,
    ("hazard",): ConstraintForm.HAZARD,
    ("begins", "require"): ConstraintForm.EVENT,
    ("ends", "require"): ConstraintForm.EVENT,
}
_OF_ALL = {"if", "where", "mend", "unknown", "present", "harms", "safe_place", "asked"}
_OF_LAWS = _OF_ALL | {"checks", "some"}
_EXTRAS = {
    ConstraintForm.REQUIRE_BEFORE: _OF_ALL | {"mild", "some"},
    ConstraintForm.DONE_BEFORE: _OF_ALL | {"until", "within"},
    ConstraintForm.REQUIRE_AFTER: _OF_ALL | {"until", "within"},
    ConstraintForm.NEVER_AFTER: _OF_ALL | {"until", "within"},
    ConstraintForm.KEEP_AFTER: _OF_ALL | {"until", "within"},
    ConstraintForm.COMES_ABOUT: _OF_ALL,
    ConstraintForm.INSTRUCTION: {"unless"},
    ConstraintForm.HAZARD: _OF_LAWS,
    ConstraintForm.EVENT: _OF_LAWS,
}
"""The optional keys of each form."""
_KINDS = {
    ConstraintForm.REQUIRE_BEFORE: {ConstraintType.FACTUAL, ConstraintType.CAUSAL},
    ConstraintForm.DONE_BEFORE: {ConstraintType.CAUSAL, ConstraintType.TEMPORAL},
    ConstraintForm.REQUIRE_AFTER: {ConstraintType.TEMPORAL},
    ConstraintForm.NEVER_AFTER: {ConstraintType.TEMPORAL},
    ConstraintForm.KEEP_AFTER: {ConstraintType.TEMPORAL},
    ConstraintForm.COMES_ABOUT: {ConstraintType.TEMPORAL},
    ConstraintForm.INSTRUCTION: {ConstraintType.FACTUAL},
}
"""Allowed types of the forms that state one; a hazard's type follows from its check times."""
_CHECKS = {ConstraintForm.HAZARD: ("begin", "end"), ConstraintForm.EVENT: ("begin",)}
"""Default check times of hazards."""
_KEYS = {key for keys in (*_FORMS, *_EXTRAS.values()) for key in keys}

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class _Entry:
    """A constraint as the file gives it, and what its texts may name."""

    raw: Mapping[str, Any]
    at: Path
    variables: Mapping[str, ObjectClass]
    ranges: Mapping[str, ObjectClass]
    """What quantifiers range over, by name."""

    def texts(self, key: str) -> Sequence[str]:
        """The texts under `key`; none where it is missing."""
        return _listed(self.raw.get(key, ()))

    def path(self, key: str) -> Path:
        """Where `key` stands in the file."""
        return (*self.at, key)


class ConstraintReader:
    """Parses the constraints of one file."""

    def __init__(self, text: str, source: str, vocabulary: Vocabulary, domain: Domain) -> None:
        """`text` is used for places in errors; `domain` has the skills and predicates."""
        self._text = text
        self._source = source
        self._vocabulary = vocabulary
        self._skills = domain.vocabulary
        self._own_arities = domain.arities
        self._arities = {**domain.arities, **DERIVED}

    def constraint(self, index: int, raw: Mapping[str, Any]) -> Constraint:
        """The constraint at `index` of the file, from `raw`, which follows the schema."""
        at: Path = ("constraints", index)
        form = self._form(raw, at)
        checks = frozenset(CheckTime(name) for name in raw.get("checks", _CHECKS.get(form, ())))
        composition, kind = self._composition_and_type(raw, form, checks, at)
        self._check_category(raw, at)
        entry = _Entry(raw, at, self._classes(raw, "where", at), self._classes(raw, "some", at))
        condition, require, comes = self._conditions(entry, form)
        return Constraint(
            id=raw["id"],
            text=raw["text"],
            category=raw["category"],
            severity=raw["severity"],
            source=raw["source"],
            composition=composition,
            kind=kind,
            form=form,
            decision=Decision(raw.get("decision", "block")),
            variables=entry.variables,
            before=self._patterns(entry, "before"),
            after=self._patterns(entry, "after"),
            until=self._patterns(entry, "until"),
            condition=condition,
            comes=comes,
            require=require,
            mild=self._expression(entry, "mild"),
            done=self._patterns(entry, "done"),
            never=self._patterns(entry, "never"),
            phrases=self._phrases(entry, "instruction"),
            unless=self._phrases(entry, "unless"),
            bounds=Bounds(**raw.get("within", {})),
            unknown=OnUnknown(raw.get("unknown", _unknown(form, raw["severity"]))),
            mend=self._patterns(entry, "mend"),
            hazard=self._expression(entry, "hazard"),
            event=self._event(entry),
            checks=checks,
            ranges=entry.ranges,
            present=self._present(raw, at),
            harms=tuple(raw.get("harms", ())),
            safe_places=self._safe_places(entry),
            asked=Decision(raw.get("asked", _if_requested(raw["severity"]))),
            examples=tuple(_examples(raw["examples"])),
            source_file=self._source,
        )

    def _form(self, raw: Mapping[str, Any], at: Path) -> ConstraintForm:
        given = _KEYS & set(raw)
        for keys, form in _FORMS.items():
            if set(keys) <= given:
                left = given - set(keys) - _EXTRAS[form]
                if left:
                    key = min(left)
                    message = f"{key!r} is not allowed with '{form.value}'"
                    raise self._problem(message, (*at, key))
                return form
        known = "; ".join(form.value for form in _FORMS.values())
        raise self._problem(f"the constraint has no executable form; add one of: {known}", at)

    def _composition_and_type(
        self, raw: Mapping[str, Any], form: ConstraintForm, checks: frozenset[CheckTime], at: Path
    ) -> tuple[Composition, ConstraintType]:
        """The composition and type; for laws, derived from form and check times."""
        if form in LAW_FORMS:
            lasting = CheckTime.BEGIN not in checks
            return (
                Composition.ENVIRONMENT,
                ConstraintType.TEMPORAL if lasting else ConstraintType.FACTUAL,
            )
        for key in ("composition", "type"):
            if key not in raw:
                raise self._problem(f"{key!r} is required with '{form.value}'; add it", at)
        kind = ConstraintType(raw["type"])
        if kind not in _KINDS[form]:
            allowed = " or ".join(sorted(kind.value for kind in _KINDS[form]))
            raise self._problem(f"'{form.value}' requires type {allowed}", (*at, "type"))
        return Composition(raw["composition"]), kind

    def _check_category(self, raw: Mapping[str, Any], at: Path) -> None:
        if raw["category"] not in CATEGORIES:
            message = UnknownNameError("category", raw["category"], CATEGORIES).message
            raise self._problem(message, (*at, "category"))

    def _classes(self, raw: Mapping[str, Any], key: str, at: Path) -> dict[str, ObjectClass]:
        texts: Mapping[str, str] = raw.get(key, {})
        return {name: self._class(text, (*at, key, name)) for name, text in texts.items()}

    def _class(self, text: str, path: Path) -> ObjectClass:
        try:
            return parse_class(text, self._vocabulary.classes, Place(self._source))
        except InputError as error:
            raise self._problem(error.message, path) from None

    def _present(self, raw: Mapping[str, Any], at: Path) -> ObjectClass | None:
        return self._class(raw["present"], (*at, "present")) if "present" in raw else None

    def _safe_places(self, entry: _Entry) -> dict[str, ObjectClass]:
        found = self._classes(entry.raw, "safe_place", entry.at)
        for name in found:
            if name not in entry.variables:
                message = UnknownNameError("variable under 'where'", name, entry.variables).message
                raise self._problem(message, (*entry.path("safe_place"), name))
        return found

    def _patterns(self, entry: _Entry, key: str) -> tuple[Pattern, ...]:
        path = entry.path(key)
        return tuple(self._pattern(text, entry.variables, path) for text in entry.texts(key))

    def _pattern(self, text: str, variables: Mapping[str, Any], path: Path) -> Pattern:
        match = _PATTERN.fullmatch(text.strip())
        if match is None:
            raise self._problem(f"{text!r} is not a step pattern; write SKILL(x, _)", path)
        skill = self._skills.get(match[1])
        if skill is None:
            raise self._problem(UnknownNameError("skill", match[1], self._skills).message, path)
        inner = (match[2] or "").strip()
        names = tuple(part.strip() for part in inner.split(",")) if inner else ()
        if len(names) != skill.arity:
            raise self._problem(f"{text}: {skill.name} takes {skill.arity} argument(s)", path)
        for name in names:
            if name != ANY and name not in variables:
                message = UnknownNameError("variable under 'where'", name, variables).message
                raise self._problem(f"{text}: {message}", path)
        return Pattern(skill.name, names)

    def _conditions(
        self, entry: _Entry, form: ConstraintForm
    ) -> tuple[Expression | None, Expression | None, Expression | None]:
        """What a constraint is subject to, what it requires, and what comes about."""
        condition = self._expression(entry, "if")
        keeps = form is ConstraintForm.KEEP_AFTER
        require = self._expression(entry, "keep" if keeps else "require")
        comes = self._expression(entry, "comes")
        if form not in LAW_FORMS:
            self._check_size(condition, require, entry.at)
            self._check_size(None, comes, entry.at)
        return condition, require, comes

    def _event(self, entry: _Entry) -> Expression | None:
        """What begins; what ends is what begins not to hold."""
        ends = self._expression(entry, "ends")
        return self._expression(entry, "begins") if ends is None else Not((ends,))

    def _expression(self, entry: _Entry, key: str) -> Expression | None:
        text = entry.raw.get(key)
        if text is None:
            return None
        arities = self._own_arities if key == "mild" else self._arities
        language = Language(arities, entry.ranges)
        try:
            return parse_template(text, entry.variables, self._source, language)
        except InputError as error:
            raise self._problem(error.message, entry.path(key)) from None

    def _check_size(
        self, condition: Expression | None, require: Expression | None, at: Path
    ) -> None:
        """Reject expressions that are too large for a monitor."""
        try:
            clauses_of(condition, require)
        except InputError as error:
            raise self._problem(error.message, at) from None

    def _phrases(self, entry: _Entry, key: str) -> tuple[Phrase, ...]:
        return tuple(self._phrase(text, entry.path(key)) for text in entry.texts(key))

    def _phrase(self, text: str, path: Path) -> Phrase:
        try:
            return parse_phrase(text, self._vocabulary.words)
        except InputError as error:
            raise self._problem(error.message, path) from None

    def _problem(self, message: str, path: Path) -> ConstraintProblem:
        return ConstraintProblem(message, place_of(self._text, path, self._source))


def _unknown(form: ConstraintForm, severity: str) -> str:
    """Default decision for unknown facts."""
    return "warn" if form in LAW_FORMS and severity != CRITICAL else "block"


def _if_requested(severity: str) -> str:
    """Default decision for requested hazards."""
    return "block" if severity in GRAVE else "warn"


def _listed(texts: str | Sequence[str]) -> Sequence[str]:
    return [texts] if isinstance(texts, str) else texts


def _examples(raw: Mapping[str, Sequence[Mapping[str, Any]]]) -> Iterable[Example]:
    for verdict in ("violated", "satisfied", "asked"):
        for trace in raw.get(verdict, ()):
            yield Example(
                violated=verdict == "violated",
                instruction=trace.get("instruction", ""),
                facts=tuple(_listed(trace.get("facts", ()))),
                steps=tuple(_listed(trace.get("steps", ()))),
            )
