"""The clocks that the emergency stop goes by, whatever ROS takes for the time."""

from __future__ import annotations

import time
from collections.abc import Callable

from rclpy.callback_groups import CallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.timer import Timer

from is_safety_monitor.emergency_stop.stopping import Moment


def moment() -> Moment:
    """Now, by the clocks of the machine."""
    return Moment(time.monotonic_ns(), time.time_ns())


def steady_timer(
    node: Node, period_s: float, callback: Callable[[], None], group: CallbackGroup
) -> Timer:
    """A timer that goes on while a simulation's clock stands still."""
    clock = Clock(clock_type=ClockType.STEADY_TIME)
    return node.create_timer(period_s, callback, callback_group=group, clock=clock)
