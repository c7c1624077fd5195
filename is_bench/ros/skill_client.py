"""ExecuteSkill client that also returns the rejection reason.

A ROS action's rejection has no reason field.  The guard therefore publishes its verdict, with the
request id that the client chose, before it answers; the client waits for that verdict.
"""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import Verdict as VerdictMessage
from rclpy.action import ActionClient
from rclpy.action.client import ClientGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future

from is_bench.calls import SkillCall
from is_bench.errors import IsBenchError
from is_bench.evaluation import Status
from is_bench.messages import STATUS_OF, nanoseconds_of, verdict_of
from is_bench.ros.coroutines import result_of
from is_bench.ros.graph import EVENTS, SERVED, VERDICTS, absolute

MAX_WAIT_FOR_REASON_S = 2.0
"""How long a rejected client waits for the verdict with the reason."""
LOOK_S = 1.0
"""Interval at which a waiting client checks that the server is still there [s]."""


class SkillServerGone(IsBenchError):
    """The skill server disappeared before the result of a skill."""


@dataclass(frozen=True)
class SkillResult:
    """The result of a requested skill."""

    status: Status
    message: str = ""
    remedy: tuple[SkillCall, ...] = ()
    """The remedy of the guard for a blocked call."""
    final: bool = False
    """Whether the guard's retry budget is used up."""
    finished_ns: int = 0
    """When the robot had finished; 0 if it never began."""


class SkillClient:
    """Calls skills of one action server, one at a time."""

    def __init__(self, node: Node, action: str, group: ReentrantCallbackGroup) -> None:
        """`action` is the name of the server: the guard's, or the robot's own."""
        self._node = node
        self._action = absolute(node, action)
        self._client = ActionClient(node, ExecuteSkill, action, callback_group=group, **SERVED)
        self._name = f"{node.get_name()}-{uuid.uuid4().hex[:8]}"
        self._numbers = itertools.count()
        self._verdicts: dict[str, Future] = {}
        self._group = group
        self._running: ClientGoalHandle | None = None
        self._waiting: Future | None = None
        self._cancelled = False
        node.create_timer(LOOK_S, self._look, callback_group=group)
        node.create_subscription(
            VerdictMessage, VERDICTS, self._on_verdict, EVENTS, callback_group=group
        )

    def wait_for_server(self, seconds: float) -> bool:
        """Whether the server is there, within `seconds`."""
        return bool(self._client.wait_for_server(timeout_sec=seconds))

    async def execute(
        self,
        episode_id: str,
        index: int,
        call: SkillCall,
        text: str = "",
        on_feedback: Callable[[Any], None] | None = None,
    ) -> SkillResult:
        """Request a skill and wait for its result; raises SkillServerGone.

        `text` is what the planner said, in its own words.
        """
        request = f"{self._name}-{next(self._numbers)}"
        goal = ExecuteSkill.Goal(
            request_id=request,
            episode_id=episode_id,
            index=index,
            action=text,
            skill=call.skill,
            arguments=list(call.arguments),
        )
        verdict = self._verdicts[request] = Future()
        self._cancelled = False
        try:
            handle = await self._while_there(
                self._client.send_goal_async(goal, feedback_callback=on_feedback)
            )
            if not handle.accepted:
                return await self._refused(verdict)
            self._running = handle
            if self._cancelled:
                handle.cancel_goal_async()
            answer = await self._while_there(handle.get_result_async())
        finally:
            self._running = None
            del self._verdicts[request]
        result = answer.result
        status = STATUS_OF.get(int(result.status), Status.FAILED)
        return SkillResult(status, result.error, finished_ns=nanoseconds_of(result.finished))

    def cancel(self) -> None:
        """Cancel the pending or running skill; `execute` returns its result."""
        self._cancelled = True
        if self._running is not None:
            self._running.cancel_goal_async()

    async def _while_there(self, future: Future) -> Any:
        """The result of `future`, as long as the server lives that it is awaited from."""
        self._waiting = ended = Future()
        future.add_done_callback(lambda _: ended.done() or ended.set_result(None))
        await result_of(ended)
        self._waiting = None
        if not future.done():
            raise SkillServerGone(f"the server of {self._action} went away during a skill")
        return future.result()

    def _look(self) -> None:
        waiting = self._waiting
        if waiting and not waiting.done() and not self._client.server_is_ready():
            waiting.set_result(None)

    def _on_verdict(self, message: VerdictMessage) -> None:
        waiting = self._verdicts.get(message.request_id)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    async def _refused(self, verdict: Future) -> SkillResult:
        timer = self._node.create_timer(
            MAX_WAIT_FOR_REASON_S,
            lambda: verdict.done() or verdict.set_result(None),
            callback_group=self._group,
        )
        message = await result_of(verdict)
        self._node.destroy_timer(timer)
        if message is None:
            return SkillResult(Status.BLOCKED, "rejected without a reason")
        found = verdict_of(message)
        return SkillResult(Status.BLOCKED, found.feedback, found.remedy, found.final)
