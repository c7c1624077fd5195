"""Coroutine service callbacks, on every executor."""

from __future__ import annotations

import inspect
from typing import Any

from rclpy.node import Node
from rclpy.service import Service

from is_bench.ros.coroutines import CoroutineDriver


def allow_coroutine_callback(node: Node, service: Service) -> CoroutineDriver:
    """Let the callback of `service` be a coroutine function; where it gives None, nobody answers.

    rclpy's EventsExecutor does not await it, and hands the coroutine on as if it were the answer.
    The driver that runs it instead is returned, to be closed with the service.
    """
    coroutines, send, callback = CoroutineDriver(node), service.send_response, service.callback

    def begin(request: Any, response: Any) -> Any:
        # rclpy's other executors would await a coroutine function, and resume it all the time.
        return callback(request, response)

    def send_answer(answer: Any, header: Any) -> None:
        if answer is not None:
            send(answer, header)

    async def send_later(answer: Any, header: Any) -> None:
        send_answer(await answer, header)

    def send_response(answer: Any, header: Any) -> None:
        if inspect.iscoroutine(answer):
            coroutines.run(send_later(answer, header))
        else:
            send_answer(answer, header)

    service.callback, service.send_response = begin, send_response
    return coroutines
