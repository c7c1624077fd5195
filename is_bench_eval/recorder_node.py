"""The bag_recorder node: writes what the nodes publish to a rosbag2 bag, as the bytes came in.

Threading: one executor thread; a message is written in its callback.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from is_bench_interfaces.msg import Metrics, SkillEvent, Verdict, WorldState
from rclpy.node import Node

from is_bench.errors import Place
from is_bench.ros import graph
from is_bench.ros.parameters import declare
from is_bench.ros.spinning import run_node
from is_bench_eval.bag.writer import BagWriter
from is_bench_eval.errors import RunFolderProblem

MESSAGES = {
    graph.WORLD_STATE: WorldState,
    graph.VERDICTS: Verdict,
    graph.SKILL_EVENTS: SkillEvent,
    graph.METRICS: Metrics,
}


class BagRecorder(Node):
    """Records from its creation until `close`."""

    def __init__(self, path: Path | None = None, **options: object) -> None:
        """`path` is the bag's folder; by default the parameter `path` names it.

        Raises RunFolderProblem if it exists.
        """
        super().__init__("bag_recorder", **options)
        named = declare(self, "path", "is_bench_bag", "folder of the bag; it must not exist yet")
        folder = path or Path(named)
        if folder.exists():
            raise RunFolderProblem("exists; name another folder with `path`", Place(str(folder)))
        self._writer = BagWriter(folder)
        for topic, kind in MESSAGES.items():
            callback = partial(self._write, topic)
            self.create_subscription(kind, topic, callback, graph.EVENTS, raw=True)

    def _write(self, topic: str, data: bytes) -> None:
        self._writer.write(topic, data, int(self.get_clock().now().nanoseconds))

    def close(self) -> None:
        """Finish the bag."""
        self._writer.close()

    def destroy_node(self) -> None:
        """Finish the bag, and the node."""
        self.close()
        super().destroy_node()


def main() -> None:
    """Run the node until it is interrupted."""
    run_node(BagRecorder)


if __name__ == "__main__":
    main()
