"""Where nothing can be written is told before any work is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from is_bench_eval.cli.main import main
from is_bench_eval.errors import RunFolderProblem
from is_bench_eval.recording.output_paths import check_folder


def test_a_folder_that_is_there_or_can_be_made_is_fine(tmp_path: Path) -> None:
    check_folder(tmp_path)
    check_folder(tmp_path / "new" / "folder")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("below", [".", "folder"])
def test_a_file_in_the_way_is_named(below: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = f"cannot be written: {tmp_path / 'file'} is a file; name a folder"
    with pytest.raises(RunFolderProblem, match=told):
        check_folder(tmp_path / "file" / below)


def test_a_name_that_no_folder_can_have_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(RunFolderProblem, match="File name too long; name another folder"):
        check_folder(tmp_path / ("x" * 300))


@pytest.mark.parametrize(
    "command",
    [
        ["replay", "nowhere"],
        ["render", "no_such_scenario"],
        ["security", "init"],
    ],
    ids=lambda command: command[0],
)
def test_commands_look_at_their_out_first(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main([*command, "--out", str(tmp_path / "file")]) == 2
    assert "is a file; name a folder" in capsys.readouterr().err
