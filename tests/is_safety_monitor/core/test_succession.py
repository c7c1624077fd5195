from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from is_bench.facts import atom
from is_bench.guard_log import TaskBegun, TaskRefused, TaskRequest
from is_bench.verdict import GuardMode, Obligation, Verdict
from is_safety_monitor.core.session import NOT_READY
from is_safety_monitor.core.succession import why_not_begun, why_not_ended
from kb.loader import load_library
from tests.is_safety_monitor.core.guards import EPISODE, Driven, table

FRIDGE, RAG, OVEN = "electric_refrigerator.n.01_1", "rag.n.01_1", "oven.n.01_1"
SCENE, LIBRARY = table(FRIDGE, RAG, OVEN), load_library()
IN_OVEN = (atom("inside", RAG, OVEN),)
DUE = (Obligation("fridge_shut", 3, ("fridge_1",)),)


@dataclass
class Occupied:
    """A session with an episode."""

    moving: int = 0
    episode: str = "old"
    owner: str = "me"
    mode: GuardMode = GuardMode.ENFORCE
    left: Sequence[Obligation] | None = DUE

    def due(self, now_ns: int) -> Sequence[Obligation] | None:
        del now_ns
        return self.left


def request(owner: str = "", *, take_over: bool = False) -> TaskRequest:
    return TaskRequest("new", "", "", owner=owner, take_over=take_over)


def test_a_task_begins_where_nothing_is_due() -> None:
    assert why_not_begun(Occupied(left=()), request(), 0) == ""


def test_a_stranger_is_told_what_is_due() -> None:
    why = why_not_begun(Occupied(), request("you"), 0)
    assert "'old' of 'me'" in why
    assert "fridge_shut (fridge_1)" in why


def test_a_task_does_not_begin_where_what_is_due_cannot_be_told() -> None:
    assert "obligations unknown" in why_not_begun(Occupied(left=None), request(), 0)


@pytest.mark.parametrize("asked", [request("me"), request("you", take_over=True)])
def test_the_owner_and_a_take_over_replace_what_is_due(asked: TaskRequest) -> None:
    assert why_not_begun(Occupied(), asked, 0) == ""


def test_nobody_is_the_owner_of_a_task_that_nobody_owns() -> None:
    assert why_not_begun(Occupied(owner=""), request(""), 0)


@pytest.mark.parametrize("asked", [request("me"), request("me", take_over=True)])
def test_nothing_replaces_a_task_that_moves(asked: TaskRequest) -> None:
    assert "still being executed" in why_not_begun(Occupied(moving=1), asked, 0)


@pytest.mark.parametrize("mode", [GuardMode.OFF, GuardMode.SHADOW])
def test_a_guard_that_does_not_enforce_takes_any_task(mode: GuardMode) -> None:
    assert why_not_begun(Occupied(moving=1, mode=mode), request(), 0) == ""


def test_an_episode_ends_by_its_owner() -> None:
    assert why_not_ended(Occupied(), "old", "me") == ""
    assert "belongs to 'me'" in why_not_ended(Occupied(), "old", "you")


def test_an_episode_that_nobody_owns_is_ended_by_anybody() -> None:
    assert why_not_ended(Occupied(owner=""), "old", "you") == ""


def test_only_the_episode_that_runs_ends() -> None:
    assert "running: 'old'" in why_not_ended(Occupied(), "older", "me")
    assert "running: none" in why_not_ended(Occupied(episode=""), "", "me")


def test_no_episode_ends_while_something_moves() -> None:
    assert "still being executed" in why_not_ended(Occupied(moving=1), "old", "me")


# The session


def kitchen(**settings: Any) -> Driven:
    return Driven(SCENE, LIBRARY, **settings)


def said(verdict: Verdict) -> tuple[str, tuple[str, ...]]:
    return verdict.decision.value, verdict.constraints


def test_an_ended_episode_lets_nothing_pass_and_reports_what_is_dropped() -> None:
    driven = kitchen().see(*IN_OVEN)
    driven.do(f"OPEN({FRIDGE})", *IN_OVEN, atom("open", FRIDGE))
    end = driven.session.end_episode(EPISODE, "", 0)
    assert end.ended
    assert "close_refrigerator_after_use" in {item.constraint for item in end.dropped}
    assert said(driven.verdict(f"CLOSE({FRIDGE})")) == ("block", (NOT_READY,))


def test_a_mode_holds_at_once_and_for_the_next_task() -> None:
    driven = kitchen(mode=GuardMode.SHADOW).see(*IN_OVEN)
    assert not driven.ask("OPEN(nothing_1)").enforced
    driven.session.set_mode(GuardMode.ENFORCE, "me: a reason", 0)
    assert driven.ask("OPEN(nothing_1)").enforced
    driven.session.set_task(TaskRequest("next", "", ""))
    (_, entry) = driven.session.drain()[-1]
    assert isinstance(entry, TaskBegun)
    assert entry.judged_by.mode == "enforce"


def test_a_guard_that_was_off_when_the_task_began_refuses_when_it_enforces() -> None:
    driven = kitchen(mode=GuardMode.OFF)
    driven.session.set_mode(GuardMode.ENFORCE, "me: a reason", 0)
    assert said(driven.verdict(f"OPEN({FRIDGE})")) == ("block", (NOT_READY,))


def test_a_task_that_is_refused_is_noted_and_changes_nothing() -> None:
    driven = kitchen().see(*IN_OVEN)
    driven.do(f"OPEN({FRIDGE})", *IN_OVEN, atom("open", FRIDGE))
    why = driven.session.objection(TaskRequest("next", "", ""), 0)
    assert "close_refrigerator_after_use" in why
    assert driven.session.drain()[-1][1] == TaskRefused("next", why)
    assert driven.session.episode == EPISODE
