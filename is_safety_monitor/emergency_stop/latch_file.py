"""The latch on disk, which a crash at any moment leaves whole."""

from __future__ import annotations

import os
import time
from pathlib import Path

from is_bench.documents import read_bounded
from is_bench.durable_files import sync_folder
from is_bench.errors import InputError, IsBenchError
from is_safety_monitor.emergency_stop.stop_status import (
    Source,
    StopStatus,
    from_text,
    restored,
    stopped_by,
    to_text,
)

NAME = "emergency_stop.json"


class LatchNotKept(IsBenchError):
    """The latch could not be written, so it does not survive the end of the process."""


class LatchFile:
    """Where a stop is kept over restarts."""

    def __init__(self, folder: Path | None) -> None:
        """In `folder`, which is created when it is needed; None: nothing is kept."""
        self._path = None if folder is None else folder / NAME

    def read(self) -> StopStatus:
        """What the last process left; a latch that cannot be read counts as set."""
        if self._path is None or not os.path.lexists(self._path):
            return StopStatus()
        try:
            return restored(from_text(read_bounded(self._path), str(self._path)))
        except InputError as error:
            why = f"{error}; counts as set"
            return stopped_by(Source.LATCH, why, time.time_ns())

    def is_there(self) -> bool:
        """Whether nobody has removed it; also where nothing is kept."""
        return self._path is None or os.path.lexists(self._path)

    def write(self, standing: StopStatus) -> None:
        """Keep a standing; it is on the disk when this returns.  Raises LatchNotKept."""
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            new = self._path.with_suffix(".new")
            new.unlink(missing_ok=True)  # a named pipe would hold the stop up
            with new.open("x", encoding="utf-8") as file:
                file.write(to_text(standing))
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
            sync_folder(self._path.parent)
        except OSError as error:
            why = f"{self._path} cannot be written: {error.strerror}"
            raise LatchNotKept(f"{why}; after a restart it is as before") from None
