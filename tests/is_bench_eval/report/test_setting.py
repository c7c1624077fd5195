from __future__ import annotations

from pathlib import Path

import pytest

from is_bench_eval.report.setting import setting_of
from tests.is_bench_eval.report.samples import sample


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
