"""How long after a call for the emergency stop a cancel arrives at the robot.

The guard is a process of its own, as in use, and is (a) idle, (b) checking plans of 200 steps back
to back, (c) told over and over to read a named pipe as its knowledge base.  Each of the rounds
begins a skill by way of the guard, calls for the stop, and resets it.  Bare is a cancel that the
operator's node sends to the robot itself: what the middleware costs.  Robot and operator have the
priority of the emergency stop's process, where the system allows it: a busy guard shall not count
as a slow robot.

Usage: python -m benchmarks.estop [ROUNDS]
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import rclpy
from action_msgs.srv import CancelGoal
from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import WorldState
from is_bench_interfaces.srv import CheckPlan, SetTask
from rcl_interfaces.srv import SetParameters
from rclpy.action import ActionServer, CancelResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.task import Future
from std_srvs.srv import Trigger

from is_bench.calls import parse_call
from is_bench.messages import FactMessages, call_message, header, object_messages
from is_bench.ros import graph, types
from is_bench.ros.skill_client import SkillClient
from is_bench.ros.spinning import make_executor, spin_until
from is_bench.scenarios import bundled_dataset
from is_safety_monitor.core.bounds import MOST_PLAN_STEPS
from is_safety_monitor.emergency_stop.node import PRIORITY

EPISODE = "estop"
PATIENCE_S = 60.0
TASK = bundled_dataset().names[0]
BUSY = ("plans", "pipe")


class Bench(Node):
    """The robot, the planner and the operator."""

    def __init__(self) -> None:
        """Set up, with an executor of its own."""
        super().__init__("estop_bench")
        group = ReentrantCallbackGroup()
        self.executor_ = make_executor()
        self.executor_.add_node(self)
        self.running = False
        self.canceled_ns = 0
        self._end = Future()
        self._server = ActionServer(
            self,
            ExecuteSkill,
            graph.ROBOT_SKILL,
            execute_callback=self._execute,
            cancel_callback=self._cancel,
            callback_group=group,
            result_timeout=graph.RESULT_TIMEOUT,
        )
        self._states = self.create_publisher(WorldState, graph.WORLD_STATE, graph.LATEST)
        self._facts = FactMessages(types)
        self._scene = bundled_dataset().get(TASK).scene
        self.create_timer(0.5, self._tell)
        self._skills = SkillClient(self, graph.GUARD_SKILL, group)
        self._index = 0
        kinds = {graph.ESTOP: Trigger, graph.ESTOP_RESET: Trigger, graph.SET_TASK: SetTask}
        kinds[f"{graph.ROBOT_SKILL}/_action/cancel_goal"] = CancelGoal
        self._clients_of = {
            name: self.create_client(kind, name, callback_group=group)
            for name, kind in kinds.items()
        }

    def call(self, name: str, request: Any) -> Any:
        """The answer of a service."""
        client = self._clients_of[name]
        client.wait_for_service(PATIENCE_S)
        return spin_until(self.executor_, self, client.call_async(request), PATIENCE_S, name)

    def set_task(self) -> None:
        """Tell the guard of the task whose plans are checked."""
        objects = object_messages(types, self._scene.objects)
        told = {"instruction": self._scene.instruction, "objects": objects}
        self.call(graph.SET_TASK, SetTask.Request(episode_id=EPISODE, task=TASK, **told))

    def round(self, stop: Callable[[], Any]) -> float:
        """Milliseconds from a call of `stop` to the cancel of a skill that was running."""
        self._begin_skill()
        self.canceled_ns = 0
        called = time.monotonic_ns()
        stop()
        while not self.canceled_ns:
            self.executor_.spin_once(timeout_sec=PATIENCE_S)
        self.call(graph.ESTOP_RESET, Trigger.Request())
        return (self.canceled_ns - called) / 1e6

    def estop(self) -> None:
        """Call for the emergency stop."""
        self._clients_of[graph.ESTOP].call_async(Trigger.Request())

    def cancel(self) -> None:
        """Cancel on the robot itself."""
        name = f"{graph.ROBOT_SKILL}/_action/cancel_goal"
        self._clients_of[name].call_async(CancelGoal.Request())

    def _begin_skill(self) -> None:
        end = time.monotonic() + PATIENCE_S
        while not self.running:
            self._index += 1
            call = parse_call(f"OPEN({next(iter(self._scene.objects)).name})")
            asked = self._skills.execute(EPISODE, self._index, call, str(call))
            ended = self.executor_.create_task(asked)
            while not self.running and not ended.done():
                self.executor_.spin_once(timeout_sec=1.0)
            if time.monotonic() > end:
                raise SystemExit(f"no skill could be begun: {ended.result()}")

    def _tell(self) -> None:
        now = self.get_clock().now().nanoseconds
        facts = self._facts.true(self._scene.world().facts().true)
        told = {"episode_id": EPISODE, "closed_world": True, "facts": facts}
        self._states.publish(WorldState(header=header(types, now), **told))

    def _cancel(self, _: Any) -> CancelResponse:
        self.canceled_ns = self.canceled_ns or time.monotonic_ns()
        if not self._end.done():
            self._end.set_result(None)
        return CancelResponse.ACCEPT

    async def _execute(self, handle: Any) -> ExecuteSkill.Result:
        self._end, self.running = Future(), True
        await self._end
        self.running = False
        handle.canceled()
        return ExecuteSkill.Result(status=ExecuteSkill.Result.STATUS_CANCELED)


def main() -> None:
    """Measure and print, or be the load of a guard."""
    if len(sys.argv) > 2:
        rclpy.init()
        _load(sys.argv[1], sys.argv[2])
        return
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, PRIORITY)
    rclpy.init()  # after that: its threads inherit the priority
    bench = Bench()
    with tempfile.TemporaryDirectory() as folder, _guard(folder):
        bench.set_task()
        bare = [bench.round(bench.cancel) for _ in range(rounds)]
        _say("bare cancel", bare, bare)
        _say("stop, guard idle", [bench.round(bench.estop) for _ in range(rounds)], bare)
        for kind in BUSY:
            with _process("-m", "benchmarks.estop", kind, folder):
                found = [bench.round(bench.estop) for _ in range(rounds)]
            _say(f"stop, guard busy with {kind}", found, bare)


def _say(what: str, found: list[float], bare: list[float]) -> None:
    ratio = median(found) / median(bare)
    print(
        f"{what}: median {median(found):.1f} ms, worst {max(found):.1f} ms of {len(found)}; "
        f"{ratio:.1f} x bare"
    )


def _load(kind: str, folder: str) -> None:
    """Keep the guard busy until this process is ended."""
    node = Node("estop_load")
    executor = make_executor()
    executor.add_node(node)
    if kind == "plans":
        client = node.create_client(CheckPlan, graph.CHECK_PLAN)
        plan = [call_message(types, parse_call(text)) for text in _plan()]
        request: Any = CheckPlan.Request(episode_id=EPISODE, plan=plan)
    else:
        client = node.create_client(SetParameters, "is_safety_monitor/set_parameters")
        pipe = Path(folder) / "pipe.yaml"
        if not pipe.exists():
            os.mkfifo(pipe)
        told = Parameter("knowledge_base", value=str(pipe)).to_parameter_msg()
        request = SetParameters.Request(parameters=[told])
    client.wait_for_service(PATIENCE_S)
    while True:
        spin_until(executor, node, client.call_async(request), PATIENCE_S, kind)


def _plan() -> list[str]:
    steps = [step for step in bundled_dataset().get(TASK).plans.reference if step != "DONE"]
    return [steps[index % len(steps)] for index in range(MOST_PLAN_STEPS)]


@contextlib.contextmanager
def _guard(folder: str) -> Iterator[None]:
    told = ("mode:=shadow", "domain:=is_bench", f"state_dir:={folder}", "intruders:=report")
    words = [word for given in told for word in ("-p", given)]
    with _process("-m", "is_safety_monitor.node", "--ros-args", *words):
        yield


@contextlib.contextmanager
def _process(*words: str) -> Iterator[None]:
    command = ["nice", "-n", str(-PRIORITY), sys.executable, *words]  # as if started by itself
    # What the guard says of each stop and each refused file would hide the figures.
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:  # noqa: S603  # this very Python
        try:
            yield
        finally:
            process.kill()


if __name__ == "__main__":
    main()
