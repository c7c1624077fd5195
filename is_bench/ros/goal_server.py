"""An action server whose coroutines wait at no cost, and whose goals have ids from the start."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rclpy.action import ActionServer
from rclpy.action.server import ServerGoalHandle
from rclpy.node import Node
from unique_identifier_msgs.msg import UUID

from is_bench.ros.coroutines import CoroutineDriver
from is_bench.ros.graph import SERVED
from is_bench.ros.retiring import Retirable

_ALL = bytes(16)
"""The goal id in a cancel that names none."""


class GoalServer(Retirable, ActionServer):
    """An ActionServer that runs its callbacks, where they are coroutines, by a CoroutineDriver.

    It also says which id a goal has while it is being accepted.  rclpy hands the goal alone to its
    callback; the id is with the request that it takes.  It drops cancels of goals that are being
    accepted; here the goal callback can ask for them.
    """

    def __init__(
        self,
        node: Node,
        *arguments: Any,
        on_early_cancel: Callable[[], None] | None = None,
        **options: Any,
    ) -> None:
        """As ActionServer; `on_early_cancel` is called when one being accepted is canceled.

        As many goals as `graph.REQUESTS` keeps may come at once; each gets an answer.
        """
        self.coroutines = CoroutineDriver(node)
        """Also for what else waits on behalf of a goal; closed when the server is destroyed."""
        self._ids: dict[int, UUID] = {}
        self._canceled: set[bytes] = set()
        """Goals that are being accepted, and are no longer wanted."""
        self._on_early_cancel = on_early_cancel
        super().__init__(node, *arguments, **{**SERVED, **options})

    async def execute(self, taken_data: Any) -> None:
        """Begin to handle what was taken; part of rclpy's interface of waitables.

        It returns when a callback first waits: rclpy would resume it all the time.
        """
        self.coroutines.run(self._take_up(taken_data))

    def notify_execute(
        self, goal_handle: ServerGoalHandle, execute_callback: Callable[..., Any] | None
    ) -> None:
        """Execute an accepted goal; part of rclpy's own server."""
        callback = execute_callback or self._execute_callback
        self.coroutines.schedule(self._execute_goal, callback, goal_handle)

    def retire(self) -> None:
        """Take the server down while it spins; its callbacks end where they wait."""
        self.coroutines.close()
        super().retire()

    def destroy(self) -> None:
        """Take the server down where nothing spins; its callbacks end where they wait."""
        self.coroutines.close()
        super().destroy()

    async def _take_up(self, taken_data: Any) -> None:
        cancel = taken_data.get("cancel")
        if cancel is not None:
            self._note_cancel(cancel[1])
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
            self._canceled.discard(bytes(request.goal_id.uuid))

    def is_canceled(self, goal: Any) -> bool:
        """Whether a goal that is being accepted has been canceled."""
        return bytes(self.id_of(goal).uuid) in self._canceled

    async def _execute_expire_goals(self, expired_goals: Any) -> None:
        """Forget goals that ended a while ago; part of rclpy's own server.

        A server that was destroyed with such goals still gets here, with goals that it never had,
        and rclpy's error would end the process.
        """
        known = [goal for goal in expired_goals if bytes(goal.goal_id.uuid) in self._goal_handles]
        with suppress(ValueError):  # its future was taken from it when it was destroyed
            await super()._execute_expire_goals(known)

    def id_of(self, goal: Any) -> UUID:
        """The id of a goal that is being accepted."""
        return self._ids[id(goal)]

    def _note_cancel(self, request: Any) -> None:
        named = bytes(request.goal_info.goal_id.uuid)
        accepting = {bytes(goal_id.uuid) for goal_id in self._ids.values()}
        canceled = accepting if named == _ALL else accepting & {named}
        self._canceled |= canceled
        if canceled and self._on_early_cancel is not None:
            self._on_early_cancel()
