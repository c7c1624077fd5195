"""One action of a driver behind the gate."""

from __future__ import annotations

from time import monotonic_ns
from typing import Any

from action_msgs.msg import GoalStatus
from is_bench_interfaces.msg import GateReport
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future
from unique_identifier_msgs.msg import UUID

from is_bench.durations import NS_PER_S
from is_bench.ros import graph
from is_bench.ros.forwarding import Ending, GoalForwarder
from is_bench.ros.relaying import ActionRelay
from is_safety_monitor.bindings.installed import load_type
from is_safety_monitor.gate.ros.driver import DriverLink
from is_safety_monitor.gate.ros.gated import Gate, Gated
from is_safety_monitor.gate.settings import GatedInterface

LONGEST_GOAL_S = 86_400.0
"""The guard knows how long a goal may take; the gate forwards until then."""
ASK_NS = 100_000_000
"""Interval at which a driver is asked for a sign of life, and canceled by a closed gate."""
SLOW_STOP_NS = 500_000_000
"""A driver that has not stopped by then is reported."""
LATE_STATUS_NS = 1_000_000_000
"""A driver's list of goals may lag so far behind their ends."""
_UNAUTHORIZED_GOAL = "the driver is executing a goal that bypassed the gate or should have ended"


class GatedAction(Gated):
    """Serves one action; forwards permitted goals, and cancels all others.

    It is closed at first and after every stop, until the driver has nothing left to cancel.
    """

    def __init__(
        self,
        node: Node,
        action: GatedInterface,
        gate: Gate,
        group: ReentrantCallbackGroup,
        driver_timeout_s: float,
    ) -> None:
        """Raises InputError if the type is not installed."""
        super().__init__(gate, graph.absolute(node, action.served), action.driver)
        self._problem = "the gate has just started"
        self._idle = False
        """Whether the driver had nothing to cancel when the gate was closed last."""
        self._closed_ns = self._asked_ns = monotonic_ns()
        self._ended: dict[bytes, int] = {}
        """Until when the driver's list may name a goal that has ended, by its id."""
        self._unauthorized: frozenset[bytes] = frozenset()
        """Goals that the driver executes without authorization."""
        self._link = DriverLink(node, action.driver, group, driver_timeout_s)
        kind = load_type(action.type)
        self._below = GoalForwarder(node, kind, action.driver, group, LONGEST_GOAL_S)
        self._relay = ActionRelay(node, action.served, self._below, group, self._accept)

    @property
    def executing(self) -> int:
        """How many goals the driver executes for this gate."""
        return len(self._relay.goals)

    def refusal(self) -> str:
        """Why no goal may pass, whatever its permit; "" if one may."""
        if self._problem:
            return self._problem
        if self._unauthorized:
            return _UNAUTHORIZED_GOAL
        if not self._idle:
            return "the driver has not confirmed that it is idle"
        return self._below.idleness.problem()

    def tick(self, now_ns: int) -> None:
        """Check guard and driver; close or open the gate."""
        lost = self._gate.driver_problem() or self._link.problem(now_ns)
        if self._see(lost):
            self._driver_changed(lost)
        problem = lost or self._gate.closed()
        if problem and not self._problem:
            self._close(problem, now_ns)
        self._problem = problem
        if now_ns - self._asked_ns >= ASK_NS:
            self._asked_ns = now_ns
            self._link.probe()
            if not self._idle and not lost:
                self._cancel_rest(now_ns)
        self._check_for_unauthorized_goals(now_ns)

    def cancel_everything(self) -> Future:
        """Cancel whatever the driver executes, whoever sent it; done when it has answered."""
        return self._link.cancel_everything(self._canceled)

    # Closing

    def _driver_changed(self, lost: str) -> None:
        self._idle, self._closed_ns = False, monotonic_ns()
        if lost:
            self._link.active = frozenset()
            for goal in self._relay.goals:
                goal.end(Ending(GoalStatus.STATUS_UNKNOWN, why=lost))

    def _close(self, problem: str, now_ns: int) -> None:
        self._idle = False
        self._closed_ns, self._asked_ns = now_ns, 0
        self._below.cancel_all(problem)
        if self.present:
            self._tell(GateReport.EVENT_STOPPED, problem)

    def _cancel_rest(self, now_ns: int) -> None:
        if self._closed_ns and now_ns - self._closed_ns > SLOW_STOP_NS:
            self._closed_ns = 0
            after = SLOW_STOP_NS / NS_PER_S
            self._tell(GateReport.EVENT_STOPPED, f"the driver has not stopped after {after:g} s")
        self.cancel_everything()

    def _canceled(self, nothing_left: bool) -> None:
        self._idle = nothing_left and not self._link.active and not self._relay.goals

    def _check_for_unauthorized_goals(self, now_ns: int) -> None:
        known = {bytes(goal.goal_id.uuid) for goal in self._relay.goals}
        self._ended = {goal: until for goal, until in self._ended.items() if until >= now_ns}
        unauthorized = self._link.active - known - self._ended.keys()
        for goal_id in unauthorized - self._unauthorized:
            self._link.cancel(goal_id)
            self._tell(GateReport.EVENT_REFUSED, f"{_UNAUTHORIZED_GOAL}; it is canceled", goal_id)
        self._unauthorized = unauthorized

    # Goals

    async def _accept(self, goal_id: UUID, message: Any) -> bool:
        key = bytes(goal_id.uuid)
        if not await self._admit(message, key) or self._relay.is_canceled(message):
            return False
        return await self._relay.send(goal_id, message, lambda _: self._has_ended(key)) is None

    def _has_ended(self, key: bytes) -> None:
        self._ended[key] = monotonic_ns() + LATE_STATUS_NS
