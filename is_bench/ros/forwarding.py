"""Forwarding goals of one action server to another, faithfully and within bounds."""

from __future__ import annotations

from typing import Any

from action_msgs.msg import GoalStatus
from is_bench_interfaces.action import ExecuteSkill
from rclpy.action import ActionClient
from rclpy.action.client import ClientGoalHandle
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future

from is_bench.messages import nanoseconds_of, time_message
from is_bench.ros import types

WATCH_PERIOD_S = 0.1
"""How often running skills are compared with their deadlines."""
CANCEL_GRACE_S = 5.0
"""How long a robot may take to answer a cancel before its skill is given up."""

_STATUSES = {
    ExecuteSkill.Result.STATUS_OK,
    ExecuteSkill.Result.STATUS_FAILED,
    ExecuteSkill.Result.STATUS_BLOCKED,
    ExecuteSkill.Result.STATUS_CANCELED,
}
_STATUS_OF_GOAL = {
    GoalStatus.STATUS_SUCCEEDED: ExecuteSkill.Result.STATUS_OK,
    GoalStatus.STATUS_CANCELED: ExecuteSkill.Result.STATUS_CANCELED,
}


class _Run:
    """A goal that is being executed below."""

    def __init__(self, deadline_ns: int) -> None:
        self.deadline_ns = deadline_ns
        self.below: ClientGoalHandle | None = None
        self.answer = Future()
        self.why_stopped = ""

    def stop(self, why: str, give_up_ns: int) -> None:
        """Cancel below; wait for the answer no longer than until `give_up_ns`."""
        if not self.why_stopped:
            self.why_stopped = why
            self.deadline_ns = give_up_ns
            if self.below is not None:
                self.below.cancel_goal_async()


class Forwarder:
    """Sends goals on, their feedback back, their cancels on, and their results back."""

    def __init__(
        self, node: Node, action: str, group: ReentrantCallbackGroup, timeout_s: float
    ) -> None:
        """`action` is the server below; a skill that takes longer than `timeout_s` is stopped."""
        self._node = node
        self._action = action
        self._timeout_ns = int(timeout_s * 1e9)
        self._client = ActionClient(node, ExecuteSkill, action, callback_group=group)
        self._watch = node.create_timer(WATCH_PERIOD_S, self._check, callback_group=group)
        self._runs: dict[bytes, _Run] = {}

    def is_ready(self) -> bool:
        """Whether the server below is there now."""
        return bool(self._client.server_is_ready())

    async def forward(self, handle: ServerGoalHandle) -> ExecuteSkill.Result:
        """Execute an accepted goal below and return its result, whatever happens."""
        key = bytes(handle.goal_id.uuid)
        run = self._runs[key] = _Run(self._now() + self._timeout_ns)
        sent = self._client.send_goal_async(
            handle.request, feedback_callback=lambda message: self._relay(handle, message)
        )
        sent.add_done_callback(lambda future: self._on_sent(run, future))
        try:
            result: ExecuteSkill.Result = await run.answer
        finally:
            del self._runs[key]
        return result

    def cancel(self, handle: ServerGoalHandle) -> None:
        """Stop the goal that came in as `handle`."""
        run = self._runs.get(bytes(handle.goal_id.uuid))
        if run is not None:
            run.stop("canceled by the client", self._grace())

    def cancel_all(self, why: str) -> None:
        """Stop everything that is being executed."""
        for run in self._runs.values():
            run.stop(why, self._grace())

    def destroy(self) -> None:
        """Take the client down; nothing may be being executed any more."""
        self._node.destroy_timer(self._watch)
        self._client.destroy()

    def _on_sent(self, run: _Run, sent: Future) -> None:
        below: ClientGoalHandle = sent.result()
        if not below.accepted:
            _answer(run, self._failure("the robot rejected the skill"))
            return
        run.below = below
        if run.why_stopped:
            below.cancel_goal_async()
        below.get_result_async().add_done_callback(
            lambda future: _answer(run, self._checked(run, future.result()))
        )

    def _relay(self, handle: ServerGoalHandle, message: Any) -> None:
        if handle.is_active:
            handle.publish_feedback(message.feedback)

    def _check(self) -> None:
        now = self._now()
        for run in list(self._runs.values()):
            if now < run.deadline_ns:
                continue
            if run.why_stopped:
                _answer(run, self._failure(f"{run.why_stopped}, but the robot does not answer"))
            else:
                limit = self._timeout_ns / 1e9
                run.stop(f"not finished within {limit:g} s", self._grace())

    def _checked(self, run: _Run, response: Any) -> ExecuteSkill.Result:
        """A robot's result, with what a careless driver left out and why it was stopped."""
        result: ExecuteSkill.Result = response.result
        if result.status not in _STATUSES:
            result.status = _STATUS_OF_GOAL.get(response.status, ExecuteSkill.Result.STATUS_FAILED)
            if result.status == ExecuteSkill.Result.STATUS_FAILED and not result.error:
                result.error = "the robot failed and did not say why"
        if run.why_stopped and result.status != ExecuteSkill.Result.STATUS_OK:
            said = f"; the robot: {result.error}" if result.error else ""
            result.error = run.why_stopped + said
        if not nanoseconds_of(result.finished):
            result.finished = time_message(types, self._now())
        return result

    def _failure(self, why: str) -> ExecuteSkill.Result:
        return ExecuteSkill.Result(
            status=ExecuteSkill.Result.STATUS_FAILED,
            error=why,
            finished=time_message(types, self._now()),
        )

    def _now(self) -> int:
        return int(self._node.get_clock().now().nanoseconds)

    def _grace(self) -> int:
        return self._now() + int(CANCEL_GRACE_S * 1e9)


def _answer(run: _Run, result: ExecuteSkill.Result) -> None:
    if not run.answer.done():
        run.answer.set_result(result)
