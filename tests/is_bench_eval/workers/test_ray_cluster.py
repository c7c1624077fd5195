"""Runs on a Ray cluster: the same results, whatever is killed on the way."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from is_bench_eval.cli.main import main
from is_bench_eval.recording.run_folder import read_results
from tests.small_dataset import COOKING, FETCHING, STORING, write_dataset
from tests.source_tree import ROOT

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="needs ray: is_bench[ray]")

EPISODES = 300
PATIENCE_S = 120.0


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    """A run of many episodes, without its engine and --out."""
    plans = tmp_path / "plans.jsonl"
    kinds = [("cook_apple", COOKING), ("fetch_knife", FETCHING), ("store_apple", STORING)]
    chosen = [kinds[n % 3] for n in range(EPISODES)]
    plans.write_text("\n".join(json.dumps({"task": t, "plan": plan}) for t, plan in chosen))
    dataset = write_dataset(tmp_path / "small")
    return ["eval", "--dataset", str(dataset), "--planner", f"plans:{plans}"]


Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def on_ray(arguments: list[str]) -> Iterator[Start]:
    """Starts the run on a local cluster of two workers, as a program that ends with the test."""
    started: list[subprocess.Popen[bytes]] = []

    def run(out: Path, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "is_bench_eval", *arguments, "--out", str(out)]
        process = subprocess.Popen(
            [*command, "--engine", "ray", "--workers", "2", "--in-flight", "2", *options],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate(timeout=PATIENCE_S)


def wait_for_lines(out: Path, process: subprocess.Popen[bytes], least: int) -> None:
    end = time.monotonic() + PATIENCE_S
    path = out / "results.jsonl"
    while not path.exists() or path.read_bytes().count(b"\n") < least:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.005)


def descendants(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *descendants(child)]
    return found


def actors_of(pid: int) -> list[int]:
    return [
        p
        for p in descendants(pid)
        if b"ray::EpisodeWorker" in Path(f"/proc/{p}/cmdline").read_bytes()
    ]


@needs_ray
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
def test_whatever_is_killed_nothing_is_lost(
    on_ray: Start, arguments: list[str], tmp_path: Path
) -> None:
    direct, out = tmp_path / "direct", tmp_path / "out"
    assert main([*arguments, "--out", str(direct)]) == 0

    process = on_ray(out)
    wait_for_lines(out, process, 20)
    os.kill(actors_of(process.pid)[0], signal.SIGKILL)
    wait_for_lines(out, process, 60)
    process.kill()
    process.communicate(timeout=PATIENCE_S)
    whole, _cut = (out / "results.jsonl").read_bytes().rsplit(b"\n", 1)
    left = whole.split(b"\n")
    assert 60 <= len(set(left)) == len(left) < EPISODES
    assert not any("error" in json.loads(line) for line in left)

    resumed = on_ray(out, "--resume")
    wait_for_lines(out, resumed, len(left) + 20)
    os.kill(actors_of(resumed.pid)[0], signal.SIGKILL)
    _, errors = resumed.communicate(timeout=PATIENCE_S)
    assert resumed.returncode == 0, errors
    assert b"lost a worker (ActorDiedError" in errors
    assert read_results(out / "results.jsonl") == read_results(direct / "results.jsonl")


@needs_ray
def test_a_cluster_that_does_not_answer_is_named(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{nobody.getsockname()[1]}"
        out = tmp_path / "out"
        options = ["--engine", "ray", "--ray-address", address, "--out", str(out)]
        assert main([*arguments, *options]) == 2
    assert f"no Ray cluster at '{address}'" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.skipif(find_spec("ray") is not None, reason="ray is installed")
def test_without_ray_it_is_said_how_to_get_it(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--engine", "ray", "--out", str(tmp_path / "out")]) == 2
    assert "pip install 'is_bench[ray]'" in capsys.readouterr().err
