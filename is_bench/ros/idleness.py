"""Tracks whether an action server is idle after goals were abandoned.

An abandoned goal may still move the robot.  It counts as running until its driver reports its end:
by its result, by the status that it publishes, or by not knowing it any more, as after a restart
of the driver.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic_ns
from typing import Any

from action_msgs.msg import GoalStatus, GoalStatusArray
from action_msgs.srv import CancelGoal
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.qos import qos_profile_action_status_default
from rclpy.task import Future
from unique_identifier_msgs.msg import UUID

from is_bench.ros.retiring import retire_subscription
from is_bench.ros.timers import steady_timer

PROBE_S = 0.1
"""How often a driver is asked."""
ANSWER_NS = 1_000_000_000
"""How long it may take to answer."""
STATUS_NS = 2_000_000_000
"""How long the latched list of its goals may take to arrive when its publisher has been found."""
_ENDED = {GoalStatus.STATUS_SUCCEEDED, GoalStatus.STATUS_CANCELED, GoalStatus.STATUS_ABORTED}


@dataclass
class _UnresolvedGoal:
    """A goal whose result is unknown."""

    goal_id: UUID
    why: str
    accepted: bool
    """Whether the driver can know it: one that was frozen may accept a goal late."""
    asked: Future | None = None
    asked_ns: int = 0


class DriverIdleness:
    """The goals of one action that its driver may still execute."""

    def __init__(self, node: Node, action: str, group: ReentrantCallbackGroup) -> None:
        """Nothing is asked of the driver before something is unresolved."""
        self._node = node
        self._action = action
        self._group = group
        self._unresolved: dict[bytes, _UnresolvedGoal] = {}
        self._suspicion = ""
        """Why the driver may execute goals that are unknown here."""
        self._there_ns: int | None = None
        """Since when the driver is there, while there is a suspicion."""
        self.on_idle: Callable[[], None] | None = None
        """Called when nothing is unresolved any more."""
        self._cancel: Any = None
        self._status: Any = None
        self._timer: Any = None

    def problem(self) -> str:
        """Why nothing else may be started; empty if the driver is idle as far as is known."""
        why = next((goal.why for goal in self._unresolved.values()), self._suspicion)
        if not why:
            return ""
        return f"the driver of {self._action} has not confirmed that it is idle: {why}"

    def mark_unresolved(self, goal_id: UUID, why: str, *, accepted: bool) -> None:
        """Mark an abandoned goal that the driver has `accepted`, or may still accept."""
        self._unresolved[bytes(goal_id.uuid)] = _UnresolvedGoal(goal_id, why, accepted)
        self._watch()

    def assume_active(self, why: str) -> None:
        """Assume that the driver executes goals of an earlier process."""
        self._suspicion, self._there_ns = why, None
        self._watch()

    def dismiss(self) -> None:
        """Suspect nobody: no driver serves the action, and none has to."""
        self._suspicion = ""
        self._stop_polling()

    def accepted(self, goal_id: UUID) -> None:
        """The driver has accepted a goal that was given up."""
        goal = self._unresolved.get(bytes(goal_id.uuid))
        if goal is not None:
            goal.accepted = True

    def ended(self, goal_id: UUID) -> None:
        """The driver has said that a goal has ended, or that it never began it."""
        if self._unresolved.pop(bytes(goal_id.uuid), None) is not None:
            self._stop_polling()

    def destroy(self) -> None:
        """Ask nothing more."""
        if self._timer is not None:
            self._node.destroy_timer(self._timer)
            retire_subscription(self._node, self._status)
            self._node.destroy_client(self._cancel)
        self._timer = self._status = self._cancel = None

    def _watch(self) -> None:
        if self._timer is not None:
            return
        node, group, name = self._node, self._group, f"{self._action}/_action"
        self._cancel = node.create_client(CancelGoal, f"{name}/cancel_goal", callback_group=group)
        self._status = node.create_subscription(
            GoalStatusArray,
            f"{name}/status",
            self._on_status,
            qos_profile_action_status_default,
            callback_group=group,
        )
        # The node's clock may stand still; a driver is asked all the same.
        self._timer = steady_timer(node, PROBE_S, self._probe, group)

    def _stop_polling(self) -> None:
        """Stop asking, if nothing is unresolved any more."""
        if self._unresolved or self._suspicion:
            return
        self.destroy()
        if self.on_idle is not None:
            self.on_idle()

    def _on_status(self, message: GoalStatusArray) -> None:
        for listed in message.status_list:
            goal_id, status = listed.goal_info.goal_id, listed.status
            if status in _ENDED:
                self.ended(goal_id)
            elif self._suspicion and bytes(goal_id.uuid) not in self._unresolved:
                self.mark_unresolved(goal_id, self._suspicion, accepted=True)

    def _probe(self) -> None:
        if self._timer is None:
            return  # its last event was waiting when it was destroyed
        now = monotonic_ns()
        if not self._cancel.service_is_ready():
            self._there_ns = None
            for goal in self._unresolved.values():
                goal.accepted = True  # whoever comes in its place may say that it does not know it
            return
        for goal in list(self._unresolved.values()):
            if goal.asked is None or now - goal.asked_ns > ANSWER_NS:
                self._ask(goal, now)
        if not self._suspicion:
            return
        if not self._node.count_publishers(self._status.topic_name):
            self._there_ns = None  # what it executes is not known without
            return
        self._there_ns = now if self._there_ns is None else self._there_ns
        if now - self._there_ns > STATUS_NS:
            self._suspicion = ""  # what it executes is unresolved by now
            self._stop_polling()

    def _ask(self, goal: _UnresolvedGoal, now: int) -> None:
        if goal.asked is not None:
            self._cancel.remove_pending_request(goal.asked)
        request = CancelGoal.Request()
        request.goal_info.goal_id = goal.goal_id
        goal.asked, goal.asked_ns = self._cancel.call_async(request), now
        goal.asked.add_done_callback(lambda future: self._on_answer(goal, future.result()))

    def _on_answer(self, goal: _UnresolvedGoal, answer: Any) -> None:
        goal.asked = None
        unknown = CancelGoal.Response.ERROR_UNKNOWN_GOAL_ID
        if answer is not None and goal.accepted and answer.return_code == unknown:
            self.ended(goal.goal_id)
