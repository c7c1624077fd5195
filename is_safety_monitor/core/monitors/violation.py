"""What monitors report."""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.facts import Truth
from kb.constraint import Constraint


@dataclass(frozen=True)
class Violation:
    """A constraint that a step would violate, or may: its condition is false or unknown."""

    constraint: Constraint
    binding: tuple[int, ...]
    """The numbers of the objects, in the order of the constraint's variables."""
    truth: Truth
    """FALSE or UNKNOWN: of what is demanded."""
    since: int | None = None
    """The index of the step that opened it; None where no step did."""
    standing: bool = False
    """Whether it blocks every step (it is overdue, or to be kept), and not only this one."""
    predicted: bool = False
    """Whether it is about the state that the step is predicted to lead to."""
    preexisting: bool = False
    """Whether it was there before the robot did anything."""
