"""Forwarding goals of one action server to another, faithfully and within bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import monotonic_ns
from typing import Any

from action_msgs.msg import GoalStatus
from is_bench_interfaces.action import ExecuteSkill
from rclpy.action.client import ClientGoalHandle
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future
from unique_identifier_msgs.msg import UUID

from is_bench.durations import NS_PER_S, seconds_to_ns
from is_bench.messages import nanoseconds_of, time_message
from is_bench.ros import types
from is_bench.ros.clocks import clock_ns
from is_bench.ros.coroutines import result_of
from is_bench.ros.graph import SERVED, absolute
from is_bench.ros.idleness import DriverIdleness
from is_bench.ros.retiring import RetirableClient
from is_bench.ros.timers import steady_timer
from is_bench.ros.waiting import done_within

WATCH_PERIOD_S = 0.1
"""How often running goals are compared with their deadlines."""
CANCEL_GRACE_S = 5.0
"""How long a robot may take to answer a cancel before its goal is abandoned."""
GONE_S = 0.5
"""How long a robot's server may be gone before its goals are abandoned."""

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


@dataclass(frozen=True)
class Ending:
    """The end of a goal downstream."""

    status: int
    """GoalStatus; STATUS_UNKNOWN where the downstream server has not reported one."""
    result: Any = None
    """The result message; None where there is none."""
    why: str = ""
    """Why it was canceled upstream, or was never sent; empty if it ended by itself."""
    unsent: bool = False
    """Whether nothing was sent."""


class _Run:
    """A goal that is being executed downstream."""

    def __init__(self, goal_id: UUID, deadline_ns: int) -> None:
        self.goal_id = goal_id
        self.deadline_ns = deadline_ns
        self.below: ClientGoalHandle | None = None
        self.begun = Future()
        """Done once the downstream server has accepted or rejected it, or it was abandoned."""
        self.answer = Future()
        self.why_stopped = ""

    def stop(self, why: str, give_up_ns: int) -> None:
        """Cancel downstream; wait for the answer no longer than until `give_up_ns`."""
        if not self.why_stopped:
            self.why_stopped = why
            self.deadline_ns = give_up_ns
            if self.below is not None:
                self.below.cancel_goal_async()


