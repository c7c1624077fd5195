"""A guarded action of any type: served for planners, forwarded to the robot as it came."""

from __future__ import annotations

from typing import Any

from action_msgs.msg import GoalStatus
from is_bench_interfaces.action import ExecuteSkill
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from unique_identifier_msgs.msg import UUID

from is_bench.durations import NS_PER_S
from is_bench.facts import Truth
from is_bench.ros.coroutines import result_of
from is_bench.ros.forwarding import Ending, GoalForwarder
from is_bench.ros.idleness import DriverIdleness
from is_bench.ros.relaying import CANCELED_EARLY, ActionRelay, RelayedGoal
from is_safety_monitor.bindings.goals import CallReader
from is_safety_monitor.bindings.installed import load_type
from is_safety_monitor.bindings.model import GuardedAction
from is_safety_monitor.bindings.paths import read
from is_safety_monitor.bindings.ros.bound_goal import BindingContext, BoundGoal
from is_safety_monitor.bindings.ros.message_editing import assign
from is_safety_monitor.core.goals import Goal
from is_safety_monitor.core.session import STOP_TEXT
from is_safety_monitor.ros.gate_link import GateLink
from is_safety_monitor.ros.goal_arbiter import GoalArbiter

PREEMPTED = "preempted by a new goal"


class BoundAction:
    """One guarded action; its goals keep their ids, see ActionRelay."""

    def __init__(
        self,
        node: Node,
        action: GuardedAction,
        arbiter: GoalArbiter,
        around: BindingContext,
        group: ReentrantCallbackGroup,
        gate: GateLink | None = None,
    ) -> None:
        """Raises InputError if the type is not installed."""
        self._node = node
        self._action = action
        self._arbiter = arbiter
        self._around = around
        kind = load_type(action.type)
        self._reader = CallReader(action.reading, kind.Goal())
        seconds = action.timeout_ns / NS_PER_S
        self._gate = gate
        permit = None if gate is None else gate.permit_for(action.robot)
        self._below = GoalForwarder(node, kind, action.robot, group, seconds, permit)
        if gate is not None:
            self._below.why_rejected = gate.refusal
        arbiter.obstacles.append(self._below.idleness.problem)
        self._relay = ActionRelay(
            node,
            action.planner,
            self._below,
            group,
            self._accept,
            amend=self._amend,
            on_early_cancel=arbiter.release,
        )

    @property
    def name(self) -> str:
        """In the file."""
        return self._action.name

    @property
    def is_running(self) -> bool:
        """Whether the robot executes a goal of it."""
        return bool(self._running())

    @property
    def idleness(self) -> DriverIdleness:
        """What the robot may still execute of it."""
        return self._below.idleness

    def is_ready(self) -> bool:
        """Whether the robot serves it now."""
        return self._below.is_ready()

    def cancel_all(self, why: str) -> None:
        """Stop everything that is being executed."""
        self._below.cancel_all(why)

    def destroy(self) -> None:
        """Take server and client down."""
        self._arbiter.obstacles.remove(self._below.idleness.problem)
        self._relay.destroy()
        self._below.destroy()

    async def _accept(self, goal_id: UUID, message: Any) -> bool:
        received = self._arbiter.clock.stamp()
        asked = self._asked(message, goal_id)
        if self._action.preempts and self.is_running and not self._problem():
            await self._preempt(asked)
        goal, judgement = await self._arbiter.admit(asked)
        if judgement.enforced:
            return False
        refused = await self._relay.send(
            goal_id,
            message,
            lambda ending: self._ended(goal, received, ending),
            lambda: self._arbiter.recheck_before_dispatch(goal, asked),
        )
        if refused is not None:
            self._node.get_logger().warning(f"{self.name}: not begun {goal.call}: {refused.why}")
        elif self._arbiter.session.stopped:
            self._below.stop(goal_id, STOP_TEXT)
        return refused is None

    def _asked(self, message: Any, goal_id: UUID) -> BoundGoal:
        name = bytes(goal_id.uuid).hex()

        def problem() -> str:
            return CANCELED_EARLY if self._relay.is_canceled(message) else self._problem()

        return BoundGoal(self.name, message, self._reader, name, self._around, problem)

    def _problem(self) -> str:
        if not self.is_ready():
            return f"no action server for {self._action.robot}; is the robot driver running?"
        return "" if self._gate is None else self._gate.problem(self._action.robot)

    async def _preempt(self, asked: BoundGoal) -> None:
        """Stop what is running, for a goal that can be read; it is judged when that has ended."""
        asked.goal()
        if asked.objection() or self._arbiter.session.stopped:
            return
        for goal in self._running():
            self._below.stop(goal.goal_id, PREEMPTED)
            await result_of(goal.ended)

    def _running(self) -> list[RelayedGoal]:
        return [goal for goal in self._relay.goals if goal.is_accepted]

    def _ended(self, goal: Goal, received_ns: int, ending: Ending) -> None:
        now, ok = self._arbiter.clock.stamp(), self._succeeded(ending)
        self._arbiter.ended(goal, ok=None if ending.unsent else ok, finished_ns=now)
        status = ExecuteSkill.Result.STATUS_FAILED
        if ok:
            status = ExecuteSkill.Result.STATUS_OK
        elif ending.status == GoalStatus.STATUS_CANCELED:
            status = ExecuteSkill.Result.STATUS_CANCELED
        why = "" if ok else self._reason(ending)
        self._arbiter.publisher.end(goal, status, why, received_ns)

    def _succeeded(self, ending: Ending) -> bool:
        if ending.status != GoalStatus.STATUS_SUCCEEDED:
            return False
        return all(test.truth(ending.result) is Truth.TRUE for test in self._action.succeeded)

    def _reason(self, ending: Ending) -> str:
        path = self._action.reason
        said = "" if path is None or ending.result is None else str(read(path, ending.result))
        if ending.why and said:
            return f"{ending.why}; the robot: {said}"
        return ending.why or said or "the robot failed and did not say why"

    def _amend(self, result: Any, ending: Ending) -> None:
        """Have a result say why the goal was stopped, if it was the guard that stopped it."""
        if self._action.reason is not None and ending.why:
            assign(result, self._action.reason, self._reason(ending))
