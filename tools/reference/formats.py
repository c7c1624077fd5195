"""The page of the file formats, made from their JSON Schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tools.reference.markdown import code, page, table

ROOT = Path(__file__).parents[2]
SCHEMAS = {
    "Scenario": ("is_bench/scenarios/scenario.schema.json", "scenarios.md"),
    "Twins": ("is_bench/scenarios/twins.schema.json", "scenarios.md#twins"),
    "Domain": ("is_bench/domain/domain.schema.json", "domains.md"),
    "Bindings": ("is_safety_monitor/bindings/binding.schema.json", "bindings.md"),
    "Constraints and laws": ("kb/constraints.schema.json", "constraints.md"),
    "Properties": ("kb/library/properties.schema.json", "properties.md"),
}
INTRODUCTION = """\
Every key of the project's YAML files, from the JSON Schemas that check them. A file that breaks its
schema is refused with line and column. The format of plans is in [Plans files](plans.md), what a
run writes in [Files of a run](run_folder.md)."""
KINDS = ("const", "enum", "pattern", "minimum", "exclusiveMinimum", "maximum", "minItems")


def format_page() -> str:
    """A table of keys for each format."""
    return page("File formats", INTRODUCTION, *_formats())


def _formats() -> Iterator[str]:
    for name, (path, reference) in SCHEMAS.items():
        schema = _schema(ROOT / path, "#")
        yield f"## {name}"
        title = reference.partition(".")[0].capitalize()
        yield f"Schema: `{path}`. Meaning and examples: [{title}]({reference})."
        yield table(("key", "type", "meaning"), _rows(schema, schema, "", ()))


def _schema(path: Path, root: str) -> dict[str, Any]:
    """A schema whose references to other files lead to copies under `$other`."""
    schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    others: dict[str, Any] = {}

    def led(part: Any) -> Any:
        if isinstance(part, list):
            return [led(item) for item in part]
        if not isinstance(part, dict):
            return part
        found = {key: led(value) for key, value in part.items()}
        if isinstance(part.get("$ref"), str):
            file, _, inside = part["$ref"].partition("#")
            if file and file not in others:
                others[file] = _schema(path.parent / file, f"{root}/$other/{file}")
            found["$ref"] = f"{root}/$other/{file}{inside}" if file else f"{root}{inside}"
        return found

    led_schema: dict[str, Any] = led(schema)
    return {**led_schema, "$other": others}


def _rows(
    part: Mapping[str, Any], schema: Mapping[str, Any], prefix: str, seen: tuple[str, ...]
) -> Iterator[tuple[str, str, str]]:
    """A row for each key, with the keys below it; a definition that contains itself once."""
    for name, raw in part.get("properties", {}).items():
        reference = raw.get("$ref", raw.get("items", {}).get("$ref", ""))
        value = {**_resolved(raw, schema), **{k: v for k, v in raw.items() if k != "$ref"}}
        required = ", required" if name in part.get("required", ()) else ""
        yield code(prefix + name), _type(value, schema) + required, _meaning(value)
        if reference not in seen or not reference:
            below = (*seen, reference) if reference else seen
            yield from _below(value, schema, f"{prefix}{name}", below)


def _below(
    value: Mapping[str, Any], schema: Mapping[str, Any], name: str, seen: tuple[str, ...]
) -> Iterator[tuple[str, str, str]]:
    yield from _rows(value, schema, f"{name}.", seen)
    inner = value.get("items")
    if isinstance(inner, Mapping):
        yield from _rows(_resolved(inner, schema), schema, f"{name}[].", seen)
    extra = value.get("additionalProperties")
    if isinstance(extra, Mapping):
        yield from _rows(_resolved(extra, schema), schema, f"{name}.NAME.", seen)


def _resolved(part: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Any = part
    while "$ref" in found:
        path = found["$ref"].removeprefix("#/").split("/")
        found = schema
        for step in path:
            found = found[step]
    return dict(found)


def _type(value: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    kind = value.get("type")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array" and isinstance(value.get("items"), Mapping):
        return f"list of {_type(_resolved(value['items'], schema), schema)}"
    if kind == "object":
        return "mapping"
    if kind:
        return str(kind)
    for key in ("oneOf", "anyOf"):
        if key in value:
            kinds = [_type(_resolved(option, schema), schema) for option in value[key]]
            return " or ".join(dict.fromkeys(kinds))
    return "one of" if "enum" in value else "constant" if "const" in value else "any"


def _meaning(value: Mapping[str, Any]) -> str:
    parts = [str(value["description"])] if "description" in value else []
    for key in KINDS:
        if key in value:
            shown = value[key]
            text = (
                ", ".join(code(str(item)) for item in shown) if key == "enum" else code(str(shown))
            )
            parts.append(text if key in ("enum", "const") else f"{key} {text}")
    if "default" in value:
        parts.append(f"default {code(json.dumps(value['default']))}")
    return "; ".join(parts)
