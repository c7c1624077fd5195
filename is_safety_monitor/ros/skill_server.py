"""The guard's action /is_bench/execute_skill, and the robot's that its goals are forwarded to."""

from __future__ import annotations

from is_bench_interfaces.action import ExecuteSkill
from rclpy.action import CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from is_bench.messages import nanoseconds_of
from is_bench.ros import graph
from is_bench.ros.forwarding import Forwarder
from is_bench.ros.goal_server import GoalServer
from is_bench.ros.idleness import DriverIdleness
from is_bench.ros.relaying import CANCELED_EARLY
from is_safety_monitor.requests import goal_of
from is_safety_monitor.ros.gate_link import GateLink
from is_safety_monitor.ros.goal_arbiter import GoalArbiter, SkillRequest


class SkillServer:
    """Judges goals, forwards those that may pass, and says why the others may not.

    The message that was judged is the one that is forwarded, and nobody changes it in between.
    """

    def __init__(
        self,
        node: Node,
        arbiter: GoalArbiter,
        robot_action: str,
        group: ReentrantCallbackGroup,
        timeout_s: float,
        gate: GateLink | None = None,
    ) -> None:
        """`robot_action` is the robot's server; a skill is stopped after `timeout_s`.

        With a `gate`, it is the gate's server.
        """
        self._arbiter = arbiter
        self._robot_action = robot_action
        self._gate = gate
        permit = None if gate is None else gate.permit_for(robot_action)
        self._forwarder = Forwarder(node, robot_action, group, timeout_s, permit)
        if gate is not None:
            self._forwarder.why_rejected = gate.refusal
        arbiter.obstacles.append(self._forwarder.idleness.problem)
        self._server = GoalServer(
            node,
            ExecuteSkill,
            graph.GUARD_SKILL,
            execute_callback=self._execute,
            goal_callback=self._accept,
            cancel_callback=self._cancel,
            callback_group=group,
            result_timeout=graph.RESULT_TIMEOUT,
            on_early_cancel=arbiter.release,
        )

    def is_ready(self) -> bool:
        """Whether the robot's server is there."""
        return self._forwarder.is_ready()

    @property
    def idleness(self) -> DriverIdleness:
        """What the robot may still execute."""
        return self._forwarder.idleness

    def cancel_all(self, why: str) -> None:
        """Stop everything that is being executed."""
        self._forwarder.cancel_all(why)

    def destroy(self) -> None:
        """Take server and client down; nothing may be being executed any more."""
        self._arbiter.obstacles.remove(self._forwarder.idleness.problem)
        self._server.retire()
        self._forwarder.destroy()

    async def _accept(self, message: ExecuteSkill.Goal) -> GoalResponse:
        def refusal() -> str:
            return CANCELED_EARLY if self._server.is_canceled(message) else self._no_robot()

        _, judgement = await self._arbiter.admit(SkillRequest(goal_of(message), refusal))
        return GoalResponse.REJECT if judgement.enforced else GoalResponse.ACCEPT

    def _no_robot(self) -> str:
        """Why no skill can be forwarded; empty if it can be."""
        if not self._forwarder.is_ready():
            return f"no action server for {self._robot_action}; is the robot driver running?"
        return "" if self._gate is None else self._gate.problem(self._robot_action)

    async def _execute(self, handle: ServerGoalHandle) -> ExecuteSkill.Result:
        goal = goal_of(handle.request)
        received = self._arbiter.clock.stamp()
        asked = SkillRequest(goal, self._no_robot)
        try:
            result, sent = await self._forwarder.forward(
                handle, lambda: self._arbiter.recheck_before_dispatch(goal, asked)
            )
        except Exception:  # no `finally`: a skill outlives a guard that ends, and the next one asks
            self._arbiter.ended(goal, ok=None, finished_ns=received)
            raise
        ok, finished = None, received
        if sent:
            ok = result.status == ExecuteSkill.Result.STATUS_OK
            finished = nanoseconds_of(result.finished)
        else:
            result.status = ExecuteSkill.Result.STATUS_CANCELED
        self._arbiter.ended(goal, ok=ok, finished_ns=finished)
        self._arbiter.publisher.end(goal, result.status, result.error, received)
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
