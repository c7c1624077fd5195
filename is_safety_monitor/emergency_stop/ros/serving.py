"""Operator interface of the emergency stop: services, topic, dead-man signal, state.

The robot is stopped first, then the latch is written to the disk, then whoever asked is answered.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from is_bench_interfaces.msg import StopState
from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node
from std_msgs.msg import Bool, Empty
from std_srvs.srv import Trigger

from is_bench.durations import seconds_to_ns
from is_bench.messages import time_message
from is_bench.ros import graph, types
from is_bench.ros.retiring import retire_service, retire_subscription
from is_bench.ros.timers import steady_timer
from is_safety_monitor.emergency_stop.latch_file import LatchFile, LatchNotKept
from is_safety_monitor.emergency_stop.stop_state_machine import StopStateMachine
from is_safety_monitor.emergency_stop.stop_status import Source, StopStatus
from is_safety_monitor.two_clock_time import TwoClockTime

DEADMAN_PERIOD_S = 0.02
"""How often the deadman signal is looked for."""
KEEP_NS = 1_000_000_000
"""How often it is looked whether a stop is still on the disk."""


class StopServer:
    """The emergency stop of one robot, on a node."""

    def __init__(
        self,
        node: Node,
        group: CallbackGroup,
        file: LatchFile,
        deadman_s: float,
        tell: Callable[[StopStatus], None],
        cancel: Callable[[], None],
    ) -> None:
        """`tell` is called at each change, and now; `cancel` whenever the robot is to be stopped.

        The guard is told first, so that it knows why its goals end.
        """
        self._node = node
        self._file = file
        self._tell = tell
        self._cancel = cancel
        self._on_disk = file.read()
        self._kept_ns = 0
        self.stopping = StopStateMachine(self._on_disk, seconds_to_ns(deadman_s))
        self._states = node.create_publisher(StopState, graph.STOP_STATE, graph.LATEST)
        self._services = [
            node.create_service(Trigger, graph.ESTOP, self._stop, callback_group=group),
            node.create_service(Trigger, graph.ESTOP_RESET, self._reset, callback_group=group),
        ]
        self._signals = [
            node.create_subscription(
                Bool, graph.ESTOP_SIGNAL, self._on_signal, 10, callback_group=group
            )
        ]
        self._timer = None
        if deadman_s:
            self._timer = steady_timer(node, DEADMAN_PERIOD_S, self._look, group)
            self._deadman = node.create_subscription(
                Empty, graph.DEADMAN, self._on_deadman, graph.SIGNAL, callback_group=group
            )
            self._signals.append(self._deadman)
        self._known = self.stopping.standing
        self._bring_about()

    def set_guard_problem(self, problem: str) -> None:
        """Stop as long as there is a `problem` with the guard's process; empty: there is none."""
        self.stopping.set_guard_problem(problem, _moment())
        self._settle()

    def keep(self, now_ns: int) -> None:
        """See that a stop stays on the disk, by a monotonic clock; somebody may remove the file."""
        if now_ns - self._kept_ns >= KEEP_NS and self.stopping.latch.stopped:
            self._kept_ns = now_ns
            if not self._file.is_there():
                self._on_disk = StopStatus()
                self._save()

    def stop(self, source: Source, reason: str) -> None:
        """Stop the robot until somebody resets that."""
        self.stopping.stop(source, reason, _moment())
        self._settle()

    def destroy(self) -> None:
        """Take the ROS interfaces down; the latch stays as it is."""
        if self._timer is not None:
            self._node.destroy_timer(self._timer)
        for service in self._services:
            retire_service(self._node, service)
        for subscription in self._signals:
            retire_subscription(self._node, subscription)
        self._node.destroy_publisher(self._states)

    def _stop(self, _: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        if self._known.latched:
            self._cancel()  # somebody presses again: whatever moves now is to stop, too
        self.stop(Source.SERVICE, f"{self._name(graph.ESTOP)} was called")
        problem = self._save()
        response.success = True
        response.message = f"stopped until {self._name(graph.ESTOP_RESET)} is called"
        if problem:
            response.message += f"; {problem}"
        return response

    def _reset(self, _: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        was_stopped = self.stopping.latch.stopped
        refusal = self.stopping.reset(_moment())
        self._settle()
        problem = self._save()
        response.success = not refusal
        response.message = refusal or ("accepting skills" if was_stopped else "it was not stopped")
        if problem:
            response.message += f"; {problem}"
        return response

    def _on_signal(self, message: Bool) -> None:
        if message.data:
            self.stop(Source.TOPIC, f"a message on {self._name(graph.ESTOP_SIGNAL)}")

    def _on_deadman(self, _: Empty) -> None:
        count = self._deadman.get_publisher_count()
        if count > 1:  # when one lets go, the other's signals would go on
            why = f"{self._name(graph.DEADMAN)} has {count} publishers instead of 1; end the others"
            self.stop(Source.DEADMAN, why)
        self.stopping.signal(_moment())
        self._settle()

    def _name(self, name: str) -> str:
        return graph.absolute(self._node, name)

    def _look(self) -> None:
        self.stopping.check_timeouts(_moment())
        self._settle()

    def _settle(self) -> None:
        """Bring about what holds now, if that is new, and keep it."""
        before, self._known = self._known, self.stopping.standing
        if self._known != before:
            self._bring_about()
            self._save()

    def _save(self) -> str:
        """Put the latch on disk, if it is not there yet; what is wrong with that, if anything."""
        latch = self.stopping.latch
        if latch == self._on_disk:
            return ""
        try:
            self._file.write(latch)
        except LatchNotKept as error:
            self._node.get_logger().error(f"emergency stop: {error}")
            return str(error)
        self._on_disk = latch
        return ""

    def _bring_about(self) -> None:
        standing = self._known
        self._tell(standing)
        self._states.publish(
            StopState(
                stamp=time_message(types, standing.since_ns),
                stopped=standing.stopped,
                source="" if standing.source is None else standing.source.value,
                reason=standing.reason,
            )
        )
        if standing.stopped:
            self._cancel()


def _moment() -> TwoClockTime:
    """Now, by the clocks of the machine, whatever ROS takes for the time."""
    return TwoClockTime(time.time_ns(), time.monotonic_ns())
