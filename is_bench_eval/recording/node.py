"""The bag_recorder node: writes what the nodes publish to a rosbag2 bag, as the bytes came in.

Threading: one executor thread; a message is written in its callback.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

from rclpy.node import Node
from rclpy.subscription import Subscription
from rclpy.task import Future

from is_bench.errors import Place
from is_bench.ros import graph
from is_bench.ros.clocks import clock_ns
from is_bench.ros.node_program import NodeProgram
from is_bench.ros.parameter_overrides import check_overrides
from is_bench.ros.parameters import declare
from is_bench.ros.spinning import run_node
from is_bench_eval.errors import RunFolderProblem
from is_bench_eval.recording.bag_writer import BagWriter
from is_bench_eval.recording.topics import GUARD_LOG, bag_topics, relative
from is_safety_monitor.bindings.installed import load_type

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
        named, cameras = declare_parameters(self)
        folder = path or named
        if folder.exists():
            raise RunFolderProblem("exists; name another folder with `path`", Place(str(folder)))
        self._writer = BagWriter(folder, cameras=cameras, namespace=self.get_namespace())
        self._written: Counter[str] = Counter()
        self._awaited: tuple[str, int, Future] | None = None
        self._recorded: dict[str, Subscription] = {}
        for topic, kind in bag_topics(cameras=cameras).items():
            name = relative(topic)
            callback = partial(self._write, name)
            quality = graph.LOG if topic == GUARD_LOG else graph.EVENTS
            self._recorded[topic] = self.create_subscription(
                load_type(kind), name, callback, quality, raw=True
            )
        self.create_timer(FLUSH_PERIOD_S, self._writer.flush)

    def discovered_publishers(self, topic: str) -> int:
        """How many publishers of a recorded topic, by its name in `topics`, it has discovered."""
        return int(self._recorded[topic].get_publisher_count())

    def wait_for(self, topic: str, count: int) -> Future:
        """Done when that many messages of `topic` are in the bag."""
        future = Future()
        self._awaited = (topic, count, future)
        self._look()
        return future

    def _write(self, topic: str, data: bytes) -> None:
        now_ns = clock_ns(self)
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


def declare_parameters(node: Node) -> tuple[Path, bool]:
    """Declare every parameter: the bag's folder, and whether images are recorded.

    Raises InputError for a wrong name.
    """
    path: str = declare(node, "path", "is_bench_bag", "folder of the bag; it must not exist yet")
    cameras: bool = declare(
        node, "cameras", False, "record images, too; the simulator then renders every state"
    )
    check_overrides(node)
    return Path(path), cameras


PROGRAM = NodeProgram(
    "bag_recorder",
    "Records the topics of is_bench to a rosbag2 bag.",
    declare_parameters,
)


def main() -> None:
    """Run the node until it is interrupted."""
    PROGRAM.check_command_line()
    run_node(BagRecorder, linger_s=LINGER_S)


if __name__ == "__main__":
    main()
