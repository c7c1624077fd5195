"""What planners and operators ask of a guard that has a skill to watch."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from is_bench_interfaces.msg import SceneObject
from is_bench_interfaces.srv import CheckPlan, SetTask
from rclpy.parameter import Parameter

from is_bench.evaluation import Status
from is_bench.messages import object_messages
from is_bench.ros import types
from is_safety_monitor.ros.task_services import MOST_PAIRS_IN_MOTION, MOST_STEPS_IN_MOTION
from tests.faults.bench import CLOSE, CLOSE_FRIDGE, Bench
from tests.faults.registry import SKILL, case
from tests.ros.harness import HOUSE_RULES, calls

AT_ONCE_S = 0.1
"""Of processor time, so that a busy machine is no fault."""
MANY = 9_000
"""As many things as a task may have, nearly."""
Answer = TypeVar("Answer")


def at_once(ask: Callable[[], Answer]) -> Answer:
    """What the guard answers, for which it may not be held up long."""
    began = time.thread_time()
    answer = ask()
    seconds = time.thread_time() - began
    assert seconds < AT_ONCE_S, f"nobody watched the skill for {seconds:.2f} s"
    return answer


@case(SKILL, "a task of 9,000 things is set while a skill runs", "the task is refused at once")
def _large_task(bench: Bench) -> None:
    running = bench.begin()
    objects = [SceneObject(name=f"thing_{n}", label=f"strange box {n}") for n in range(MANY)]
    request = SetTask.Request(episode_id="other/0", owner="somebody else", objects=objects)
    services = bench.guard.node._tasks
    assert not at_once(lambda: services._set_task(request, SetTask.Response())).accepted
    _goes_on(bench, running)


@case(SKILL, "the rules are changed while a skill runs", "the parameter is refused at once")
def _rules(bench: Bench) -> None:
    running = bench.begin()
    with TemporaryDirectory() as folder:
        file = Path(folder, "rules.yaml")
        file.write_text(HOUSE_RULES, encoding="utf-8")
        for name, value in (("knowledge_base", str(file)), ("domain", "household")):
            (answer,) = bench.guard.node.set_parameters([Parameter(name, value=value)])
            assert not answer.successful, f"{name} was read while nobody watched the skill"
            assert "a skill is being executed" in answer.reason
    _goes_on(bench, running)


@case(
    SKILL,
    "a short plan is to be checked among many things while a skill runs",
    "the check is refused at once",
)
def _many_things(bench: Bench) -> None:
    known = object_messages(types, bench.dataset.get("lamp").scene.objects)
    count = MOST_PAIRS_IN_MOTION // MOST_STEPS_IN_MOTION - len(known)
    for beyond in (0, 1):
        bench.calm()
        cups = [SceneObject(name=f"cup_{n}", label="cup") for n in range(count + beyond)]
        bench.guard.tell_task(bench.episode, objects=[*known, *cups], take_over=True)
        bench.tell()
        running = bench.begin()
        plan = calls(*(CLOSE, CLOSE_FRIDGE) * (MOST_STEPS_IN_MOTION // 2))
        request = CheckPlan.Request(episode_id=bench.episode, plan=plan)
        check = partial(bench.guard.node._tasks._check_plan, request, CheckPlan.Response())
        answer = at_once(check)
        is_late = "a skill is being executed" in answer.verdicts[0].feedback
        assert is_late == bool(beyond), answer.verdicts[0].feedback
        _goes_on(bench, running)


def _goes_on(bench: Bench, running: Any) -> None:
    """The skill was not disturbed."""
    bench.robot.finish()
    assert bench.ros.wait(running).status is Status.OK
