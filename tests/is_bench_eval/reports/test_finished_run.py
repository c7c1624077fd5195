from __future__ import annotations

import json
from pathlib import Path

import pytest

from is_bench_eval.errors import RunFolderProblem
from is_bench_eval.reports.finished_run import read_run
from tests.is_bench_eval.reports.samples import Sample, record, sample


@pytest.fixture
def run(tmp_path: Path) -> Sample:
    return sample(tmp_path)


@pytest.fixture
def folder(tmp_path: Path, run: Sample) -> Path:
    return run.write(tmp_path / "run")


def problem(folder: Path) -> str:
    with pytest.raises(RunFolderProblem) as caught:
        read_run(folder)
    return str(caught.value)


def test_a_run_is_read_and_summed_up_anew(folder: Path, run: Sample) -> None:
    (folder / "summary.json").write_text("{}", encoding="utf-8")
    found = read_run(folder)
    assert found.manifest == run.manifest
    assert found.records == run.records
    assert found.summary == run.summary


def test_a_line_that_was_cut_short_is_left_out(folder: Path) -> None:
    results = folder / "results.jsonl"
    results.write_text(results.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    assert len(read_run(folder).records) == 1


def test_line_separators_in_a_text_do_not_split_its_line(folder: Path) -> None:
    text = json.dumps(record("a\u2028b\x85c"), ensure_ascii=False) + "\n"
    (folder / "results.jsonl").write_text(text, encoding="utf-8")
    assert read_run(folder).records[0]["task"] == "a\u2028b\x85c"


def test_what_is_no_folder_is_named(tmp_path: Path) -> None:
    nowhere, file = tmp_path / "nowhere", tmp_path / "file"
    file.touch()
    name = "name the --out of an `is-bench eval`"
    assert problem(nowhere) == f"{nowhere}: there is no such folder; {name}"
    assert problem(file) == f"{file}: is no folder; {name}"


@pytest.mark.parametrize("name", ["manifest.json", "results.jsonl"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert str(folder) in problem(folder)
    assert name in problem(folder)


@pytest.mark.parametrize("text", ["{", "[]", "null", '{"arguments": {}}', "\ufffd"])
def test_a_manifest_that_is_none_is_named(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    assert str(folder / "manifest.json") in problem(folder)


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "1",
        '{"task": "a"}',
        '{"task": "a", "plan_index": 0, "error": null}',
        '{"task": 1, "plan_index": 0, "error": "x"}',
        json.dumps({**record(), "steps": None}),
    ],
)
def test_a_line_that_is_no_record_is_named_with_its_number(folder: Path, line: str) -> None:
    with (folder / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    assert f"{folder / 'results.jsonl'}:3" in problem(folder)


def test_results_of_another_version_are_refused(folder: Path) -> None:
    text = json.dumps({**record(), "strict": {"verdict": True}}) + "\n"
    (folder / "results.jsonl").write_text(text, encoding="utf-8")
    assert "not as this version of is_bench writes it (KeyError: 'success')" in problem(folder)


def test_results_that_are_not_utf_8_are_refused(folder: Path) -> None:
    (folder / "results.jsonl").write_bytes(b"\xff\n")
    assert "not UTF-8" in problem(folder)
