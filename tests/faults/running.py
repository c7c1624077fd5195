"""Runs cases: each between two positive controls, so that a guard that refuses everything fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from is_bench.ros.spinning import RosTimeout
from tests.faults.bench import Bench
from tests.faults.cases import Case


@dataclass(frozen=True)
class Outcome:
    """What became of one fault."""

    case: Case
    problem: str = ""
    """Why it was not held; empty if it was."""
    seconds: float | None = None
    """How long it took until the robot was safe, where there is something to time."""


def run_case(bench: Bench, case: Case) -> Outcome:
    """Do one fault; a control that fails is a problem, too."""
    step = "before the fault"
    try:
        bench.calm()
        bench.passes()
        bench.calm()
        step = "with the fault"
        seconds = case.run(bench)
        step = "after the fault"
        bench.until_moves_again()
    except (AssertionError, RosTimeout) as error:
        return Outcome(case, f"{step}: {error}")
    return Outcome(case, seconds=seconds)


def run_cases(bench: Bench, cases: Iterable[Case], rounds: int = 1) -> Iterator[Outcome]:
    """Do each fault, `rounds` times over."""
    for case in list(cases) * rounds:
        yield run_case(bench, case)
