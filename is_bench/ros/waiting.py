"""Waiting for a future no longer than some time, within a coroutine of an executor."""

from __future__ import annotations

from rclpy.callback_groups import CallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.task import Future


async def done_within(node: Node, group: CallbackGroup, future: Future, seconds: float) -> bool:
    """Whether `future` is done within `seconds`; returns as soon as it is."""
    ended = Future()

    def end(_: object = None) -> None:
        if not ended.done():
            ended.set_result(None)

    steady = Clock(clock_type=ClockType.STEADY_TIME)
    timer = node.create_timer(seconds, end, callback_group=group, clock=steady)
    future.add_done_callback(end)
    await ended
    node.destroy_timer(timer)
    return bool(future.done())
