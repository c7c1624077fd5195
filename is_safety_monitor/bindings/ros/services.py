"""A guarded service of any type: served for planners, called on the robot as it came."""

from __future__ import annotations

import itertools
import uuid
from typing import Any

from is_bench_interfaces.action import ExecuteSkill
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from unique_identifier_msgs.msg import UUID

from is_bench.durations import NS_PER_S
from is_bench.facts import Truth
from is_bench.ros import graph
from is_bench.ros.retiring import retire_service
from is_bench.ros.waiting import done_within
from is_safety_monitor.bindings.goals import CallReader
from is_safety_monitor.bindings.installed import load_type
from is_safety_monitor.bindings.model import GuardedService
from is_safety_monitor.bindings.ros.async_services import allow_coroutine_callback
from is_safety_monitor.bindings.ros.bound_goal import BindingContext, BoundGoal
from is_safety_monitor.bindings.ros.message_editing import assign
from is_safety_monitor.core.goals import Goal
from is_safety_monitor.ros.gate_link import GateLink
from is_safety_monitor.ros.goal_arbiter import GoalArbiter


class BoundService:
    """One guarded service; what is refused is answered as the file says."""

    def __init__(
        self,
        node: Node,
        service: GuardedService,
        arbiter: GoalArbiter,
        around: BindingContext,
        group: ReentrantCallbackGroup,
        gate: GateLink | None = None,
    ) -> None:
        """Raises InputError if the type is not installed."""
        self._node = node
        self._service = service
        self._arbiter = arbiter
        self._around = around
        self._group = group
        self._gate = gate
        self._robot = node.resolve_service_name(service.robot)
        self._permit = None if gate is None else gate.permit_for(self._robot)
        self._kind = load_type(service.type)
        self._reader = CallReader(service.reading, self._kind.Request())
        self._numbers = itertools.count()
        options = {"qos_profile": graph.REQUESTS, "callback_group": group}
        self._client = node.create_client(self._kind, service.robot, **options)
        self._server = node.create_service(self._kind, service.planner, self._serve, **options)
        self._coroutines = allow_coroutine_callback(node, self._server)

    @property
    def name(self) -> str:
        """In the file."""
        return self._service.name

    def is_ready(self) -> bool:
        """Whether the robot serves it now."""
        return bool(self._client.service_is_ready())

    def destroy(self) -> None:
        """Take server and client down."""
        self._coroutines.close()
        retire_service(self._node, self._server)
        self._node.destroy_client(self._client)

    async def _serve(self, request: Any, response: Any) -> Any:
        received = self._arbiter.clock.stamp()
        asked = BoundGoal(
            self.name,
            request,
            self._reader,
            f"{self.name}-{received}-{next(self._numbers)}",
            self._around,
            self._problem,
        )
        goal, judgement = await self._arbiter.admit(asked)
        if judgement.enforced:
            why = judgement.verdict.feedback if judgement.verdict else ""
            return self._refused(response, why)
        why = self._arbiter.recheck_before_dispatch(goal, asked)
        if why:
            self._arbiter.ended(goal, ok=None, finished_ns=received)
            return self._refused(response, why)
        answer = await self._call(request)
        self._end(goal, answer, received)
        if answer is None:
            return self._refused(response, self._no_answer)
        return answer

    async def _call(self, request: Any) -> Any:
        """The robot's answer; None if there is none in time."""
        if self._permit is not None:
            self._permit(UUID(uuid=list(uuid.uuid4().bytes)), request)
        future = self._client.call_async(request)
        seconds = self._service.timeout_ns / NS_PER_S
        if await done_within(self._node, self._group, future, seconds):
            return future.result()
        self._client.remove_pending_request(future)
        return None

    def _end(self, goal: Goal, answer: Any, received: int) -> None:
        tests = self._service.succeeded
        ok = answer is not None and all(test.truth(answer) is Truth.TRUE for test in tests)
        self._arbiter.ended(goal, ok=ok, finished_ns=self._arbiter.clock.stamp())
        status = ExecuteSkill.Result.STATUS_OK if ok else ExecuteSkill.Result.STATUS_FAILED
        why = self._no_answer if answer is None else "the robot's answer is no success"
        self._arbiter.publisher.end(goal, status, "" if ok else why, received)

    def _refused(self, response: Any, why: str) -> Any:
        for path, value in self._service.refused.items():
            told = value.replace("{reason}", why) if isinstance(value, str) else value
            assign(response, path, told)
        return response

    def _problem(self) -> str:
        if not self.is_ready():
            return f"no service server for {self._service.robot}; is the robot driver running?"
        servers = self._node.count_services(self._robot)
        if servers > 1:  # each would carry the request out
            return f"{self._robot} has {servers} servers instead of 1; end the others"
        return "" if self._gate is None else self._gate.problem(self._robot)

    @property
    def _no_answer(self) -> str:
        return f"the robot did not answer within {self._service.timeout_ns / NS_PER_S:g} s"
