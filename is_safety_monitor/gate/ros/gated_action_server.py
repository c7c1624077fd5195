"""One action of a driver behind the gate."""

from __future__ import annotations

from time import monotonic_ns
from typing import Any, Protocol

from action_msgs.msg import GoalStatus
from is_bench_interfaces.msg import GateReport
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future
from unique_identifier_msgs.msg import UUID

from is_bench.ros.forwarding import Ending, GoalForwarder
from is_bench.ros.relaying import ActionRelay
from is_safety_monitor.bindings.installed import load_type
from is_safety_monitor.gate.ros.driver import DriverLink
from is_safety_monitor.gate.settings import GatedAction

LONGEST_GOAL_S = 86_400.0
"""The guard knows how long a goal may take; the gate forwards until then."""
CANCEL_NS = 100_000_000
"""Interval at which a closed gate cancels everything until nothing is left."""
SLOW_STOP_NS = 500_000_000
"""A driver that has not stopped by then is reported."""
LATE_STATUS_NS = 1_000_000_000
"""A driver's list of goals may lag so far behind their ends."""
_RUNNING_NS = 2**63
_UNAUTHORIZED_GOAL = "the driver is executing a goal that bypassed the gate or should have ended"


class Gate(Protocol):
    """What the actions of one gate share."""

    async def redeem(self, action: str, goal_id: UUID, goal: Any) -> str:
        """Wait for the permit of a goal and use it up; why the goal may not pass, or ""."""
        ...

    def closed(self) -> str:
        """Why all goals are blocked; "" if they are not."""
        ...

    def driver_problem(self) -> str:
        """Why no driver can be there, whatever the graph says; "" if one can."""
        ...

    def report(self, action: GatedActionServer, event: int, reason: str, goal_id: bytes) -> None:
        """Tell the guard what has happened."""
        ...


class GatedActionServer:
    """Serves one action; forwards permitted goals, and cancels all others.

    It is closed at first and after every stop, until the driver has nothing left to cancel.
    """

    def __init__(
        self,
        node: Node,
        action: GatedAction,
        gate: Gate,
        group: ReentrantCallbackGroup,
        driver_timeout_s: float,
    ) -> None:
        """Raises InputError if the type is not installed."""
        self.action = action
        self.present = False
        self._gate = gate
        kind = load_type(action.type)
        self._problem = "the gate has just started"
        self._idle = False
        """Whether the driver had nothing to cancel when the gate was closed last."""
        self._closed_ns = self._canceled_ns = monotonic_ns()
        self._expected: dict[bytes, int] = {}
        """Until when the driver may execute a goal, by its id."""
        self._unauthorized: frozenset[bytes] = frozenset()
        """Goals that the driver executes without authorization."""
        self._link = DriverLink(node, kind, action.driver, group, driver_timeout_s)
        self._below = GoalForwarder(node, kind, action.driver, group, LONGEST_GOAL_S)
        self._relay = ActionRelay(node, action.served, self._below, group, self._accept)

    @property
    def executing(self) -> int:
        """How many goals the driver executes for this gate."""
        return len(self._relay.goals)

    def tick(self, now_ns: int) -> None:
        """Check guard and driver; close or open the gate."""
        self._link.tick(now_ns)
        lost = self._gate.driver_problem() or self._link.problem(now_ns)
        if self.present == bool(lost):
            self._presence_changed(lost)
        problem = self._gate.closed() or lost
        if problem and not self._problem:
            self._close(problem, now_ns)
        self._problem = problem
        if not self._idle and not lost:
            self._cancel_rest(now_ns)
        self._check_for_unauthorized_goals(now_ns)

    def refusal(self) -> str:
        """Why no goal may pass, whatever its permit; "" if one may."""
        if self._problem:
            return self._problem
        if self._unauthorized:
            return _UNAUTHORIZED_GOAL
        if not self._idle:
            return "the driver has not confirmed that it is idle"
        return self._below.idleness.problem()

    # Closing

    def _presence_changed(self, lost: str) -> None:
        self.present = not lost
        if not lost:
            self._idle, self._closed_ns = False, monotonic_ns()
            self._tell(GateReport.EVENT_DRIVER_FOUND, f"{self.action.driver} answers")
            return
        self._link.forget()
        for goal in self._relay.goals:
            goal.end(Ending(GoalStatus.STATUS_UNKNOWN, why=lost))
        self._tell(GateReport.EVENT_DRIVER_LOST, lost)

    def _close(self, problem: str, now_ns: int) -> None:
        self._idle = False
        self._closed_ns, self._canceled_ns = now_ns, 0
        self._below.cancel_all(problem)
        if self.present:
            self._tell(GateReport.EVENT_STOPPED, problem)

    def _cancel_rest(self, now_ns: int) -> None:
        """Cancel whatever the driver executes, whoever sent it."""
        if now_ns - self._canceled_ns < CANCEL_NS:
            return
        if self._closed_ns and now_ns - self._closed_ns > SLOW_STOP_NS:
            self._closed_ns = 0
            after = SLOW_STOP_NS / 1e9
            self._tell(GateReport.EVENT_STOPPED, f"the driver has not stopped after {after:g} s")
        self._canceled_ns = now_ns
        self.cancel_everything()

    def _canceled(self, nothing_left: bool) -> None:
        self._idle = nothing_left and not self._link.active and not self._relay.goals

    def _check_for_unauthorized_goals(self, now_ns: int) -> None:
        unauthorized = frozenset(
            goal_id for goal_id in self._link.active if self._expected.get(goal_id, 0) < now_ns
        )
        for goal_id in unauthorized - self._unauthorized:
            self._link.cancel(goal_id)
            self._tell(GateReport.EVENT_REFUSED, f"{_UNAUTHORIZED_GOAL}; it is canceled", goal_id)
        self._unauthorized = unauthorized

    def _tell(self, event: int, reason: str, goal_id: bytes = bytes(16)) -> None:
        self._gate.report(self, event, reason, goal_id)

    def cancel_everything(self) -> Future:
        """Cancel whatever the driver executes; done when it has answered."""
        return self._link.cancel_everything(self._canceled)

    # Goals

    async def _accept(self, goal_id: UUID, message: Any) -> bool:
        key = bytes(goal_id.uuid)
        why = self.refusal() or await self._gate.redeem(self.action.served, goal_id, message)
        if self._relay.is_canceled(message):
            return False
        why = why or self.refusal()
        if why:
            self._tell(GateReport.EVENT_REFUSED, why, key)
            return False
        self._expected[key] = _RUNNING_NS
        return await self._relay.send(goal_id, message, lambda _: self._forget(key)) is None

    def _forget(self, key: bytes) -> None:
        now = monotonic_ns()
        self._expected[key] = now + LATE_STATUS_NS
        self._expected = {goal: until for goal, until in self._expected.items() if until >= now}
