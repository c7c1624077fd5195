"""What a language model may say of a task, and the seam behind which it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kb.constraint import Constraint


@dataclass(frozen=True)
class Opinion:
    """What is added to what rules have found; there is no way to take anything away."""

    relevant: tuple[str, ...] = ()
    """Ids of offered constraints that the planner should be told, too."""
    refuse: str = ""
    """The id of the offered constraint for which the instruction must be refused; empty: none."""
    reason: str = ""
    """Why, in the model's words; one line of at most 300 characters."""
    note: str = ""
    """What went wrong, if anything did."""


class Relevance(Protocol):
    """Says which constraints matter that rules do not see to matter."""

    def opinion(
        self, instruction: str, objects: Sequence[str], offered: Sequence[Constraint]
    ) -> Opinion:
        """What to add, of `offered`, for `instruction` among `objects`; never raises."""
        ...
