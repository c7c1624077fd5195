"""State-folder lock; distinguishes a crashed predecessor from a second live guard.

The middleware shows the ends of a killed process for up to 20 s.  A guard holds a lock in its state
folder for as long as it lives, and notes there under which id the middleware knows its process.
Whoever gets the lock knows that the one before is dead, and ignores its remaining endpoints.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

NAME = "guard.lock"
PREFIX_BYTES = 12
"""Of an endpoint's id: the part that all ends of a process share (DDSI-RTPS, GuidPrefix_t)."""


class StateClaim:
    """The lock on the state folder of one guard."""

    def __init__(self, folder: Path | None) -> None:
        """Try to get it; None: nothing is kept on disk, and nobody is known to be dead."""
        self.dead = b""
        """What the ids of the dead predecessor's endpoints begin with; empty: nobody is known."""
        self._handle = -1
        if folder is None:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(folder / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.release()  # somebody else has it, or nothing can be kept there
            return
        noted = os.read(self._handle, PREFIX_BYTES)
        self.dead = noted if len(noted) == PREFIX_BYTES else b""

    @property
    def is_held(self) -> bool:
        """Whether this guard has it; another process with the same folder has it if not."""
        return self._handle >= 0

    def note(self, gid: bytes) -> None:
        """The id of one of this guard's endpoints, for whoever comes after it."""
        if self.is_held:
            os.pwrite(self._handle, gid[:PREFIX_BYTES], 0)

    def release(self) -> None:
        """Let others have it."""
        if self.is_held:
            os.close(self._handle)
            self._handle = -1
