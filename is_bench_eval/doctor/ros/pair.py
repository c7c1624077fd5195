"""Two nodes that try out whether the middleware carries messages and calls.

Every wait is bounded.  SingleThreadedExecutor and not EventsExecutor: in the wheels, the latter
never returns from a spin without deadline.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from std_msgs.msg import String
from std_srvs.srv import Trigger

from is_bench.ros import graph
from is_bench.ros.observing import observing_node
from is_bench.ros.spinning import spin_once

SLICE_S = 0.02


class Pair:
    """Two nodes in contexts of their own, so that they find each other as processes do."""

    def __init__(self) -> None:
        """Make both; what the middleware raises goes through."""
        with ExitStack() as opened:
            self.near, near = _spun(opened, "near")
            self._far, far = _spun(opened, "far")
            self._open = opened.pop_all()
        self._executors = (near, far)

    def exchange(self, seconds: float) -> str:
        """Send a message and call a service; returns what did not get through, "" if all did."""
        deadline = time.monotonic() + seconds
        heard: list[Any] = []
        topic = f"/{graph.NAMESPACE}_doctor/p{os.getpid()}"
        self._far.create_subscription(String, f"{topic}/message", heard.append, graph.LATEST)
        self._far.create_service(Trigger, f"{topic}/service", _answer)
        self.near.create_publisher(String, f"{topic}/message", graph.LATEST).publish(String())
        client = self.near.create_client(Trigger, f"{topic}/service")
        if not self.spin_until(lambda: bool(heard), deadline - time.monotonic()):
            return "message"
        self.spin_until(client.service_is_ready, deadline - time.monotonic())
        future = client.call_async(Trigger.Request())
        self.spin_until(future.done, deadline - time.monotonic())
        return "" if future.done() else "service call"

    def spin_until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Spin both nodes until `done`, at most for `seconds`; whether it is."""
        deadline = time.monotonic() + seconds
        while not done() and time.monotonic() < deadline:
            for executor in self._executors:
                spin_once(executor, SLICE_S)
        return done()

    def close(self) -> None:
        """End both nodes."""
        self._open.close()


def _spun(opened: ExitStack, name: str) -> tuple[Node, SingleThreadedExecutor]:
    """A node with its executor, which `opened` ends."""
    node = opened.enter_context(observing_node(f"is_bench_doctor_{name}"))
    executor = SingleThreadedExecutor(context=node.context)
    opened.callback(executor.shutdown, timeout_sec=SLICE_S)
    executor.add_node(node)
    return node, executor


def _answer(_request: Any, response: Any) -> Any:
    response.success = True
    return response
