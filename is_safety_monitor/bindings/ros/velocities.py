"""A gated velocity topic: commands of planners reach the robot while the guard lets them."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic_ns
from typing import Any

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.qos import QoSProfile, ReliabilityPolicy

from is_bench.ros.retiring import retire_subscription
from is_bench.ros.timers import steady_timer
from is_safety_monitor.bindings.installed import load_type
from is_safety_monitor.bindings.model import GatedTopic
from is_safety_monitor.bindings.paths import field_names
from is_safety_monitor.bindings.ros.message_editing import Speeds
from is_safety_monitor.bindings.velocity import GateOutput, Passing, VelocityGate

TICK_S = 0.02
"""Interval at which a gate checks whether zero is due [s]."""
_HEARD = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
"""Matches every publisher; an old command is of no use."""
_SENT = QoSProfile(depth=1, reliability=ReliabilityPolicy.RELIABLE)


class BoundVelocity:
    """One gated topic."""

    def __init__(
        self,
        node: Node,
        topic: GatedTopic,
        permission: Callable[[GatedTopic], tuple[Passing, str]],
        group: ReentrantCallbackGroup,
    ) -> None:
        """`permission` is asked at every command; raises InputError if the type is unknown."""
        self._node = node
        self._topic = topic
        self._permission = permission
        self._gate = VelocityGate(topic.limits, monotonic_ns())
        self._last: Any = None
        """The last command, in the form in which it was sent on."""
        self._passing: Passing | None = None
        """What became of it."""
        kind = load_type(topic.type)
        self._linear = Speeds(kind(), topic.linear)
        self._angular = Speeds(kind(), topic.angular)
        self._publisher = node.create_publisher(kind, topic.robot, _SENT)
        self._subscription = node.create_subscription(
            kind, topic.planner, self._command, _HEARD, callback_group=group
        )
        self._timer = steady_timer(node, TICK_S, self._tick, group)

    @property
    def name(self) -> str:
        """In the file."""
        return self._topic.name

    def destroy(self) -> None:
        """Publish zero velocity and destroy the interfaces."""
        self.stop()
        self._node.destroy_timer(self._timer)
        retire_subscription(self._node, self._subscription)
        self._node.destroy_publisher(self._publisher)

    def stop(self) -> None:
        """Publish zero velocity now, if anything was ever commanded."""
        if self._last is not None:
            self._publish(GateOutput(Passing.ZERO, 0.0, "stopped"))

    def _command(self, message: Any) -> None:
        self._last = message
        now = self._permit()
        output = self._gate.command(self._linear.read(message), self._angular.read(message), now)
        self._publish(output)

    def _tick(self) -> None:
        output = self._gate.tick(self._permit())
        if output.passing is Passing.ZERO:
            self._publish(output)

    def _permit(self) -> int:
        """Ask the guard, which is its heartbeat, too; the time [ns]."""
        now = monotonic_ns()
        passing, reason = self._permission(self._topic)
        self._gate.permit(passing, now, reason)
        return now

    def _publish(self, output: GateOutput) -> None:
        message = self._last
        if output.passing is not Passing.PASS:
            self._linear.scale(message, output.factor)
            self._angular.scale(message, output.factor)
            if output.passing is Passing.ZERO and "header" in field_names(message):
                message.header.stamp = self._node.get_clock().now().to_msg()
        self._publisher.publish(message)
        if output.passing is not self._passing:
            self._passing = output.passing
            said = f": {output.reason}" if output.reason else ""
            self._node.get_logger().info(f"{self.name}: {output.passing.value}{said}")
