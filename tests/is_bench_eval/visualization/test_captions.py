from __future__ import annotations

import pytest

from is_bench.evaluation import Status
from is_bench_eval.visualization.captions import (
    Caption,
    caption_of,
    under_way,
    with_event,
)
from is_planner_node.core.planner import LastStep

STOVE, ANIMAL = "stove.n.01_1", "animal.n.01_1"
REASON = (
    f"It is burnt; wait until it is gone. (ontop({ANIMAL}, {STOVE}) is true) First: PICK({ANIMAL})."
)


def caption(status: Status, message: str = "") -> Caption:
    return caption_of("Boil water.", 2, LastStep(1, f"TOGGLE_ON({STOVE})", status, message))


@pytest.mark.parametrize(
    ("status", "verdict"),
    [
        (Status.OK, "done"),
        (Status.FAILED, "failed"),
        (Status.BLOCKED, "stopped by the guard"),
    ],
)
def test_a_caption_says_task_step_call_and_verdict(status: Status, verdict: str) -> None:
    shown = caption(status)
    assert (shown.task, shown.step, shown.verdict) == (
        "Boil water.",
        "2. TOGGLE_ON(stove 1)",
        verdict,
    )
    assert shown.status is status


def test_the_reason_is_there_without_the_facts_in_brackets() -> None:
    shown = caption(Status.BLOCKED, REASON)
    assert shown.reason == "It is burnt; wait until it is gone. First: PICK(animal 1)."
    assert shown.objects == {STOVE, ANIMAL}


def test_brackets_that_never_close_are_no_problem() -> None:
    assert caption(Status.FAILED, "no (brackets").reason == "no (brackets"


def test_at_the_start_there_is_the_task_alone() -> None:
    assert caption_of("Boil water.", 0, None) == Caption("Boil water.")


def test_a_step_under_way_has_no_verdict_yet() -> None:
    shown = under_way(caption(Status.BLOCKED, REASON))
    assert (shown.verdict, shown.reason, shown.status) == ("under way", "", None)


def test_what_happens_meanwhile_follows_the_reason() -> None:
    assert with_event(caption(Status.OK), "Meanwhile: cat jumps up.").reason == (
        "Meanwhile: cat jumps up."
    )
    assert with_event(caption(Status.OK), "") == caption(Status.OK)


@pytest.mark.parametrize(("text", "ends"), [("DONE", True), ("done", True), ("?", False)])
def test_the_last_step_is_known(text: str, ends: bool) -> None:
    assert caption_of("", 1, LastStep(0, text, Status.OK, "")).ends is ends
