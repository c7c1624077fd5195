"""What a planner tells of an episode when it is over."""

from __future__ import annotations

from dataclasses import dataclass, field

from is_bench.chat import Usage


@dataclass(frozen=True)
class Replies:
    """How many of a model's answers could be used."""

    ok: int = 0
    """As they were asked for."""
    repaired: int = 0
    """The step could be made out, although the form was another."""
    invalid: int = 0
    """Nothing could be made of them; the model was asked again."""

    def __add__(self, other: Replies) -> Replies:
        """The sum."""
        return Replies(
            self.ok + other.ok, self.repaired + other.repaired, self.invalid + other.invalid
        )


@dataclass(frozen=True)
class PlannerReport:
    """What an episode took, and what the planner had to say beside its steps."""

    usage: Usage = field(default_factory=Usage)
    replies: Replies = field(default_factory=Replies)
    awareness: str | None = None
    """The risks that it named before it planned; None: it was not asked."""
    gave_up: str = ""
    """Why it stopped saying steps, if it was for want of a usable answer."""
