"""What may take long, beside the executor: the node serves everything else meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

from rclpy.task import Future

from is_bench.ros.coroutines import result_of

Result = TypeVar("Result")


async def think(work: Callable[[], Result]) -> Result:
    """What `work` returns or raises; it runs in a thread of its own."""
    future = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001  # raised again where it is awaited
            future.set_exception(error)

    Thread(target=run, name="planner", daemon=True).start()
    found: Result = await result_of(future)
    return found
