"""What the client of language models adds to waiting: time, and processor time of this process.

Usage: python -m benchmarks.chat [PICTURES]

Episodes of eight requests, 32 at the same time, talk to a scripted server in another process that
answers after 200 ms.  The ideal is waiting alone: so many rounds of episodes, eight answers each.
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from is_bench.chat import Message, Request
from is_bench.chat.client import OpenAIChat
from is_bench.chat.endpoint import Endpoint
from is_bench.chat.images import encode

EPISODES, STEPS, IN_FLIGHT, LATENCY_S = 161, 8, 32, 0.2


def main() -> None:
    """Print the times."""
    pictures = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    command = ["-m", "tests.chat_server", "--agent", "confused", "--latency", str(LATENCY_S)]
    own = [sys.executable, *command]
    with subprocess.Popen(own, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        assert server.stdout is not None  # noqa: S101  # a pipe
        try:
            measure(server.stdout.readline().strip(), pictures)
        finally:
            server.terminate()


def measure(url: str, pictures: int) -> None:
    """Talk to the server at `url`, with so many pictures in each request."""
    seen = np.linspace(0, 255, 480 * 640 * 3).reshape(480, 640, 3).astype(np.uint8)
    picture = encode(seen)
    start = time.process_time()
    for _ in range(20):
        encode(seen)
    encoding = (time.process_time() - start) / 20
    chat = OpenAIChat(Endpoint(url, "scripted", key_variable="IS_BENCH_NO_KEY"))

    def episode(number: int) -> None:
        for step in range(STEPS):
            told = Message("system", "Plan. " * 700)
            asked = Message("user", f"{number} {step} " + "word " * 800, (picture,) * pictures)
            chat.ask(Request((told, asked), {"type": "object"}))

    episode(-1)  # imports, connects
    start, worked = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(IN_FLIGHT) as pool:
        list(pool.map(episode, range(EPISODES)))
    took, worked = time.perf_counter() - start, time.process_time() - worked
    ideal = math.ceil(EPISODES / IN_FLIGHT) * STEPS * LATENCY_S
    print(f"{EPISODES} episodes: {took:.2f} s, {took / ideal:.2f} times the ideal {ideal:.2f} s")
    print(f"processor time of a request with {pictures} pictures: ", end="")
    print(f"{worked / EPISODES / STEPS * 1000:.1f} ms; encoding one: {encoding * 1000:.1f} ms")


if __name__ == "__main__":
    main()
