from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from is_bench_eval.reports.footage_scripts import footage_scripts
from is_bench_eval.reports.page import render_report
from tests.is_bench_eval.reports.samples import HOSTILE, record, sample
from tests.is_bench_eval.reports.test_page import Page

KEPT: dict[str, Any] = {
    "pictures": ["AAAA"],
    "at": [0, 0],
    "strips": [],
    "strip_at": [],
    "cameras": ["south"],
    "due": [[{"constraint": "close_it", "since": 0, "objects": ["door.n.01_1"]}]],
    "talk": [
        {
            "moment": 0,
            "said": [{"role": "user", "text": HOSTILE, "pictures": 5}],
            "reply": "DONE",
            "error": "",
            "usage": {"prompt_tokens": 7, "completion_tokens": 2, "cost": None},
        }
    ],
}


def keep(run: Path, document: Any, task: str = "task") -> None:
    path = run / "episodes" / f"{task}_0.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(document), "utf-8")


def test_what_was_kept_of_an_episode_is_shown_with_it(tmp_path: Path) -> None:
    keep(tmp_path, KEPT)
    (found,) = footage_scripts(tmp_path, [record("other"), record("task")])
    shown = json.loads(found.json)
    assert (found.index, shown["pictures"], shown["due"]) == (1, ["AAAA"], KEPT["due"])
    assert shown["talk"][0]["tokens"] == [7, 2]
    assert "<" not in found.json
    assert "\u202e" not in shown["talk"][0]["said"][0]["text"]


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("pictures", ['"><script>']),
        ("pictures", [7]),
        ("at", ["x"]),
        ("due", [[{"constraint": "a"}]]),
        ("talk", [None]),
        ("cameras", None),
    ],
)
def test_what_is_not_as_it_is_written_is_not_shown(tmp_path: Path, part: str, value: Any) -> None:
    keep(tmp_path, {**KEPT, part: value})
    assert footage_scripts(tmp_path, [record("task")]) == []


def test_the_page_holds_the_footage_of_its_run_as_data(tmp_path: Path) -> None:
    run = sample(tmp_path, tasks=["apple"])
    keep(tmp_path, KEPT, "apple")
    page = Page(render_report(run.manifest, run.summary, run.records, tmp_path))
    scripts = [found for tag, found in page.elements if tag == "script"]
    assert [script.get("id") for script in scripts] == ["data", "footage-0", None]
    assert scripts[1]["type"] == "application/json"
    assert json.loads(page.texts["script"][1])["cameras"] == ["south"]
