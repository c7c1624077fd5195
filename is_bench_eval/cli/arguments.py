"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from is_bench.scenarios.dataset import BUNDLED
from is_safety_monitor.core.configuration import ROBOT

DATASETS = (
    "IS-Bench's data folder (tasks/, bddl/), a folder of YAML scenarios, a SafeAgentBench dataset "
    f"folder, or one that comes with the package: {', '.join(BUNDLED)}"
)


def add_robot_interfaces(group: Any, bindings: str) -> None:
    """`--robot-action` and `--bindings`, with the help `bindings`: how the robot is addressed."""
    group.add_argument(
        "--robot-action",
        default="",
        metavar="NAME",
        help="the robot's ExecuteSkill action (default: robot/execute_skill)",
    )
    group.add_argument("--bindings", type=Path, metavar="FILE", help=bindings)


def add_robot_domain(group: Any, about: str) -> None:
    """`--domain` of a file of bindings; `about` says what it is in the help."""
    group.add_argument(
        "--domain", default=ROBOT, metavar="NAME|FILE", help=f"{about} (default: {ROBOT})"
    )


def count(text: str) -> int:
    """A number from 0 on; raises ArgumentTypeError."""
    return _at_least(0, text)


def positive(text: str) -> int:
    """A number from 1 on; raises ArgumentTypeError."""
    return _at_least(1, text)


def _at_least(least: int, text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number") from None
    if value < least:
        raise argparse.ArgumentTypeError(f"{value} is not {least} or more")
    return value
