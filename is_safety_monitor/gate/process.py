"""A driver that the gate starts, and that ends with the gate."""

from __future__ import annotations

import ctypes
import shlex
import signal
import subprocess
from collections.abc import Mapping

from is_bench.errors import InputError

END_S = 2.0
"""How long a driver may take to end by SIGTERM before it is killed."""
_PR_SET_PDEATHSIG = 1
"""prctl(2): the signal that a process gets when its parent dies."""


class DriverProcess:
    """The process of a driver."""

    def __init__(self, command: str, environment: Mapping[str, str] | None = None) -> None:
        """Start `command`, in the gate's environment or another; raises InputError if that fails.

        The kernel ends it by SIGTERM when the gate dies, however the gate dies.
        """
        prctl = ctypes.CDLL(None).prctl  # loaded here: the new process may only call it
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the user's own command
                shlex.split(command),
                env=environment,
                preexec_fn=lambda: prctl(_PR_SET_PDEATHSIG, signal.SIGTERM),  # noqa: PLW1509  # one call, no locks
            )
        except (OSError, ValueError) as error:
            raise InputError(
                f"driver_command {command!r} cannot be started: {error}; give a program and its "
                "arguments"
            ) from None

    def problem(self) -> str:
        """Why there is no driver; "" while its process runs."""
        code = self._process.poll()
        if code is None:
            return ""
        how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return f"the driver's process ended {how}"

    def end(self) -> None:
        """Let it stop the robot and end; kill it if it does not."""
        self._process.terminate()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
