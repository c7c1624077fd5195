"""The clock of stamps, which may be simulated."""

from __future__ import annotations

from rclpy.node import Node


def clock_ns(node: Node) -> int:
    """The time [ns] on the clock that the stamps of `node` are from."""
    return int(node.get_clock().now().nanoseconds)
