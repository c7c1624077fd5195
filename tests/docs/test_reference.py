"""The generated pages of docs/reference are those that the code makes today."""

from __future__ import annotations

import re

import pytest

from is_bench_eval.cli.commands import build_parser
from tests.docs.pages import DOCS, Page
from tests.source_tree import INTERFACES
from tools.reference.commands import commands_of
from tools.reference.graph import parameters, topics
from tools.reference.interfaces import Field, read_definition
from tools.reference.pages import PAGES


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


def test_topics_and_parameters_are_found_in_the_sources() -> None:
    assert ("is_bench/verdicts", "reliable, latched, 100") in {(t.name, t.qos) for t in topics()}
    guard = {parameter.name: parameter for parameter in parameters()["is_safety_monitor"]}
    assert guard["hold_s"].limits == "0.0 to 60.0"
    assert guard["domain"].default == "'household'"