class GoalForwarder:
    """Forwards goals of one action with unchanged IDs and returns their results."""

    def __init__(
        self,
        node: Node,
        kind: Any,
        action: str,
        group: ReentrantCallbackGroup,
        timeout_s: float,
        permit: Callable[[UUID, Any], None] | None = None,
    ) -> None:
        """`kind` is the class of the action, `action` the name of the downstream server.

        A goal that takes longer than `timeout_s` is canceled.  `permit` is called with the id and
        the message of every goal right before it is sent, for a gate beside the driver.
        """
        self.kind = kind
        self.why_rejected: Callable[[UUID], str] = lambda _: ""
        """Why the downstream server has rejected a goal, where somebody knows; else empty."""
        self._node = node
        self._permit = permit
        self._group = group
        self._timeout_ns = seconds_to_ns(timeout_s)
        self._action = absolute(node, action)
        self._client = RetirableClient(node, kind, action, callback_group=group, **SERVED)
        self.idleness = DriverIdleness(node, action, group)
        """The abandoned goals that the driver may still execute."""
        # Deadlines do not depend on the node's clock, which may stand still.
        self._watch = steady_timer(node, WATCH_PERIOD_S, self._check, group)
        self._runs: dict[bytes, _Run] = {}
        self._gone_ns: int | None = None
        """Since when the downstream server is gone, while goals should be running there."""

    def _rivalry(self) -> str:
        """Reports multiple downstream servers, which would each execute a goal."""
        count = self._node.count_services(f"{self._action}/_action/send_goal")
        if count <= 1:
            return ""
        return f"{self._action} has {count} servers instead of 1; end the others"

    def is_ready(self) -> bool:
        """Whether the downstream server is there now."""
        return bool(self._client.server_is_ready())

    async def begin(
        self,
        goal_id: UUID,
        goal: Any,
        feed_back: Callable[[Any], None],
        last_look: Callable[[], str] = str,
    ) -> Ending | None:
        """Send a goal; None if it is accepted downstream, then one caller must await its `end`.

        `feed_back` is called with feedback, which may come before the goal has been accepted;
        `last_look` right before the goal is sent, and says why it must not be, if so.
        """
        key = bytes(goal_id.uuid)
        taken = "another goal of this id is being executed" if key in self._runs else ""
        why = taken or last_look() or self._rivalry()
        if why:
            return Ending(GoalStatus.STATUS_UNKNOWN, why=why, unsent=True)
        run = self._runs[key] = _Run(goal_id, monotonic_ns() + self._timeout_ns)
        if self._permit is not None:
            self._permit(goal_id, goal)
        sent = self._client.send_goal_async(
            goal,
            feedback_callback=lambda message: feed_back(message.feedback),
            goal_uuid=goal_id,
        )
        sent.add_done_callback(lambda future: self._on_sent(run, future.result()))
        await result_of(run.begun)
        if run.below is not None:
            return None
        del self._runs[key]
        refused: Ending = run.answer.result()
        return refused

    async def end(self, goal_id: UUID) -> Ending:
        """Wait until a goal that was sent has ended, or is abandoned."""
        key = bytes(goal_id.uuid)
        try:
            ending: Ending = await result_of(self._runs[key].answer)
        finally:
            del self._runs[key]
        return ending

    def stop(self, goal_id: UUID, why: str) -> None:
        """Cancel a goal, and abandon it if the downstream server does not end it."""
        run = self._runs.get(bytes(goal_id.uuid))
        if run is not None:
            run.stop(why, self._grace())

    async def request_cancel(self, goal_id: UUID) -> bool:
        """Forward a cancel; whether the downstream server accepts it.  A rejection has no effect.

        A server that does not answer is taken to accept: the goal is given up.
        """
        run = self._runs.get(bytes(goal_id.uuid))
        if run is None or run.below is None:
            return False
        asked = run.below.cancel_goal_async()
        if not await done_within(self._node, self._group, asked, CANCEL_GRACE_S):
            run.stop("canceled by the client", monotonic_ns())
            return True
        canceling = asked.result().goals_canceling
        return any(bytes(goal.goal_id.uuid) == bytes(goal_id.uuid) for goal in canceling)

    def cancel_all(self, why: str) -> None:
        """Stop everything that is being executed."""
        for run in self._runs.values():
            run.stop(why, self._grace())

    def destroy(self) -> None:
        """Take the client down; nothing may be being executed any more."""
        self._node.destroy_timer(self._watch)
        self.idleness.destroy()
        self._client.retire()

    def _on_sent(self, run: _Run, below: ClientGoalHandle) -> None:
        if not below.accepted:
            self.idleness.ended(run.goal_id)
            why = self.why_rejected(run.goal_id) or "the robot rejected the skill"
            _answer(run, Ending(GoalStatus.STATUS_UNKNOWN, why=why))
            return
        self.idleness.accepted(run.goal_id)
        run.below = None if run.answer.done() else below  # it may have been given up before
        if run.why_stopped or run.answer.done():
            below.cancel_goal_async()
        below.get_result_async().add_done_callback(
            lambda future: self._on_result(run, future.result())
        )
        if not run.begun.done():
            run.begun.set_result(None)

    def _on_result(self, run: _Run, response: Any) -> None:
        if response.status == GoalStatus.STATUS_UNKNOWN and run.below is not None:
            # A second server answers for goals of the first, which may still be executing this one.
            run.below.cancel_goal_async()
            self._give_up(run, "the robot's server does not know the goal")
            return
        self.idleness.ended(run.goal_id)
        _answer(run, Ending(response.status, response.result, run.why_stopped))

    def _check(self) -> None:
        now = monotonic_ns()
        if self._is_lost(now):
            for run in list(self._runs.values()):
                self._give_up(run, "the robot's server went away")
        for run in list(self._runs.values()):
            if now < run.deadline_ns:
                continue
            if run.why_stopped:
                self._give_up(run, f"{run.why_stopped}, but the robot does not answer")
            else:
                limit = self._timeout_ns / NS_PER_S
                run.stop(f"not finished within {limit:g} s", self._grace())

    def _give_up(self, run: _Run, why: str) -> None:
        """Abandon a goal; the robot may still execute it."""
        if not run.answer.done():
            self.idleness.mark_unresolved(run.goal_id, why, accepted=run.below is not None)
            _answer(run, Ending(GoalStatus.STATUS_UNKNOWN, why=why))

    def _is_lost(self, now: int) -> bool:
        """Whether something should be executed by a server that has been gone for a while."""
        if not self._runs or self.is_ready():
            self._gone_ns = None
            return False
        self._gone_ns = now if self._gone_ns is None else self._gone_ns
        return now - self._gone_ns >= seconds_to_ns(GONE_S)

    def _grace(self) -> int:
        return monotonic_ns() + seconds_to_ns(CANCEL_GRACE_S)


