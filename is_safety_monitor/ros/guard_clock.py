"""Monotonic guard clock, independent of the ROS clock."""

from __future__ import annotations

import time

from rcl_interfaces.msg import SetParametersResult
from rclpy.node import Node
from rclpy.parameter import Parameter

from is_safety_monitor.core.state_screening import ClockWatch
from is_safety_monitor.two_clock_time import TwoClockTime


class GuardClock:
    """Monotonic clock of ages and deadlines."""

    def __init__(self, node: Node) -> None:
        """`node` has the clock of stamps."""
        self._clock = node.get_clock()
        self._began_ns = time.time_ns() - time.monotonic_ns()
        self._watch = ClockWatch()

    def now(self) -> int:
        """Nanoseconds since the epoch, as far as the machine's clock was right at the start."""
        return self._began_ns + time.monotonic_ns()

    def stamp(self) -> int:
        """The time [ns] on the clock of stamps, which may be simulated."""
        return int(self._clock.now().nanoseconds)

    def moment(self) -> TwoClockTime:
        """The present on both clocks."""
        now = self.now()  # read first: then a delay makes states older, and not younger
        return TwoClockTime(self.stamp(), now)

    def problem(self) -> str:
        """Why stamps cannot be compared with their clock; empty if they can."""
        return self._watch.problem(self.moment())


def keep_clock(node: Node) -> None:
    """Reject a change of the clock of stamps at run time: old states would look new."""

    def check(parameters: list[Parameter]) -> SetParametersResult:
        if all(parameter.name != "use_sim_time" for parameter in parameters):
            return SetParametersResult(successful=True)
        why = "use_sim_time cannot be changed at run time; restart the guard"
        return SetParametersResult(successful=False, reason=why)

    node.add_on_set_parameters_callback(check)
