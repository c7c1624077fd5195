"""An action server whose goal callback learns the id of the goal."""

from __future__ import annotations

from typing import Any

from rclpy.action import ActionServer
from unique_identifier_msgs.msg import UUID


class GoalServer(ActionServer):  # type: ignore[misc]  # rclpy is untyped here
    """An ActionServer that says which id a goal has while it is being accepted.

    rclpy hands the goal alone to its callback; the id is with the request that it takes.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """As ActionServer."""
        self._ids: dict[int, UUID] = {}
        super().__init__(*arguments, **options)

    async def execute(self, taken_data: Any) -> None:
        """Handle what was taken from the middleware; part of rclpy's interface of waitables."""
        taken = taken_data.get("goal")
        if taken is None:
            await super().execute(taken_data)
            return
        request = taken[1]
        self._ids[id(request.goal)] = request.goal_id
        try:
            await super().execute(taken_data)
        finally:
            del self._ids[id(request.goal)]

    def id_of(self, goal: Any) -> UUID:
        """The id of a goal that is being accepted."""
        return self._ids[id(goal)]
