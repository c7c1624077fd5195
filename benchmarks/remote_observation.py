"""What a five-view observation costs through the server, against making it in this process.

The pictures are made once, so that what remains is the way they take: what the server adds to any
simulator's observation of that size.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from is_bench.scenarios import load_dataset
from is_bench.world import RELEASED
from sim_bridge.backends.base import Simulator
from sim_bridge.remote.client import RemoteSimulator
from sim_bridge.remote.spec import BackendSpec
from tests.sim_bridge.remote.backends import Pictures

ROOT = Path(__file__).parents[1]


def milliseconds(simulator: Simulator, rounds: int) -> float:
    """The median time of an observation."""
    simulator.reset(load_dataset(None).get("bake_two_pizzas").scene, RELEASED, seed=0)
    simulator.observe()
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        simulator.observe()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def main() -> None:
    """Print both times and the difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--width", type=int, default=640)
    parser.add_argument("--height", type=int, default=480)
    parser.add_argument("--rounds", type=int, default=50)
    options = parser.parse_args()
    size = {"height": options.height, "width": options.width, "still": True}
    here = milliseconds(Pictures(options.height, options.width, still=True), options.rounds)
    spec = BackendSpec(
        "tests.sim_bridge.remote.backends:pictures", size, environment={"PYTHONPATH": str(ROOT)}
    )
    remote = RemoteSimulator(spec)
    there = milliseconds(remote, options.rounds)
    remote.close()
    print(f"five views of {options.width}x{options.height}")
    print(f"through the server: {there:.2f} ms, without: {here:.2f} ms")
    print(f"the server adds {there - here:.2f} ms")


if __name__ == "__main__":
    main()
