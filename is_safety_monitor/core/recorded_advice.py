"""Recorded replies of a language model about a task, for replay."""

from __future__ import annotations

from dataclasses import asdict

from is_bench.guard_log import AdviserReply
from is_bench.verdict import Decision
from kb.adviser import Opinion, Question


def recorded_reply(said: Opinion, advice: Decision) -> AdviserReply:
    """The record of an opinion whose proposals do at most `advice`."""
    return AdviserReply(**asdict(said), blocks=advice is Decision.BLOCK)


class ReplayAdviser:
    """Adviser that returns a recorded reply."""

    def __init__(self, said: AdviserReply) -> None:
        """`said` is the reply to every question."""
        fields = asdict(said)
        self.advice = Decision.BLOCK if fields.pop("blocks") else Decision.WARN
        """What the proposals did at most."""
        self._said = Opinion(**fields)

    def opinion(self, question: Question) -> Opinion:
        """The recorded reply."""
        del question
        return self._said
