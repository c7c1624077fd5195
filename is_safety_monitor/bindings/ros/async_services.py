"""Coroutine service callbacks, on every executor."""

from __future__ import annotations

import inspect
from typing import Any

from rclpy.node import Node
from rclpy.service import Service


def allow_coroutine_callback(node: Node, service: Service) -> None:
    """Let the callback of `service` be a coroutine function; where it gives None, nobody answers.

    rclpy's EventsExecutor does not await it, and hands the coroutine on as if it were the answer.
    """
    send = service.send_response

    def send_answer(answer: Any, header: Any) -> None:
        if answer is not None:
            send(answer, header)

    async def send_later(answer: Any, header: Any) -> None:
        send_answer(await answer, header)

    def send_response(answer: Any, header: Any) -> None:
        if inspect.iscoroutine(answer):
            node.executor.create_task(send_later, answer, header)
        else:
            send_answer(answer, header)

    service.send_response = send_response
