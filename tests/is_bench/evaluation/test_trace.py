"""What a trace says of its steps."""

from __future__ import annotations

import pytest

from is_bench.evaluation import Ending, Status
from tests.is_bench.evaluation.episodes import Step, trace


@pytest.mark.parametrize(
    ("status", "executed"), [(Status.OK, True), (Status.FAILED, True), (Status.BLOCKED, False)]
)
def test_a_step_was_executed_unless_it_was_blocked(status: Status, executed: bool) -> None:
    [step] = trace(Step("OPEN(jar)", status=status)).steps
    assert step.was_executed is executed
    assert step.is_judged is executed


@pytest.mark.parametrize("action", ["NAVIGATE_TO(jar)", "DONE"])
def test_navigation_and_done_are_executed_and_not_judged(action: str) -> None:
    [step] = trace(Step(action)).steps
    assert step.was_executed
    assert not step.is_judged


def test_the_final_facts_are_those_after_the_last_step_or_the_initial_ones() -> None:
    assert trace(start="open(jar)").final == trace(start="open(jar)").initial
    ended = trace(Step("OPEN(jar)", "open(jar)"))
    assert ended.final == ended.steps[-1].after


def test_an_episode_that_was_cut_short_does_not_count() -> None:
    assert {ending for ending in Ending if ending.counts} == {Ending.DONE, Ending.PLAN_EXHAUSTED}
