"""A guard that is started again right after it was killed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from is_bench_interfaces.srv import SetTask

from is_bench.evaluation import Status
from is_bench.messages import object_messages
from is_bench.ros import graph, types
from is_bench.scenarios import Dataset
from tests.ros.harness import EPISODE, PATIENCE_S, Robot, Ros
from tests.ros.test_emergency_stop import GuardProcess

pytestmark = pytest.mark.ros

ANSWER_S = 1.0
LEASE_S = 20.0
"""For which DDS shows the endpoints of a process that was killed."""


def test_a_killed_guard_does_not_keep_the_next_one_from_accepting_goals(
    ros: Ros, robot: Robot, dataset: Dataset, tmp_path: Path
) -> None:
    told = {"mode": "enforce", "domain": "is_bench"}
    robot.slow = False
    robot.node.create_timer(0.2, robot.tell)
    first = GuardProcess(ros, tmp_path, **told)
    objects = object_messages(types, dataset.get("lamp").scene.objects)
    request = SetTask.Request(episode_id=EPISODE, owner="test", objects=objects)
    assert ros.call(SetTask, graph.SET_TASK, request).accepted
    _until_done(ros, first)
    ros.let_pass(1.0)  # the guard looks at the graph, and notes its id
    first.kill()
    second = GuardProcess(ros, tmp_path, **told)
    try:
        ros.until(lambda: second.beats)
        started = time.monotonic()
        _until_done(ros, second)
    finally:
        second.kill()
    assert time.monotonic() - started < LEASE_S / 2, "it waited for the lease"


def _until_done(ros: Ros, guard: GuardProcess) -> None:
    """Ask until a skill is done; to a guard that has not discovered its client, again and again."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        asked, late = guard.start(), time.monotonic() + ANSWER_S
        ros.until(lambda: asked.done() or time.monotonic() > late)  # noqa: B023  # called at once
        if asked.done() and asked.result().status is Status.OK:
            return
        ros.let_pass(0.2)
    pytest.fail("no skill was done")
