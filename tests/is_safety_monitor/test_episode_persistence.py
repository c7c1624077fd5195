"""A guard's memory on disk: what comes back, and when nothing may move."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from is_bench.calls import parse_call
from is_bench.errors import InputError
from is_bench.facts import FactSet
from is_bench.guard_log import TaskRequest
from is_bench.recognised import describe
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Goal, Session
from is_safety_monitor.episode_persistence import BUSY, EpisodePersistence
from tests.is_safety_monitor.core.guards import BENCHMARK, EPISODE, SECOND_NS, table

SCENE = table("rag.n.01_1", "cabinet.n.01_1")
OPEN = parse_call("OPEN(cabinet.n.01_1)")


class Life:
    """A guard from its start to its death, with its memory in a folder."""

    def __init__(self, folder: Path) -> None:
        self.session = Session(GuardSettings(domain=BENCHMARK, limits=Limits(0)), KnowledgeBase(()))
        self.memory = EpisodePersistence(folder)
        self.memory.open(self.session, lambda _: None)
        self.now_ns = SECOND_NS

    def begin(self, *, take_over: bool = False) -> str:
        """Set the task; why that is refused."""
        request = TaskRequest(EPISODE, "t", "", describe(SCENE), take_over=take_over)
        why = self.memory.objection(request) or self.session.objection(request, self.now_ns)
        if not why:
            self.session.set_task(request)
        return why

    def see(self) -> None:
        self.now_ns += SECOND_NS
        facts = FactSet(frozenset(), closed=False)
        self.session.receive_state(Report(EPISODE, self.now_ns, lambda: (facts, {})))

    def go(self, index: int = 0) -> Goal:
        goal = Goal(EPISODE, f"r{index}", index, OPEN, "open it")
        self.session.judge(goal, self.now_ns, accepted=True)
        return goal

    def end(self, goal: Goal) -> None:
        self.session.ended(goal, self.now_ns, ok=True, finished_ns=self.now_ns)

    def die(self) -> None:
        self.memory.close(self.session)


@pytest.fixture
def life(tmp_path: Path) -> Iterator[Life]:
    first = Life(tmp_path)
    first.begin()
    first.see()
    yield first
    first.die()


def test_an_empty_folder_is_no_memory_and_no_problem(tmp_path: Path) -> None:
    first = Life(tmp_path / "a" / "b")
    assert first.memory.problem == ""
    assert first.session.guard is None


def test_a_history_comes_back(life: Life, tmp_path: Path) -> None:
    life.end(life.go())
    life.die()
    second = Life(tmp_path)
    assert second.memory.problem == ""
    assert second.session.guard is not None
    assert [step.call for step in second.session.guard.history] == [OPEN]
    second.see()
    second.end(second.go(1))
    second.die()
    third = Life(tmp_path)
    assert third.session.guard is not None
    assert len(third.session.guard.history) == 2


def test_nothing_moves_before_what_was_running_is_idle(life: Life, tmp_path: Path) -> None:
    life.go()
    life.die()
    second = Life(tmp_path)
    assert second.memory.problem == BUSY
    assert second.begin(take_over=True) == BUSY
    second.memory.idle(second.session, second.now_ns, second.now_ns)
    assert second.memory.problem == ""
    assert second.session.moving == 0
    assert second.session.guard is not None
    assert [step.ok for step in second.session.guard.history] == [False]
    second.die()
    assert not Life(tmp_path).memory.is_busy


def test_a_goal_that_the_journal_lacks_makes_what_is_due_unknown(
    life: Life, tmp_path: Path
) -> None:
    journal = tmp_path / "episode.journal"
    before = journal.read_bytes()
    life.go()
    life.die()
    journal.write_bytes(before)  # as after a power failure: only what was synced is there
    second = Life(tmp_path)
    assert second.memory.is_busy
    second.memory.idle(second.session, second.now_ns, second.now_ns)
    assert "the journal lacks OPEN" in second.memory.problem
    assert "the journal lacks OPEN" in second.begin()
    assert second.begin(take_over=True) == ""
    assert second.memory.problem == ""


@pytest.mark.parametrize("kept", ["before the goal", "nothing", "no file"])
def test_a_journal_without_the_last_goal_that_ended_is_lost(
    life: Life, tmp_path: Path, kept: str
) -> None:
    journal = tmp_path / "episode.journal"
    before = journal.read_bytes()
    life.end(life.go())
    life.die()
    journal.write_bytes(before if kept == "before the goal" else b"")
    if kept == "no file":
        journal.unlink()
    second = Life(tmp_path)
    assert not second.memory.is_busy
    assert "the journal lacks OPEN" in second.memory.problem
    assert second.begin(take_over=True) == ""
    assert second.memory.problem == ""
    second.die()
    assert Life(tmp_path).memory.problem == ""


@pytest.mark.parametrize("name", ["episode.journal", "busy.json"])
def test_a_file_that_is_removed_lets_nothing_move_before_the_next_task(
    life: Life, tmp_path: Path, name: str
) -> None:
    life.end(life.go())
    (tmp_path / name).unlink()
    life.go(1)
    assert f"{name} was removed or replaced" in life.memory.problem
    life.session.moving = 0
    assert life.begin() == ""
    life.see()
    life.go()
    assert life.memory.problem == ""
    assert (tmp_path / name).exists()


@pytest.mark.parametrize("name", ["episode.journal", "busy.json"])
def test_a_pipe_in_place_of_a_file_is_refused_and_not_waited_for(
    life: Life, tmp_path: Path, name: str
) -> None:
    life.end(life.go())
    life.die()
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)
    assert "is not a regular file" in Life(tmp_path).memory._lost


def test_a_note_of_what_runs_that_is_nested_too_deeply_counts_as_running(
    life: Life, tmp_path: Path
) -> None:
    life.die()
    (tmp_path / "busy.json").write_text("[" * 200_000, encoding="utf-8")
    assert Life(tmp_path).memory.is_busy


def test_an_unreadable_note_of_what_runs_counts_as_running(life: Life, tmp_path: Path) -> None:
    life.die()
    (tmp_path / "busy.json").write_text("[", encoding="utf-8")
    second = Life(tmp_path)
    assert second.memory.problem == BUSY
    second.memory.idle(second.session, 0, 0)
    assert "busy.json cannot be read" in second.memory.problem


def test_an_episode_that_cannot_be_restored_can_be_ended(tmp_path: Path) -> None:
    (tmp_path / "episode.journal").write_bytes(b"nothing of the kind\n")
    first = Life(tmp_path)
    assert "damaged" in first.memory.problem
    assert first.memory.discard_lost_episode()
    assert first.memory.problem == ""
    assert not first.memory.discard_lost_episode()
    first.die()
    assert Life(tmp_path).memory.problem == ""


def test_an_episode_that_was_ended_is_gone(life: Life, tmp_path: Path) -> None:
    assert life.session.end_episode(EPISODE, "", life.now_ns).ended
    life.die()
    assert Life(tmp_path).session.guard is None


def test_what_cannot_be_written_lets_nothing_move_before_the_next_task(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        life.go()
    assert "No space left on device" in life.memory.problem
    life.session.moving = 0
    assert life.begin() == ""
    assert life.memory.problem == ""


def test_a_folder_has_one_guard(life: Life, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="another guard"):
        EpisodePersistence(tmp_path)
    life.die()
    EpisodePersistence(tmp_path)


def test_a_stream_of_states_does_not_make_the_journal_grow(life: Life, tmp_path: Path) -> None:
    life.see()
    life.go()
    before = (tmp_path / "episode.journal").stat().st_size
    for _ in range(200):
        life.see()
    assert (tmp_path / "episode.journal").stat().st_size - before < 1_000
