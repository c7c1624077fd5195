"""Robot, guard and planner as processes: `make robot-demo`, or `python demo.py --out DIR`.

What the launch file starts, without launch.  Ends with the planner, and with its exit code.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent / "guarded_robot"
CONFIG = PACKAGE / "config"
PATIENCE_S = 120
"""How long the planner may take."""
LOOK_S = 0.1
END_S = 10
"""How long a process may take to end."""


@contextmanager
def running(command: Sequence[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that writes into `log`, until the block ends."""
    with log.open("wb") as file:
        process = subprocess.Popen(  # noqa: S603  # programs of the package and of is_bench
            command, stdout=file, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def module(name: str) -> list[str]:
    """The command that runs a module of the robot's package."""
    return [sys.executable, "-m", f"guarded_robot.{name}"]


def main() -> int:
    """Run the demonstration; the planner's exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of the logs")
    parser.add_argument(
        "--mode", choices=("off", "shadow", "enforce"), default="enforce", help="of the guard"
    )
    arguments = parser.parse_args()
    out: Path = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    os.environ["PYTHONPATH"] = f"{PACKAGE}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    guard = shutil.which("is_safety_monitor")
    if guard is None:
        sys.stderr.write("is_safety_monitor is not on PATH: install is_bench, or use ros_env.sh\n")
        return 2
    given = {
        "bindings": CONFIG / "bindings.yaml",
        "knowledge_base": CONFIG / "rules.yaml",
        "mode": arguments.mode,
        "state_dir": "none",  # every demonstration begins anew
    }
    words = [word for name, value in given.items() for word in ("-p", f"{name}:={value}")]
    bound = [guard, "--ros-args", *words]
    with running(module("robot"), out / "robot.log"), running(bound, out / "guard.log") as guarding:
        code = plan(guarding)
    if code:
        sys.stderr.write((out / "guard.log").read_text(encoding="utf-8"))
    return code


def plan(guarding: subprocess.Popen[bytes]) -> int:
    """Run the planner as long as the guard lives; its exit code."""
    planner = subprocess.Popen(module("planner"))  # noqa: S603  # of the robot's package
    end = time.monotonic() + PATIENCE_S
    while planner.poll() is None and guarding.poll() is None and time.monotonic() < end:
        time.sleep(LOOK_S)
    if planner.poll() is None:
        planner.kill()
    return planner.wait()


if __name__ == "__main__":
    sys.exit(main())
