"""The generated pages of docs/reference are those that the code makes today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from is_bench_eval.cli.commands import build_parser
from tests.docs.pages import DOCS, Page
from tests.source_tree import INTERFACES
from tools.reference.commands import commands_of
from tools.reference.formats import schemas
from tools.reference.graph import topics
from tools.reference.interfaces import Field, parameter_row, read_definition
from tools.reference.pages import PAGES
from tools.reference.recorded import Parameter, parameters
from tools.reference.schemas import Row, Schema


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_up_to_date(name: str) -> None:
    written = (DOCS / "reference" / name).read_text(encoding="utf-8")
    assert written == PAGES[name](), "run `.venv/bin/python -m tools.reference`"


def test_every_command_has_a_section() -> None:
    headings = Page(DOCS / "reference" / "cli.md").headings
    assert {f"is-bench {name}" for name in commands_of(build_parser())} <= set(headings)


def test_every_definition_has_a_section() -> None:
    headings = Page(DOCS / "reference" / "ros_interfaces.md").headings
    names = {
        path.stem for kind in ("msg", "srv", "action") for path in INTERFACES.rglob(f"*.{kind}")
    }
    assert names <= set(headings)


def test_every_field_of_a_definition_has_a_meaning() -> None:
    unexplained = []
    for kind in ("msg", "srv", "action"):
        for path in INTERFACES.rglob(f"*.{kind}"):
            _, sections = read_definition(path.read_text(encoding="utf-8"))
            unexplained += [
                f"{path.name}: {field.name}"
                for fields in sections
                for field in fields
                if not re.search(r"\w", field.meaning)
            ]
    assert unexplained == []


def test_a_definition_is_read_with_its_comments() -> None:
    head = "# What it is,\n# in two lines.\n\n"
    text = f"{head}uint8 ON=1 # it runs\n\n# How many [1].\nuint32 n\n---\nbool ok\n"
    about, sections = read_definition(text)
    assert about == "What it is, in two lines."
    assert sections == [
        [Field("uint8", "ON", "1", "it runs"), Field("uint32", "n", "", "How many [1].")],
        [Field("bool", "ok", "", "")],
    ]


def test_a_comment_above_constants_is_about_the_field_below_them() -> None:
    values = "uint8 ON=1   # it runs\nuint8 OFF=0  # it rests\n"
    text = f"# What it is.\n\n# Its state; one of:\n{values}uint8 state\n"
    _, (fields,) = read_definition(text)
    assert [field.meaning for field in fields] == [
        "it runs",
        "it rests",
        "Its state; one of the values above",
    ]


def test_topics_are_found_in_the_sources() -> None:
    assert ("is_bench/verdicts", "reliable, latched, 100") in {(t.name, t.qos) for t in topics()}


def test_the_recorded_parameters_have_values_and_meanings() -> None:
    guard = {parameter.name: parameter for parameter in parameters()["is_safety_monitor"]}
    assert guard["hold_s"].values == "0.0 to 60.0"
    assert guard["mode"].values == "off, shadow, enforce"
    assert {"bindings", "advice", "dataset"} <= set(guard)
    every = [parameter for node in parameters().values() for parameter in node]
    assert [parameter.name for parameter in every if not parameter.meaning] == []


def test_the_page_has_every_recorded_parameter() -> None:
    text = (DOCS / "reference" / "ros_interfaces.md").read_text(encoding="utf-8")
    for node, found in parameters().items():
        section = text.partition(f"\n### {node}\n")[2].partition("\n#")[0]
        assert [p.name for p in found if f"\n| `{p.name}` |" not in section] == [], node


def test_an_enumeration_is_written_as_values_and_a_range_as_it_is() -> None:
    limited = Parameter("hold_s", "1.0", "0.0 to 60.0", "seconds")
    chosen = Parameter("mode", "'off'", "off, enforce", "mode")
    assert parameter_row(limited) == ("`hold_s`", "`1.0`", "0.0 to 60.0", "seconds")
    assert parameter_row(chosen)[2] == "`off`, `enforce`"


def every_row(schema: Schema) -> list[Row]:
    shared = [row for name in schema.shared for row in schema.shared_rows(name)]
    return [*schema.rows(), *shared]


@pytest.mark.parametrize("title", schemas())
def test_every_key_of_a_format_has_a_meaning(title: str) -> None:
    assert [key for key, _, meaning in every_row(schemas()[title]) if not meaning] == []


def test_keys_in_alternatives_and_references_are_in_the_tables() -> None:
    keys = {title: {row[0] for row in every_row(schema)} for title, schema in schemas().items()}
    assert {"`above`", "`at_most`", "`one_of`", "`constant`"} <= keys["Bindings"]
    assert {"`faults[].drops_onto`", "`faults[].until_step`"} <= keys["Scenario"]
    assert "`skills.NAME.parameters.NAME.role`" in keys["Domain"]
    assert "`unsafe.refuse`" in keys["Twins"]


def test_a_schema_is_read_with_its_alternatives(tmp_path: Path) -> None:
    path = tmp_path / "one.schema.json"
    path.write_text(SMALL, encoding="utf-8")
    schema = Schema("One", path)
    assert schema.shared == ("speed",)
    assert list(schema.rows()) == [
        ("`fast`", "[speed](#one-speed), required", "how fast"),
        ("`slow`", "[speed](#one-speed)", "how slow"),
        ("`stops`", "list of string or mapping", "where; not empty"),
        ("`stops[].name`", "string", "its name; one of `a`, `b`"),
    ]
    assert list(schema.shared_rows("speed")) == [("`value`", "number", "in m/s; at least 0")]


SMALL = """{
  "required": ["fast"],
  "properties": {
    "fast": {"$ref": "#/$defs/speed", "description": "how fast"},
    "slow": {"$ref": "#/$defs/speed", "description": "how slow"},
    "stops": {
      "description": "where",
      "type": "array",
      "minItems": 1,
      "items": {
        "anyOf": [
          {"type": "string"},
          {
            "type": "object",
            "properties": {"name": {"description": "its name", "enum": ["a", "b"]}}
          }
        ]
      }
    }
  },
  "$defs": {
    "speed": {
      "type": "object",
      "properties": {"value": {"description": "in m/s", "type": "number", "minimum": 0}}
    }
  }
}"""
