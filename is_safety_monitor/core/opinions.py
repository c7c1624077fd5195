"""What a language model has said, kept so that a guard can be told it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from is_bench.guard_log import HeardOpinion
from kb.constraint import Constraint
from kb.relevance import Opinion, Relevance


class Listening:
    """Passes on what a language model says, and keeps it."""

    def __init__(self, speaker: Relevance) -> None:
        """Nothing has been said yet."""
        self._speaker = speaker
        self.heard: HeardOpinion | None = None

    def opinion(
        self, instruction: str, objects: Sequence[str], offered: Sequence[Constraint]
    ) -> Opinion:
        """What the language model says."""
        said = self._speaker.opinion(instruction, objects, offered)
        self.heard = HeardOpinion(**asdict(said))
        return said


class Repeating:
    """A language model that says again what it said then."""

    def __init__(self, heard: HeardOpinion) -> None:
        """`heard` is what it says, whatever it is asked."""
        self._said = Opinion(**asdict(heard))

    def opinion(
        self, instruction: str, objects: Sequence[str], offered: Sequence[Constraint]
    ) -> Opinion:
        """What was heard then."""
        del instruction, objects, offered
        return self._said
