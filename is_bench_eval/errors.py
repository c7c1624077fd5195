"""The errors of evaluation runs."""

from __future__ import annotations

from is_bench.errors import InputError, IsBenchError


class RunFolderProblem(InputError):
    """The output folder cannot be used as asked."""


class EpisodeFailed(IsBenchError):
    """The infrastructure, not the agent, failed an episode; it is counted apart."""
