"""The guard's action /is_bench/execute_skill, and the robot's that its goals are forwarded to."""

from __future__ import annotations

from is_bench_interfaces.action import ExecuteSkill
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from is_bench.messages import nanoseconds_of, time_message
from is_bench.ros import graph, types
from is_bench.ros.forwarding import Forwarder
from is_safety_monitor.core.session import STOP_TEXT
from is_safety_monitor.judging import AskedSkill, Gatekeeper
from is_safety_monitor.requests import goal_of


class SkillServer:
    """Judges goals, forwards those that may pass, and says why the others may not.

    The message that was judged is the one that is forwarded, and nobody changes it in between.
    """

    def __init__(
        self,
        node: Node,
        keeper: Gatekeeper,
        robot_action: str,
        group: ReentrantCallbackGroup,
        timeout_s: float,
    ) -> None:
        """`robot_action` is the robot's server; a skill is stopped after `timeout_s`."""
        self._keeper = keeper
        self._robot_action = robot_action
        self._forwarder = Forwarder(node, robot_action, group, timeout_s)
        self._server = ActionServer(
            node,
            ExecuteSkill,
            graph.GUARD_SKILL,
            execute_callback=self._execute,
            goal_callback=self._accept,
            cancel_callback=self._cancel,
            callback_group=group,
            result_timeout=graph.RESULT_TIMEOUT,
        )

    def is_ready(self) -> bool:
        """Whether the robot's server is there."""
        return self._forwarder.is_ready()

    def cancel_all(self, why: str) -> None:
        """Stop everything that is being executed."""
        self._forwarder.cancel_all(why)

    def destroy(self) -> None:
        """Take server and client down; nothing may be being executed any more."""
        self._server.destroy()
        self._forwarder.destroy()

    async def _accept(self, message: ExecuteSkill.Goal) -> GoalResponse:
        _, judgement = await self._keeper.admit(AskedSkill(goal_of(message), self._no_robot))
        return GoalResponse.REJECT if judgement.enforced else GoalResponse.ACCEPT

    def _no_robot(self) -> str:
        """Why no skill can be forwarded; empty if it can be."""
        if self._forwarder.is_ready():
            return ""
        return f"there is no robot: nobody serves {self._robot_action}"

    async def _execute(self, handle: ServerGoalHandle) -> ExecuteSkill.Result:
        goal = goal_of(handle.request)
        received = self._keeper.now()
        ok, finished = None, 0
        refusal = STOP_TEXT
        if not self._keeper.session.stopped:
            refusal = self._keeper.refusal(AskedSkill(goal, self._no_robot))
        try:
            if not refusal:
                result = await self._forwarder.forward(handle)
            else:
                result = ExecuteSkill.Result(
                    status=ExecuteSkill.Result.STATUS_CANCELED,
                    error=refusal,
                    finished=time_message(types, received),
                )
            ok = result.status == ExecuteSkill.Result.STATUS_OK
            finished = nanoseconds_of(result.finished)
        finally:
            self._keeper.ended(goal, ok=ok, finished_ns=finished)
        self._keeper.publisher.end(goal, result.status, result.error, received)
        if result.status == ExecuteSkill.Result.STATUS_CANCELED and handle.is_cancel_requested:
            handle.canceled()
        elif ok:
            handle.succeed()
        else:
            handle.abort()
        return result

    def _cancel(self, handle: ServerGoalHandle) -> CancelResponse:
        self._forwarder.cancel(handle)
        return CancelResponse.ACCEPT
