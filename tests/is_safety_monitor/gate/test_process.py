from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from is_bench.errors import InputError
from is_safety_monitor.gate.process import DriverProcess

WAIT = shlex.join([sys.executable, "-c", "import time; time.sleep(60)"])
PARENT = """
import sys
from is_safety_monitor.gate.process import DriverProcess
driver = DriverProcess(sys.argv[1])
print(driver._process.pid, flush=True)
sys.stdin.read()
"""


def until(look: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not look():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_running_driver_is_no_problem_and_is_ended() -> None:
    driver = DriverProcess(WAIT)
    assert driver.problem() == ""
    driver.end()
    assert driver.problem() == "the driver's process ended by SIGTERM"


def test_a_driver_that_ended_is_named_with_its_code() -> None:
    driver = DriverProcess(shlex.join([sys.executable, "-c", "raise SystemExit(3)"]))
    until(driver.problem)
    assert driver.problem() == "the driver's process ended with exit code 3"


@pytest.mark.parametrize(
    ("command", "why"), [("/nowhere/driver", "No such file"), ("drive 'it", "No closing quotation")]
)
def test_what_cannot_be_started_is_an_error(command: str, why: str) -> None:
    with pytest.raises(InputError, match=f"cannot be started: .*{why}"):
        DriverProcess(command)


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.skipif(sys.platform != "linux", reason="prctl is Linux's")
def test_a_driver_ends_when_the_gate_is_killed() -> None:
    gate = subprocess.Popen(
        [sys.executable, "-c", PARENT, WAIT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert gate.stdout is not None
    pid = int(gate.stdout.readline())
    os.kill(gate.pid, signal.SIGKILL)
    gate.communicate()
    until(lambda: not is_running(pid))
