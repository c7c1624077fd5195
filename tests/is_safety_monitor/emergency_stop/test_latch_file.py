"""The latch on disk: it is read again, and one that cannot be read counts as set."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from is_safety_monitor.emergency_stop.latch_file import NAME, LatchFile, LatchNotKept
from is_safety_monitor.emergency_stop.stop_status import Source, StopStatus, stopped_by

SET = stopped_by(Source.SERVICE, "called", 7)


def test_a_stop_is_found_again_and_so_is_its_end(tmp_path: Path) -> None:
    file = LatchFile(tmp_path / "new" / "folder")
    assert file.read() == StopStatus()
    file.write(SET)
    found = LatchFile(tmp_path / "new" / "folder").read()
    assert (found.latched, found.source, found.since_ns) == (True, Source.LATCH, 7)
    file.write(StopStatus(since_ns=9))
    assert file.read() == StopStatus(since_ns=9)
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == [NAME]


@pytest.mark.timeout(10)
@pytest.mark.parametrize("kind", ["empty", "torn", "pipe", "folder", "dangling"])
def test_what_cannot_be_read_counts_as_set(kind: str, tmp_path: Path) -> None:
    path = tmp_path / NAME
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "dangling":
        path.symlink_to(tmp_path / "nowhere")
    else:
        LatchFile(tmp_path).write(StopStatus())
        path.write_bytes(path.read_bytes()[: 0 if kind == "empty" else 20])
    found = LatchFile(tmp_path).read()
    assert (found.stopped, found.latched, found.source) == (True, True, Source.LATCH)
    assert str(path) in found.reason


def test_a_latch_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("in the way")
    with pytest.raises(LatchNotKept, match=NAME):
        LatchFile(tmp_path / "folder").write(SET)


@pytest.mark.timeout(10)
def test_what_stands_where_it_is_written_first_does_not_hold_it_up(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("untouched")
    first = (tmp_path / NAME).with_suffix(".new")
    os.mkfifo(first)
    LatchFile(tmp_path).write(SET)
    assert LatchFile(tmp_path).read().latched
    first.symlink_to(victim)
    LatchFile(tmp_path).write(StopStatus())
    assert not LatchFile(tmp_path).read().latched
    assert victim.read_text() == "untouched"
    first.mkdir()
    with pytest.raises(LatchNotKept, match=NAME):
        LatchFile(tmp_path).write(SET)


def test_a_latch_that_was_removed_is_noticed(tmp_path: Path) -> None:
    file = LatchFile(tmp_path)
    assert not file.is_there()
    file.write(SET)
    assert file.is_there()
    (tmp_path / NAME).unlink()
    assert not file.is_there()
    assert LatchFile(None).is_there()


def test_each_stop_is_synced_with_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []

    def note(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").readlink().name)

    monkeypatch.setattr(os, "fsync", note)
    LatchFile(tmp_path).write(SET)
    assert synced == ["emergency_stop.new", tmp_path.name]


def test_without_a_folder_nothing_is_kept() -> None:
    file = LatchFile(None)
    file.write(SET)
    assert file.read() == StopStatus()
