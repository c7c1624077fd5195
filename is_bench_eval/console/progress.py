"""A progress bar on a terminal's standard error; elsewhere nothing is shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Column

LONGEST = 40
"""Characters of what is being done."""


class ProgressBar:
    """How far something is."""

    def __init__(self, progress: Progress, bar: TaskID) -> None:
        """A bar of a `Progress` that is being shown."""
        self._progress = progress
        self._bar = bar
        self._expected = 0

    def reach(self, done: int) -> None:
        """So much is done."""
        self._progress.update(self._bar, completed=done)

    def expect(self, more: int) -> None:
        """So much more is to be done; for a bar that had no total."""
        self._expected += more
        self._progress.update(self._bar, total=self._expected)

    def advance(self, by: int = 1, what: str = "") -> None:
        """So much more is done; `what` is shown beside the bar from now on."""
        described = what[:LONGEST] if what else None
        self._progress.update(self._bar, advance=by, description=described)

    def say(self, text: str) -> None:
        """Print a line above the bar, or where no bar is shown."""
        self._progress.console.print(text, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def progress_bar(title: str, total: int | None) -> Iterator[ProgressBar]:
    """A bar that goes away in the end; without a `total` it says that something is done."""
    errors = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True)),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
    with progress:
        yield ProgressBar(progress, progress.add_task(title, total=total))
