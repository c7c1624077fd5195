"""What may take long, beside the executor: the node serves everything else meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

from rclpy.node import Node
from rclpy.task import Future

Result = TypeVar("Result")


async def think(node: Node, work: Callable[[], Result]) -> Result:
    """What `work` returns or raises; it runs in a thread of its own."""
    # With its executor, the future is taken up there, whichever thread completes it.
    future = Future(executor=node.executor)

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001  # raised again where it is awaited
            future.set_exception(error)

    Thread(target=run, name="planner", daemon=True).start()
    found: Result = await future
    return found
