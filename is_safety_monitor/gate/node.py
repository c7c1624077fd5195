"""The driver_gate node: forwards to a robot's driver only what the guard permits.

It runs beside the driver, in a process of its own.  The driver serves its actions and services
under names that the gate alone knows; the gate serves them for the guard.  A goal or request passes
once, if the guard's permit for it has come: the digest of its content, its action or service, and
the id that a goal has.  When the guard's heartbeat is missed, or says that the emergency stop is
set, everything on the driver is canceled, no request passes, and velocity topics get zero.
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

from is_bench.durations import seconds_to_ns
from is_bench.messages import nanoseconds_of
from is_bench.ros import graph
from is_bench.ros.middleware import driver_environment
from is_bench.ros.node_program import NodeProgram
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
from is_safety_monitor.gate.ros.gated import NO_ID, Gated
from is_safety_monitor.gate.ros.gated_action import GatedAction
from is_safety_monitor.gate.ros.gated_service import GatedService
from is_safety_monitor.gate.ros.parameters import declare_parameters
from is_safety_monitor.gate.settings import MOST_NAME
from is_safety_monitor.gate.watchdog import HaltWatch

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
    """The gate of one robot's driver; see `GatedAction` and `GatedService`."""

    def __init__(self, **options: Any) -> None:
        """Declare the parameters and serve; raises InputError."""
        super().__init__("driver_gate", **options)
        given, group = declare_parameters(self), ReentrantCallbackGroup()
        self._group = group
        self._permit_wait_s = given.permit_wait_s
        self._ledger = PermitLedger()
        self._awaited: dict[bytes, Future] = {}
        self._heartbeats = HeartbeatWatch(seconds_to_ns(given.heartbeat_timeout_s))
        self._halts = HaltWatch()
        self._strange_guards: set[str] = set()
        self._reported_ns = 0
        self._reports = self.create_publisher(GateReport, graph.GATE_REPORTS, _PERMITS)
        command = given.driver_command
        self._process = DriverProcess(command, driver_environment()) if command else None
        self._actions = [
            GatedAction(self, action, self, group, given.driver_timeout_s)
            for action in given.actions
        ]
        services = [GatedService(self, service, self, group) for service in given.services]
        self._gated: tuple[Gated, ...] = (*self._actions, *services)
        self._velocities = [
            BoundVelocity(self, topic, self._passing, group) for topic in given.velocities
        ]
        options = {"callback_group": group}
        self.create_subscription(GoalPermit, graph.PERMITS, self._permit, _PERMITS, **options)
        self.create_subscription(Heartbeat, graph.HEARTBEAT, self._beat, _LOSSY, **options)
        self._timer = steady_timer(self, WATCH_S, self._tick, group)

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

    # What actions and services ask

    async def redeem(self, gated: Gated, message: Any, goal_id: bytes = b"") -> str:
        """Wait for the permit of a goal or request and use it up; why it may not pass, or ""."""
        digest = digest_of(message)
        claim = Permit(self._heartbeats.guard, gated.name, goal_id, digest, 0)
        awaited = goal_id or digest
        if not self._ledger.has(claim) and len(self._awaited) < MOST_AWAITED:
            arrival = self._awaited.setdefault(awaited, Future())
            await done_within(self, self._group, arrival, self._permit_wait_s)
            self._awaited.pop(awaited, None)
        return self._ledger.redeem(claim, monotonic_ns(), self._heartbeats.stamp_ns)

    def closed(self) -> str:
        """Why nothing may pass; "" if something may."""
        now = monotonic_ns()
        return self._halts.active(now) or self._heartbeats.problem(now)

    def driver_problem(self) -> str:
        """Why no driver can be there: the gate's own has ended; ""."""
        return "" if self._process is None else self._process.problem()

    def _passing(self, topic: GatedTopic) -> tuple[Passing, str]:
        """Whether velocity commands pass, and why not; a second publisher blocks them."""
        count = self.count_publishers(topic.planner)
        rivals = f"{topic.planner} has {count} publishers instead of 1" if count > 1 else ""
        why = self.closed() or self.driver_problem() or rivals
        return (Passing.ZERO if why else Passing.PASS), why

    def report(self, gated: Gated, event: int, reason: str, goal_id: bytes) -> None:
        """Tell the guard what has happened, and people."""
        self._reports.publish(
            GateReport(
                stamp=self.get_clock().now().to_msg(),
                action=gated.name,
                driver_present=gated.present,
                executing=gated.executing,
                event=event,
                goal_id=list(goal_id),
                reason=reason,
            )
        )
        about = f" (goal {goal_id.hex()})" if any(goal_id) else ""
        if event == GateReport.EVENT_DRIVER_FOUND:
            self.get_logger().info(f"{gated.name}: {reason}")
        elif event != GateReport.EVENT_NONE:
            self.get_logger().warning(f"{gated.name}: {reason}{about}")

    def _report_all(self, event: int, reason: str) -> None:
        for gated in self._gated:
            self.report(gated, event, reason, NO_ID)

    # What the guard says

    def _permit(self, message: GoalPermit) -> None:
        key, digest = bytes(message.goal_id), bytes(message.sha256)
        valid = nanoseconds_of(message.time_to_live)
        stamp, now = nanoseconds_of(message.stamp), monotonic_ns()
        permit = Permit(message.guard, message.action, key, digest, valid, stamp)
        self._halts.active(now)
        self._ledger.register(permit, now)
        for awaited in (key, digest):
            arrival = self._awaited.pop(awaited, None)
            if arrival is not None:
                arrival.set_result(None)

    def _beat(self, message: Heartbeat) -> None:
        now = monotonic_ns()
        self._halts.active(now)
        stamp = nanoseconds_of(message.stamp)
        why = self._heartbeats.heard(message.guard, message.sequence, message.stopped, now, stamp)
        strange, name = self._strange_guards, message.guard[:MOST_NAME]
        if why and name not in strange and len(strange) < MOST_STRANGE:
            strange.add(name)
            self._report_all(GateReport.EVENT_REFUSED, f"heartbeat ignored: {why}")
        elif message.stopped:
            self._tick()

    def _tick(self) -> None:
        now = monotonic_ns()
        self._halts.active(now)
        for gated in self._gated:
            gated.tick(now)
        if now - self._reported_ns >= REPORT_NS:
            self._reported_ns = now
            self._report_all(GateReport.EVENT_NONE, "")


PROGRAM = NodeProgram(
    "driver_gate",
    "Stands before a robot's driver and forwards only goals and requests that the guard permits. "
    "It cancels everything when the guard's heartbeat is missed.",
    declare_parameters,
)


def main() -> None:
    """Run the gate until it is interrupted."""
    PROGRAM.check_command_line()
    run_node(DriverGate)


if __name__ == "__main__":
    main()
