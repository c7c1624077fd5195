"""The simulator's process, as its client sees it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from sim_bridge.errors import SimulatorUnavailable
from sim_bridge.remote import protocol
from sim_bridge.remote.spec import BackendSpec, process_environment

_MEMORY = Path("/dev/shm")  # noqa: S108  # a folder of our own is made in it, which nobody else may enter
_LAST_LINES = 15


class ServerProcess:
    """A server in a process and a session of its own, and the folder that is shared with it."""

    def __init__(self, spec: BackendSpec) -> None:
        """Start it; raises SimulatorUnavailable if there is no such interpreter."""
        base = _MEMORY if os.access(_MEMORY, os.W_OK) else None
        self.folder = Path(tempfile.mkdtemp(prefix="is_bench_", dir=base))
        try:
            with (self.folder / protocol.LOG).open("wb") as log:
                # Its own session: Ctrl-C is for the client, which then closes the simulator.
                self._process = subprocess.Popen(  # noqa: S603  # the interpreter that the user set
                    [spec.python, "-m", "sim_bridge.remote.server", str(self.folder)],
                    cwd=self.folder,  # where Python looks first: nothing of that name lies there
                    env=process_environment(spec),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
        except OSError as error:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise SimulatorUnavailable(
                f"the simulator's Python {spec.python!r} cannot be started: {error}"
            ) from error

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def ending(self) -> str:
        """How the process ended, in words; empty while it runs."""
        code = self._process.poll()
        if code is None:
            return ""
        if code < 0:
            return f"was killed by {signal.Signals(-code).name}"
        return f"ended with exit code {code}"

    def last_words(self) -> str:
        """The end of what the process printed."""
        try:
            text = (self.folder / protocol.LOG).read_text(errors="replace")
        except OSError:
            return ""
        return "\n".join(text.splitlines()[-_LAST_LINES:])

    def wait(self, seconds: float) -> bool:
        """Wait for the process to end; tells whether it did."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def end(self) -> None:
        """End the process and all that it started, if it runs, and remove the folder."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
