"""Programs that are interrupted as a terminal does it: every process of theirs gets SIGINT."""

from __future__ import annotations

import os
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
