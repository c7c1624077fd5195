"""Runs cases: each between two positive controls, so that a guard that refuses everything fails."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from is_bench.ros.spinning import RosTimeout
from tests.faults.registry import Case, Done, Stopped


class Controlled(Protocol):
    """Something that faults are done to, and that goals pass when nothing is wrong."""

    def calm(self) -> None:
        """Have nothing be wrong."""
        ...

    def passes(self) -> None:
        """The positive control; raises AssertionError."""
        ...

    def until_moves_again(self) -> None:
        """The positive control once the fault is gone; raises AssertionError."""
        ...


AnyBench = TypeVar("AnyBench", bound=Controlled)


@dataclass(frozen=True)
class Outcome:
    """What became of one fault."""

    case: Case[Any]
    problem: str = ""
    """Why it was not held; empty if it was."""
    seconds: float | None = None
    """How long it took until the robot was safe, where there is something to time."""
    bare: float | None = None
    """How long the same cancel took past the guard, where that was measured."""


def outcome(case: Case[Any], done: Done) -> Outcome:
    """Of a fault that was held."""
    if isinstance(done, Stopped):
        return Outcome(case, seconds=done.seconds, bare=done.bare)
    return Outcome(case, seconds=done)


def run_case(bench: AnyBench, case: Case[AnyBench]) -> Outcome:
    """Do one fault; a control that fails is a problem, too."""
    step = "before the fault"
    if case.restarts:
        gc.disable()  # the late end of a guard's node takes the next one of its name off the graph
    try:
        bench.calm()
        bench.passes()
        bench.calm()
        step = "with the fault"
        done = case.run(bench)
        step = "after the fault"
        bench.until_moves_again()
    except (AssertionError, RosTimeout) as error:
        return Outcome(case, f"{step}: {error}")
    finally:
        gc.enable()
    return outcome(case, done)


def run_cases(
    bench: AnyBench, cases: Iterable[Case[AnyBench]], rounds: int = 1
) -> Iterator[Outcome]:
    """Do each fault, `rounds` times over."""
    for case in list(cases) * rounds:
        yield run_case(bench, case)
