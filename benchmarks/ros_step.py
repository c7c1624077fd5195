"""What a step costs over ROS: the real nodes against a bare action, in one run.

Five round trips of ExecuteSkill, taken in turns, in one process and one executor:
  bare      client -> a server that does nothing
  proxied   client -> a server that only forwards -> a server that does nothing
  robot     client -> sim_bridge, with evaluator and recorder listening
  passed    client -> a server that only forwards -> sim_bridge, with both listening
  guarded   client -> is_safety_monitor -> sim_bridge, with both listening
guarded/passed is the cost of the guard, which judges by the whole library; robot/bare and
guarded/proxied are the cost of everything that this project adds.

Usage: tools/ros_env.sh python benchmarks/ros_step.py [STEPS_PER_TURN] [TURNS]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import rclpy
from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.srv import ResetWorld, SetTask
from rclpy.action import ActionClient, ActionServer
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.parameter import Parameter

from is_bench.calls import SkillCall
from is_bench.evaluation import Status
from is_bench.guard_log_messages import wash_rule_messages
from is_bench.messages import object_messages
from is_bench.ros import graph, types
from is_bench.ros.skill_client import SkillClient
from is_bench.ros.spinning import make_executor, spin_until
from is_bench.scenarios import bundled_dataset
from is_bench_eval.engines.ros.evaluator import EvaluatorNode
from is_bench_eval.recording.node import BagRecorder
from is_safety_monitor.node import SafetyMonitor
from sim_bridge.node import SimBridge

EPISODE = "benchmark/0"


class Echo(Node):
    """Serves one action that does nothing."""

    def __init__(self) -> None:
        """Serve at once."""
        super().__init__("bare_server")
        self._server = ActionServer(
            self, ExecuteSkill, "/bare", self._execute, result_timeout=graph.RESULT_TIMEOUT
        )

    def _execute(self, handle: Any) -> Any:
        handle.succeed()
        return ExecuteSkill.Result(status=1)


class Relay(Node):
    """Forwards goals to another server, and does nothing else."""

    def __init__(self, name: str, served: str, server: str) -> None:
        """Serve `served` at once; goals go to `server`."""
        super().__init__(name)
        group = ReentrantCallbackGroup()
        self._client = ActionClient(self, ExecuteSkill, server, callback_group=group)
        self._server = ActionServer(
            self,
            ExecuteSkill,
            served,
            self._execute,
            callback_group=group,
            result_timeout=graph.RESULT_TIMEOUT,
        )

    async def _execute(self, handle: Any) -> Any:
        below = await self._client.send_goal_async(handle.request)
        answer = await below.get_result_async()
        handle.succeed()
        return answer.result


class Caller(Node):
    """Asks for skills, one after the other."""

    def __init__(self) -> None:
        """Make a client for each round trip."""
        super().__init__("caller")
        group = ReentrantCallbackGroup()
        names = {"bare": "/bare", "proxied": "/relayed", "robot": graph.ROBOT_SKILL}
        names |= {"passed": "/passed", "guarded": graph.GUARD_SKILL}
        self.clients_by_name = {k: SkillClient(self, v, group) for k, v in names.items()}
        self.reset = self.create_client(ResetWorld, graph.RESET_WORLD, callback_group=group)
        self.task = self.create_client(SetTask, graph.SET_TASK, callback_group=group)


def main() -> None:
    """Measure and print."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    rclpy.init()
    executor = make_executor()
    caller, recorder = Caller(), BagRecorder(Path(tempfile.mkdtemp()) / "bag")
    told = {"mode": "enforce", "domain": "is_bench", "state_dir": "none"}
    told |= {"emergency_stop": "inside", "intruders": "report"}  # the caller asks the robot, too
    guard = SafetyMonitor(parameter_overrides=[Parameter(k, value=v) for k, v in told.items()])
    evaluator = EvaluatorNode()
    relays = Relay("relay", "/relayed", "/bare"), Relay("pass", "/passed", graph.ROBOT_SKILL)
    for node in (Echo(), *relays, SimBridge(), guard, evaluator, recorder, caller):
        executor.add_node(node)
    task = bundled_dataset().names[0]
    scene = bundled_dataset().get(task).scene
    thing = next(t for t in scene.objects if t.can("freezable"))
    call = SkillCall("WAIT", (thing.name,))
    evaluator.begin(EPISODE)

    def wait(future: Any) -> Any:
        return spin_until(executor, caller, future, 10.0, "the server")

    for client in (caller.reset, caller.task):
        client.wait_for_service(10.0)
    wait(
        caller.reset.call_async(ResetWorld.Request(episode_id=EPISODE, task=task, world="released"))
    )
    wait(
        caller.task.call_async(
            SetTask.Request(
                episode_id=EPISODE,
                task=task,
                instruction=scene.instruction,
                objects=object_messages(types, scene.objects),
                wash_rules=wash_rule_messages(types, scene.wash_rules),
            )
        )
    )
    for client in caller.clients_by_name.values():
        client.wait_for_server(10.0)
    times: dict[str, list[float]] = {name: [] for name in caller.clients_by_name}
    for _ in range(turns):
        for name, client in caller.clients_by_name.items():
            started = time.perf_counter()
            for index in range(steps):
                done = wait(executor.create_task(client.execute(EPISODE, index, call, str(call))))
                if done.status is not Status.OK:
                    raise RuntimeError(f"{name}: {done}")
            times[name].append((time.perf_counter() - started) / steps * 1e3)
    found = {name: statistics.median(values) for name, values in times.items()}
    for name, value in found.items():
        print(f"{name:8} {value:6.2f} ms per step (median of {turns} turns of {steps})")
    print(f"robot / bare      {found['robot'] / found['bare']:.2f}")
    print(f"guarded / proxied {found['guarded'] / found['proxied']:.2f}")
    print(f"guarded / passed  {found['guarded'] / found['passed']:.2f}")
    recorder.close()
    rclpy.try_shutdown()


if __name__ == "__main__":
    main()
