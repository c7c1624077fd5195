"""Runs on a Ray cluster: the same results, whatever is killed on the way."""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from is_bench_eval.cli.main import main
from is_bench_eval.recording.run_folder import read_results
from tests.is_bench_eval.long_runs import PATIENCE_S, Start, long_run, programs, wait_for_lines

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="needs ray: is_bench[ray]")

EPISODES = 300


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    """A run of many episodes, without its engine and --out."""
    return long_run(tmp_path, EPISODES)


@pytest.fixture
def on_ray(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts the run on a local cluster of two workers, as a program that ends with the test.

    Ray does not kill workers because other programs have filled the memory of the machine.
    """
    monkeypatch.setenv("RAY_memory_monitor_refresh_ms", "0")
    scale = ["--engine", "ray", "--workers", "2", "--in-flight", "2"]
    with programs([*arguments, *scale]) as start:
        yield start


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
    assert "lost a worker (ActorDiedError" in errors
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
