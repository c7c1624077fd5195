"""The page of a comparison, and what is printed with it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from is_bench_eval.cli.main import main
from is_bench_eval.reports.published.is_bench import METRICS, is_bench_table_2, of_is_bench
from tests.is_bench_eval.reports.samples import HOSTILE, Sample, sample


@pytest.fixture
def made(tmp_path: Path) -> Sample:
    return sample(tmp_path)


def entitled(made: Sample, title: str) -> Sample:
    dataset = {**made.manifest["dataset"], "title": title}
    return Sample({**made.manifest, "dataset": dataset}, made.records)


@pytest.fixture
def runs(made: Sample, tmp_path: Path) -> list[Path]:
    return [made.write(tmp_path / "first"), made.write(tmp_path / "second")]


def test_the_page_shows_runs_and_tests(
    runs: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "comparison.html"
    assert main(["report", *map(str, runs), "--out", str(out)]) == 0
    page = out.read_text()
    assert page.count('<svg aria-hidden="true">') == 2 * 2 * 5
    assert "2 runs compared" in page
    assert "Significance tests" in page
    assert "Beside what was published" not in page
    assert not re.search(r"https?://|<script|@import|url\(", page)
    printed = " ".join(capsys.readouterr().out.split())
    assert "strict scoring, with 95% intervals" in printed
    assert "significance tests, strict scoring" in printed


def test_figures_are_explained(runs: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "comparison.html"
    assert main(["report", *map(str, runs), "--out", str(out)]) == 0
    page = out.read_text()
    assert '<h3>SR <span class="meaning">episodes that reached their goal</span></h3>' in page
    assert '<a href="#reading">How to read this</a>' in page
    assert 'id="reading"' in page


def test_in_a_terminal_of_80_columns_no_interval_is_broken(
    runs: list[Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["report", *map(str, runs)]) == 0
    printed = capsys.readouterr().out
    lines = printed.partition("with 95% intervals")[2].split("\n")
    at = next(number for number, line in enumerate(lines) if "episodes" in line)
    assert lines[at].split()[-1] == "steps"  # what no run knows has no column
    intervals = lines[at + 3].split()
    assert len(intervals) == 5
    assert all(re.fullmatch(r"[\d.]+\N{EN DASH}[\d.]+|-", one) for one in intervals)


def test_foreign_text_is_only_text(made: Sample, tmp_path: Path) -> None:
    named = "<b>run & co"
    folders = [
        entitled(made, HOSTILE).write(tmp_path / named),
        made.write(tmp_path / "other"),
    ]
    out = tmp_path / "comparison.html"
    assert main(["report", *map(str, folders), "--out", str(out)]) == 0
    page = out.read_text()
    assert "<script" not in page
    assert "<img" not in page
    assert "<b>" not in page
    assert "\u202e" not in page
    assert "&lt;b&gt;run &amp; co" in page


def test_published_figures_stand_beside_runs_of_the_same_tasks(
    made: Sample, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    title = "IS-Bench data in /data"
    folders = [entitled(made, title).write(tmp_path / name) for name in ("a", "b")]
    out = tmp_path / "comparison.html"
    assert main(["report", *map(str, folders), "--out", str(out)]) == 0
    for text in (out.read_text(), capsys.readouterr().out):
        assert "GPT-4o-mini" in text
        assert "2506.16402" in text


def test_a_run_is_not_compared_with_itself(
    runs: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(runs[0]), str(runs[0])]) == 2
    assert "the run is given twice" in capsys.readouterr().err


def test_a_page_that_cannot_be_written_is_told_of(
    runs: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", *map(str, runs), "--out", str(tmp_path / "no" / "page.html")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_the_published_table_is_whole() -> None:
    table = is_bench_table_2()
    assert len(table.rows) == 16 * 2
    assert len({(row.model, row.level) for row in table.rows}) == len(table.rows)
    for row in table.rows:
        assert set(row.metrics) == {*METRICS, "SA"}
        assert all(0 <= share <= 1 for share in row.metrics.values())
        assert row.metrics["SSR"] <= row.metrics["SR"]
        low, high = sorted((row.metrics["SRec pre"], row.metrics["SRec post"]))
        assert low <= row.metrics["SRec all"] <= high
    found = {(row.model, row.level): row.metrics for row in table.rows}
    assert found["GPT-4o", "L1"]["SSR"] == 0.338
    assert found["Gemini-2.5-pro", "L2"]["SA"] == 0.657


def test_only_is_benchs_own_tasks_count_as_these(made: Sample, tmp_path: Path) -> None:
    manifest = json.loads((made.write(tmp_path / "run") / "manifest.json").read_text())
    assert not of_is_bench(manifest["dataset"]["title"])
    assert of_is_bench("IS-Bench data in somewhere")
