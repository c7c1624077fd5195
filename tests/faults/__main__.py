"""`python -m tests.faults`: do every fault, say what came of it, and write docs/faults.md."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from itertools import chain
from pathlib import Path

from is_bench_eval.ros_domains import free_domain

PAGE = Path(__file__).parents[2] / "docs" / "faults.md"


def main() -> int:
    """Returns 0 if every fault was held."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--table", action="store_true", help=f"write {PAGE.name}")
    parser.add_argument("--rounds", type=int, default=1, help="how often each fault is done")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    arguments = parser.parse_args()
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    domain = free_domain()
    domain.release()
    os.environ["ROS_DOMAIN_ID"] = str(domain.number)
    from tests.faults.bench import Bench, lamp_dataset
    from tests.faults.cases import CASES
    from tests.faults.deaths import deaths
    from tests.faults.running import run_cases
    from tests.faults.table import table
    from tests.ros.harness import Ros

    ros = Ros(domain.number)
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(ros, lamp_dataset(Path(folder)))
        cases = [case for case in CASES if arguments.only in case.name]
        for outcome in chain(
            run_cases(bench, cases, arguments.rounds),
            () if arguments.only else deaths(Path(folder), arguments.rounds),
        ):
            outcomes.append(outcome)
            took = "" if outcome.seconds is None else f"  {outcome.seconds * 1e3:.0f} ms"
            sys.stdout.write(f"{'LEAK' if outcome.problem else 'held'}  {outcome.case}{took}\n")
            if outcome.problem:
                sys.stdout.write(f"      {outcome.problem}\n")
            sys.stdout.flush()
    ros.close()
    if arguments.table:
        PAGE.write_text(table(outcomes), encoding="utf-8")
    return 1 if any(outcome.problem for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
