"""Adviser protocol and its data types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from is_bench.domain import Domain
from is_bench.objects import SceneObject
from kb.constraint import Constraint


@dataclass(frozen=True)
class ReadRequirement:
    """A sentence of the instruction that the rules have read as a requirement."""

    sentence: str
    rules: tuple[str, ...]
    """What is enforced, in words."""


@dataclass(frozen=True)
class Question:
    """A task, its scene, and the constraints found for it."""

    instruction: str
    objects: tuple[SceneObject, ...]
    domain: Domain
    """The robot's domain; proposals use its skills and predicates."""
    offered: Sequence[Constraint] = ()
    """Constraints of the knowledge base from which the adviser may select."""
    unread: tuple[str, ...] = ()
    """Requirements of the instruction that the rules could not read, to be restated."""
    read: tuple[ReadRequirement, ...] = ()
    """Requirements that they have read, whose readings may be doubted."""


@dataclass(frozen=True)
class Opinion:
    """Adviser reply; can only add restrictions."""

    relevant: tuple[str, ...] = ()
    """Ids of further relevant constraints for the planner."""
    refuse: str = ""
    """The id of the offered constraint that forbids the instruction; empty: none."""
    reason: str = ""
    """The reason in the model's words; one line of at most 300 characters."""
    note: str = ""
    """A problem of the query, if any."""
    model: str = ""
    """The name of the model."""
    proposals: tuple[str, ...] = ()
    """New constraints as the model wrote them, each the text of a JSON object; unchecked."""
    restatements: tuple[str, ...] = ()
    """Unread requirements in plainer words, and doubts of read ones.

    Each the text of a JSON object, see `kb.adviser.restatements`; unchecked.
    """


class Adviser(Protocol):
    """Selects further relevant constraints, and proposes new ones."""

    def opinion(self, question: Question) -> Opinion:
        """The reply to a question; never raises."""
        ...
