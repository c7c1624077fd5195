"""Where a run writes what it records beside its results: bags, clips, footage."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from is_bench.errors import Place
from is_bench_eval.errors import RunFolderProblem


@dataclass(frozen=True)
class OutputPaths:
    """Folders; None where nothing of the kind is recorded."""

    bag: Path | None = None
    """Of one new bag."""
    clips: Path | None = None
    """Of a clip for each episode."""
    footage: Path | None = None
    """Of a file for each episode with what reports show beside its results."""


def check_folder(path: Path) -> None:
    """Raise RunFolderProblem if no folder can be at `path`, before any work is done for it."""
    nearest = next(
        place for place in (path.absolute(), *path.absolute().parents) if _is_there(place)
    )
    if not nearest.is_dir():
        raise RunFolderProblem(
            f"cannot be written: {nearest} is a file; name a folder", Place(str(path))
        )
    if not os.access(nearest, os.W_OK):
        raise RunFolderProblem(
            f"cannot be written: no permission to write in {nearest}; name another folder",
            Place(str(path)),
        )


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:  # such as a name that is too long
        message = f"cannot be written: {error.strerror}; name another folder"
        raise RunFolderProblem(message, Place(str(path))) from None


def file_name(task: str) -> str:
    """The name of a task as a file's, without folders: names of some datasets have slashes."""
    return task.replace("/", "-")
