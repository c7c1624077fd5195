"""What a live graph has: its actions, services and topics, with their types."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

import rclpy
from rclpy.action import get_action_server_names_and_types_by_node
from rclpy.context import Context
from rclpy.node import Node, NodeNameNonExistentError
from rclpy.signals import SignalHandlerOptions

from is_bench.ros.spinning import make_executor

Seen = Mapping[str, Mapping[str, tuple[str, ...]]]


def look(seconds: float) -> Seen:
    """What the graph shows after `seconds`, as `seen_by` says it."""
    context = Context()
    rclpy.init(context=context, signal_handler_options=SignalHandlerOptions.NO)
    node = Node("is_bench_binding", context=context, enable_rosout=False)
    executor = make_executor(context)
    executor.add_node(node)
    try:
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            executor.spin_once(timeout_sec=min(left, 0.2))
        return seen_by(node)
    finally:
        executor.remove_node(node)
        node.destroy_node()
        rclpy.shutdown(context=context)


def seen_by(node: Node) -> Seen:
    """What other nodes serve, publish ("msg") and subscribe to ("sub"), as `node` sees it now."""
    found: dict[str, dict[str, tuple[str, ...]]] = {"action": {}, "srv": {}, "msg": {}, "sub": {}}
    own = (node.get_name(), node.get_namespace())
    for name, namespace in node.get_node_names_and_namespaces():
        if (name, namespace) == own:
            continue
        try:
            listed = (
                ("action", get_action_server_names_and_types_by_node(node, name, namespace)),
                ("srv", node.get_service_names_and_types_by_node(name, namespace)),
                ("msg", node.get_publisher_names_and_types_by_node(name, namespace)),
                ("sub", node.get_subscriber_names_and_types_by_node(name, namespace)),
            )
        except NodeNameNonExistentError:
            continue  # it has just left
        for kind, names in listed:
            found[kind].update((each, tuple(types)) for each, types in names)
    return found
