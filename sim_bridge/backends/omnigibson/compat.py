"""The versions of OmniGibson: which are known, and everything in which they differ.

1.1 is what IS-Bench pins (Isaac Sim 4.0 and 4.1).  3.7 (Isaac Sim 4.5) keeps the interface that is
used here but for what this module says.  From 3.8 on the task's objects are no longer wrapped, the
environment is batched and `predefined_problem` is gone: that needs another backend.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from sim_bridge.errors import SimulatorUnavailable


@dataclass(frozen=True)
class VersionDifferences:
    """In what one line of versions differs from the others."""

    name: str
    task_options: Mapping[str, Any]
    """Further arguments of `BehaviorTask`."""
    needs_fixes: bool
    """Whether `fixes` has to be applied before a scene is loaded."""


KNOWN_VERSIONS = {
    (1, 1): VersionDifferences("1.1", {}, needs_fixes=True),
    # A robot pose that a scene file lacks would be asked for, were this left at its default.
    (3, 7): VersionDifferences("3.7", {"use_presampled_robot_pose": False}, needs_fixes=False),
}


def installed_version() -> str:
    """The version of the installed OmniGibson, found without importing it."""
    try:
        return version("omnigibson")
    except PackageNotFoundError as error:
        raise SimulatorUnavailable(
            "OmniGibson is not installed in the simulator's Python; install omnigibson 1.1.1 with "
            "Isaac Sim 4.1 (docs/how-to/omnigibson.md), or name another interpreter"
        ) from error


def differences_of(text: str) -> VersionDifferences:
    """The differences of version `text`; raises SimulatorUnavailable for one that is not known."""
    parts = text.split(".")
    major, minor = (int(part) if part.isdigit() else -1 for part in (*parts, "", "")[:2])
    differences = KNOWN_VERSIONS.get((major, minor))
    if differences is None:
        known = " and ".join(f"{d.name}.x" for d in KNOWN_VERSIONS.values())
        reason = (
            "its tasks and environments were rewritten"
            if (major, minor) >= (3, 8)
            else "it was never tried"
        )
        raise SimulatorUnavailable(
            f"OmniGibson {text} is installed, and this backend speaks {known} only: {reason}; "
            "install omnigibson 1.1.1"
        )
    return differences
