"""Processes that a test starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

END_S = 10.0
"""How long a process may take to end once it is interrupted."""


class Processes:
    """Console scripts that are running, and what they write."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, *arguments: str, label: str = "") -> subprocess.Popen[bytes]:
        """Start one that is spoken of by its `label`, by default its name."""
        script = Path(sys.executable).with_name(name)
        with (self._folder / f"{label or name}.log").open("wb") as log:
            process = subprocess.Popen(
                [script, *arguments], stdout=log, stderr=subprocess.STDOUT, cwd=self._folder
            )
        self._running[label or name] = process
        return process

    def start_node(
        self, name: str, label: str = "", **parameters: object
    ) -> subprocess.Popen[bytes]:
        given = (f"{key}:={value}" for key, value in parameters.items())
        words = (word for item in given for word in ("-p", item))
        return self.start(name, "--ros-args", *words, label=label)

    def written(self, name: str) -> str:
        return (self._folder / f"{name}.log").read_text(encoding="utf-8")

    def takes_signals(self, name: str) -> bool:
        """Whether a process has come so far that it deals with SIGTERM itself (proc(5), SigCgt)."""
        status = Path(f"/proc/{self._running[name].pid}/status").read_text(encoding="utf-8")
        caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
        return bool(int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1)

    def processor_time(self, name: str) -> float:
        """What a process has taken of the processor by now [s] (proc(5), utime and stime)."""
        stat = Path(f"/proc/{self._running[name].pid}/stat").read_text(encoding="utf-8")
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def interrupt(self, name: str, by: signal.Signals = signal.SIGINT) -> int:
        """The exit code after signals, as impatient people send; fails if the process goes on."""
        process = self._running[name]
        end = time.monotonic() + END_S
        while process.poll() is None and time.monotonic() < end:
            process.send_signal(by)
            time.sleep(0.002)
        return process.wait(0)

    def kill(self) -> None:
        for process in self._running.values():
            process.kill()
            process.wait()
