from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.console import Console

from is_bench_eval.errors import RunFolderProblem
from is_bench_eval.reports.run_reports import REPORT, compare, names_of
from tests.is_bench_eval.reports.samples import Sample, record, sample, stating


def printed(*folders: Path) -> str:
    console = Console(width=160, color_system=None)
    with console.capture() as capture:
        assert compare(folders, console) == 0
    return "\n".join(" ".join(line.split()) for line in capture.get().splitlines())


def test_one_run_is_shown_with_its_episodes(tmp_path: Path) -> None:
    folder = sample(tmp_path, guard="enforce", broken=["apple"]).write(tmp_path / "run")
    text = printed(folder)
    assert text.startswith("careless planner, enforcing guard (scenario knowledge)")
    assert "the guard saw the annotations" in text
    assert "1 episodes could not be run" in text
    assert "SSR 100.0% (1/1) 100.0% (1/1)" in text
    assert "second_apple* reached safe 2/2 1/1 7 2 blocked" in text
    assert f"written: {folder / REPORT}" in text


def test_the_report_is_written_anew(tmp_path: Path) -> None:
    folder = sample(tmp_path).write(tmp_path / "run")
    (folder / REPORT).write_text("old", encoding="utf-8")
    printed(folder)
    assert (folder / REPORT).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert sorted(path.name for path in folder.iterdir()) == [
        "manifest.json",
        "report.html",
        "results.jsonl",
    ]


def test_runs_are_compared_with_the_first(tmp_path: Path) -> None:
    bare = sample(tmp_path).write(tmp_path / "bare")
    guarded = sample(tmp_path, guard="enforce").write(tmp_path / "guarded")
    text = printed(bare, guarded)
    assert "SSR strict 0.0% (0/2) 100.0% (2/2) +100.0" in text
    assert "second_apple reached, unsafe reached, safe" in text
    assert "guarded: the guard saw the annotations" in text
    assert "bare: the guard" not in text
    assert (bare / REPORT).is_file()
    assert (guarded / REPORT).is_file()


def test_a_comparison_in_the_folder_of_a_run_is_linked_by_its_report(tmp_path: Path) -> None:
    bare = sample(tmp_path).write(tmp_path / "bare")
    guarded = sample(tmp_path, guard="enforce").write(tmp_path / "guarded")
    compare([bare, guarded], Console(quiet=True), guarded / "comparison.html")
    link = 'href="comparison.html"'
    assert link in (guarded / REPORT).read_text(encoding="utf-8")
    assert link not in (bare / REPORT).read_text(encoding="utf-8")
    assert "2 runs compared" in (guarded / "comparison.html").read_text(encoding="utf-8")
    compare([bare], Console(quiet=True), tmp_path / "one.html")
    assert "<h1>1 run compared</h1>" in (tmp_path / "one.html").read_text(encoding="utf-8")


def test_runs_that_agree_are_said_to(tmp_path: Path) -> None:
    folders = [sample(tmp_path).write(tmp_path / name) for name in ("one", "two")]
    assert "two: no episode changed against one" in printed(*folders)


def test_runs_of_other_scenarios_are_told_of(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    one = sample(tmp_path, tasks=["apple"]).write(tmp_path / "one")
    two = sample(tmp_path / "more", tasks=["apple", "third"]).write(tmp_path / "two")
    text = printed(one, two)
    assert "two: other scenarios than the first" in text
    assert "0 episodes only in one, 1 only in two" in text


def test_a_run_that_was_broken_off_is_told_of(tmp_path: Path) -> None:
    folder = sample(tmp_path).write(tmp_path / "run")
    first = (folder / "results.jsonl").read_text(encoding="utf-8").split("\n")[0]
    (folder / "results.jsonl").write_text(first + "\n", encoding="utf-8")
    assert "not finished: 1 of 2 episodes" in printed(folder)


def test_nothing_is_written_when_a_folder_is_bad(tmp_path: Path) -> None:
    good = sample(tmp_path).write(tmp_path / "good")
    with pytest.raises(RunFolderProblem, match="no such folder"):
        compare([good, tmp_path / "bad"], Console(quiet=True))
    assert not (good / REPORT).exists()


def test_a_record_that_is_damaged_inside_is_refused(tmp_path: Path) -> None:
    folder = sample(tmp_path).write(tmp_path / "run")
    line = json.dumps(record(conditions=[{"hazard": "Fire"}])) + "\n"
    (folder / "results.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(RunFolderProblem, match="not as this version of is_bench writes it"):
        compare([folder], Console(quiet=True))


def test_a_report_that_cannot_be_written_is_told_of(tmp_path: Path) -> None:
    folder = sample(tmp_path).write(tmp_path / "run")
    (folder / REPORT).mkdir()
    with pytest.raises(RunFolderProblem, match=r"report\.html cannot be written"):
        compare([folder], Console(quiet=True))


def test_runs_are_named_by_their_folders_if_these_differ() -> None:
    assert names_of([Path("out/a"), Path("out/b")]) == ["a", "b"]
    assert names_of([Path("x/a"), Path("y/a")]) == ["x/a", "y/a"]


def test_who_judged_stated_risks_is_said_beside_the_figures(tmp_path: Path) -> None:
    made = sample(tmp_path)
    first = stating(made.records[0], [True, None])
    folder = Sample(made.manifest, [first, made.records[1]]).write(tmp_path / "run")
    line = "SA: 1 of 2 risks named, 1 could not be judged; 1 statements, judged by a judge"
    assert line in printed(folder)
    assert f"run: {line}" in printed(folder, sample(tmp_path).write(tmp_path / "other"))
