"""The stops of a guard that is kept busy: it is a process of its own, as in use.

Each is measured in turns with a control: the same cancel, which the operator sends to the robot.
What that takes, the middleware takes, and the machine that does much else.  Robot and operator have
the priority of the emergency stop's process, where the system allows it: a robot that has to wait
for the processor while a guard works shall not count as a slow guard.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter
from typing import Any

from action_msgs.srv import CancelGoal
from is_bench_interfaces.msg import SceneObject
from is_bench_interfaces.srv import CheckPlan, SetTask
from rcl_interfaces.srv import SetParameters
from rclpy.parameter import Parameter
from rclpy.task import Future
from std_srvs.srv import Trigger

from is_bench.messages import object_messages
from is_bench.ros import graph, types
from is_safety_monitor.emergency_stop.node import PRIORITY
from is_safety_monitor.emergency_stop.ros.canceling import cancel_service
from is_safety_monitor.ros.task_services import MOST_PAIRS_IN_MOTION, MOST_STEPS_IN_MOTION
from tests.faults.bench import CLOSE, CLOSE_FRIDGE, lamp_dataset
from tests.faults.registry import STOP, Case, Stopped
from tests.ros.harness import EPISODE, PATIENCE_S, Robot, Ros, calls
from tests.ros.test_emergency_stop import GuardProcess

STOPPED = "the skill is canceled"
PLAN = calls(*(CLOSE, CLOSE_FRIDGE) * (MOST_STEPS_IN_MOTION // 2))
"""As long as a plan may be while a skill runs."""
THINGS = MOST_PAIRS_IN_MOTION // MOST_STEPS_IN_MOTION
"""As many as there may be then."""
ANSWERS = 3
"""Requests that are answered before the stop is set: the guard is busy by then."""
GUARD_PRIORITY = -5
"""Niceness of a guard, as in `deploy/is_bench_guard.service`."""
TRIES = 5
"""Stops, and controls, of one guard."""
Call = Callable[[], Future]
_ROBOT = cancel_service(graph.ROBOT_SKILL)


def busy_stops(folder: Path) -> tuple[Case[Ros], ...]:
    """The cases; `folder` is for what guards keep."""
    kinds = {"plans are checked back to back": _plans, "knowledge_base is set to a pipe": _pipe}
    return tuple(
        Case(f"{stop} while {kind}", STOP, STOPPED, _BusyStop(folder, asks, service).run)
        for stop, service in (
            ("emergency stop", graph.ESTOP),
            ("the planner cancels", cancel_service(graph.GUARD_SKILL)),
        )
        for kind, asks in kinds.items()
    )


@contextmanager
def prompt() -> Iterator[None]:
    """Have nodes that are made meanwhile run at once on a busy machine, where that is allowed."""
    before = os.getpriority(os.PRIO_PROCESS, 0)
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, PRIORITY)
    try:
        yield
    finally:
        os.setpriority(os.PRIO_PROCESS, 0, before)


def guard_process(ros: Ros, folder: Path, **parameters: object) -> GuardProcess:
    """A guard with the priority that its service gives it, whatever that of the test is."""
    guard = GuardProcess(ros, folder, **parameters)
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, guard.process.pid, GUARD_PRIORITY)  # before it has threads
    return guard


class _BusyStop:
    """Skills are stopped while a client asks the guard for something over and over."""

    def __init__(self, folder: Path, asks: Callable[[Any, Path], Call], service: str) -> None:
        """`service` stops; `asks` makes what keeps the guard busy."""
        self._folder = folder
        self._asks = asks
        self._service = service

    def run(self, ros: Ros) -> Stopped:
        """The longest times from the call to the cancel [s]."""
        folder = Path(mkdtemp(dir=self._folder))
        robot = Robot(ros)
        robot.node.create_timer(0.2, robot.tell)
        guard = guard_process(ros, folder, mode="enforce", domain="is_bench", stages="plan,action")
        operator = ros.node("operator")
        stop, bare = (_caller(operator, name) for name in (self._service, _ROBOT))
        try:
            _set_task(ros, folder)
            guard.run(robot)  # the positive control
            client = ros.node("busy")
            with _asked_over_and_over(ros, self._asks(client, folder)):
                times = [
                    [_timed(ros, guard, robot, call) for call in (stop, bare)] for _ in range(TRIES)
                ]
            guard.run(robot)
            return Stopped(*map(max, zip(*times, strict=True)))
        finally:
            guard.kill()


def _set_task(ros: Ros, folder: Path) -> None:
    scene = lamp_dataset(folder).get("lamp").scene
    objects = object_messages(types, scene.objects)
    objects += [SceneObject(name=f"cup_{n}", label="cup") for n in range(THINGS - len(objects))]
    request = SetTask.Request(episode_id=EPISODE, instruction="Tidy up.", objects=objects)
    answer = ros.call(SetTask, graph.SET_TASK, request)
    assert answer.accepted, answer.verdict.feedback


def _caller(operator: Any, service: str) -> Call:
    kind = Trigger if service == graph.ESTOP else CancelGoal
    client = operator.create_client(kind, service)
    assert client.wait_for_service(PATIENCE_S), f"nobody serves {service}"
    return lambda: client.call_async(kind.Request())


def _timed(ros: Ros, guard: GuardProcess, robot: Robot, call: Call) -> float:
    """Call in a skill; returns when the robot has stopped [s], once it may move again."""
    guard.run(robot)
    began = perf_counter()
    call()
    ros.until(lambda: robot.running is None)
    seconds = perf_counter() - began
    ros.call(Trigger, graph.ESTOP_RESET, Trigger.Request())
    return seconds


@contextmanager
def _asked_over_and_over(ros: Ros, ask: Call) -> Iterator[None]:
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


def _plans(node: Any, _: Path) -> Call:
    client = node.create_client(CheckPlan, graph.CHECK_PLAN)
    client.wait_for_service()
    return lambda: client.call_async(CheckPlan.Request(episode_id=EPISODE, plan=PLAN))


def _pipe(node: Any, folder: Path) -> Call:
    pipe = folder / "rules.yaml"
    os.mkfifo(pipe)
    client = node.create_client(SetParameters, "is_safety_monitor/set_parameters")
    client.wait_for_service()
    told = Parameter("knowledge_base", value=str(pipe)).to_parameter_msg()
    return lambda: client.call_async(SetParameters.Request(parameters=[told]))
