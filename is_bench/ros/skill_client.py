"""The client of ExecuteSkill: asks for a skill, and learns why when it is refused.

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

from is_bench.evaluation import Status
from is_bench.messages import STATUS_OF, skill_and_arguments, verdict_of
from is_bench.ros.graph import EVENTS, VERDICTS

MAX_WAIT_FOR_REASON_S = 2.0
"""How long a rejected client waits for the verdict that says why."""


@dataclass(frozen=True)
class SkillResult:
    """What became of a skill that was asked for."""

    status: Status
    message: str = ""
    mitigation: tuple[str, ...] = ()
    final: bool = False


class SkillClient:
    """Asks one action server for skills, one at a time."""

    def __init__(self, node: Node, action: str, group: ReentrantCallbackGroup) -> None:
        """`action` is the name of the server: the guard's, or the robot's own."""
        self._node = node
        self._client = ActionClient(node, ExecuteSkill, action, callback_group=group)
        self._name = f"{node.get_name()}-{uuid.uuid4().hex[:8]}"
        self._numbers = itertools.count()
        self._verdicts: dict[str, Future] = {}
        self._group = group
        self._running: ClientGoalHandle | None = None
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
        action: str,
        on_feedback: Callable[[Any], None] | None = None,
    ) -> SkillResult:
        """Ask for a skill and wait for what becomes of it."""
        request = f"{self._name}-{next(self._numbers)}"
        skill, arguments = skill_and_arguments(action)
        goal = ExecuteSkill.Goal(
            request_id=request,
            episode_id=episode_id,
            index=index,
            action=action,
            skill=skill,
            arguments=arguments,
        )
        verdict = self._verdicts[request] = Future()
        try:
            handle = await self._client.send_goal_async(goal, feedback_callback=on_feedback)
            if not handle.accepted:
                return await self._refused(verdict)
            self._running = handle
            answer = await handle.get_result_async()
        finally:
            self._running = None
            del self._verdicts[request]
        result = answer.result
        status = STATUS_OF.get(int(result.status), Status.FAILED)
        return SkillResult(status, result.error)

    def cancel(self) -> None:
        """Take the skill back that is being executed, if one is; `execute` returns its result."""
        if self._running is not None:
            self._running.cancel_goal_async()

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
        message = await verdict
        self._node.destroy_timer(timer)
        if message is None:
            return SkillResult(Status.BLOCKED, "rejected without a reason")
        found = verdict_of(message)
        return SkillResult(Status.BLOCKED, found.feedback, found.mitigation, found.final)
