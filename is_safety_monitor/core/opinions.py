"""What a language model has said of a task, kept so that a guard can be told it again."""

from __future__ import annotations

from dataclasses import asdict

from is_bench.guard_log import AdviserReply
from is_bench.verdict import Decision
from kb.adviser import Opinion, Question


def heard(said: Opinion, advice: Decision) -> AdviserReply:
    """What is kept of an opinion whose proposals do at most `advice`."""
    return AdviserReply(**asdict(said), blocks=advice is Decision.BLOCK)


class Repeating:
    """An adviser that says again what was said then."""

    def __init__(self, said: AdviserReply) -> None:
        """`said` is what it says, whatever it is asked."""
        fields = asdict(said)
        self.advice = Decision.BLOCK if fields.pop("blocks") else Decision.WARN
        """What the proposals did at most."""
        self._said = Opinion(**fields)

    def opinion(self, question: Question) -> Opinion:
        """What was said then."""
        del question
        return self._said
