"""The files in which a guard keeps its episode: the journal, and which goals are being executed.

The journal is not synced to disk: it survives the death of the process, and a power failure up to
what the system had not written yet.  Goals are synced before they are sent, and the last one stays
noted, so that a guard that comes back after a power failure knows what its journal lacks.  Their
ends are not: a guard that lacks one asks the driver.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from is_bench.durable_files import sync_folder
from is_bench.errors import InputError
from is_bench.guard_log import EpisodeEnded, Forgotten, StateHeard, TaskBegun
from is_safety_monitor.core.episode_journal import (
    JournalProblem,
    Record,
    line_of,
    read_journal,
)
from is_safety_monitor.core.goals import Goal
from is_safety_monitor.core.journal_states import JournalState
from is_safety_monitor.core.plain_values import plain, restored

MOST_BYTES = 128_000_000
"""Of a journal; an episode that needs more has to be ended and begun anew."""
_BLOCK = 4096
"""Bytes that a record of goals in flight is padded to, so that it is overwritten in place."""
_WRITABLE = os.O_CREAT | os.O_WRONLY | os.O_NONBLOCK
"""A named pipe is refused, where it would be waited for."""


@dataclass(frozen=True)
class GoalRecord:
    """Which goals a guard has sent."""

    running: tuple[Goal, ...] = ()
    last: Goal | None = None
    """The last one of the episode, which its journal has to have; None: there was none."""


class _OpenFile:
    """A file that is kept open, or none."""

    def __init__(self) -> None:
        """No file is open."""
        self._file: int | None = None

    def close(self) -> None:
        """Close the file, which stays as it is; without one, nothing happens."""
        if self._file is not None:
            os.close(self._file)
        self._file = None


class FolderLock(_OpenFile):
    """Keeps a second guard from a folder; it ends with the process, however that ends."""

    def __init__(self, folder: Path) -> None:
        """Raises InputError if another guard has the folder; `close` gives it free."""
        super().__init__()
        self._file = os.open(folder / "guard.lock", _WRITABLE, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            why = "the folder is used by another guard; set a different state_dir"
            raise InputError(why) from None


class JournalFile(_OpenFile):
    """Writes the journal of the running episode, a file of its own for each episode."""

    def __init__(self, folder: Path, is_believed: Callable[[], bool] = lambda: True) -> None:
        """The folder has to exist; nothing is written before the first task.

        `is_believed` says, when the next entry comes, whether the last state counts.
        """
        super().__init__()
        self._path = folder / "episode.journal"
        self._is_believed = is_believed
        self._written = 0
        self._waiting: list[JournalState] = []
        """States that are not written yet, at most two: the second may replace the first."""
        self._latest: JournalState | None = None
        """What the next task begins with."""
        self._in_sight = False
        """Whether a state that counts is written: the task was judged by the first one."""

    def read(self) -> list[Record]:
        """What an earlier process wrote; raises JournalProblem, and OSError."""
        data = _read(self._path)
        if len(data) > MOST_BYTES:
            raise JournalProblem(f"the episode's journal has more than {MOST_BYTES} bytes")
        return read_journal(data)

    def resume(self, records: Iterable[Record]) -> None:
        """Go on behind `records`, which are what the file has; raises OSError."""
        lines = [line_of(record) for record in records]
        if lines:
            self._begin(lines)

    def note(self, record: Record) -> None:
        """Keep an entry of the episode; raises OSError, and JournalProblem beyond the bound."""
        entry, report = record.entry, record.report
        self._settle()
        if isinstance(entry, StateHeard) and report is not None:
            state = JournalState.of(entry, report, record.place)
            self._waiting.append(state)
            if not entry.refused:
                self._latest = state
            if not self._in_sight:
                self._flush()
        elif isinstance(entry, TaskBegun):
            states = [] if self._latest is None else [line_of(self._latest.record)]
            self._in_sight, self._waiting = False, []
            self._begin([*states, line_of(record)])
        elif isinstance(entry, EpisodeEnded):
            self.discard()
        elif not isinstance(entry, Forgotten):
            self._flush()
            self._append(line_of(record))

    def discard(self) -> None:
        """Forget the episode."""
        self.close()
        self._path.unlink(missing_ok=True)

    def _settle(self) -> None:
        """Now that the last state was taken in, write the one before it, or leave that out."""
        believed = self._is_believed()
        self._in_sight = self._in_sight or (believed and self._latest is not None)
        if len(self._waiting) > 1:
            earlier, later = self._waiting
            if believed and later.replaces(earlier):
                self._waiting = [later.after(earlier)]
            else:
                self._append(line_of(earlier.record))
                self._waiting = [later]

    def _flush(self) -> None:
        for state in self._waiting:
            self._append(line_of(state.record))
        if self._file is not None:
            self._waiting = []

    def _begin(self, lines: list[bytes]) -> None:
        """Replace the file at once: whoever reads it meets the old episode or the new one."""
        self.close()
        new = self._path.with_suffix(".new")
        new.unlink(missing_ok=True)
        self._file = os.open(new, _WRITABLE | os.O_EXCL, 0o600)
        self._written = 0
        self._write(b"".join(lines))
        new.replace(self._path)

    def _append(self, line: bytes) -> None:
        if self._file is not None:
            _check_in_place(self._path, self._file)
        self._write(line)

    def _write(self, line: bytes) -> None:
        if self._file is None:
            return
        if self._written + len(line) > MOST_BYTES:
            raise JournalProblem(
                f"the episode's journal has reached {MOST_BYTES} bytes; end the episode"
            )
        while line:
            count = os.write(self._file, line)
            self._written += count
            line = line[count:]


class BusyFile(_OpenFile):
    """Which goals are being executed, and which was sent last."""

    def __init__(self, folder: Path) -> None:
        """The folder has to exist."""
        super().__init__()
        self._path = folder / "busy.json"

    def read(self) -> GoalRecord:
        """The goals when the file was written; raises InputError where that cannot be told.

        Raises OSError, too.
        """
        if not os.path.lexists(self._path):
            return GoalRecord()
        try:
            record: GoalRecord = restored(GoalRecord, json.loads(_read(self._path)))
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise InputError(f"{self._path} cannot be read; it may be cut off") from None
        return record

    def write(self, record: GoalRecord, *, sync: bool) -> None:
        """Note which goals were sent; on disk when this returns, if `sync`.  Raises OSError."""
        data = json.dumps(plain(record)).encode()
        if self._file is not None:
            try:
                _check_in_place(self._path, self._file)
            except OSError:
                self.close()  # so that the next episode begins with a file
                raise
        else:
            self._file = os.open(self._path, _WRITABLE, 0o600)
            with suppress(OSError):  # some file systems cannot, and need not
                sync_folder(self._path.parent)
        os.pwrite(self._file, data.ljust(-(-len(data) // _BLOCK) * _BLOCK), 0)
        os.ftruncate(self._file, max(_BLOCK, -(-len(data) // _BLOCK) * _BLOCK))
        if sync:
            os.fdatasync(self._file)


def _read(path: Path) -> bytes:
    """The content of a regular file, b"" where there is none; raises OSError."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except FileNotFoundError:
        return b""
    with os.fdopen(file, "rb") as opened:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(f"{path} is not a regular file; remove it")
        return opened.read(MOST_BYTES + 1)


def _check_in_place(path: Path, file: int) -> None:
    """Raise OSError if what is written to `file` would not be found at `path` after a restart."""
    if not os.path.lexists(path) or not os.path.samestat(path.lstat(), os.fstat(file)):
        raise OSError(f"{path} was removed or replaced")
