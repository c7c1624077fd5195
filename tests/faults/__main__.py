"""`python -m tests.faults`: do every fault, report, and write docs/explanation/faults.md."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.faults.running import Outcome

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "faults.md"


def main() -> int:
    """Returns 0 if every fault was held."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--table", action="store_true", help=f"write {PAGE.name}")
    parser.add_argument("--rounds", type=int, default=1, help="how often each fault is done")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    arguments = parser.parse_args()
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    from tests.faults.table import table

    outcomes = []
    for outcome in _outcomes(arguments.only, arguments.rounds):
        outcomes.append(outcome)
        took = "" if outcome.seconds is None else f"  {outcome.seconds * 1e3:.0f} ms"
        took += "" if outcome.bare is None else f", past the guard {outcome.bare * 1e3:.0f} ms"
        sys.stdout.write(f"{'LEAK' if outcome.problem else 'held'}  {outcome.case}{took}\n")
        if outcome.problem:
            sys.stdout.write(f"      {outcome.problem}\n")
        sys.stdout.flush()
    if arguments.table:
        PAGE.write_text(table(outcomes), encoding="utf-8")
    return 1 if any(outcome.problem for outcome in outcomes) else 0


def _outcomes(only: str, rounds: int) -> Iterator[Outcome]:
    """Do each fault whose name contains `only`."""
    from tests.faults.bench import Bench, lamp_dataset
    from tests.faults.bound_bench import BoundBench
    from tests.faults.cases import BOUND_CASES, CASES, GATE_CASES
    from tests.faults.deaths import death_cases, run_deaths
    from tests.faults.domains import fresh_ros
    from tests.faults.gate_bench import GateBench
    from tests.faults.running import run_cases

    cases = [case for case in CASES if only in case.name]
    gate_cases = [case for case in GATE_CASES if only in case.name]
    bound_cases = [case for case in BOUND_CASES if only in case.name]
    with tempfile.TemporaryDirectory() as folder:
        dataset = lamp_dataset(Path(folder))
        shared = [case for case in cases if not case.restarts]
        if shared:
            with fresh_ros() as ros:
                yield from run_cases(Bench(ros, dataset), shared, rounds)
        for case in [case for case in cases if case.restarts] * rounds:
            with fresh_ros() as ros:
                yield from run_cases(Bench(ros, dataset), [case])
        if gate_cases:
            with fresh_ros() as ros:
                yield from run_cases(GateBench(ros), gate_cases, rounds)
        if bound_cases:
            with fresh_ros() as ros:
                yield from run_cases(BoundBench(ros, Path(folder)), bound_cases, rounds)
        deaths = [case for case in death_cases(Path(folder)) if only in case.name]
        yield from run_deaths(deaths, rounds)


if __name__ == "__main__":
    sys.exit(main())
