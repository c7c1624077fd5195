"""The driver of one action as the gate sees it: whether it answers, and what it executes."""

from __future__ import annotations

import uuid
from collections import deque
from collections.abc import Callable
from time import monotonic_ns

from action_msgs.msg import GoalStatus, GoalStatusArray
from action_msgs.srv import CancelGoal
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.qos import qos_profile_action_status_default
from rclpy.task import Future
from unique_identifier_msgs.msg import UUID

from is_bench.durations import seconds_to_ns
from is_safety_monitor.gate.watchdog import Watchdog

MOST_ASKED = 20
"""Requests to a driver that await their answers; an older one is forgotten."""
_ACTIVE = {
    GoalStatus.STATUS_ACCEPTED,
    GoalStatus.STATUS_EXECUTING,
    GoalStatus.STATUS_CANCELING,
}


class DriverLink:
    """What a gate asks of a driver beside executing goals: to cancel some, and a sign of life."""

    def __init__(
        self, node: Node, action: str, group: ReentrantCallbackGroup, timeout_s: float
    ) -> None:
        """`action` is the name that the driver serves."""
        self.active: frozenset[bytes] = frozenset()
        """Ids of the goals that the driver is executing, by its own account."""
        self._action = action
        self._watchdog = Watchdog(seconds_to_ns(timeout_s))
        self._asked: deque[Future] = deque()
        self._cancels = node.create_client(
            CancelGoal, f"{action}/_action/cancel_goal", callback_group=group
        )
        topic, qos = f"{action}/_action/status", qos_profile_action_status_default
        node.create_subscription(GoalStatusArray, topic, self._hear, qos, callback_group=group)

    def problem(self, now_ns: int) -> str:
        """Why the driver counts as gone; "" if it is there."""
        if not self._cancels.service_is_ready():
            self._watchdog.reset()
        absent = f"there is no driver: nobody serves {self._action}"
        return self._watchdog.problem(
            now_ns, absent, f"the driver does not answer: {self._action},"
        )

    def probe(self) -> None:
        """Ask for a sign of life: to cancel a goal that the driver does not have.

        Every action server answers that at once, and nothing comes of it.
        """
        self.cancel(uuid.uuid4().bytes)

    def cancel(self, goal_id: bytes) -> Future:
        """Cancel one goal."""
        request = CancelGoal.Request()
        request.goal_info.goal_id = UUID(uuid=list(goal_id))
        asked = self._cancels.call_async(request)
        asked.add_done_callback(lambda _: self._watchdog.heard(monotonic_ns()))
        self._asked.append(asked)
        if len(self._asked) > MOST_ASKED:
            self._cancels.remove_pending_request(self._asked.popleft())
        return asked

    def cancel_everything(self, done: Callable[[bool], None]) -> Future:
        """Cancel every goal; `done` is told whether there was nothing left to cancel."""
        asked = self.cancel(bytes(16))  # zeros mean every goal
        asked.add_done_callback(lambda future: done(not future.result().goals_canceling))
        return asked

    def _hear(self, message: GoalStatusArray) -> None:
        self.active = frozenset(
            bytes(status.goal_info.goal_id.uuid)
            for status in message.status_list
            if status.status in _ACTIVE
        )
