"""How long the guard takes from nothing to its first verdict, with a cached index.

Usage: python benchmarks/guard_start.py [RUNS]

Each run is a new Python process: imports, the constraint files read and checked, the retriever
opened, a scene grounded, an instruction assessed and a step judged.  ROS comes on top in a node.
"""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median

PROGRAM = """
import time
began = time.perf_counter()
from is_bench.scenarios import bundled_dataset
from is_safety_monitor.core.configuration import GuardSettings, open_knowledge_base
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Goal, Session
from is_safety_monitor.core.stages import Stages
from is_bench.calls import DONE
imported = time.perf_counter()
base = open_knowledge_base((), Stages())
opened = time.perf_counter()
dataset = bundled_dataset()
scenario = dataset.get(dataset.names[0])
facts = scenario.scene.world().facts()
session = Session(GuardSettings(), base)
session.set_task(scenario.request("e"))
session.receive_state(Report("e", 0, lambda: (facts, {})))
session.judge(Goal("e", "", 0, DONE), 0)
ready = time.perf_counter()
times = (imported - began, opened - imported, ready - opened)
print(len(base.constraints), base.search.method, *times, sep="|")
"""


def main() -> None:
    """Print the median of each part."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    rows, totals = [], []
    for _ in range(runs + 1):
        began = time.perf_counter()
        told = subprocess.run(  # noqa: S603  # our own interpreter and program
            [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
        )
        totals.append(time.perf_counter() - began)
        rows.append(told.stdout.strip().split("|"))
    count, method = rows[0][:2]
    parts = [median(float(row[place]) for row in rows[1:]) for place in (2, 3, 4)]
    print(f"{count} constraints; search: {method}")
    print(
        f"{median(totals[1:]):.2f} s from start to first verdict (first run {totals[0]:.2f} s): "
        f"imports {parts[0]:.2f}, knowledge base {parts[1]:.2f}, scene and verdicts {parts[2]:.2f}"
    )


if __name__ == "__main__":
    main()
