"""A guarded action of any type: served for planners, forwarded to the robot as it came."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from action_msgs.msg import GoalStatus
from is_bench_interfaces.action import ExecuteSkill
from rclpy.action import CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future
from unique_identifier_msgs.msg import UUID

from is_bench.facts import Truth
from is_bench.ros.forwarding import Ending, GoalForwarder, relay
from is_bench.ros.idleness import DriverIdleness
from is_safety_monitor.bindings.goals import CallReader
from is_safety_monitor.bindings.installed import load_type
from is_safety_monitor.bindings.model import GuardedAction
from is_safety_monitor.bindings.paths import read
from is_safety_monitor.bindings.ros.asking import BoundGoal, Surroundings
from is_safety_monitor.bindings.ros.editing import assign
from is_safety_monitor.bindings.ros.goal_server import GoalServer
from is_safety_monitor.core.goals import Goal
from is_safety_monitor.core.session import STOP_TEXT
from is_safety_monitor.gate.ros.issuing import GateLink
from is_safety_monitor.ros.judging import CANCELED_EARLY, Gatekeeper

PREEMPTED = "preempted by a new goal"
RESULT_TIMEOUT_S = 10
"""How long a result is kept for planners that ask late, as rcl does by default."""
MOST_EARLY_FEEDBACK = 10
"""Messages of feedback that are kept until the planner's side of the goal is there."""
MOST_UNCLAIMED = 100
"""Goals that are kept for planners who may have gone before they were answered."""


@dataclass
class _Running:
    """A goal that the robot has accepted."""

    goal: Goal
    goal_id: UUID
    received_ns: int
    ended: Future = field(default_factory=Future)
    """Gives its Ending."""
    _above: ServerGoalHandle | None = None
    _early: list[Any] = field(default_factory=list)

    def feed_back(self, feedback: Any) -> None:
        """Hand feedback on, or keep it until the planner's side of the goal is there."""
        if self._above is not None:
            relay(self._above, feedback)
        elif len(self._early) < MOST_EARLY_FEEDBACK:
            self._early.append(feedback)

    def attach(self, above: ServerGoalHandle) -> None:
        """The planner's side of the goal is there now."""
        self._above = above
        for feedback in self._early:
            relay(above, feedback)


