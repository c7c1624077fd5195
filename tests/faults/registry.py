"""What a case is, and the list of all cases.

A case does its fault to a bench where nothing is wrong, checks that no goal gets through or that
what runs is stopped, and returns how long that took, if there is anything to time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.faults.bench import Bench

STATE, SKILL, STOP, GRAPH, TASK, GOAL = (
    "states of the world",
    "skills while they run",
    "emergency stop",
    "intruders on the graph",
    "tasks and rules",
    "goals",
)
"""Classes of faults."""
CASES: list[Case] = []


@dataclass(frozen=True)
class Case:
    """A fault, and what must hold."""

    name: str
    kind: str
    """Its class."""
    holds: str
    """What must hold, for the table."""
    run: Callable[[Bench], float | None]
    """Does the fault and returns the time to safe [s]; raises AssertionError if it is not held."""

    def __str__(self) -> str:
        return self.name


Run = Callable[[Bench], float | None]


def case(kind: str, name: str, holds: str = "the goal is refused") -> Callable[[Run], Run]:
    """Register what follows as a case."""

    def register(run: Run) -> Run:
        CASES.append(Case(name, kind, holds, run))
        return run

    return register
