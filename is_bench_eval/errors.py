"""The errors of evaluation runs."""

from __future__ import annotations

from is_bench.errors import InputError, IsBenchError


class RunFolderProblem(InputError):
    """The output folder cannot be used as asked."""


class EngineUnavailable(InputError):
    """The engine cannot run here; the text says what is missing and how to get it."""


class EpisodeFailed(IsBenchError):
    """The infrastructure, not the agent, failed an episode; it is counted apart."""


class WorkersLost(IsBenchError):
    """No worker can be started that runs the episodes; what has been done can be resumed."""
