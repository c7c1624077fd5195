"""How much faster two workers of a local Ray cluster are than one, on episodes that compute.

Guarded episodes of the bundled scenarios, with one worker and with two in turn.  Rates are taken
between the first and the last episode that is written, so that starting the cluster does not count.

Usage: python -m benchmarks.ray_scaling [--rounds N] [--repeat N]
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from statistics import median

from is_bench.verdict import GuardMode
from is_bench_eval.recording.manifest import manifest
from is_bench_eval.recording.results import Record
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec, plan_episodes
from is_bench_eval.workers.pool import Concurrency
from is_bench_eval.workers.run import RunPlan, execute


class Stopwatch:
    """Notes when episodes are written."""

    def __init__(self) -> None:
        """Nothing is noted yet."""
        self.times: list[float] = []

    def started(self, done: int) -> None:
        """Nothing to note."""

    def wrote(self, record: Record) -> None:
        """An episode was written."""
        del record
        self.times.append(time.perf_counter())

    def lost(self, why: str, again: int) -> None:
        """Ends the benchmark: what is measured is undisturbed."""
        raise SystemExit(f"lost a worker with {again} episodes: {why}")

    @property
    def rate(self) -> float:
        """Episodes a second."""
        return (len(self.times) - 1) / (self.times[-1] - self.times[0])


def main() -> None:
    """Print the rates of both, and their ratio."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--repeat", type=int, default=6, help="how often every scenario is run")
    arguments = parser.parse_args()
    rates: dict[int, list[float]] = {1: [], 2: []}
    results = set()
    for _ in range(arguments.rounds):
        for workers, found in rates.items():
            rate, written = _run(workers, arguments.repeat)
            found.append(rate)
            results.add(written)
    one, two = (median(found) for found in rates.values())
    ratios = [b / a for a, b in zip(*rates.values(), strict=True)]
    print(
        f"one worker {one:.1f} episodes/s, two {two:.1f}: x{median(ratios):.2f} "
        f"({', '.join(f'{ratio:.2f}' for ratio in ratios)}); "
        f"{'identical results' if len(results) == 1 else 'RESULTS DIFFER'}; "
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )


def _run(workers: int, repeat: int) -> tuple[float, bytes]:
    run = RunSpec(planner="careless", guard=GuardMode.ENFORCE, engine="ray")
    dataset, once = plan_episodes(run, None)
    tasks = [episode.task for _ in range(repeat) for episode in once]
    episodes = [EpisodeSpec(n, task, n // len(once)) for n, task in enumerate(tasks)]
    described = manifest(run, dataset, episodes, {"given": {}, "defaulted": {}})
    watch = Stopwatch()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        plan = RunPlan(run, dataset, episodes, described, out, Concurrency(workers))
        execute(plan, watch)
        return watch.rate, (out / "results.jsonl").read_bytes()


if __name__ == "__main__":
    main()
