"""How a guard ages: latency and memory over many goals, huge goals, many facts, many reloads.

One process, one executor, real DDS: client -> is_safety_monitor -> a robot that succeeds at once
and tells the state of its world.  Beside goals at the beginning and at the end, bare goals are sent
(client -> a server that does nothing), so that a machine that gets busier is told from a guard that
gets slower.  The memory is that of the whole process, with client and robot.

Usage: tools/ros_env.sh python -m benchmarks.endurance [GOALS] [RELOADS]
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import rclpy
from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import WorldState
from is_bench_interfaces.srv import SetTask
from rclpy.action import ActionServer
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.parameter import Parameter

from is_bench.calls import SkillCall
from is_bench.evaluation import Status
from is_bench.facts import Atom
from is_bench.guard_log_messages import wash_rule_messages
from is_bench.messages import FactMessages, header, object_messages, time_message
from is_bench.ros import graph, types
from is_bench.ros.skill_client import SkillClient
from is_bench.ros.spinning import make_executor, spin_until
from is_bench.scenarios import Scenario, bundled_dataset
from is_safety_monitor.node import SafetyMonitor
from tests.ros.harness import HOUSE_RULE

EPISODE = "benchmark/0"
PATIENCE_S = 60.0
SAMPLE = 300
"""Goals whose median counts, at the beginning and at the end."""
HUGE = 10_000_000
HUGE_GOALS = 30
STATES, NEW_FACTS = 60, 5_000
"""States of an open world, and the facts in each that no state before had named."""
FIRST_RELOADS = 5
"""After which memory is compared."""


class Robot(Node):
    """Succeeds at once, and tells the state of its world; beside it, an action of nothing."""

    def __init__(self, scenario: Scenario) -> None:
        """Serve at once."""
        super().__init__("robot")
        self._facts = FactMessages(types).true(scenario.scene.world().facts())
        self._states = self.create_publisher(WorldState, graph.WORLD_STATE, graph.LATEST)
        self._servers = [
            ActionServer(self, ExecuteSkill, name, run, result_timeout=graph.RESULT_TIMEOUT)
            for name, run in ((graph.ROBOT_SKILL, self._execute), ("/bare", self._nothing))
        ]

    def now(self) -> int:
        """The time [ns]."""
        return int(self.get_clock().now().nanoseconds)

    def tell(self, facts: list[Any] | None = None, *, closed_world: bool = True) -> None:
        """Publish the facts of the scene, or others."""
        self._states.publish(
            WorldState(
                header=header(types, self.now()),
                episode_id=EPISODE,
                closed_world=closed_world,
                facts=self._facts if facts is None else facts,
            )
        )

    def _execute(self, handle: Any) -> Any:
        finished = self.now()
        self.tell()
        handle.succeed()
        return ExecuteSkill.Result(status=1, finished=time_message(types, finished))

    def _nothing(self, handle: Any) -> Any:
        handle.succeed()
        return ExecuteSkill.Result(status=1)


class Bench:
    """The nodes, and a client that asks for skills one after the other."""

    def __init__(self) -> None:
        """Start everything, and begin a task."""
        self.executor = make_executor()
        told = {
            "domain": "is_bench",
            "state_dir": "none",
            "emergency_stop": "inside",
            "max_state_age_s": 60.0,  # a busy machine may stand still for seconds
        }
        self.guard = SafetyMonitor(
            parameter_overrides=[Parameter(name, value=value) for name, value in told.items()]
        )
        scenario = bundled_dataset().get(bundled_dataset().names[0])
        self.robot, self.caller = Robot(scenario), Node("caller")
        group = ReentrantCallbackGroup()
        self._skills = SkillClient(self.caller, graph.GUARD_SKILL, group)
        self._bare = SkillClient(self.caller, "/bare", group)
        self._task = self.caller.create_client(SetTask, graph.SET_TASK, callback_group=group)
        for node in (self.robot, self.guard, self.caller):
            self.executor.add_node(node)
        thing = next(t for t in scenario.scene.objects if t.can("freezable"))
        self._call = SkillCall("WAIT", (thing.name,))
        self._scenario = scenario
        self._skills.wait_for_server(PATIENCE_S)
        self._bare.wait_for_server(PATIENCE_S)
        self._task.wait_for_service(PATIENCE_S)
        self.begin()
        self.settle()
        self.robot.tell()
        self.settle()

    def begin(self) -> None:
        """Begin the task, by the rules as they are now."""
        scene = self._scenario.scene
        request = SetTask.Request(
            episode_id=EPISODE,
            task="endurance",
            instruction=scene.instruction,
            objects=object_messages(types, scene.objects),
            wash_rules=wash_rule_messages(types, scene.wash_rules),
        )
        answer = self.wait(self._task.call_async(request))
        if not answer.accepted:
            raise RuntimeError(answer.verdict.feedback)

    def wait(self, future: Any) -> Any:
        """The result of `future`."""
        return spin_until(self.executor, self.caller, future, PATIENCE_S, "the other side")

    def settle(self) -> None:
        """Let everything arrive that is on its way."""
        for _ in range(20):
            self.executor.spin_once(timeout_sec=0.02)

    def goal(self, text: str | None = None, wanted: Status | None = Status.OK) -> float:
        """Milliseconds until the guard's goal has ended; None: however it ends."""
        return self._ask(self._skills, text, wanted)

    def bare(self) -> float:
        """Milliseconds until a goal has ended that nobody guards."""
        return self._ask(self._bare, None, Status.OK)

    def _ask(self, client: SkillClient, text: str | None, wanted: Status | None) -> float:
        said = str(self._call) if text is None else text
        started = time.perf_counter()
        asked = client.execute(EPISODE, 0, self._call, said)
        done = self.wait(self.executor.create_task(asked))
        spent = (time.perf_counter() - started) * 1e3
        if wanted is not None and done.status is not wanted:
            raise RuntimeError(f"{said[:80]}: {done}")
        return spent


