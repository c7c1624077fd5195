"""The emergency stop's process, as the guard's process sees it: two pipes, and no ROS."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
from collections.abc import Mapping, Sequence

from is_safety_monitor.emergency_stop.stop_status import StopMessage, from_line

PULSE = b"."


class StopProcess:
    """A process that is told that the guard lives, and tells whether the robot is stopped."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start it, in a session of its own: what a terminal sends to the guard is not for it."""
        self._process = subprocess.Popen(  # noqa: S603  # our own program, by this very Python
            command,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the pipes that were asked for are not there")
        self._pulses = self._process.stdin.fileno()
        self._answers = self._process.stdout.fileno()
        for pipe in (self._pulses, self._answers):
            os.set_blocking(pipe, False)
        self._rest = b""
        self.has_ended = False
        """Whether it says nothing any more; found out by `read`."""

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def pulse(self) -> None:
        """Say that the guard lives; a process that takes nothing any more is found out by silence.

        As `read`, it returns at once.
        """
        with contextlib.suppress(BlockingIOError, BrokenPipeError):
            os.write(self._pulses, PULSE)

    def read(self) -> StopMessage | None:
        """The last thing that it said since the last time; None: nothing."""
        try:
            found = os.read(self._answers, 65536)
        except BlockingIOError:
            return None
        self.has_ended = not found
        *lines, self._rest = (self._rest + found).split(b"\n")
        return from_line(lines[-1]) if lines else None

    def wait(self, seconds: float) -> None:
        """Wait until it says something or has ended, no longer than `seconds`."""
        select.select([self._answers], [], [], seconds)

    def close(self, patience_s: float) -> None:
        """Let it stop the robot and end; kill it if it has not after `patience_s`."""
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()  # type: ignore[union-attr]  # checked when it was started
        try:
            self._process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()  # type: ignore[union-attr]  # as above
