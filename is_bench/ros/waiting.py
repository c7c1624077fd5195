"""Waiting for a future no longer than some time, within a coroutine of an executor."""

from __future__ import annotations

from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node
from rclpy.task import Future

from is_bench.ros.coroutines import result_of
from is_bench.ros.timers import steady_timer


async def done_within(node: Node, group: CallbackGroup, future: Future, seconds: float) -> bool:
    """Whether `future` is done within `seconds`; returns as soon as it is."""
    ended = Future()

    def end(_: object = None) -> None:
        if not ended.done():
            ended.set_result(None)

    timer = steady_timer(node, seconds, end, group)
    future.add_done_callback(end)
    try:
        await result_of(ended)
    finally:
        node.destroy_timer(timer)
    return bool(future.done())
