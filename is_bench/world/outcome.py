"""The outcome of a skill call."""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.errors import IsBenchError


@dataclass(frozen=True)
class Outcome:
    """The outcome of a call: executed, or failed with a reason."""

    ok: bool
    error: str = ""


OK = Outcome(ok=True)


class SkillFailed(IsBenchError):
    """A skill could not be executed; the message gives the reason and, if known, a remedy."""
