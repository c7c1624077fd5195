"""Timers on the steady clock, independent of simulation time."""

from __future__ import annotations

from collections.abc import Callable

from rclpy.callback_groups import CallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.timer import Timer


def steady_timer(
    node: Node, period_s: float, callback: Callable[[], None], group: CallbackGroup
) -> Timer:
    """A timer of `node` on a monotonic clock, independent of ROS time."""
    clock = Clock(clock_type=ClockType.STEADY_TIME)
    return node.create_timer(period_s, callback, callback_group=group, clock=clock)
