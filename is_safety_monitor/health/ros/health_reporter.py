"""Publishes how a guard is on /diagnostics, and writes what happens to its log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic_ns

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from is_bench_interfaces.msg import Verdict
from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node

from is_bench.domain import Domain
from is_bench.messages import call_of, header
from is_bench.ros import types
from is_bench.ros.clocks import clock_ns
from is_bench.ros.timers import steady_timer
from is_safety_monitor.health.diagnostics import (
    GuardStatus,
    Latencies,
    Source,
    Status,
    diagnose,
)
from is_safety_monitor.health.log_lines import LineThrottle, Objection, verdict_line

DIAGNOSTICS = "/diagnostics"
"""Absolute, as everywhere in ROS."""
PERIOD_S = 1.0
HISTORY = 10
"""Depth of the topic, as of diagnostic_updater."""

Standing = Callable[[], tuple[GuardStatus, Sequence[Source]]]


class HealthReporter:
    """The health of one guard, for people and for monitors."""

    def __init__(
        self,
        node: Node,
        standing: Standing,
        domain: Callable[[], Domain],
        group: CallbackGroup,
    ) -> None:
        """`standing` says how the guard and its sources are now; `domain` is the robot's."""
        self._node = node
        self._standing = standing
        self._domain = domain
        self._latencies = Latencies()
        self._throttle = LineThrottle()
        self._publisher = node.create_publisher(DiagnosticArray, DIAGNOSTICS, HISTORY)
        self._timer = steady_timer(node, PERIOD_S, self._publish, group)

    def judged(self, message: Verdict) -> None:
        """A verdict was published: it counts for the latency, and a block is written to the log."""
        if message.decision_time_ns:
            self._latencies.add(int(message.decision_time_ns))
        if message.decision == Verdict.BLOCK:
            decision = "blocked" if message.enforced else f"would block (mode {message.mode})"
            said = Objection(
                decision,
                message.action or f"the task of episode {message.episode_id!r}",
                message.constraints,
                message.feedback,
                [str(call_of(step)) for step in message.remedy],
            )
            self.warn(verdict_line(said, self._domain()))

    def warn(self, text: str) -> None:
        """Write a line, unless the same was written a moment ago."""
        line = self._throttle.line(text, monotonic_ns())
        if line:
            self._node.get_logger().warning(line)

    def destroy(self) -> None:
        """Publish no more."""
        self._node.destroy_timer(self._timer)
        self._node.destroy_publisher(self._publisher)

    def _publish(self) -> None:
        standing, sources = self._standing()
        now = clock_ns(self._node)
        name = self._node.get_fully_qualified_name().lstrip("/")
        listed = [_message(name, each) for each in diagnose(standing, sources, self._latencies)]
        self._publisher.publish(DiagnosticArray(header=header(types, now), status=listed))


def _message(node: str, status: Status) -> DiagnosticStatus:
    return DiagnosticStatus(
        level=bytes([status.level]),
        name=f"{node}: {status.name}",
        hardware_id=node,
        message=status.message,
        values=[KeyValue(key=key, value=value) for key, value in status.values.items()],
    )
