"""Programs that are interrupted as a terminal does it: every process of theirs gets SIGINT."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass

from tests.source_tree import ROOT

PATIENCE_S = 120.0


@dataclass(frozen=True)
class Ended:
    """How a program ended."""

    code: int
    printed: str
    errors: str
    left_s: float
    """Seconds from the signal to the end."""


def interrupted(arguments: list[str], after_s: float) -> Ended:
    """Run `is-bench` and send SIGINT to its processes after `after_s` seconds of its life."""
    process = subprocess.Popen(
        [sys.executable, "-m", "is_bench_eval", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        with suppress(subprocess.TimeoutExpired):
            process.wait(after_s)
        began = time.monotonic()
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        printed, errors = process.communicate(timeout=PATIENCE_S)
        return Ended(process.returncode, printed, errors, time.monotonic() - began)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def interrupted_in_a_terminal(arguments: list[str], after_s: float) -> Ended:
    """Run `is-bench` in a terminal of its own and press Ctrl-C once, after `after_s` seconds."""
    pid, terminal = pty.fork()
    if not pid:
        os.chdir(ROOT)
        os.execv(sys.executable, [sys.executable, "-m", "is_bench_eval", *arguments])  # noqa: S606
    try:
        shown = _shown(terminal, after_s)
        began = time.monotonic()
        os.write(terminal, b"\x03")
        shown += _shown(terminal, PATIENCE_S)
        left_s = time.monotonic() - began
        assert left_s < PATIENCE_S, f"still running: {shown!r}"
        _, status = os.waitpid(pid, 0)
        return Ended(os.waitstatus_to_exitcode(status), shown.decode(), "", left_s)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        os.close(terminal)


def _shown(terminal: int, seconds: float) -> bytes:
    """What a terminal shows within some seconds, or until its program ends."""
    shown, end = b"", time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if not select.select([terminal], [], [], left)[0]:
            break
        try:
            shown += os.read(terminal, 65536)
        except OSError:  # nobody has it open any more
            break
    return shown