class Forwarder(GoalForwarder):
    """Forwards ExecuteSkill, whose result says more than the status of a goal."""

    def __init__(
        self,
        node: Node,
        action: str,
        group: ReentrantCallbackGroup,
        timeout_s: float,
        permit: Callable[[UUID, Any], None] | None = None,
    ) -> None:
        """`action` is the downstream server; a skill is canceled after `timeout_s`."""
        super().__init__(node, ExecuteSkill, action, group, timeout_s, permit)

    async def forward(
        self, handle: ServerGoalHandle, last_look: Callable[[], str] = str
    ) -> tuple[ExecuteSkill.Result, bool]:
        """Execute an accepted goal downstream; always its result, and whether it was sent.

        `last_look` is called right before it is sent, and says why it must not be, if so.
        """
        feed_back = partial(relay, handle)
        refused = await self.begin(handle.goal_id, handle.request, feed_back, last_look)
        if refused is not None:
            return self._failure(refused.why), not refused.unsent
        ending = await self.end(handle.goal_id)
        failed = ending.result is None
        return self._failure(ending.why) if failed else self._checked(ending), True

    def cancel(self, handle: ServerGoalHandle) -> None:
        """Stop the goal that came in as `handle`."""
        self.stop(handle.goal_id, "canceled by the client")

    def _checked(self, ending: Ending) -> ExecuteSkill.Result:
        """The driver's result, completed with missing fields and the stop reason."""
        result: ExecuteSkill.Result = ending.result
        if result.status not in _STATUSES:
            result.status = _STATUS_OF_GOAL.get(ending.status, ExecuteSkill.Result.STATUS_FAILED)
            if result.status == ExecuteSkill.Result.STATUS_FAILED and not result.error:
                result.error = "the robot failed and did not say why"
        succeeded = ending.status == GoalStatus.STATUS_SUCCEEDED
        if result.status == ExecuteSkill.Result.STATUS_OK and not succeeded:
            result.status = _STATUS_OF_GOAL.get(ending.status, ExecuteSkill.Result.STATUS_FAILED)
            said = f": {result.error}" if result.error else ""
            result.error = (
                f"the robot ended the goal without success, though its result says OK{said}"
            )
        if ending.why and result.status != ExecuteSkill.Result.STATUS_OK:
            said = f"; the robot: {result.error}" if result.error else ""
            result.error = ending.why + said
        if not nanoseconds_of(result.finished):
            result.finished = time_message(types, clock_ns(self._node))
        return result

    def _failure(self, why: str) -> ExecuteSkill.Result:
        return ExecuteSkill.Result(
            status=ExecuteSkill.Result.STATUS_FAILED,
            error=why,
            finished=time_message(types, clock_ns(self._node)),
        )


def relay(handle: ServerGoalHandle, feedback: Any) -> None:
    """Publish downstream feedback upstream, unless the goal has ended there."""
    if handle.is_active:
        handle.publish_feedback(feedback)


def _answer(run: _Run, ending: Ending) -> None:
    if not run.answer.done():
        run.answer.set_result(ending)
    if not run.begun.done():
        run.begun.set_result(None)
