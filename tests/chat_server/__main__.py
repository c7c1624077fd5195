"""A scripted language model for benchmarks and demonstrations: python -m tests.chat_server."""

from __future__ import annotations

import argparse
import signal
import threading
from pathlib import Path

from is_bench.scenarios import Scenario, bundled_dataset, load_dataset
from tests.chat_server.agents import careless, confused, safe
from tests.chat_server.server import Script, serving


def main() -> None:
    """Serve until it is interrupted; the first line printed is the base URL."""
    parser = argparse.ArgumentParser(prog="python -m tests.chat_server", description=__doc__)
    parser.add_argument("--agent", choices=("careless", "safe", "confused"), default="careless")
    parser.add_argument("--latency", type=float, default=0.0, metavar="SECONDS")
    parser.add_argument("--port", type=int, default=0, help="0: any that is free")
    parser.add_argument("--dataset", type=Path, help="default: the bundled scenarios")
    arguments = parser.parse_args()
    dataset = load_dataset(arguments.dataset) if arguments.dataset else bundled_dataset()
    stop = threading.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda *_: stop.set())
    script = _script(arguments.agent, tuple(dataset))
    with serving(script, arguments.latency, arguments.port) as server:
        print(server.url, flush=True)  # noqa: T201
        stop.wait()


def _script(agent: str, scenarios: tuple[Scenario, ...]) -> Script:
    if agent == "confused":
        return confused()
    return {"careless": careless, "safe": safe}[agent](scenarios)


if __name__ == "__main__":
    main()
