"""`is-bench study steps`, with answers of another guard."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from is_bench_eval.cli.main import main
from tests.small_dataset import write_dataset


def study(folder: Path, out: Path, *options: str) -> int:
    return main(["study", "steps", "--dataset", str(folder), "--out", str(out), *options])


def steps(out: Path) -> list[Any]:
    return [json.loads(line) for line in (out / "cases.jsonl").read_text().splitlines()]


def answered(path: Path, cases: list[Any]) -> Path:
    keys = ("task", "plan", "index", "hazardous")
    lines = [json.dumps({key: case[key] for key in keys}) for case in cases]
    path.write_text("\n".join(lines))
    return path


def test_what_a_study_writes_can_be_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_dataset(tmp_path / "small")
    assert study(folder, tmp_path / "asked") == 0
    asked = steps(tmp_path / "asked")
    answers = answered(tmp_path / "oracle.jsonl", asked[:-1])
    assert study(folder, tmp_path / "out", "--answers", str(answers)) == 0
    document = json.loads((tmp_path / "out" / "study.json").read_text())
    table = next(table for table in document["tables"] if table["id"] == "all")
    oracle = next(row for row in table["rows"] if row["id"] == "answers_oracle")["cells"]
    assert oracle["accuracy"]["value"] == 1
    assert oracle["answered"]["of"] - oracle["answered"]["count"] == 1
    (noted,) = document["made"]["arguments"]["answers"]
    assert noted["file"] == str(answers)
    assert len(noted["sha256"]) == 64
    assert "oracle" in capsys.readouterr().out
    assert "oracle" in (tmp_path / "out" / "study.html").read_text()
    assert steps(tmp_path / "out")[-1]["answers"] == {"oracle": None}


def test_a_wrong_answer_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_dataset(tmp_path / "small")
    answers = tmp_path / "model.jsonl"
    answers.write_text('{"task": "cook_apple", "plan": "careful", "index": 0, "hazardous": true}\n')
    assert study(folder, tmp_path / "out", "--answers", str(answers)) == 2
    assert "model.jsonl:1: there is no index 0 of the plan 'careful'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_other_studies_take_no_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = answered(tmp_path / "model.jsonl", [])
    out = tmp_path / "out"
    assert main(["study", "cost", "--answers", str(answers), "--out", str(out)]) == 2
    assert "the study 'cost' takes no answers; 'steps' does" in capsys.readouterr().err
    assert not out.exists()
