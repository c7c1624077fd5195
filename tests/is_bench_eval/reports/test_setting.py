from __future__ import annotations

from pathlib import Path

import pytest

from is_bench_eval.reports.setting import setting_of
from tests.is_bench_eval.reports.samples import sample


@pytest.mark.parametrize(
    ("guard", "title", "sees"),
    [
        ("off", "careless planner, no guard", False),
        ("shadow", "careless planner, shadow guard (scenario knowledge)", True),
        ("enforce", "careless planner, enforcing guard (scenario knowledge)", True),
    ],
)
def test_the_title_says_what_was_run(tmp_path: Path, guard: str, title: str, sees: bool) -> None:
    setting = setting_of(sample(tmp_path, guard=guard).manifest)
    assert setting.title == title
    assert setting.sees_annotations is sees


def test_the_facts_are_those_of_the_manifest(tmp_path: Path) -> None:
    written = sample(tmp_path).manifest
    setting = setting_of(written)
    facts = setting.facts()
    assert facts["World"] == "released"
    assert facts["Guard knows"] == "-"
    assert facts["Seed"] == "0"
    assert "2 tasks" in facts["Dataset"]
    assert len(setting.switches) == setting.all_switches > 0
    name, switch = next(iter(written["world"]["switches"].items()))
    switch["on"] = False
    assert name not in {left.name for left in setting_of(written).switches}


def test_the_parts_of_the_guard_that_were_in_use_are_told(tmp_path: Path) -> None:
    assert setting_of(sample(tmp_path).manifest).guard_parts == ""
    written = sample(tmp_path, guard="enforce").manifest
    written["guard"] |= {"retrieval": None, "adviser": None}
    without = setting_of(written)
    assert without.guard_parts == "guard's retrieval: none; guard's adviser: none"
    assert without.facts()["Guard's retrieval"] == "none"
    written["guard"] |= {"retrieval": "words", "adviser": "some-model"}
    having = setting_of(written)
    assert having.guard_parts == "guard's retrieval: words; guard's adviser: some-model"
    assert having.facts()["Guard's adviser"] == "some-model"


def test_a_users_domain_is_told_with_its_file(tmp_path: Path) -> None:
    written = sample(tmp_path).manifest
    assert setting_of(written).facts()["Domain"] == "is_bench"
    file = {"name": "mine.yaml", "sha256": "ab" * 32}
    written["domains"] = [{"name": "gardener", "files": [file]}]
    assert setting_of(written).facts()["Domain"] == "gardener (mine.yaml, SHA-256 abababababab)"


@pytest.mark.parametrize(
    ("given", "planner"),
    [
        ({"planner": "plans", "plans_file": "p.jsonl"}, "plans:p.jsonl"),
        ({"planner": "plans:p.jsonl", "plans_file": "p.jsonl"}, "plans:p.jsonl"),
        ({}, "reference"),
    ],
)
def test_the_planner_may_be_given_or_defaulted(
    tmp_path: Path, given: dict[str, str], planner: str
) -> None:
    written = sample(tmp_path).manifest
    written["arguments"] = {"given": given, "defaulted": {"planner": "reference"}}
    assert setting_of(written).planner == planner
