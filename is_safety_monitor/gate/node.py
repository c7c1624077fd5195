"""The driver_gate node: forwards to a robot's driver only what the guard permits.

It runs beside the driver, in a process of its own.  The driver serves its actions under names that
the gate alone knows; the gate serves them for the guard.  A goal passes once, if the guard's permit
for it has come: its id, the digest of its content, its action.  When the guard's heartbeat is
missed, or says that the emergency stop is set, everything on the driver is canceled, and velocity
topics get zero.
"""

from __future__ import annotations

from contextlib import suppress
from time import monotonic_ns
from typing import Any

from is_bench_interfaces.msg import GateReport, GoalPermit, Heartbeat
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rclpy.task import Future
from unique_identifier_msgs.msg import UUID

from is_bench.ros import graph
from is_bench.ros.middleware import driver_environment
from is_bench.ros.spinning import RosTimeout, make_executor, run_node, spin_until
from is_bench.ros.timers import steady_timer
from is_bench.ros.waiting import done_within
from is_safety_monitor.bindings.model import GatedTopic
from is_safety_monitor.bindings.ros.velocities import BoundVelocity
from is_safety_monitor.bindings.velocity import Passing
from is_safety_monitor.gate.digest import digest_of
from is_safety_monitor.gate.heartbeat import HeartbeatWatch
from is_safety_monitor.gate.permits import Permit, PermitLedger
from is_safety_monitor.gate.process import DriverProcess
from is_safety_monitor.gate.ros.gated_action_server import GatedActionServer
from is_safety_monitor.gate.ros.parameters import declare_parameters
from is_safety_monitor.gate.settings import MOST_NAME

WATCH_S = 0.05
"""Interval of the checks of guard and driver [s]."""
REPORT_NS = 200_000_000
"""How often the guard is told that the gate is there."""
END_S = 0.5
"""How long a gate that ends waits for the driver's answer to a cancel."""
MOST_AWAITED = 100
"""Goals that wait for their permits at once; more are refused unless theirs are there."""
MOST_STRANGE = 100
"""Guards whose heartbeats are ignored; each is reported once."""
_LOSSY = QoSProfile(depth=10, reliability=ReliabilityPolicy.BEST_EFFORT)
"""Matches every publisher; the next heartbeat makes up for a lost one."""
_PERMITS = QoSProfile(depth=100, reliability=ReliabilityPolicy.RELIABLE)


