"""A folder is synced; one that is none is an error, and no handle is left open."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from is_bench.durable_files import sync_folder


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_the_folder_itself_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(
        os, "fsync", lambda fd: synced.append(Path(f"/proc/self/fd/{fd}").readlink())
    )
    sync_folder(tmp_path)
    assert synced == [tmp_path.resolve()]


def test_a_failed_sync_is_an_error_and_leaves_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError("the disk is full")

    before = open_files()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="full"):
        sync_folder(tmp_path)
    assert open_files() == before


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        sync_folder(tmp_path / "file")
