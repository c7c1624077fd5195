"""JSON Schemas as tables: a row for each key, and a table of its own for what is used twice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tools.reference.markdown import code

Part = Mapping[str, Any]
Row = tuple[str, str, str]
DEFINITION = "#/$defs/"
UNIONS = ("oneOf", "anyOf")
BRANCHES = ("then", "else")
LIMITS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "greater than {}",
    "maximum": "at most {}",
}


@dataclass(frozen=True)
class Schema:
    """The schema of a file format."""

    title: str
    path: Path

    @cached_property
    def whole(self) -> Part:
        """The schema as it is written."""
        found: Part = json.loads(self.path.read_text(encoding="utf-8"))
        return found

    @cached_property
    def shared(self) -> tuple[str, ...]:
        """Definitions with keys that are used in more than one place, by name."""
        counts = Counter(self._uses(self.whole, set()))
        return tuple(name for name in self.whole.get("$defs", {}) if counts[name] > 1)

    def rows(self) -> Iterator[Row]:
        """Key, type and meaning of each key, those of the shared definitions left out."""
        yield from self._rows(self.whole, "")

    def shared_rows(self, name: str) -> Iterator[Row]:
        """The rows of a shared definition."""
        yield from self._rows(self.whole["$defs"][name], "")

    def alternatives(self, name: str) -> str:
        """The types of a shared definition that need not be a mapping; empty for the others."""
        value = self.resolved(self.whole["$defs"][name])
        return "" if "properties" in value else self._kind(value)

    def heading(self, name: str) -> str:
        """The heading above the table of a shared definition."""
        return f"{self.title}: {name}"

    def resolved(self, part: Part) -> Part:
        """A part without its reference; what stands beside the reference goes first."""
        if "$ref" not in part:
            return part
        file, _, inside = part["$ref"].partition("#/")
        found = Schema(self.title, self.path.parent / file).whole if file else self.whole
        for step in inside.split("/"):
            found = found[step]
        return {**self.resolved(found), **{k: v for k, v in part.items() if k != "$ref"}}

    def _uses(self, part: Part, counted: set[str]) -> Iterator[str]:
        """The definitions with keys that a part leads to; what they lead to counts once."""
        if _is_elsewhere(part):
            return
        value, name = self.resolved(part), _definition(part)
        if name and self._has_keys(value):
            yield name
            if name in counted:
                return
            counted.add(name)
        for inner in self._inner(value):
            yield from self._uses(inner, counted)

    def _has_keys(self, value: Part) -> bool:
        options = [self.resolved(option) for key in UNIONS for option in value.get(key, ())]
        return "properties" in value or any(map(self._has_keys, options))

    def _inner(self, part: Part) -> Iterator[Part]:
        yield from part.get("properties", {}).values()
        for key in ("items", "additionalProperties", *BRANCHES):
            if isinstance(part.get(key), Mapping):
                yield part[key]
        for key in UNIONS:
            yield from part.get(key, ())

    def _rows(self, part: Part, prefix: str) -> Iterator[Row]:
        """The rows of a part's own keys, and of those below them; each row once."""
        found = dict.fromkeys(self._all_rows(part, prefix))
        yield from found

    def _all_rows(self, part: Part, prefix: str) -> Iterator[Row]:
        for name, raw in part.get("properties", {}).items():
            value = self.resolved(raw)
            required = ", required" if name in part.get("required", ()) else ""
            yield code(prefix + name), self._type(raw) + required, _meaning(value)
            yield from self._below(raw, prefix + name)
        for branch in self._branches(part):
            yield from self._all_rows(branch, prefix)

    def _below(self, raw: Part, name: str) -> Iterator[Row]:
        if _definition(raw) in self.shared:
            yield from self._all_rows({"properties": raw.get("properties", {})}, f"{name}.")
        if _is_elsewhere(raw) or _definition(raw) in self.shared:
            return
        value = self.resolved(raw)
        yield from self._all_rows({**value, "items": {}}, f"{name}.")
        for each, end in (("items", "[]"), ("additionalProperties", ".NAME")):
            if isinstance(value.get(each), Mapping):
                yield from self._below(value[each], name + end)
        for branch in self._branches(value):
            yield from self._below({**branch, "properties": {}}, name)

    def _branches(self, part: Part) -> Iterator[Part]:
        """The alternatives of a part that have no table of their own."""
        for key in BRANCHES:
            if key in part:
                yield part[key]
        for key in UNIONS:
            for option in part.get(key, ()):
                if _definition(option) not in self.shared:
                    yield self.resolved(option)

    def _type(self, part: Part) -> str:
        """The type in words; what another table is about is a link to it."""
        name = _definition(part)
        if name in self.shared:
            return f"[{name}](#{self.heading(name).lower().replace(': ', '-').replace(' ', '-')})"
        if _is_elsewhere(part):
            return f"{self._kind(self.resolved(part))}, as in a [scenario](#scenario)"
        return self._kind(self.resolved(part))

    def _kind(self, value: Part) -> str:
        kind, each = value.get("type"), value.get("additionalProperties")
        if isinstance(kind, list):
            return " or ".join(self._kind({**value, "type": one}) for one in kind)
        if kind == "array":
            return f"list of {self._type(value['items'])}"
        if kind == "object":
            return f"mapping of {self._type(each)}" if isinstance(each, Mapping) else "mapping"
        if kind:
            return str(kind)
        for key in UNIONS:
            if key in value:
                return " or ".join(dict.fromkeys(map(self._type, value[key])))
        return _json_type(value["enum"][0] if "enum" in value else value["const"])


def _definition(part: Part) -> str:
    """The name of the definition that a part refers to; empty: none of this schema."""
    reference = str(part.get("$ref", ""))
    return reference.removeprefix(DEFINITION) if reference.startswith(DEFINITION) else ""


def _json_type(value: object) -> str:
    return {str: "string", bool: "boolean", int: "integer"}[type(value)]


def _is_elsewhere(part: Part) -> bool:
    return not str(part.get("$ref", "#")).startswith("#")


def _meaning(value: Part) -> str:
    parts = [str(value.get("description", ""))]
    values = [code(str(item)) for item in value.get("enum", value.get("items", {}).get("enum", ()))]
    if any(item not in parts[0] for item in values):
        parts.append("one of " + ", ".join(values))
    if "const" in value:
        parts.append("always " + code(json.dumps(value["const"])))
    if "pattern" in value:
        parts.append("pattern " + code(value["pattern"]))
    parts += _length(value)
    parts += [text.format(value[key]) for key, text in LIMITS.items() if key in value]
    return "; ".join(part for part in parts if part)


def _length(value: Part) -> Iterator[str]:
    least, most = value.get("minItems"), value.get("maxItems")
    if least == 1 and most is None:
        yield "not empty"
    elif least is not None:
        yield f"{least} entries" + ("" if least == most else " at least")
