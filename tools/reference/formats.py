"""The page of the file formats, made from their JSON Schemas."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tools.reference.markdown import page, table
from tools.reference.schemas import Schema

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
run writes in [Files of a run](run_folder.md).

In the tables, `key[]` is an element of a list, `key.NAME` an entry under a name of your choice."""
HEAD = ("key", "type", "meaning")


def schemas() -> dict[str, Schema]:
    """The schemas of the file formats, by title."""
    return {name: Schema(name, ROOT / path) for name, (path, _) in SCHEMAS.items()}


def format_page() -> str:
    """A table of keys for each format, and for each part that it uses more than once."""
    return page("File formats", INTRODUCTION, *_formats())


def _formats() -> Iterator[str]:
    for name, schema in schemas().items():
        path, reference = SCHEMAS[name]
        title = reference.partition(".")[0].capitalize()
        yield f"## {name}"
        yield f"Schema: `{path}`. Meaning and examples: [{title}]({reference})."
        yield table(HEAD, schema.rows())
        for part in schema.shared:
            yield f"### {schema.heading(part)}"
            if types := schema.alternatives(part):
                yield f"Type: {types}. A mapping has the keys:"
            yield table(HEAD, schema.shared_rows(part))
