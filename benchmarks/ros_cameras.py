"""Rounds of five 640x480 views a second over ROS, with one subscriber in a process of its own.

A round is a skill, the state after it, and its pictures, until the subscriber has all that it
listens to:
  raw      image_raw of five cameras
  jpeg     image_raw/compressed of five cameras
  planner  what a planner gets: image_raw, camera_info and segmentation of each, detections
Rendering is timed within the rounds; the rest is the skill, encoding, sending and receiving.  The
skill without a subscriber comes first.  Rendering uses every core there is: only an idle machine
tells the rate, and the best turn is the nearest to that.

Usage: tools/ros_env.sh python benchmarks/ros_cameras.py [ROUNDS_PER_TURN] [TURNS]
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import rclpy
from is_bench_interfaces.msg import Detections
from is_bench_interfaces.srv import ResetWorld
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from sensor_msgs.msg import CameraInfo, CompressedImage, Image
from std_msgs.msg import UInt32
from std_srvs.srv import Trigger

from is_bench.calls import SkillCall
from is_bench.messages import nanoseconds_of
from is_bench.ros import graph
from is_bench.ros.middleware import make_room_for_pictures
from is_bench.ros.skill_client import SkillClient
from is_bench.ros.spinning import make_executor, spin_until
from sim_bridge.node import SimBridge

EPISODE = "benchmark/0"
TASK = "fry_salmon_beside_dishtowel"
ACTION = SkillCall("WAIT", ("salmon.n.03_1",))
COMPLETE, QUIT = "/benchmark/complete", "/benchmark/quit"

WANTED = {
    "raw": [(Image, graph.image_topic)],
    "jpeg": [(CompressedImage, graph.compressed_topic)],
    "planner": [
        (Image, graph.image_topic),
        (CameraInfo, graph.camera_info_topic),
        (Image, graph.segmentation_topic),
    ],
}


class Subscriber(Node):
    """Says how many rounds have come completely."""

    def __init__(self, kind: str) -> None:
        """`kind` is one of `WANTED`."""
        super().__init__("subscriber")
        self.ended = False
        self._rounds: dict[int, int] = {}
        self._parts = len(WANTED[kind]) * len(graph.CAMERAS) + (kind == "planner")
        self._complete = self.create_publisher(UInt32, COMPLETE, graph.EVENTS)
        self.create_service(Trigger, QUIT, self._end)
        for message, topic in WANTED[kind]:
            for camera in graph.CAMERAS:
                self.create_subscription(message, topic(camera), self._came, graph.LATEST)
        if kind == "planner":
            self.create_subscription(Detections, graph.DETECTIONS, self._came, graph.LATEST)

    def _came(self, message: Any) -> None:
        stamp = nanoseconds_of(message.header.stamp)
        self._rounds[stamp] = self._rounds.get(stamp, 0) + 1
        if self._rounds[stamp] == self._parts:
            self._complete.publish(UInt32(data=stamp // 1_000_000 % 2**32))

    def _end(self, _: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        self.ended = True
        return response


def listen(kind: str) -> None:
    """The subscriber's process."""
    rclpy.init()
    executor = make_executor()
    node = Subscriber(kind)
    executor.add_node(node)
    while not node.ended:
        executor.spin_once(timeout_sec=0.5)
    executor.spin_once(timeout_sec=0.2)  # the answer leaves
    rclpy.try_shutdown()


class Bench(Node):
    """Has skills executed, and waits for what the subscriber says of their pictures."""

    def __init__(self, executor: Any) -> None:
        """Reset the simulator, which must be in `executor`."""
        super().__init__("bench")
        self._executor = executor
        executor.add_node(self)
        group = ReentrantCallbackGroup()
        self._skills = SkillClient(self, graph.ROBOT_SKILL, group)
        self._reset = self.create_client(ResetWorld, graph.RESET_WORLD, callback_group=group)
        self._quit = self.create_client(Trigger, QUIT, callback_group=group)
        self._complete: list[int] = []
        self.create_subscription(
            UInt32, COMPLETE, lambda m: self._complete.append(m.data), graph.EVENTS
        )
        self._reset.wait_for_service(10.0)
        request = ResetWorld.Request(episode_id=EPISODE, task=TASK, world="released")
        self._wait(self._reset.call_async(request))
        self._skills.wait_for_server(10.0)

    def skill(self) -> int:
        """Have one executed; returns the stamp of its state in milliseconds, as `Subscriber`."""
        done = self._wait(self._executor.create_task(self._skills.execute(EPISODE, 0, ACTION)))
        return int(done.finished_ns // 1_000_000 % 2**32)

    def seen(self) -> None:
        """Have one executed, and wait for its pictures."""
        stamp = self.skill()
        while stamp not in self._complete:
            self._executor.spin_once(timeout_sec=1.0)

    def first_seen(self) -> None:
        """Wait for a subscriber's first round."""
        del self._complete[:]
        while not self._complete:
            self._executor.spin_once(timeout_sec=1.0)

    def end_subscriber(self) -> None:
        """Have the subscriber's process end."""
        self._wait(self._quit.call_async(Trigger.Request()))

    def _wait(self, future: Any) -> Any:
        return spin_until(self._executor, self, future, 30.0, "the bridge")


class Timed:
    """Adds up the milliseconds that calls take."""

    def __init__(self, what: Callable[[], Any]) -> None:
        """Of `what`."""
        self.total = 0.0
        self._what = what

    def __call__(self) -> Any:
        """What `what` returns."""
        started = time.perf_counter()
        try:
            return self._what()
        finally:
            self.total += (time.perf_counter() - started) * 1e3


def turn(bench: Bench, observe: Timed, rounds: int) -> tuple[float, float]:
    """Milliseconds of a round, and of the rendering in it."""
    observe.total = 0.0
    seen = Timed(bench.seen)
    for _ in range(rounds):
        seen()
    return seen.total / rounds, observe.total / rounds


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    plain = dict(os.environ)
    make_room_for_pictures()
    rclpy.init()
    executor = make_executor()
    bridge = SimBridge()
    simulator = bridge._simulator  # noqa: SLF001
    observe = Timed(simulator.observe)
    simulator.observe = observe  # type: ignore[method-assign]  # counts what it costs
    executor.add_node(bridge)
    bench = Bench(executor)
    skill = Timed(bench.skill)
    for _ in range(rounds * turns):
        skill()
    print(f"a skill, nobody looks: {skill.total / rounds / turns:.1f} ms")
    for kind in WANTED:
        listener = [sys.executable, __file__, "--listen", kind]
        process = subprocess.Popen(listener, env=plain)  # noqa: S603
        bench.first_seen()
        times = [turn(bench, observe, rounds) for _ in range(turns)]
        bench.end_subscriber()
        process.wait(10)
        seen, rendering = min(times)
        middle = statistics.median(seen for seen, _ in times)
        print(
            f"{kind:8} {1e3 / seen:5.1f} rounds a second ({1e3 / middle:.1f} in the median turn): "
            f"{seen:.1f} ms, rendering {rendering:.1f} ({rendering / seen:.0%}), "
            f"the rest {seen - rendering:.1f} ({1 - rendering / seen:.0%})"
        )
    rclpy.try_shutdown()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--listen"]:
        listen(sys.argv[2])
    else:
        main()
