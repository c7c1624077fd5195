"""A node that only looks at the graph."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import rclpy
from rclpy.context import Context
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from is_bench.ros.spinning import end_node


@contextmanager
def observing_node(name: str) -> Iterator[Node]:
    """A bare node in a context of its own, called `name` and the process; it ends with the block.

    It serves and publishes nothing by itself, and takes no arguments of the process.  The
    middleware keeps the graph up to date: looking at it needs no executor.
    """
    context = Context()
    rclpy.init(args=[], context=context, signal_handler_options=SignalHandlerOptions.NO)
    try:
        node = Node(
            f"{name}_{os.getpid()}",
            context=context,
            use_global_arguments=False,
            enable_rosout=False,
            start_parameter_services=False,
        )
        try:
            yield node
        finally:
            end_node(node)
    finally:
        rclpy.try_shutdown(context=context)
