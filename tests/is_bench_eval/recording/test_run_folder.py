"""The output folder of a run: nothing is lost, mixed up or half written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from is_bench_eval.errors import RunFolderProblem
from is_bench_eval.recording.results import Record
from is_bench_eval.recording.run_folder import RunFolder, read_results

MANIFEST: dict[str, Any] = {
    "arguments": {"given": {"seed": 1}},
    "dataset": {"sha256": "abc"},
    "is_bench": "1",
    "versions": {"python": "3.10"},
}


def record(task: str, plan_index: int = 0, **more: Any) -> Record:
    return {"task": task, "plan_index": plan_index, **more}


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    """A folder with two episodes of a run."""
    made = RunFolder(tmp_path / "out")
    made.open(MANIFEST, resume=False)
    made.append(record("b"))
    made.append(record("a", 1, plan=["ß\u2028\x85\r"]))
    return made


def results(folder: RunFolder) -> Path:
    return folder.path / "results.jsonl"


def test_a_new_run_starts_empty(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "deep" / "out")
    assert folder.open(MANIFEST, resume=False) == {}
    assert results(folder).read_text() == ""
    assert json.loads((folder.path / "manifest.json").read_text()) == MANIFEST


def test_resuming_where_nothing_is_starts_a_run(tmp_path: Path) -> None:
    assert RunFolder(tmp_path / "out").open(MANIFEST, resume=True) == {}


def test_every_episode_is_on_the_disk_at_once(folder: RunFolder) -> None:
    assert [json.loads(line)["task"] for line in results(folder).read_text().split("\n")[:-1]] == [
        "b",
        "a",
    ]


def test_a_resumed_run_has_what_is_done(folder: RunFolder) -> None:
    done = RunFolder(folder.path).open(MANIFEST, resume=True)
    assert done == {("b", 0): record("b"), ("a", 1): record("a", 1, plan=["ß\u2028\x85\r"])}


def test_resuming_changes_no_whole_line(folder: RunFolder) -> None:
    before = results(folder).read_bytes()
    RunFolder(folder.path).open(MANIFEST, resume=True)
    assert results(folder).read_bytes() == before


@pytest.mark.parametrize(
    "torn",
    ['{"task": "c", "plan_ind', "{}", "\0\0\0\n", "null\n", "7\n", '{"task": "c"}\n', "\udcff\n"],
)
def test_what_a_crash_left_is_dropped(torn: str, folder: RunFolder) -> None:
    before = results(folder).read_bytes()
    with results(folder).open("a", encoding="utf-8", errors="surrogateescape") as file:
        file.write(torn)
    done = RunFolder(folder.path).open(MANIFEST, resume=True)
    assert list(done) == [("b", 0), ("a", 1)]
    assert results(folder).read_bytes() == before


def test_episodes_that_could_not_be_run_are_run_again(folder: RunFolder) -> None:
    folder.append(record("c", error="RuntimeError: no"))
    assert ("c", 0) not in RunFolder(folder.path).open(MANIFEST, resume=True)
    assert "RuntimeError" not in results(folder).read_text()


def test_a_run_is_not_written_over(folder: RunFolder) -> None:
    before = results(folder).read_bytes()
    with pytest.raises(RunFolderProblem, match=r"holds a run already; .*--resume"):
        RunFolder(folder.path).open(MANIFEST, resume=False)
    assert results(folder).read_bytes() == before


@pytest.mark.parametrize(
    ("part", "other", "told"),
    [
        ("arguments", {"given": {"seed": 2}}, "--seed was 1 and is 2"),
        ("arguments", {}, "--seed was 1 and is not given"),
        ("dataset", {"sha256": "abd"}, "the files of the dataset have changed"),
        ("dataset", {"sha256": "abc", "plans_sha256": "x"}, "the plans have changed"),
        ("is_bench", "2", "it was begun by is_bench 1, this is 2"),
    ],
)
def test_another_run_is_not_continued(
    part: str, other: object, told: str, folder: RunFolder
) -> None:
    before = {path: path.read_bytes() for path in folder.path.iterdir()}
    with pytest.raises(RunFolderProblem, match=told):
        RunFolder(folder.path).open({**MANIFEST, part: other}, resume=True)
    assert {path: path.read_bytes() for path in folder.path.iterdir()} == before


def test_other_tasks_are_no_other_files(folder: RunFolder) -> None:
    chosen = {"arguments": {"given": {"seed": 1, "tasks": "b"}}, "dataset": {"sha256": "abd"}}
    with pytest.raises(RunFolderProblem, match="--tasks was not given and is") as caught:
        RunFolder(folder.path).open({**MANIFEST, **chosen}, resume=True)
    assert "dataset" not in str(caught.value)


def test_another_machine_may_continue_a_run(folder: RunFolder) -> None:
    moved = {**MANIFEST, "versions": {"python": "3.13"}}
    assert len(RunFolder(folder.path).open(moved, resume=True)) == 2


@pytest.mark.parametrize("text", [None, "", "{", "[]", "null"])
def test_results_of_an_unknown_run_are_not_continued(text: str | None, folder: RunFolder) -> None:
    path = folder.path / "manifest.json"
    if text is None:
        path.unlink()
    else:
        path.write_text(text)
    with pytest.raises(RunFolderProblem, match=r"no readable manifest\.json"):
        RunFolder(folder.path).open(MANIFEST, resume=True)
    assert len(read_results(results(folder))) == 2


def test_a_run_can_be_continued_from_its_very_first_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, replace = tmp_path / "out", Path.replace

    def replace_once(source: Path, target: Path) -> Path:
        monkeypatch.setattr(Path, "replace", crash)
        return replace(source, target)

    def crash(_source: Path, _target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", replace_once)
    with pytest.raises(KeyboardInterrupt):
        RunFolder(out).open(MANIFEST, resume=False)
    monkeypatch.setattr(Path, "replace", replace)
    assert RunFolder(out).open(MANIFEST, resume=True) == {}


def test_at_the_end_the_lines_are_in_the_order_of_the_input(folder: RunFolder) -> None:
    wanted = [record("a", 1), record("b"), record("c", error="no")]
    folder.finish(wanted)
    assert read_results(results(folder)) == wanted


def test_a_file_is_written_whole_or_not_at_all(
    folder: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write_text("report.html", "old")

    def full(_descriptor: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("is_bench_eval.recording.run_folder.os.fsync", full)
    with pytest.raises(OSError, match="full"):
        folder.write_text("report.html", "new")
    assert (folder.path / "report.html").read_text() == "old"


def test_finished_folders_hold_no_partial_files(folder: RunFolder) -> None:
    folder.finish([record("b")])
    folder.write_json("summary.json", {"SR": None})
    assert {path.name for path in folder.path.iterdir()} == {
        "manifest.json",
        "results.jsonl",
        "summary.json",
    }


def test_what_utf_8_cannot_write_is_written_as_json_escapes(folder: RunFolder) -> None:
    strange = record("c", instruction="a\ud800b", source="\udcff")
    folder.append(strange)
    assert read_results(results(folder))[-1] == strange
    folder.finish([strange])
    assert read_results(results(folder)) == [strange]


@pytest.mark.parametrize("name", ["file", "file/below", "x" * 5000])
def test_a_place_that_can_be_no_folder_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    path = tmp_path / name
    with pytest.raises(RunFolderProblem, match=re.escape(str(path))):
        RunFolder(path).open(MANIFEST, resume=False)
    assert (tmp_path / "file").read_text() == "mine"


def test_other_files_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("mine")
    RunFolder(tmp_path).open(MANIFEST, resume=False)
    assert note.read_text() == "mine"
