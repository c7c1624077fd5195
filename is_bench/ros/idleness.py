"""Whether the driver of an action is idle, where nobody waits for the end of a goal any more.

A goal that was given up may still move the robot.  It counts as running until its driver says that
it has ended: by its result, by the status that it publishes, or by not knowing it any more, as a
driver does that was started anew.
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

from is_bench.ros.timers import steady_timer

PROBE_S = 0.1
"""How often a driver is asked."""
ANSWER_NS = 1_000_000_000
"""How long it may take to answer, and to publish what it executes when it has appeared."""
_ENDED = {GoalStatus.STATUS_SUCCEEDED, GoalStatus.STATUS_CANCELED, GoalStatus.STATUS_ABORTED}


@dataclass
class _Doubt:
    """A goal of which nobody knows whether it has ended."""

    goal_id: UUID
    why: str
    accepted: bool
    """Whether the driver can know it: one that was frozen may accept a goal late."""
    asked: Future | None = None
    asked_ns: int = 0


class DriverIdleness:
    """The goals of one action that its driver may still execute."""

    def __init__(self, node: Node, action: str, group: ReentrantCallbackGroup) -> None:
        """Nothing is asked of the driver before something is in doubt."""
        self._node = node
        self._action = action
        self._group = group
        self._doubts: dict[bytes, _Doubt] = {}
        self._suspicion = ""
        """Why the driver may execute goals that nobody here knows."""
        self._there_ns: int | None = None
        """Since when the driver is there, while there is a suspicion."""
        self.on_idle: Callable[[], None] | None = None
        """Called when nothing is in doubt any more."""
        self._cancel: Any = None
        self._status: Any = None
        self._timer: Any = None

    def problem(self) -> str:
        """Why nothing else may be started; empty if the driver is idle as far as is known."""
        why = next((doubt.why for doubt in self._doubts.values()), self._suspicion)
        if not why:
            return ""
        return f"the driver of {self._action} has not confirmed that it is idle: {why}"

    def doubt(self, goal_id: UUID, why: str, *, accepted: bool) -> None:
        """A goal was given up that the driver has `accepted`, or may accept yet."""
        self._doubts[bytes(goal_id.uuid)] = _Doubt(goal_id, why, accepted)
        self._watch()

    def suspect(self, why: str) -> None:
        """The driver may execute goals of an earlier process."""
        self._suspicion, self._there_ns = why, None
        self._watch()

    def accepted(self, goal_id: UUID) -> None:
        """The driver has accepted a goal that was given up."""
        doubt = self._doubts.get(bytes(goal_id.uuid))
        if doubt is not None:
            doubt.accepted = True

    def ended(self, goal_id: UUID) -> None:
        """The driver has said that a goal has ended, or that it never began it."""
        if self._doubts.pop(bytes(goal_id.uuid), None) is not None:
            self._rest()

    def destroy(self) -> None:
        """Ask nothing more."""
        if self._timer is not None:
            self._node.destroy_timer(self._timer)
            self._node.destroy_subscription(self._status)
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

    def _rest(self) -> None:
        """Stop asking, if nothing is in doubt any more."""
        if self._doubts or self._suspicion:
            return
        self.destroy()
        if self.on_idle is not None:
            self.on_idle()

    def _on_status(self, message: GoalStatusArray) -> None:
        for listed in message.status_list:
            goal_id, status = listed.goal_info.goal_id, listed.status
            if status in _ENDED:
                self.ended(goal_id)
            elif self._suspicion and bytes(goal_id.uuid) not in self._doubts:
                self.doubt(goal_id, self._suspicion, accepted=True)

    def _probe(self) -> None:
        now = monotonic_ns()
        if not self._cancel.service_is_ready():
            self._there_ns = None
            for doubt in self._doubts.values():
                doubt.accepted = True  # whoever comes in its place may say that it does not know it
            return
        for doubt in list(self._doubts.values()):
            if doubt.asked is None or now - doubt.asked_ns > ANSWER_NS:
                self._ask(doubt, now)
        self._there_ns = now if self._there_ns is None else self._there_ns
        if self._suspicion and now - self._there_ns > ANSWER_NS:
            self._suspicion = ""  # what it executes is in doubt by now
            self._rest()

    def _ask(self, doubt: _Doubt, now: int) -> None:
        if doubt.asked is not None:
            self._cancel.remove_pending_request(doubt.asked)
        request = CancelGoal.Request()
        request.goal_info.goal_id = doubt.goal_id
        doubt.asked, doubt.asked_ns = self._cancel.call_async(request), now
        doubt.asked.add_done_callback(lambda future: self._on_answer(doubt, future.result()))

    def _on_answer(self, doubt: _Doubt, answer: Any) -> None:
        doubt.asked = None
        unknown = CancelGoal.Response.ERROR_UNKNOWN_GOAL_ID
        if answer is not None and doubt.accepted and answer.return_code == unknown:
            self.ended(doubt.goal_id)
