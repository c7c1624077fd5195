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


class NoGuard(IsBenchError):
    """No live guard answered."""

    def __init__(self, waited_s: float) -> None:
        """`waited_s` is how long it was waited for, in seconds."""
        super().__init__(
            f"no guard answered within {waited_s:g} s; start it, or compare --namespace and "
            "ROS_DOMAIN_ID"
        )


class EpisodeFailed(IsBenchError):
    """The infrastructure, not the agent, failed an episode; it is counted apart."""


def error_text(error: Exception) -> str:
    """An error in one line; one that is not of this project has its class before it."""
    return str(error) if isinstance(error, IsBenchError) else f"{type(error).__name__}: {error}"


class WorkersLost(IsBenchError):
    """No worker can be started that runs the episodes; what has been done can be resumed."""
