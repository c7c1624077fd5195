"""The driver of one action as the gate sees it: whether it answers, and what it executes."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from time import monotonic_ns
from typing import Any

from action_msgs.msg import GoalStatus, GoalStatusArray
from action_msgs.srv import CancelGoal
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.qos import qos_profile_action_status_default
from rclpy.task import Future
from unique_identifier_msgs.msg import UUID

from is_safety_monitor.gate.driver_watchdog import DriverWatchdog

PROBE_NS = 100_000_000
"""How often the driver is asked for the result of a goal that it does not have.

Every action server answers that at once, and nothing comes of it.
"""
_ACTIVE = {
    GoalStatus.STATUS_ACCEPTED,
    GoalStatus.STATUS_EXECUTING,
    GoalStatus.STATUS_CANCELING,
}


class DriverLink:
    """What a gate asks of a driver beside executing goals."""

    def __init__(
        self, node: Node, kind: Any, action: str, group: ReentrantCallbackGroup, timeout_s: float
    ) -> None:
        """`kind` is the class of the action that the driver serves as `action`."""
        self._kind = kind
        self._presence = DriverWatchdog(action, int(timeout_s * 1e9))
        self._probed_ns = 0
        self._probe: Future | None = None
        self._active: frozenset[bytes] = frozenset()
        self._results = node.create_client(
            kind.Impl.GetResultService, f"{action}/_action/get_result", callback_group=group
        )
        self._cancels = node.create_client(
            CancelGoal, f"{action}/_action/cancel_goal", callback_group=group
        )
        node.create_subscription(
            GoalStatusArray,
            f"{action}/_action/status",
            self._hear,
            qos_profile_action_status_default,
            callback_group=group,
        )

    @property
    def active(self) -> frozenset[bytes]:
        """Ids of the goals that the driver is executing, by its own account."""
        return self._active

    def problem(self, now_ns: int) -> str:
        """Why the driver counts as gone; "" if it is there."""
        return self._presence.problem(now_ns)

    def tick(self, now_ns: int) -> None:
        """Ask for a sign of life, if it is time."""
        if not self._results.service_is_ready():
            self._presence.left()
            return
        if now_ns - self._probed_ns < PROBE_NS:
            return
        self._probed_ns = now_ns
        if self._probe is not None:
            self._results.remove_pending_request(self._probe)
        request = self._kind.Impl.GetResultService.Request()
        request.goal_id.uuid = list(uuid.uuid4().bytes)
        self._probe = self._results.call_async(request)
        self._probe.add_done_callback(lambda _: self._presence.answered(monotonic_ns()))

    def forget(self) -> None:
        """What the driver was executing is not known any more: it is gone."""
        self._active = frozenset()

    def cancel(self, goal_id: bytes) -> None:
        """Cancel one goal."""
        self._ask_cancel(UUID(uuid=list(goal_id)))

    def cancel_everything(self, done: Callable[[bool], None]) -> Future:
        """Cancel every goal; `done` is told whether there was nothing left to cancel."""
        asked = self._ask_cancel(UUID())  # zeros mean every goal
        asked.add_done_callback(lambda future: done(not future.result().goals_canceling))
        return asked

    def _ask_cancel(self, goal_id: UUID) -> Future:
        request = CancelGoal.Request()
        request.goal_info.goal_id = goal_id
        return self._cancels.call_async(request)

    def _hear(self, message: GoalStatusArray) -> None:
        self._active = frozenset(
            bytes(status.goal_info.goal_id.uuid)
            for status in message.status_list
            if status.status in _ACTIVE
        )
