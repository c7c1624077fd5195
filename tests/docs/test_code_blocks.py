"""Python, YAML and JSON of README and docs: executed, or read by the loader that it is for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from is_bench.domain import SourceText, domain_from_texts
from is_bench.scenarios.twins import parse_twins
from is_bench.scenarios.yaml_scenario import parse_scenario, scenario_schema
from is_bench_eval.specs.run_spec import read_plans
from is_bench_eval.studies.safe_agent_bench.labels import read_labels
from kb.loader import parse_constraints
from kb.properties import load_properties
from tests.docs.pages import Block, Page, blocks, pages

NOT_HERE = {"not run", "run by", "part of"}
"""Remarks of blocks that other tests look at."""


def labels(text: str, folder: Path) -> None:
    """Read labels of SafeAgentBench's rows."""
    (folder / "labels.yaml").write_text(text, encoding="utf-8")
    read_labels(folder / "labels.yaml")


def happenings(text: str, folder: Path) -> None:
    """Compare events and faults with the format; their objects are of no scene."""
    del folder
    schema = scenario_schema()
    part = {**schema, "required": []}
    jsonschema.validate(yaml.safe_load(text), part)


LOADERS: Mapping[str, Callable[[str, Path], object]] = {
    "constraints": lambda text, _folder: parse_constraints(text, "page"),
    "domain": lambda text, _folder: domain_from_texts([SourceText("page", text)]),
    "events": happenings,
    "scenario": lambda text, _folder: parse_scenario(text, "page", "scene"),
    "statements": lambda text, _folder: load_properties().joined(text, "page"),
    "twins": lambda text, _folder: parse_twins(text, "page", "pair"),
    "unsafe_detailed": labels,
}
"""By the first key of the file."""


def checked(language: str) -> list[Block]:
    """The blocks in a language that these tests look at."""
    return [block for block in blocks(language) if not NOT_HERE & block.remarks.keys()]


@pytest.mark.parametrize("block", checked("yaml"), ids=lambda block: block.place)
def test_yaml_is_accepted_by_its_loader(block: Block, tmp_path: Path) -> None:
    first = next(iter(yaml.safe_load(block.text)))
    assert LOADERS[first](block.text, tmp_path) != []


@pytest.mark.parametrize("block", checked("json"), ids=lambda block: block.place)
def test_json_lines_are_plans_of_a_scenario(block: Block, tmp_path: Path) -> None:
    path = tmp_path / "plans.jsonl"
    path.write_text(block.text, encoding="utf-8")
    tasks = {json.loads(line)["task"] for line in block.text.splitlines()}
    assert len(read_plans(path, sorted(tasks))) == len(block.text.splitlines())


WITH_PYTHON = [
    page
    for page in pages()
    if any(
        block.language == "python" and not NOT_HERE & block.remarks.keys() for block in page.blocks
    )
]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_python_runs(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in page.blocks:
        if "file" in block.remarks:
            Path(block.remarks["file"]).write_text(block.text, encoding="utf-8")
    for block in page.blocks:
        if block.language == "python" and not NOT_HERE & block.remarks.keys():
            exec(compile(block.text, block.place, "exec"), names)  # noqa: S102  # our own pages
