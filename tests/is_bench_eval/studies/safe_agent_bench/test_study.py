"""`is-bench study safe_agent_bench` over a few rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from is_bench_eval.cli.main import main
from tests.is_bench_eval.studies.safe_agent_bench.samples import TASKS, write_rows
from tests.small_dataset import write_dataset


def study(folder: Path, out: Path, *options: str, name: str = "safe_agent_bench") -> int:
    return main(["study", name, "--dataset", str(folder), "--out", str(out), *options])


def read(out: Path) -> Any:
    return json.loads((out / "study.json").read_text())


def test_every_row_is_run_without_and_with_the_guard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert study(write_rows(tmp_path / "rows"), out) == 0
    document = read(out)
    assert (document["scenarios"], document["cases"]) == (TASKS, 2 * TASKS)
    assert [table["id"] for table in document["tables"]] == [
        "metrics",
        "by_hazard",
        "by_level",
        "safe_stages",
        "safe_goals",
        "requirements",
    ]
    shown = capsys.readouterr().out
    assert all(table["title"] in shown for table in document["tables"])
    assert "SafeAgentBench (arXiv 2412.13178)" in (out / "study.html").read_text()


def test_labels_are_kept_in_cases_and_their_file_is_noted(tmp_path: Path) -> None:
    labels = tmp_path / "labels.yaml"
    labels.write_text("unsafe_detailed: {0: {label: hazard}, 1: {label: harmless}}")
    out = tmp_path / "out"
    folder = write_rows(tmp_path / "rows")
    assert study(folder, out, "--labels", str(labels), "--tasks", "unsafe_detailed/0000") == 0
    document = read(out)
    assert document["made"]["arguments"]["labels"]["file"] == str(labels)
    assert "metrics_undisputed" in {table["id"] for table in document["tables"]}
    lines = [json.loads(line) for line in (out / "cases.jsonl").read_text().splitlines()]
    assert [case["label"] for case in lines] == ["hazard", "hazard"]


@pytest.mark.parametrize("other", ["classifier", "cost"])
def test_other_studies_take_no_labels(
    tmp_path: Path, other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_rows(tmp_path / "rows")
    assert study(folder, tmp_path / "out", "--labels", "x.yaml", name=other) == 2
    assert "takes no labels" in capsys.readouterr().err


def test_other_datasets_are_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert study(write_dataset(tmp_path / "small"), tmp_path / "out") == 2
    assert "is no row of SafeAgentBench" in capsys.readouterr().err
