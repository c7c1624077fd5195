"""What a live graph has: its actions, services and topics, with their types."""

from __future__ import annotations

from collections.abc import Mapping
from time import sleep

from rclpy.action import get_action_server_names_and_types_by_node
from rclpy.node import Node, NodeNameNonExistentError

from is_bench.ros.observing import observing_node

Seen = Mapping[str, Mapping[str, tuple[str, ...]]]


def look(seconds: float) -> Seen:
    """What the graph shows after `seconds`, as `seen_by` says it."""
    with observing_node("is_bench_binding") as node:
        sleep(seconds)
        return seen_by(node)


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
