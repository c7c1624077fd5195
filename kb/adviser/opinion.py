"""What an adviser is asked about a task, what it may answer, and the seam behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from is_bench.domain import Domain
from is_bench.objects import SceneObject
from kb.constraint import Constraint


@dataclass(frozen=True)
class Question:
    """A task, its scene, and what rules have found for it."""

    instruction: str
    objects: tuple[SceneObject, ...]
    domain: Domain
    """The robot's; proposals name its skills and predicates."""
    offered: Sequence[Constraint] = ()
    """Constraints of the knowledge base that the adviser may name."""


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
    model: str = ""
    """The name of the model that was asked."""
    proposals: tuple[str, ...] = ()
    """New constraints as the model wrote them, each the text of a JSON object; not checked yet."""


class Adviser(Protocol):
    """Says which constraints matter that rules do not see, and proposes new ones."""

    def opinion(self, question: Question) -> Opinion:
        """What to add; never raises."""
        ...
