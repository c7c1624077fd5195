"""An evaluation that is killed, interrupted or loses a worker loses next to nothing."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from is_bench.scenarios import bundled_dataset
from is_bench_eval.cli.main import main
from is_bench_eval.recording.run_folder import read_results
from tests.is_bench_eval.interrupting import interrupted, interrupted_in_a_terminal
from tests.is_bench_eval.long_runs import long_run, programs, wait_for_lines

EPISODES = 500
"""Enough for a run to be caught in the middle."""
PATIENCE_S = 60.0
SCALES = [["--in-flight", "4"], ["--workers", "2"], ["--workers", "2", "--in-flight", "3"]]


@pytest.fixture(scope="module")
def arguments(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A run of many episodes, without its --out."""
    return long_run(tmp_path_factory.mktemp("run"), EPISODES)


@pytest.fixture(scope="module")
def undisturbed(arguments: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output of the run when nothing happens."""
    out = tmp_path_factory.mktemp("undisturbed") / "out"
    assert main([*arguments, "--out", str(out)]) == 0
    return out


StartHere = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(arguments: list[str], tmp_path: Path) -> Iterator[StartHere]:
    """Starts the run as a program that writes to `tmp_path/out`, and ends it after the test."""
    with programs(arguments) as run:
        yield partial(run, tmp_path / "out")


def test_a_killed_run_loses_at_most_the_running_episode(
    start: StartHere, arguments: list[str], undisturbed: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    process = start()
    seen = wait_for_lines(out, process, 20)
    process.send_signal(signal.SIGKILL)
    assert process.wait(PATIENCE_S) == -signal.SIGKILL

    expected = (undisturbed / "results.jsonl").read_bytes()
    left = (out / "results.jsonl").read_bytes()
    assert seen <= left.count(b"\n") < EPISODES
    assert expected.startswith(left)
    assert {path.name for path in out.iterdir()} == {"manifest.json", "results.jsonl"}

    assert main([*arguments, "--out", str(out), "--resume"]) == 0
    for name in ("results.jsonl", "summary.json", "manifest.json", "report.html"):
        assert (out / name).read_bytes() == (undisturbed / name).read_bytes()
    assert {path.name for path in out.iterdir()} == {path.name for path in undisturbed.iterdir()}


@pytest.mark.parametrize(("least", "scale"), list(zip((333, 20, 1), SCALES, strict=True)))
def test_a_killed_run_at_scale_can_be_resumed(
    least: int,
    scale: list[str],
    start: StartHere,
    arguments: list[str],
    undisturbed: Path,
    tmp_path: Path,
) -> None:
    out = tmp_path / "out"
    process = start(*scale)
    seen = wait_for_lines(out, process, least)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=PATIENCE_S)  # which waits until the workers have ended, too

    whole, _cut = (out / "results.jsonl").read_bytes().rsplit(b"\n", 1)
    left = whole.split(b"\n")
    expected = (undisturbed / "results.jsonl").read_bytes().split(b"\n")
    assert seen <= len(left) < EPISODES
    assert len(set(left)) == len(left)
    assert set(left) <= set(expected)

    assert main([*arguments, "--out", str(out), "--resume"]) == 0
    for name in ("results.jsonl", "summary.json"):
        assert (out / name).read_bytes() == (undisturbed / name).read_bytes()


@pytest.mark.parametrize("scale", [[], SCALES[0], SCALES[-1]], ids=" ".join)
def test_an_interrupted_run_stops_soon_and_says_how_to_go_on(
    scale: list[str], start: StartHere, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    process = start(*scale)
    wait_for_lines(out, process, 20)
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert errors == "is-bench: interrupted; --resume continues the run\n"
    assert printed == ""
    assert 20 <= len(read_results(out / "results.jsonl")) < EPISODES
    assert not (out / "summary.json").exists()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
def test_what_a_lost_worker_had_runs_again(
    start: StartHere, undisturbed: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    process = start("--workers", "2", "--in-flight", "4")
    for least in (20, 60):
        wait_for_lines(out, process, least)
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
    _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert "lost a worker (worker process" in errors
    for name in ("results.jsonl", "summary.json"):
        assert (out / name).read_bytes() == (undisturbed / name).read_bytes()


def workers_of(pid: int) -> list[int]:
    """The worker processes of a run."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [
        int(child)
        for child in children
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


COMMANDS = {
    "eval": ["eval", "--dataset", "twins", "--guard", "enforce", "--out", "{folder}/out"],
    "study": ["study", "classifier", "--out", "{folder}/out"],
    "replay": ["replay", "{bag}"],
}
SOAKING = bool(os.environ.get("IS_BENCH_SOAK"))
TIMES = 30 if SOAKING else 1


@pytest.fixture(scope="module")
def bag(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bag that takes a while to be replayed."""
    folder = tmp_path_factory.mktemp("recorded")
    tasks = ",".join(bundled_dataset("twins").names[:12])
    options = ["--dataset", "twins", "--tasks", tasks, "--planner", "careless"]
    out = folder / "out"
    assert main(["eval", *options, "--guard", "enforce", "--record", "--out", str(out)]) == 0
    return out / "bags" / "run_0"


@pytest.mark.parametrize("number", range(TIMES))
@pytest.mark.parametrize("command", COMMANDS)
def test_an_interrupt_at_any_moment_ends_the_program_with_one_line(
    command: str, number: int, bag: Path, tmp_path: Path
) -> None:
    given = [word.format(folder=tmp_path, bag=bag) for word in COMMANDS[command]]
    moment = random.Random(f"{command}{number}").uniform(0.3, 4.0)
    ended = interrupted(given, moment)
    assert ended.code in (130, -signal.SIGINT), (moment, ended)
    told = re.compile("is-bench: interrupted(; .*)?\n")
    assert told.fullmatch(ended.errors), (moment, ended)
    assert ended.printed == "", (moment, ended)
    whole = ended.errors.startswith("is-bench: interrupted; --resume")
    assert whole == (tmp_path / "out" / "manifest.json").exists()


MOMENTS = [1.0 + 0.25 * number for number in range(20)] if SOAKING else [1.5, 2.5]


@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_in_a_terminal_ends_a_run_with_workers(moment: float, tmp_path: Path) -> None:
    options = ["--dataset", "twins", "--planner", "careless", "--guard", "enforce"]
    given = ["eval", *options, "--workers", "2", "--out", str(tmp_path / "out")]
    ended = interrupted_in_a_terminal(given, moment)
    assert ended.code == 130, ended
    assert ended.printed.count("is-bench: interrupted") == 1, ended
    assert "Traceback" not in ended.printed
    assert "lost a worker" not in ended.printed


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("scale", [[], SCALES[1]], ids=" ".join)
def test_a_terminated_run_says_so_and_closes_its_bags(
    scale: list[str], start: StartHere, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    process = start("--record", *scale)
    wait_for_lines(out, process, 20)
    for each in (*workers_of(process.pid), process.pid):  # as `timeout` and systemd do
        os.kill(each, signal.SIGTERM)
    _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 128 + signal.SIGTERM
    assert errors == "is-bench: terminated; --resume continues the run\n"
    bags = list((out / "bags").iterdir())
    assert len(bags) == (2 if scale else 1)
    assert all((bag / "seal.json").exists() for bag in bags)
