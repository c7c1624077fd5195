"""Programs of the project that a test runs to their end."""

from __future__ import annotations

import subprocess
import sys

MODULES = (
    "is_safety_monitor.node",
    "is_safety_monitor.gate.node",
    "is_safety_monitor.emergency_stop",
    "is_planner_node.node",
    "sim_bridge.node",
    "is_bench_eval.recording.node",
)
"""Every program that runs a node."""


def run(module: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a module as a program until it ends by itself."""
    command = [sys.executable, "-m", module, *words]
    return subprocess.run(  # our own program, by this very Python
        command, capture_output=True, text=True, timeout=120, check=False
    )
