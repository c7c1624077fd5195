"""Whether ROS is there and works: `ros_graph` is run in a process of its own and listened to.

A broken middleware may crash or hang; then that is what is found, and the doctor goes on.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from is_bench_eval.doctor.findings import Area, Finding, Severity

LONGEST_S = 20.0
"""The probe itself ends after half of that; a process that is still there then hangs."""
PROBE = (sys.executable, "-m", "is_bench_eval.doctor.ros.graph")
GET_ROS = (
    "source a ROS 2 installation and workspace, or `make setup` and prefix the command with "
    "tools/ros_env.sh"
)


def check_ros(probe: Sequence[str] = PROBE, longest_s: float = LONGEST_S) -> Iterator[Finding]:
    """What is right and wrong with ROS; no ROS is a warning, as much works without."""
    if find_spec("rclpy") is None:
        message = (
            "not found: evaluation with --engine direct works, ROS nodes and --engine ros do not"
        )
        yield ros_finding(Severity.WARNING, "rclpy", message, GET_ROS)
        return
    try:
        done = subprocess.run(  # noqa: S603  # this package's own module
            probe, capture_output=True, text=True, errors="replace", timeout=longest_s, check=False
        )
    except subprocess.TimeoutExpired as error:
        yield from _told(_text(error.stdout))
        message = f"the check of ROS hung for {longest_s:g} s and was ended"
        yield ros_finding(Severity.ERROR, "middleware", message, MEND_MIDDLEWARE)
        return
    yield from _told(done.stdout)
    if done.returncode:
        yield _died(done)


def _died(done: subprocess.CompletedProcess[str]) -> Finding:
    said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    how = f"signal {-done.returncode}" if done.returncode < 0 else f"exit code {done.returncode}"
    message = f"the check of ROS died ({how}): {said[-1] if said else 'it said nothing'}"
    return ros_finding(Severity.ERROR, "rclpy", message, GET_ROS)


MEND_MIDDLEWARE = (
    "unset RMW_IMPLEMENTATION to use the default; check that no firewall and no "
    "ROS_AUTOMATIC_DISCOVERY_RANGE keeps processes on this machine apart, and that /dev/shm is not "
    "full"
)


def ros_finding(severity: Severity, subject: str, message: str, remedy: str = "") -> Finding:
    """A finding about ROS."""
    return Finding(severity, Area.ROS, "ros", subject, message, remedy=remedy)


def tell(finding: Finding) -> str:
    """A finding as a line for the process that listens."""
    fields = (finding.severity.value, finding.subject, finding.message, finding.remedy)
    return json.dumps(fields)


def _told(text: str) -> Iterator[Finding]:
    for line in text.splitlines():
        if not line.startswith('["'):
            continue  # the middleware's own words
        try:
            severity, *rest = json.loads(line)
        except ValueError:
            continue
        yield ros_finding(Severity(severity), *rest)


def _text(output: Any) -> str:
    """What `TimeoutExpired` says was written, which are bytes even where text was asked for."""
    return output.decode(errors="replace") if isinstance(output, bytes) else output or ""
