"""What a case is, and the list of all cases.

A case does its fault to a bench where nothing is wrong, checks that no goal gets through or that
what runs is stopped, and returns how long that took, if there is anything to time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from tests.faults.bench import Bench
from tests.faults.bound_bench import BoundBench
from tests.faults.gate_bench import GateBench

STATE, SKILL, STOP, GRAPH, TASK, GOAL, RESTART, GATE, BOUND = (
    "states of the world",
    "skills while they run",
    "emergency stop",
    "intruders on the graph",
    "tasks and rules",
    "goals",
    "restarts of the guard",
    "with the driver gate",
    "with a binding file",
)
"""Classes of faults."""

AnyBench = TypeVar("AnyBench")


@dataclass(frozen=True)
class Stopped:
    """How long a stop took beside a control, each the longest of some [s]."""

    seconds: float
    """From the fault until the robot was safe."""
    bare: float
    """The same cancel, sent to the robot past the guard."""


Done = float | Stopped | None
"""The time to safe [s], where there is something to time."""


@dataclass(frozen=True)
class Case(Generic[AnyBench]):
    """A fault, and what must hold."""

    name: str
    kind: str
    """Its class."""
    holds: str
    """What must hold, for the table."""
    run: Callable[[AnyBench], Done]
    """Does the fault; raises AssertionError if it is not held."""
    restarts: bool = False
    """Whether the guard is started anew, so that the case needs a bench of its own."""

    def __str__(self) -> str:
        return self.name


CASES: list[Case[Bench]] = []
GATE_CASES: list[Case[GateBench]] = []
BOUND_CASES: list[Case[BoundBench]] = []
REFUSED = "the goal is refused"
Run = Callable[[Bench], Done]
GateRun = Callable[[GateBench], Done]
BoundRun = Callable[[BoundBench], Done]


def case(
    kind: str, name: str, holds: str = REFUSED, *, restarts: bool = False
) -> Callable[[Run], Run]:
    """Register what follows as a case."""

    def register(run: Run) -> Run:
        CASES.append(Case(name, kind, holds, run, restarts))
        return run

    return register


def gate_case(name: str, holds: str = REFUSED) -> Callable[[GateRun], GateRun]:
    """Register what follows as a case with the driver gate."""

    def register(run: GateRun) -> GateRun:
        GATE_CASES.append(Case(name, GATE, holds, run))
        return run

    return register


def bound_case(name: str, holds: str = REFUSED) -> Callable[[BoundRun], BoundRun]:
    """Register what follows as a case with a binding file."""

    def register(run: BoundRun) -> BoundRun:
        BOUND_CASES.append(Case(name, BOUND, holds, run))
        return run

    return register