class BoundAction:
    """One guarded action.

    The robot decides before the planner is answered, so that its refusal is a refusal here, too;
    a goal keeps its id.
    """

    def __init__(
        self,
        node: Node,
        action: GuardedAction,
        keeper: Gatekeeper,
        around: Surroundings,
        group: ReentrantCallbackGroup,
        gate: GateLink | None = None,
    ) -> None:
        """Raises InputError if the type is not installed."""
        self._node = node
        self._action = action
        self._keeper = keeper
        self._around = around
        self._kind = load_type(action.type)
        self._reader = CallReader(action.reading, self._kind.Goal())
        self._running: dict[bytes, _Running] = {}
        self._unclaimed: dict[bytes, _Running] = {}
        """Accepted goals whose planner's side has not begun to be executed."""
        seconds = action.timeout_ns / 1e9
        self._gate = gate
        permit = None if gate is None else gate.permit_for(action.robot)
        self._below = GoalForwarder(node, self._kind, action.robot, group, seconds, permit)
        keeper.obstacles.append(self._below.idleness.problem)
        self._server = GoalServer(
            node,
            self._kind,
            action.planner,
            execute_callback=self._execute,
            goal_callback=self._accept,
            cancel_callback=self._cancel,
            callback_group=group,
            result_timeout=RESULT_TIMEOUT_S,
            on_early_cancel=keeper.release,
        )

    @property
    def name(self) -> str:
        """In the file."""
        return self._action.name

    @property
    def is_running(self) -> bool:
        """Whether the robot executes a goal of it."""
        return bool(self._running)

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
        self._keeper.obstacles.remove(self._below.idleness.problem)
        self._server.destroy()
        self._below.destroy()

    async def _accept(self, message: Any) -> GoalResponse:
        goal_id, received = self._server.id_of(message), self._keeper.clock.stamp()
        asked = self._asked(message, goal_id)
        if self._action.preempts and self._running and not self._problem():
            await self._preempt(asked)
        goal, judgement = await self._keeper.admit(asked)
        if judgement.enforced:
            self._say_refused(goal, judgement.verdict.feedback if judgement.verdict else "")
            return GoalResponse.REJECT
        running = _Running(goal, goal_id, received)
        refused = await self._begun(running, message, asked)
        if refused is not None:
            self._ended(running, refused)
            self._say_refused(goal, refused.why)
            return GoalResponse.REJECT
        key = bytes(goal_id.uuid)
        self._running[key] = self._unclaimed[key] = running
        while len(self._unclaimed) > MOST_UNCLAIMED:
            del self._unclaimed[next(iter(self._unclaimed))]
        if self._keeper.session.stopped:
            self._below.stop(goal_id, STOP_TEXT)
        elif self._server.is_canceled(message):
            self._below.stop(goal_id, CANCELED_EARLY)
        self._node.executor.create_task(self._follow, running)
        return GoalResponse.ACCEPT

    async def _begun(self, running: _Running, message: Any, asked: BoundGoal) -> Ending | None:
        def last_look() -> str:
            return self._keeper.last_look(running.goal, asked)

        try:
            return await self._below.begin(running.goal_id, message, running.feed_back, last_look)
        except Exception as error:  # noqa: BLE001  # whatever broke, the goal counts as ended
            why = f"the goal could not be sent ({type(error).__name__}: {error})"
            return Ending(GoalStatus.STATUS_UNKNOWN, why=why)

    def _asked(self, message: Any, goal_id: UUID) -> BoundGoal:
        name = bytes(goal_id.uuid).hex()

        def problem() -> str:
            return CANCELED_EARLY if self._server.is_canceled(message) else self._problem()

        return BoundGoal(self.name, message, self._reader, name, self._around, problem)

    def _problem(self) -> str:
        if not self.is_ready():
            return f"there is no robot: nobody serves {self._action.robot}"
        return "" if self._gate is None else self._gate.problem(self._action.robot)

    async def _preempt(self, asked: BoundGoal) -> None:
        """Stop what is running, for a goal that can be read; it is judged when that has ended."""
        asked.goal()
        if asked.objection() or self._keeper.session.stopped:
            return
        for running in list(self._running.values()):
            self._below.stop(running.goal_id, PREEMPTED)
            await running.ended

    async def _follow(self, running: _Running) -> None:
        """Wait for the end of a goal, whether or not the planner still does."""
        ending = await self._below.end(running.goal_id)
        del self._running[bytes(running.goal_id.uuid)]
        self._ended(running, ending)
        running.ended.set_result(ending)

    async def _execute(self, handle: ServerGoalHandle) -> Any:
        running = self._unclaimed.pop(bytes(handle.goal_id.uuid))
        running.attach(handle)
        ending: Ending = await running.ended
        if ending.status == GoalStatus.STATUS_SUCCEEDED:
            handle.succeed()
        elif ending.status == GoalStatus.STATUS_CANCELED and handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.abort()
        return self._result(ending)

    async def _cancel(self, handle: ServerGoalHandle) -> CancelResponse:
        accepted = await self._below.request_cancel(handle.goal_id)
        return CancelResponse.ACCEPT if accepted else CancelResponse.REJECT

    def _ended(self, running: _Running, ending: Ending) -> None:
        now, ok = self._keeper.clock.stamp(), self._succeeded(ending)
        self._keeper.ended(running.goal, ok=None if ending.unsent else ok, finished_ns=now)
        status = ExecuteSkill.Result.STATUS_FAILED
        if ok:
            status = ExecuteSkill.Result.STATUS_OK
        elif ending.status == GoalStatus.STATUS_CANCELED:
            status = ExecuteSkill.Result.STATUS_CANCELED
        self._keeper.publisher.end(
            running.goal, status, "" if ok else self._reason(ending), running.received_ns
        )

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

    def _result(self, ending: Ending) -> Any:
        """The robot's result, with the guard's reason if it was the guard that stopped the goal."""
        result = self._kind.Result() if ending.result is None else ending.result
        if self._action.reason is not None and ending.why:
            assign(result, self._action.reason, self._reason(ending))
        return result

    def _say_refused(self, goal: Goal, why: str) -> None:
        self._node.get_logger().warning(f"{self.name}: refused {goal.call}: {why}")
