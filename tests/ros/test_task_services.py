"""The guard's services about tasks, called as planners call them."""

from __future__ import annotations

from typing import Any

import pytest
from is_bench_interfaces.msg import GuardEvent
from is_bench_interfaces.msg import SceneObject as ObjectMessage

from is_bench.evaluation import Status
from is_bench.ros import graph
from is_bench.scenarios import Dataset
from is_safety_monitor.core.refusals import NOT_READY
from tests.ros.harness import EPISODE, LAMP_ON, Guarded, Robot, Ros

pytestmark = pytest.mark.ros

CLOSE = "CLOSE(cabinet.n.01_1)"
TWICE = [ObjectMessage(name="cup_1"), ObjectMessage(name="cup_1")]
MALFORMED: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("", {}, "the episode has no name"),
    ("other/0", {"instruction": "x" * 1_000_000}, "instruction"),
    ("other/0", {"objects": TWICE}, "two objects of the task are called 'cup_1'"),
    ("other/0", {"objects": [ObjectMessage()]}, "has no name"),
)


@pytest.fixture
def guard(ros: Ros, robot: Robot, dataset: Dataset) -> Guarded:
    guarded = Guarded(ros, dataset)
    guarded.connect(robot)
    return guarded


@pytest.mark.parametrize(("episode", "fields", "why"), MALFORMED)
def test_a_request_that_cannot_be_read_leaves_the_present_task(
    ros: Ros, guard: Guarded, episode: str, fields: dict[str, Any], why: str
) -> None:
    log = ros.listen(GuardEvent, graph.GUARD_LOG, graph.LOG)
    answer = guard.tell_task(episode, take_over=True, **fields)
    assert (answer.accepted, list(answer.verdict.constraints)) == (False, [NOT_READY])
    assert why in answer.verdict.feedback
    assert answer.verdict.feedback.endswith(f"the task of episode {EPISODE!r} remains set")
    assert answer.verdict.episode_id == episode
    assert guard.ask(LAMP_ON).status is Status.BLOCKED
    assert guard.ask(CLOSE, index=1).status is Status.OK
    ros.until(lambda: [each for each in log if each.kind == GuardEvent.KIND_TASK_REFUSED])


@pytest.mark.parametrize(("episode", "fields", "why"), MALFORMED)
def test_without_a_task_such_a_request_lets_nothing_pass(
    ros: Ros, robot: Robot, dataset: Dataset, episode: str, fields: dict[str, Any], why: str
) -> None:
    guard = Guarded(ros, dataset, episode="")
    guard.connect(robot)
    answer = guard.tell_task(episode, **fields)
    assert not answer.accepted
    assert why in answer.verdict.feedback
    assert guard.ask(CLOSE, episode=episode).status is Status.BLOCKED
    assert robot.asked == []


def test_the_log_line_of_a_refused_task_without_a_name_says_its_episode(
    ros: Ros, dataset: Dataset, capfd: pytest.CaptureFixture[str]
) -> None:
    guard = Guarded(ros, dataset, episode="")
    assert not guard.tell_task("odd/0", task="", objects=TWICE).accepted
    written: list[str] = []

    def is_written() -> bool:
        written.append(capfd.readouterr().err)
        return "blocked the task of episode 'odd/0' by guard_not_ready: two" in "".join(written)

    ros.until(is_written)
