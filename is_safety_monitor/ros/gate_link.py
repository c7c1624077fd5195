"""The guard's side of gates: permits for goals and requests, and what gates report."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic_ns, time_ns
from typing import Any

from builtin_interfaces.msg import Duration
from is_bench_interfaces.msg import GateReport, GoalPermit
from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node
from rclpy.qos import QoSProfile, ReliabilityPolicy
from unique_identifier_msgs.msg import UUID

from is_bench.durations import NS_PER_S
from is_bench.messages import time_message
from is_bench.ros import graph, types
from is_bench.ros.retiring import retire_subscription
from is_bench.ros.timers import steady_timer
from is_safety_monitor.gate.digest import digest_of
from is_safety_monitor.gate.settings import MOST_NAME
from is_safety_monitor.health.log_lines import LineThrottle, log_text

VALID_S = 2
"""How long a permit is valid."""
SILENT_NS = 1_000_000_000
"""A gate that has not reported for so long counts as gone."""
LOOK_S = 0.2
"""Interval at which a guard looks for gates that have fallen silent."""
MOST_GATED = 1000
"""Actions whose reports are kept."""
MOST_REFUSED = 100
"""Refused goals whose reasons are kept; a rejection follows at once."""
_RELIABLE = QoSProfile(depth=100, reliability=ReliabilityPolicy.RELIABLE)


class PermitIssuer:
    """Gives permits for single goals and requests."""

    def __init__(self, node: Node, guard: str) -> None:
        """`guard` is the guard's run, as its heartbeat names it."""
        self._node = node
        self._guard = guard
        self._publisher = node.create_publisher(GoalPermit, graph.PERMITS, _RELIABLE)

    def for_action(self, action: str) -> Callable[[UUID, Any], None]:
        """What permits goals of one action, or requests of one service."""
        return partial(self.permit, action)

    def permit(self, action: str, goal_id: UUID, goal: Any) -> None:
        """Let one goal or request pass the gate of `action`, once and soon.

        A request has no id: `goal_id` is that of its permit.
        """
        self._publisher.publish(
            GoalPermit(
                stamp=time_message(types, time_ns()),  # as heartbeats are stamped
                guard=self._guard,
                action=graph.absolute(self._node, action),
                goal_id=goal_id.uuid,
                sha256=list(digest_of(goal)),
                time_to_live=Duration(sec=VALID_S),
            )
        )

    def destroy(self) -> None:
        """Take the topic down."""
        self._node.destroy_publisher(self._publisher)


class GateWatch:
    """What gates have reported last."""

    def __init__(self, node: Node, lost: Callable[[str, str], None], group: CallbackGroup) -> None:
        """`lost` is called with an action and the reason when its driver is gone."""
        self._node = node
        self._lost = lost
        self._reports: dict[str, tuple[bool, int]] = {}
        """By action: whether its driver is there, and when that was heard."""
        self._suspected: set[str] = set()
        """Actions whose gate was silent at the last look."""
        self._refused: dict[bytes, str] = {}
        """Why goals were refused last, by their ids."""
        self._throttle = LineThrottle()
        self._subscription = node.create_subscription(
            GateReport, graph.GATE_REPORTS, self._hear, _RELIABLE, callback_group=group
        )

    def problem(self, action: str) -> str:
        """Why no goal of `action` can pass a gate; "" if one can."""
        name = graph.absolute(self._node, action)
        present, heard_ns = self._reports.get(name, (False, 0))
        if not heard_ns or monotonic_ns() - heard_ns > SILENT_NS:
            return f"there is no gate: nobody reports for {name}; start driver_gate"
        return "" if present else f"there is no driver behind the gate of {name}"

    def refusal(self, goal_id: UUID) -> str:
        """Why a gate has refused a goal; empty if none has, as far as is known."""
        return self._refused.pop(bytes(goal_id.uuid), "")

    def newly_silent(self, action: str) -> bool:
        """Whether a gate that has reported does so no more; once for each silence.

        It is silent at two looks in turn: after a pause of the guard's own, its reports wait.
        """
        name = graph.absolute(self._node, action)
        present, heard_ns = self._reports.get(name, (False, 0))
        if not present or monotonic_ns() - heard_ns <= SILENT_NS:
            self._suspected.discard(name)
            return False
        if name not in self._suspected:
            self._suspected.add(name)
            return False
        self._reports[name] = (False, 0)
        return True

    def destroy(self) -> None:
        """Take the topic down."""
        retire_subscription(self._node, self._subscription)

    def _hear(self, message: GateReport) -> None:
        action, now = message.action, monotonic_ns()
        if len(action) > MOST_NAME:
            return
        if action in self._reports or len(self._reports) < MOST_GATED:
            self._reports[action] = (bool(message.driver_present), now)
        if message.event == GateReport.EVENT_DRIVER_LOST:
            self._lost(action, log_text(message.reason))
        elif message.event in (GateReport.EVENT_REFUSED, GateReport.EVENT_STOPPED):
            told = f"gate of {log_text(action)}: {log_text(message.reason)}"
            self._refused[bytes(message.goal_id)] = told
            while len(self._refused) > MOST_REFUSED:
                del self._refused[next(iter(self._refused))]
            line = self._throttle.line(told, now)
            if line:
                self._node.get_logger().warning(line)


class GateLink:
    """The gates of a guard's robot: permits for goals, and whether they would pass."""

    def __init__(
        self, node: Node, run: str, cancel_all: Callable[[str], None], group: CallbackGroup
    ) -> None:
        """`run` is the guard's, `cancel_all` is called with the reason when a driver is lost."""
        self._node = node
        self._cancel_all = cancel_all
        self._issuer = PermitIssuer(node, run)
        self._watch = GateWatch(node, self._on_lost, group)
        self._actions: dict[str, str] = {}
        self._timer = steady_timer(node, LOOK_S, self._look, group)

    def permit_for(self, action: str) -> Callable[[UUID, Any], None]:
        """What permits goals of one more action, or requests of one more service."""
        self._actions[graph.absolute(self._node, action)] = action
        return self._issuer.for_action(action)

    def problem(self, action: str) -> str:
        """Why nothing can pass the gate of `action`, an action or service; "" if it can."""
        return self._watch.problem(action)

    def problems(self) -> str:
        """Why goals of some action cannot pass; "" if those of every action can."""
        return "; ".join(filter(None, map(self._watch.problem, self._actions)))

    def refusal(self, goal_id: UUID) -> str:
        """Why a gate has refused a goal; empty if none has, as far as is known."""
        return self._watch.refusal(goal_id)

    def destroy(self) -> None:
        """Take the topics down."""
        self._node.destroy_timer(self._timer)
        self._watch.destroy()
        self._issuer.destroy()

    def _look(self) -> None:
        for action in self._actions:
            if self._watch.newly_silent(action):
                self._on_lost(action, f"the gate has not reported for {SILENT_NS / NS_PER_S:g} s")

    def _on_lost(self, action: str, why: str) -> None:
        if action in self._actions:
            self._node.get_logger().error(f"gate of {action}: {why}")
            self._cancel_all(why)
