"""The errors of evaluation runs."""

from __future__ import annotations

from is_bench.errors import InputError, IsBenchError

TOOL = "tools/ros_env.sh"
"""Runs a command with the ROS that `make setup` installs."""


class RunFolderProblem(InputError):
    """The output folder cannot be used as asked."""


class EngineUnavailable(InputError):
    """The engine cannot run here; the text says what is missing and how to get it."""


class RosUnavailable(InputError):
    """This Python cannot import ROS, which was needed; the text says how to get it."""

    def __init__(self, what: str, error: ImportError, otherwise: str = "") -> None:
        """`what` needs ROS; `otherwise` says what needs none."""
        advice = "source your ROS installation and workspace, or prefix the command with"
        parts = (f"{what} needs ROS 2 with is_bench_interfaces ({error})", f"{advice} {TOOL}")
        super().__init__("; ".join([*parts, *([otherwise] if otherwise else [])]))


class EpisodeFailed(IsBenchError):
    """The infrastructure, not the agent, failed an episode; it is counted apart."""


class WorkersLost(IsBenchError):
    """No worker can be started that runs the episodes; what has been done can be resumed."""
