"""The bag_recorder node: writes what the nodes publish to a rosbag2 bag, as the bytes came in.

Threading: one executor thread; a message is written in its callback.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

from is_bench_interfaces.msg import (
    Detections,
    GuardEvent,
    GuardTask,
    Metrics,
    PlanVerdict,
    SkillEvent,
    TaskVerdict,
    Verdict,
    WorldState,
)
from rclpy.node import Node
from rclpy.task import Future
from sensor_msgs.msg import CameraInfo, CompressedImage
from tf2_msgs.msg import TFMessage

from is_bench.errors import Place
from is_bench.ros import graph
from is_bench.ros.parameters import declare
from is_bench.ros.spinning import run_node
from is_bench_eval.bag.writer import BagWriter
from is_bench_eval.errors import RunFolderProblem

MESSAGES = {
    graph.WORLD_STATE: WorldState,
    graph.WORLD_TRUTH: WorldState,
    graph.VERDICTS: Verdict,
    graph.TASK_VERDICTS: TaskVerdict,
    graph.PLAN_VERDICTS: PlanVerdict,
    graph.SKILL_EVENTS: SkillEvent,
    graph.GUARD_TASKS: GuardTask,
    graph.GUARD_LOG: GuardEvent,
    graph.METRICS: Metrics,
}
CAMERA_MESSAGES = {
    graph.STATIC_TRANSFORMS: TFMessage,
    graph.DETECTIONS: Detections,
    **{graph.camera_info_topic(camera): CameraInfo for camera in graph.CAMERAS},
    **{graph.compressed_topic(camera): CompressedImage for camera in graph.CAMERAS},
}
"""What comes with pictures; they are recorded as JPEG, a tenth of their size."""


FLUSH_PERIOD_S = 1.0
"""How much of a recording may be lost when its process is killed."""
LINGER_S = 0.4
"""How long a recorder that is to end still takes up what was sent before."""


class BagRecorder(Node):
    """Records from its creation until `close`."""

    def __init__(self, path: Path | None = None, **options: object) -> None:
        """`path` is the bag's folder; by default the parameter `path` names it.

        Raises RunFolderProblem if it exists.
        """
        super().__init__("bag_recorder", **options)
        named = declare(self, "path", "is_bench_bag", "folder of the bag; it must not exist yet")
        cameras = declare(
            self, "cameras", False, "record pictures, too; the simulator then renders every state"
        )
        folder = path or Path(named)
        if folder.exists():
            raise RunFolderProblem("exists; name another folder with `path`", Place(str(folder)))
        self._writer = BagWriter(folder, cameras=cameras, namespace=self.get_namespace())
        self._written: Counter[str] = Counter()
        self._awaited: tuple[str, int, Future] | None = None
        for topic, kind in {**MESSAGES, **(CAMERA_MESSAGES if cameras else {})}.items():
            callback = partial(self._write, topic)
            quality = graph.LOG if topic == graph.GUARD_LOG else graph.EVENTS
            self.create_subscription(kind, topic, callback, quality, raw=True)
        self.create_timer(FLUSH_PERIOD_S, self._writer.flush)

    def wait_for(self, topic: str, count: int) -> Future:
        """Done when that many messages of `topic` are in the bag."""
        future = Future()
        self._awaited = (topic, count, future)
        self._look()
        return future

    def _write(self, topic: str, data: bytes) -> None:
        now_ns = int(self.get_clock().now().nanoseconds)
        self._writer.write(graph.absolute(self, topic), data, now_ns)
        self._written[topic] += 1
        self._look()

    def _look(self) -> None:
        if self._awaited is None:
            return
        topic, count, future = self._awaited
        if self._written[topic] >= count:
            self._awaited = None
            future.set_result(None)

    def close(self) -> None:
        """Finish the bag."""
        self._writer.close()

    def destroy_node(self) -> None:
        """Finish the bag, and the node."""
        self.close()
        super().destroy_node()


def main() -> None:
    """Run the node until it is interrupted."""
    run_node(BagRecorder, linger_s=LINGER_S)


if __name__ == "__main__":
    main()
