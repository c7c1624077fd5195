"""What it costs to have many episodes in flight, with a language model that answers in 200 ms.

Runs the planner vlm against a scripted server in a process of its own: 161 episodes of 8 steps, 32
at a time, without pictures, unguarded and guarded.  Ideal is a schedule in which nothing takes time
but the answers: 6 rounds of 32 whole episodes, the last of which has one episode only.

Usage: python -m benchmarks.in_flight [--episodes N] [--in-flight N] [--workers N]
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from is_bench.scenarios import bundled_dataset
from is_bench_eval.cli.main import main as is_bench
from is_bench_eval.recording.run_folder import read_results
from is_bench_eval.workers.pool import Concurrency

LATENCY_S = 0.2
STEPS = 8
SERVER = """
import threading
from tests.chat_server.server import serving
from tests.chat_server.wording import say
with serving(lambda asked: say(asked, ["OPEN(floor.n.01_1)"]), {latency}) as server:
    print(server.url, flush=True)
    threading.Event().wait()
"""


def main() -> None:
    """Print a line of figures for each setting of the guard."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--episodes", type=int, default=161)
    parser.add_argument("--in-flight", type=int, default=32, help="in all processes together")
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()
    os.environ["OPENAI_API_KEY"] = "none"
    os.environ["IS_BENCH_CACHE"] = os.devnull  # tasks occur several times, and each one asks
    with _server() as url:
        for guard in ("off", "enforce"):
            _run(url, 8, Concurrency(1, 8), guard)  # imports, and what is read once in a process
            concurrency = Concurrency(arguments.workers, arguments.in_flight // arguments.workers)
            wall, cpu, steps = _run(url, arguments.episodes, concurrency, guard)
            rounds = -(-arguments.episodes // arguments.in_flight)
            ideal = rounds * STEPS * LATENCY_S
            print(
                f"guard {guard}: {arguments.episodes} episodes, {steps} steps, "
                f"{arguments.in_flight} in flight: {wall:.1f} s, {wall / ideal:.2f} of the ideal "
                f"{ideal:.1f} s; {1000 * cpu / steps:.1f} ms of CPU a step"
            )


def _run(url: str, episodes: int, concurrency: Concurrency, guard: str) -> tuple[float, float, int]:
    """Wall time, CPU time of this process and its workers, and steps."""
    tasks = ",".join(islice(cycle(bundled_dataset().names), episodes))
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        out = Path(folder) / "out"
        options = ["--planner", "vlm", "--endpoint", url, "--model", "scripted", "--no-examples"]
        scale = ["--in-flight", str(concurrency.in_flight), "--workers", str(concurrency.workers)]
        options += ["--max-steps", str(STEPS), "--no-render"]
        wall, cpu = time.perf_counter(), _cpu()
        code = is_bench(
            ["eval", *options, *scale, "--guard", guard, "--tasks", tasks, "--out", str(out)]
        )
        wall, cpu = time.perf_counter() - wall, _cpu() - cpu
        if code:
            raise SystemExit(f"the run ended with {code}")
        records = read_results(out / "results.jsonl")
    return wall, cpu, sum(len(record["steps"]) for record in records)


def _cpu() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, kinds))


@contextlib.contextmanager
def _server() -> Iterator[str]:
    program = SERVER.format(latency=LATENCY_S)
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603  # this very Python
        try:
            yield next(iter(server.stdout or ())).strip()
        finally:
            server.kill()


if __name__ == "__main__":
    main()
