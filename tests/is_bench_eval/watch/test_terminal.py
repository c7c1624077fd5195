from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from is_bench.durations import NS_PER_S
from is_bench.guard_log import RecordedSettings
from is_bench_eval.cli.main import main
from is_bench_eval.recording.bag_reader import BagMessage, BagProblem
from is_bench_eval.replay.player import Player
from is_bench_eval.watch.playback import Playback, open_bag
from is_bench_eval.watch.state import WatchState
from is_bench_eval.watch.terminal import _play
from is_safety_monitor.core.configuration import KnowledgeBase
from tests.small_dataset import write_dataset
from tests.source_tree import ROOT

PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def bag(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An episode in which the guard has something to say and something is due."""
    folder = tmp_path_factory.mktemp("watched")
    plans = folder / "plans.jsonl"
    plans.write_text(
        '{"task": "store_apple", "plan": ["OPEN(electric_refrigerator.n.01_1)", '
        '"PLACE_INSIDE(apple.n.01_1, electric_refrigerator.n.01_1)", "DONE"]}'
    )
    dataset = write_dataset(folder / "small")
    options = ["--planner", f"plans:{plans}", "--guard", "enforce", "--record"]
    out = folder / "out"
    assert main(["eval", "--dataset", str(dataset), *options, "--out", str(out)]) == 0
    return out / "bags" / "run_0"


def test_a_bag_tells_what_is_due_and_what_was_said(bag: Path) -> None:
    state = WatchState()
    playback = Playback(open_bag(bag, ""), state)
    due = []
    while not playback.is_over:
        playback.step()
        due.append(tuple(item.constraint for item in state.obligations or ()))
    assert any(due)
    assert state.mode == "enforce"
    assert state.episode == "store_apple/0"
    assert state.instruction
    assert {verdict.decision for verdict in state.verdicts} >= {"allow", "block"}
    assert state.running == {}


def test_verdict_by_verdict_nothing_is_left_out(bag: Path) -> None:
    whole, stepwise = WatchState(), WatchState()
    Playback(open_bag(bag, ""), whole).finish()
    playback = Playback(open_bag(bag, ""), stepwise)
    while not playback.is_over:
        before = len(stepwise.verdicts)
        playback.step_to_verdict()
        assert len(stepwise.verdicts) - before == (0 if playback.is_over else 1) or (
            playback.is_over
        )
    assert list(stepwise.verdicts) == list(whole.verdicts)


def test_without_a_terminal_the_last_screen_is_printed(
    bag: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", "--bag", str(bag)]) == 0
    shown = capsys.readouterr().out
    assert "guard recorded   mode enforce   episode store_apple/0" in shown
    assert "block" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_robot_that_the_bag_does_not_have_is_told_of(
    bag: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", "--bag", str(bag), "--namespace", "/robot_9"]) == 2
    assert "--namespace: the bag has the robots /; give one of them" in capsys.readouterr().err


def test_what_is_no_bag_of_a_guard_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", "--bag", str(tmp_path / "nowhere")]) == 2
    assert "there is no such bag" in capsys.readouterr().err
    dataset = write_dataset(tmp_path / "small")
    unguarded = ["eval", "--dataset", str(dataset), "--record", "--out", str(tmp_path / "out")]
    assert main(unguarded) == 0
    with pytest.raises(BagProblem, match="there is no guard in this bag"):
        Playback(open_bag(tmp_path / "out" / "bags" / "run_0", ""), WatchState())


def test_live_without_ros_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "is_bench_eval.watch.ros.live", None)
    assert main(["watch"]) == 2
    assert "--bag BAG needs no ROS" in capsys.readouterr().err


def test_what_a_bag_lacks_is_told(
    bag: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut"
    shutil.copytree(bag, cut)
    (cut / "metadata.yaml").unlink()
    assert main(["watch", "--bag", str(cut)]) == 0
    assert f"{cut}: there is no metadata.yaml: the recording was not closed" in (
        capsys.readouterr().err.replace("\n", " ")
    )


def test_what_the_guard_knew_is_loaded_before_the_first_message(bag: Path) -> None:
    class Told(Player):
        bases = 0

        def knowledge_base(self, by: RecordedSettings) -> KnowledgeBase:
            self.bases += 1
            return super().knowledge_base(by)

    player = Told()
    prepared, other = WatchState(), WatchState()
    playback = Playback(open_bag(bag, ""), prepared, player)
    playback.prepare()
    assert player.bases == 1
    assert prepared.episode == other.episode
    playback.finish()
    Playback(open_bag(bag, ""), other).finish()
    assert list(prepared.verdicts) == list(other.verdicts)


def test_time_that_a_message_takes_to_be_told_is_not_skipped(bag: Path) -> None:
    class Slow(Playback):
        def step(self) -> BagMessage:
            time.sleep(1.0)
            return super().step()

    times: list[int] = []

    def keys(seconds: float) -> str:
        time.sleep(seconds)
        return "q" if len(times) == 3 else ""

    state = WatchState()
    playback = Slow(open_bag(bag, ""), state)
    _play(playback, state, 1.0, lambda _state, now_ns, _foot: times.append(now_ns), keys)
    assert max(after - before for before, after in pairwise(times)) < NS_PER_S


@pytest.mark.parametrize("key", [b"q", b"\x03"], ids=["q", "Ctrl-C"])
def test_a_key_ends_it_and_leaves_the_terminal_as_it_was(key: bytes, bag: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "is_bench_eval", "watch", "--bag", str(bag)],
        cwd=ROOT,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
        start_new_session=True,
        preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),  # noqa: PLW1509  # no threads here; it makes the terminal the child's, as a shell does
    )
    os.close(theirs)
    try:
        shown = read_until(ours, b"q quits")
        os.write(ours, key)
        shown += read_until(ours, b"\x1b[?1049l")
        code = process.wait(PATIENCE_S)
    finally:
        process.kill()
        os.close(ours)
    assert code == (0 if key == b"q" else 130)
    assert b"Traceback" not in shown


def read_until(terminal: int, mark: bytes) -> bytes:
    """What the terminal shows until `mark` comes."""
    shown, end = b"", time.monotonic() + PATIENCE_S
    while mark not in shown:
        assert time.monotonic() < end, shown[-2000:]
        if select.select([terminal], [], [], 0.5)[0]:
            shown += os.read(terminal, 65536)
    return shown
