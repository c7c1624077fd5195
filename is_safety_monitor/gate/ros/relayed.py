"""A goal that the driver has accepted, and the guard's side of it."""

from __future__ import annotations

from typing import Any

from action_msgs.msg import GoalStatus
from rclpy.action.server import ServerGoalHandle
from rclpy.task import Future
from unique_identifier_msgs.msg import UUID

from is_bench.ros.forwarding import Ending, relay

MOST_EARLY_FEEDBACK = 10
"""Messages of feedback that are kept until the guard's side of the goal is there."""


class RelayedGoal:
    """One goal under one id on both sides."""

    def __init__(self, goal_id: UUID) -> None:
        """The guard's side of it is not there yet."""
        self.goal_id = goal_id
        self._ended = Future()
        self._above: ServerGoalHandle | None = None
        self._early: list[Any] = []

    def feed_back(self, feedback: Any) -> None:
        """Hand feedback on, or keep it until the guard's side is there."""
        if self._above is not None:
            relay(self._above, feedback)
        elif len(self._early) < MOST_EARLY_FEEDBACK:
            self._early.append(feedback)

    def end(self, ending: Ending) -> None:
        """The goal has ended, or is given up; the first end counts."""
        if not self._ended.done():
            self._ended.set_result(ending)

    async def finish(self, above: ServerGoalHandle) -> Ending:
        """Serve the guard's side until the goal has ended, and end it in the same way."""
        self._above = above
        for feedback in self._early:
            relay(above, feedback)
        ending: Ending = await self._ended
        if ending.status == GoalStatus.STATUS_SUCCEEDED:
            above.succeed()
        elif ending.status == GoalStatus.STATUS_CANCELED and above.is_cancel_requested:
            above.canceled()
        else:
            above.abort()
        return ending
