"""Is ROS there, and does a message come through?  The part of the doctor that imports rclpy."""

from __future__ import annotations

import os
from collections.abc import Iterator

import rclpy
from is_bench_interfaces.msg import Verdict
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions
from rclpy.utilities import get_rmw_implementation_identifier
from std_srvs.srv import Trigger

from is_bench.ros import graph
from is_bench_eval.doctor.findings import Finding, Severity

PATIENCE_S = 5.0
"""How long a message and a service call to ourselves may take together."""
LOOK_S = 1.0
"""How long other nodes have to be discovered."""


def check_graph() -> Iterator[Finding]:
    """Exchange a message and a service call with ourselves over the middleware; look around."""
    yield Finding(Severity.OK, "middleware", get_rmw_implementation_identifier())
    domain = os.environ.get("ROS_DOMAIN_ID") or "0 (default)"
    yield Finding(Severity.OK, "ROS_DOMAIN_ID", domain)
    context = Context()
    rclpy.init(context=context, signal_handler_options=SignalHandlerOptions.NO)
    try:
        node = rclpy.create_node("is_bench_doctor", context=context)
        yield from _exchange(node, context)
        yield from _look_around(node, context)
        node.destroy_node()
    finally:
        rclpy.try_shutdown(context=context)


def _exchange(node: Node, context: Context) -> Iterator[Finding]:
    arrived: list[str] = []

    def answer(_: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        response.success = True
        return response

    topic, service = f"{graph.NAMESPACE}/doctor/echo", f"{graph.NAMESPACE}/doctor/answer"
    node.create_subscription(
        Verdict, topic, lambda message: arrived.append(message.action), graph.EVENTS
    )
    node.create_publisher(Verdict, topic, graph.EVENTS).publish(Verdict(action="echo"))
    node.create_service(Trigger, service, answer)
    client = node.create_client(Trigger, service)
    executor = SingleThreadedExecutor(context=context)
    executor.add_node(node)
    reply = None
    deadline = node.get_clock().now().nanoseconds + int(PATIENCE_S * 1e9)
    while node.get_clock().now().nanoseconds < deadline:
        if reply is None and client.service_is_ready():
            reply = client.call_async(Trigger.Request())
        if arrived and reply is not None and reply.done():
            break
        executor.spin_once(timeout_sec=0.1)
    executor.remove_node(node)
    remedy = "check firewall, ROS_AUTOMATIC_DISCOVERY_RANGE and the middleware"
    for what, came in (("message", bool(arrived)), ("service call", bool(reply and reply.done()))):
        if came:
            yield Finding(Severity.OK, what, "comes through")
        else:
            yield Finding(
                Severity.ERROR, what, f"did not come through in {PATIENCE_S:g} s", remedy=remedy
            )


def _look_around(node: Node, context: Context) -> Iterator[Finding]:
    executor = SingleThreadedExecutor(context=context)
    executor.add_node(node)
    executor.spin_once(timeout_sec=LOOK_S)
    executor.remove_node(node)
    nodes = {name for name, _ in node.get_node_names_and_namespaces()}
    for name in ("sim_bridge", "is_safety_monitor", "is_planner_node", "bag_recorder"):
        running = name in nodes
        yield Finding(
            Severity.OK if running else Severity.NOTE, name, "runs" if running else "does not run"
        )
