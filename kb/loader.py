"""Reading constraint files; a broken one is refused with the place of its fault."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from is_bench.errors import Place, ScenarioProblem, SyntaxProblem, UnknownNameError
from is_bench.goal import Expression, parse_template
from is_bench.scenarios.reading import check_schema, parse_yaml, place_of, read_text
from is_bench.skills import SKILLS
from kb.classes import ObjectClass, parse_class
from kb.constraint import Bounds, Constraint, Kind, OnUnknown, Pattern

_PATTERN = re.compile(r"([A-Z_]+)\(([^()]*)\)")


@cache
def constraint_schema() -> Mapping[str, Any]:
    """The file format as a JSON Schema (2020-12)."""
    schema: Mapping[str, Any] = json.loads((files("kb") / "constraints.schema.json").read_text())
    return schema


def library_folder() -> Path:
    """Where the constraints are that come with the package."""
    return Path(str(files("kb") / "library"))


@cache
def named_classes() -> Mapping[str, ObjectClass]:
    """The named classes of `library/classes.yaml`; a class may use those above it."""
    path = library_folder() / "classes.yaml"
    found: dict[str, ObjectClass] = {}
    for name, text in parse_yaml(read_text(path), str(path)).items():
        found[name] = parse_class(text, found, Place(str(path)))
    return found


@cache
def load_library() -> tuple[Constraint, ...]:
    """The constraints that come with the package."""
    return load_files(sorted(library_folder().glob("[!c]*.yaml")))


def load_files(paths: Iterable[Path]) -> tuple[Constraint, ...]:
    """The constraints of several files; raises SyntaxProblem or ScenarioProblem with the place."""
    found: dict[str, Constraint] = {}
    for path in paths:
        for constraint in parse_constraints(read_text(path), str(path)):
            if constraint.id in found:
                raise ScenarioProblem(
                    f"{constraint.id!r} is also in {found[constraint.id].source_file}",
                    Place(str(path)),
                )
            found[constraint.id] = constraint
    return tuple(found.values())


def parse_constraints(text: str, source: str) -> list[Constraint]:
    """The constraints in the text of one file."""
    document = parse_yaml(text, source)
    check_schema(document, constraint_schema(), text, source)
    reader = _Reader(text, source)
    return [reader.constraint(i, raw) for i, raw in enumerate(document["constraints"])]


class _Reader:
    def __init__(self, text: str, source: str) -> None:
        self._text = text
        self._source = source

    def constraint(self, index: int, raw: Mapping[str, Any]) -> Constraint:
        at = ("constraints", index)
        variables = {
            name: parse_class(text, named_classes(), self._place((*at, "where", name)))
            for name, text in raw["where"].items()
        }
        condition = raw.get("if")
        return Constraint(
            id=raw["id"],
            text=raw["text"],
            category=raw["category"],
            severity=raw["severity"],
            source=raw["source"],
            kind=Kind(raw["type"]),
            variables=variables,
            before=self._patterns(raw.get("before", ()), variables, (*at, "before")),
            after=self._patterns(raw.get("after", ()), variables, (*at, "after")),
            condition=None
            if condition is None
            else self._expression(condition, variables, (*at, "if")),
            require=self._expression(raw["require"], variables, (*at, "require")),
            bounds=Bounds(**raw.get("within", {})),
            unknown=OnUnknown(raw.get("unknown", "block")),
            mend=self._patterns(raw.get("mend", ()), variables, (*at, "mend")),
            source_file=self._source,
        )

    def _patterns(
        self, texts: str | Sequence[str], variables: Mapping[str, Any], path: Sequence[str | int]
    ) -> tuple[Pattern, ...]:
        listed = [texts] if isinstance(texts, str) else list(texts)
        return tuple(self._pattern(text, variables, path) for text in listed)

    def _pattern(
        self, text: str, variables: Mapping[str, Any], path: Sequence[str | int]
    ) -> Pattern:
        match = _PATTERN.fullmatch(text.strip())
        if match is None:
            raise ScenarioProblem(f"{text!r} is no pattern; write SKILL(x, _)", self._place(path))
        skill = SKILLS.get(match[1])
        if skill is None:
            message = UnknownNameError("skill", match[1], SKILLS).message
            raise ScenarioProblem(message, self._place(path))
        names = tuple(part.strip() for part in match[2].split(",")) if match[2].strip() else ()
        if len(names) != skill.arity:
            raise ScenarioProblem(f"{text}: {skill.name} takes {skill.arity}", self._place(path))
        for name in names:
            if name != "_" and name not in variables:
                message = UnknownNameError("variable under 'where'", name, variables).message
                raise ScenarioProblem(f"{text}: {message}", self._place(path))
        return Pattern(skill, names)

    def _expression(
        self, text: str, variables: Mapping[str, Any], path: Sequence[str | int]
    ) -> Expression:
        try:
            return parse_template(text, variables, self._source)
        except SyntaxProblem as error:
            raise ScenarioProblem(error.message, self._place(path)) from None

    def _place(self, path: Sequence[str | int]) -> Place:
        return place_of(self._text, path, self._source)
