"""How long the direct engine takes for every reference plan of a dataset, and how much memory.

Usage: python benchmarks/direct_engine.py [DATA_FOLDER]     (default: $IS_BENCH_DATA, else bundled)
"""

from __future__ import annotations

import os
import resource
import sys
import time
from pathlib import Path

START = time.perf_counter()

from is_bench_eval.episodes.episode import run_episode  # noqa: E402  # imports are part of what is measured
from is_bench_eval.recording.results import episode_record  # noqa: E402  # as above
from is_bench_eval.recording.summary import summarize  # noqa: E402  # as above
from is_bench_eval.specs.run_spec import RunSpec, plan_episodes  # noqa: E402  # as above


def main() -> None:
    """Print one line of figures."""
    named = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("IS_BENCH_DATA")
    run = RunSpec(dataset=Path(named) if named else None)
    dataset, episodes = plan_episodes(run, None)
    records = [
        episode_record(dataset.get(e.task), run_episode(run, e, dataset.get(e.task)))
        for e in episodes
    ]
    seconds = time.perf_counter() - START
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    summary = summarize(records)
    print(
        f"{len(records)} episodes, {summary['steps']['total']} steps, both scorings: "
        f"{seconds:.2f} s with imports, {megabytes:.0f} MB; "
        f"faithful {summary['faithful']['counts']}, strict {summary['strict']['counts']}"
    )


if __name__ == "__main__":
    main()