def resident() -> float:
    """Megabytes of memory that this process has at present."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def goals(bench: Bench, count: int) -> None:
    """The latency of the last goals against the first, and the memory."""
    for _ in range(SAMPLE):
        bench.goal()
    size = resident()
    first = [(bench.goal(), bench.bare()) for _ in range(SAMPLE)]
    for _ in range(count - 2 * SAMPLE):
        bench.goal()
    last = [(bench.goal(), bench.bare()) for _ in range(SAMPLE)]
    (early, bare_early), (late, bare_late) = (
        (median(goal for goal, _ in pairs), median(bare for _, bare in pairs))
        for pairs in (first, last)
    )
    print(f"goals, first {SAMPLE}: {early:.2f} ms, {early / bare_early:.2f} x bare")
    print(f"goals, last {SAMPLE} of {count}: {late:.2f} ms, {late / bare_late:.2f} x bare")
    print(f"last / first: goals {late / early:.3f}, bare {bare_late / bare_early:.3f}")
    _say_memory(f"{count} goals", size)


def huge_goals(bench: Bench) -> None:
    """Goals of which each has a text of ten megabytes."""
    size = resident()
    spent = [bench.goal("x" * HUGE, Status.BLOCKED) for _ in range(HUGE_GOALS)]
    print(f"goals of {HUGE / 1e6:.0f} MB: median {median(spent):.0f} ms, worst {max(spent):.0f} ms")
    bench.settle()
    _say_memory(f"{HUGE_GOALS} goals of {HUGE / 1e6:.0f} MB", size)


def many_facts(bench: Bench) -> None:
    """States of an open world, each full of new facts, and goals afterwards, refused or not."""
    bench.robot.tell()
    bench.settle()
    before, size = median(bench.goal() for _ in range(20)), resident()
    for number in range(STATES):
        new = (Atom("hot", (f"thing_{number}_{index}",)) for index in range(NEW_FACTS))
        bench.robot.tell(FactMessages(types).true(new), closed_world=False)
        bench.settle()
    spent = [bench.goal(wanted=None) for _ in range(20)]
    print(
        f"goals after {STATES} states of {NEW_FACTS} new facts: median {median(spent):.2f} ms, "
        f"worst {max(spent):.0f} ms; before {before:.2f} ms"
    )
    _say_memory(f"{STATES} states of {NEW_FACTS} new facts", size)


def reloads(bench: Bench, count: int) -> None:
    """The rules read again while the guard runs, and a task begun by them."""
    with tempfile.TemporaryDirectory() as folder:
        for number in range(FIRST_RELOADS):
            _reload(bench, Path(folder), number)
        size = resident()
        later = range(FIRST_RELOADS, FIRST_RELOADS + count)  # no file that was read before
        spent = [_reload(bench, Path(folder), number) for number in later]
    print(f"reloads, with a task: median {median(spent):.0f} ms, worst {max(spent):.0f} ms")
    _say_memory(f"{count} reloads", size)


def _reload(bench: Bench, folder: Path, number: int) -> float:
    path = folder / f"rules_{number}.yaml"
    path.write_text(HOUSE_RULE.replace("house_rule", f"house_rule_{number}"), encoding="utf-8")
    started = time.perf_counter()
    told = [Parameter("knowledge_base", value=str(path))]
    (answer,) = bench.guard.set_parameters(told)
    if not answer.successful:
        raise RuntimeError(answer.reason)
    bench.begin()
    return (time.perf_counter() - started) * 1e3


def _say_memory(after: str, before: float) -> None:
    now = resident()
    print(f"memory after {after}: {now:.0f} MB, {now - before:+.1f} MB, {now / before:.3f} x")


def main() -> None:
    """Measure and print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    reads = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rclpy.init()
    bench = Bench()
    bench.guard.get_logger().set_level(50)  # it says of every reload what has changed
    print(f"load at the start: {os.getloadavg()[0]:.1f}")
    goals(bench, count)
    huge_goals(bench)
    reloads(bench, reads)
    many_facts(bench)
    print(f"load at the end: {os.getloadavg()[0]:.1f}")
    rclpy.try_shutdown()


if __name__ == "__main__":
    main()
