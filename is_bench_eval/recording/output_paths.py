"""Where a run writes what it records beside its results: bags, clips, footage."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class OutputPaths:
    """Folders; None where nothing of the kind is recorded."""

    bag: Path | None = None
    """Of one new bag."""
    clips: Path | None = None
    """Of a clip for each episode."""
    footage: Path | None = None
    """Of a file for each episode with what reports show beside its results."""


def file_name(task: str) -> str:
    """The name of a task as a file's, without folders: names of some datasets have slashes."""
    return task.replace("/", "-")
