"""The emergency stop of a guard that is kept busy: it is a process of its own, as in use."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter
from typing import Any

from is_bench_interfaces.srv import CheckPlan, SetTask
from rcl_interfaces.srv import SetParameters
from rclpy.parameter import Parameter
from rclpy.task import Future
from std_srvs.srv import Trigger

from is_bench.messages import object_messages
from is_bench.ros import graph, types
from tests.faults.bench import CLOSE, CLOSE_FRIDGE, lamp_dataset
from tests.faults.registry import STOP, Case
from tests.ros.harness import EPISODE, Robot, Ros, calls
from tests.ros.test_emergency_stop import GuardProcess

STOPPED = "the skill is canceled"
PLAN = calls(*(CLOSE, CLOSE_FRIDGE) * 10)
"""As long as a plan may be while a skill runs."""
ANSWERS = 3
"""Requests that are answered before the stop is set: the guard is busy by then."""
Ask = Callable[[], Future]


def busy_stops(folder: Path) -> tuple[Case[Ros], ...]:
    """The cases; `folder` is for what guards keep."""
    plans, pipe = _BusyStop(folder, _plans), _BusyStop(folder, _pipe)
    return (
        Case("emergency stop while plans are checked back to back", STOP, STOPPED, plans.run),
        Case("emergency stop while knowledge_base is set to a pipe", STOP, STOPPED, pipe.run),
    )


class _BusyStop:
    """The stop is set in a skill, while a client asks the guard for something over and over."""

    def __init__(self, folder: Path, asks: Callable[[Any, Path], Ask]) -> None:
        self._folder = folder
        self._asks = asks

    def run(self, ros: Ros) -> float:
        """Returns the time from the call for the stop to the cancel [s]."""
        folder = Path(mkdtemp(dir=self._folder))
        robot = Robot(ros)
        robot.node.create_timer(0.2, robot.tell)
        guard = GuardProcess(ros, folder, mode="enforce", domain="is_bench")
        operator = ros.node("operator").create_client(Trigger, graph.ESTOP)
        try:
            _set_task(ros, folder)
            guard.run(robot)  # the positive control
            client = ros.node("busy")
            with _asked_over_and_over(ros, self._asks(client, folder)):
                seconds = _stop(ros, robot, operator)
            ros.call(Trigger, graph.ESTOP_RESET, Trigger.Request())
            guard.run(robot)
            return seconds
        finally:
            guard.kill()


def _set_task(ros: Ros, folder: Path) -> None:
    scene = lamp_dataset(folder).get("lamp").scene
    objects = object_messages(types, scene.objects)
    request = SetTask.Request(episode_id=EPISODE, instruction="Tidy up.", objects=objects)
    answer = ros.call(SetTask, graph.SET_TASK, request)
    assert answer.accepted, answer.verdict.feedback


def _stop(ros: Ros, robot: Robot, operator: Any) -> float:
    assert operator.service_is_ready()
    began = perf_counter()
    operator.call_async(Trigger.Request())
    ros.until(lambda: robot.running is None)
    return perf_counter() - began


@contextmanager
def _asked_over_and_over(ros: Ros, ask: Ask) -> Iterator[None]:
    answers: list[Future] = []
    is_over = False

    def again(answer: Future) -> None:
        answers.append(answer)
        if not is_over:
            ask().add_done_callback(again)

    ask().add_done_callback(again)
    ros.until(lambda: len(answers) >= ANSWERS)
    before = len(answers)
    yield
    ros.until(lambda: len(answers) > before)  # it was busy meanwhile
    is_over = True


def _plans(node: Any, _: Path) -> Ask:
    client = node.create_client(CheckPlan, graph.CHECK_PLAN)
    client.wait_for_service()
    return lambda: client.call_async(CheckPlan.Request(episode_id=EPISODE, plan=PLAN))


def _pipe(node: Any, folder: Path) -> Ask:
    pipe = folder / "rules.yaml"
    os.mkfifo(pipe)
    client = node.create_client(SetParameters, "is_safety_monitor/set_parameters")
    client.wait_for_service()
    told = Parameter("knowledge_base", value=str(pipe)).to_parameter_msg()
    return lambda: client.call_async(SetParameters.Request(parameters=[told]))