class DriverGate(Node):
    """The gate of one robot's driver; see `GatedActionServer` for what happens to goals."""

    def __init__(self, **options: Any) -> None:
        """Declare the parameters and serve; raises InputError."""
        super().__init__("driver_gate", **options)
        given = declare_parameters(self)
        self._group = ReentrantCallbackGroup()
        self._permit_wait_s = given.permit_wait_s
        self._ledger = PermitLedger()
        self._awaited: dict[bytes, Future] = {}
        self._heartbeats = HeartbeatWatch(int(given.heartbeat_timeout_s * 1e9))
        self._strange_guards: set[str] = set()
        self._reported_ns = 0
        self._reports = self.create_publisher(GateReport, graph.GATE_REPORTS, _PERMITS)
        command = given.driver_command
        self._process = DriverProcess(command, driver_environment()) if command else None
        self._actions = [
            GatedActionServer(self, action, self, self._group, given.driver_timeout_s)
            for action in given.actions
        ]
        self._velocities = [
            BoundVelocity(self, topic, self._passing, self._group) for topic in given.velocities
        ]
        options = {"callback_group": self._group}
        self.create_subscription(GoalPermit, graph.PERMITS, self._permit, _PERMITS, **options)
        self.create_subscription(Heartbeat, graph.HEARTBEAT, self._beat, _LOSSY, **options)
        self._timer = steady_timer(self, WATCH_S, self._tick, self._group)

    def destroy_node(self) -> None:
        """Stop the robot, and the driver if the gate has started it."""
        self.destroy_timer(self._timer)
        for velocity in self._velocities:
            velocity.destroy()
        if self.context.ok():
            self._cancel_everything()
        if self._process is not None:
            self._process.end()
        super().destroy_node()

    def _cancel_everything(self) -> None:
        executor = make_executor(self.context)
        executor.add_node(self)
        for action in self._actions:
            if action.present:
                with suppress(RosTimeout):
                    spin_until(executor, self, action.cancel_everything(), END_S, "the driver")
        executor.remove_node(self)
        executor.shutdown()

    # What actions ask

    async def redeem(self, action: str, goal_id: UUID, goal: Any) -> str:
        """Wait for the permit of a goal and use it up; why the goal may not pass, or ""."""
        key = bytes(goal_id.uuid)
        if not self._ledger.has(key) and len(self._awaited) < MOST_AWAITED:
            arrival = self._awaited.setdefault(key, Future())
            await done_within(self, self._group, arrival, self._permit_wait_s)
            self._awaited.pop(key, None)
        name = graph.absolute(self, action)
        asked = Permit(self._heartbeats.guard, name, key, digest_of(goal), 0)
        return self._ledger.redeem(asked, monotonic_ns())

    def closed(self) -> str:
        """Why all goals are blocked; "" if they are not."""
        return self._heartbeats.problem(monotonic_ns())

    def driver_problem(self) -> str:
        """Why no driver can be there: the gate's own has ended; ""."""
        return "" if self._process is None else self._process.problem()

    def _passing(self, topic: GatedTopic) -> tuple[Passing, str]:
        """Whether velocity commands pass, and why not; a second publisher blocks them."""
        count = self.count_publishers(topic.planner)
        rivals = f"{topic.planner} has {count} publishers instead of 1" if count > 1 else ""
        why = self.closed() or self.driver_problem() or rivals
        return (Passing.ZERO if why else Passing.PASS), why

    def report(self, action: GatedActionServer, event: int, reason: str, goal_id: bytes) -> None:
        """Tell the guard what has happened, and people."""
        name = graph.absolute(self, action.action.served)
        self._reports.publish(
            GateReport(
                stamp=self.get_clock().now().to_msg(),
                action=name,
                driver_present=action.present,
                executing=action.executing,
                event=event,
                goal_id=list(goal_id),
                reason=reason,
            )
        )
        about = f" (goal {goal_id.hex()})" if any(goal_id) else ""
        if event == GateReport.EVENT_DRIVER_FOUND:
            self.get_logger().info(f"{name}: {reason}")
        elif event != GateReport.EVENT_NONE:
            self.get_logger().warning(f"{name}: {reason}{about}")

    # What the guard says

    def _permit(self, message: GoalPermit) -> None:
        valid = message.time_to_live.sec * 1_000_000_000 + message.time_to_live.nanosec
        key = bytes(message.goal_id)
        permit = Permit(message.guard, message.action, key, bytes(message.sha256), valid)
        self._ledger.register(permit, monotonic_ns())
        arrival = self._awaited.pop(key, None)
        if arrival is not None:
            arrival.set_result(None)

    def _beat(self, message: Heartbeat) -> None:
        now = monotonic_ns()
        why = self._heartbeats.heard(message.guard, message.sequence, message.stopped, now)
        strange, name = self._strange_guards, message.guard[:MOST_NAME]
        if why and name not in strange and len(strange) < MOST_STRANGE:
            strange.add(name)
            for action in self._actions:
                reason = f"heartbeat ignored: {why}"
                self.report(action, GateReport.EVENT_REFUSED, reason, bytes(16))
        elif message.stopped:
            self._tick()

    def _tick(self) -> None:
        now = monotonic_ns()
        for action in self._actions:
            action.tick(now)
        if now - self._reported_ns >= REPORT_NS:
            self._reported_ns = now
            for action in self._actions:
                self.report(action, GateReport.EVENT_NONE, "", bytes(16))


def main() -> None:
    """Run the gate until it is interrupted."""
    run_node(DriverGate)


if __name__ == "__main__":
    main()
