"""Runs of many episodes as programs, to be killed or interrupted in the middle."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from tests.small_dataset import COOKING, FETCHING, STORING, write_dataset
from tests.source_tree import ROOT

PATIENCE_S = 120.0


class Start(Protocol):
    """Starts a run that writes to a folder."""

    def __call__(self, out: Path, *options: str) -> subprocess.Popen[str]: ...


def long_run(folder: Path, episodes: int) -> list[str]:
    """The arguments of a run of many short episodes, without its engine and --out."""
    plans = folder / "plans.jsonl"
    kinds = [("cook_apple", COOKING), ("fetch_knife", FETCHING), ("store_apple", STORING)]
    chosen = [kinds[n % 3] for n in range(episodes)]
    plans.write_text("\n".join(json.dumps({"task": t, "plan": plan}) for t, plan in chosen))
    dataset = write_dataset(folder / "small")
    return ["eval", "--dataset", str(dataset), "--planner", f"plans:{plans}"]


@contextmanager
def programs(arguments: Sequence[str]) -> Iterator[Start]:
    """Starts runs as programs, and ends them afterwards."""
    started: list[subprocess.Popen[str]] = []

    def start(out: Path, *options: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "is_bench_eval", *arguments, "--out", str(out), *options],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate(timeout=PATIENCE_S)


def wait_for_lines(out: Path, process: subprocess.Popen[str], least: int) -> int:
    """Wait until a run has written some episodes; how many it has."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        assert process.poll() is None, process.communicate()
        path = out / "results.jsonl"
        lines = path.read_bytes().count(b"\n") if path.exists() else 0
        if lines >= least:
            return lines
        time.sleep(0.005)
    raise AssertionError("the run writes nothing")
