"""Relays the goals of an action server to another one, with unchanged ids and results."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from action_msgs.msg import GoalStatus
from rclpy.action import CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future
from unique_identifier_msgs.msg import UUID

from is_bench.ros.coroutines import result_of
from is_bench.ros.forwarding import Ending, GoalForwarder, relay
from is_bench.ros.goal_server import GoalServer

RESULT_TIMEOUT_S = 10
"""How long a result is kept for clients that ask late, as rcl does by default."""
MOST_EARLY_FEEDBACK = 10
"""Messages of feedback that are kept until the client's side of the goal is there."""
MOST_UNCLAIMED = 100
"""Accepted goals that are kept for clients who may have gone before they were answered."""
CANCELED_EARLY = "canceled by the client before it began"


class RelayedGoal:
    """One goal, from the moment that it is sent to the downstream server."""

    def __init__(self, goal_id: UUID) -> None:
        """The client's side of it is not there yet."""
        self.goal_id = goal_id
        self.is_accepted = False
        """Whether the downstream server has accepted it."""
        self.ended = Future()
        """Gives its Ending."""
        self._above: ServerGoalHandle | None = None
        self._early: list[Any] = []

    def feed_back(self, feedback: Any) -> None:
        """Hand feedback on, or keep it until the client's side is there."""
        if self._above is not None:
            relay(self._above, feedback)
        elif len(self._early) < MOST_EARLY_FEEDBACK:
            self._early.append(feedback)

    def end(self, ending: Ending) -> None:
        """The goal has ended, or is abandoned; the first end counts."""
        if not self.ended.done():
            self.ended.set_result(ending)

    async def finish(self, above: ServerGoalHandle) -> Ending:
        """Serve the client's side until the goal has ended, and end it in the same way."""
        self._above = above
        for feedback in self._early:
            relay(above, feedback)
        ending: Ending = await result_of(self.ended)
        if ending.status == GoalStatus.STATUS_SUCCEEDED:
            above.succeed()
        elif ending.status == GoalStatus.STATUS_CANCELED and above.is_cancel_requested:
            above.canceled()
        else:
            above.abort()
        return ending


class ActionRelay:
    """Serves one action, and forwards the goals that its owner sends on.

    The downstream server decides before the client is answered, so that a rejection is passed on.
    """

    def __init__(
        self,
        node: Node,
        action: str,
        below: GoalForwarder,
        group: ReentrantCallbackGroup,
        accept: Callable[[UUID, Any], Awaitable[bool]],
        *,
        amend: Callable[[Any, Ending], None] | None = None,
        on_early_cancel: Callable[[], None] | None = None,
    ) -> None:
        """Serve `action`, of the type that `below` forwards.

        `accept` gets the id and the message of a goal, and sends it; whether it is accepted below.
        `amend` may change a result before the client gets it.
        """
        self._below = below
        self._accept = accept
        self._amend = amend
        self._goals: dict[bytes, RelayedGoal] = {}
        self._unclaimed: dict[bytes, RelayedGoal] = {}
        """Accepted goals whose client's side has not begun."""
        self._server = GoalServer(
            node,
            below.kind,
            action,
            execute_callback=self._execute,
            goal_callback=self._decide,
            cancel_callback=self._cancel,
            callback_group=group,
            result_timeout=RESULT_TIMEOUT_S,
            on_early_cancel=on_early_cancel,
        )

    @property
    def goals(self) -> tuple[RelayedGoal, ...]:
        """Goals that the downstream server executes, or was sent."""
        return tuple(self._goals.values())

    def is_canceled(self, message: Any) -> bool:
        """Whether a goal that is being accepted has been canceled."""
        return self._server.is_canceled(message)

    async def send(
        self,
        goal_id: UUID,
        message: Any,
        on_end: Callable[[Ending], None],
        last_look: Callable[[], str] = str,
    ) -> Ending | None:
        """Send a goal that is being accepted; None if it is accepted downstream.

        `on_end` is called at its end, before the client is told, and where it was not accepted;
        `last_look` right before it is sent, and says why it must not be, if so.
        """
        key, goal = bytes(goal_id.uuid), RelayedGoal(goal_id)
        self._goals.setdefault(key, goal)  # a client may send two goals of one id; one is refused
        refused = await self._begun(goal, message, last_look)
        if refused is not None:
            if self._goals.get(key) is goal:
                del self._goals[key]
            on_end(refused)
            return refused
        goal.is_accepted = True
        if self.is_canceled(message):
            self._below.stop(goal_id, CANCELED_EARLY)
        self._unclaimed[key] = goal
        while len(self._unclaimed) > MOST_UNCLAIMED:
            del self._unclaimed[next(iter(self._unclaimed))]
        self._server.coroutines.schedule(self._follow, goal, on_end)
        return None

    def destroy(self) -> None:
        """Take the server down."""
        self._server.retire()

    async def _decide(self, message: Any) -> GoalResponse:
        accepted = await self._accept(self._server.id_of(message), message)
        return GoalResponse.ACCEPT if accepted else GoalResponse.REJECT

    async def _begun(
        self, goal: RelayedGoal, message: Any, last_look: Callable[[], str]
    ) -> Ending | None:
        try:
            return await self._below.begin(goal.goal_id, message, goal.feed_back, last_look)
        except Exception as error:  # noqa: BLE001  # whatever broke, the goal counts as ended
            why = f"the goal could not be sent ({type(error).__name__}: {error})"
            return Ending(GoalStatus.STATUS_UNKNOWN, why=why)

    async def _follow(self, goal: RelayedGoal, on_end: Callable[[Ending], None]) -> None:
        """Wait for the end of a goal, whether or not the client still does."""
        ending = await self._below.end(goal.goal_id)
        self._goals.pop(bytes(goal.goal_id.uuid), None)
        try:
            on_end(ending)
        finally:
            goal.end(ending)

    async def _execute(self, handle: ServerGoalHandle) -> Any:
        ending = await self._unclaimed.pop(bytes(handle.goal_id.uuid)).finish(handle)
        result = self._below.kind.Result() if ending.result is None else ending.result
        if self._amend is not None:
            self._amend(result, ending)
        return result

    async def _cancel(self, handle: ServerGoalHandle) -> CancelResponse:
        accepted = await self._below.request_cancel(handle.goal_id)
        return CancelResponse.ACCEPT if accepted else CancelResponse.REJECT
