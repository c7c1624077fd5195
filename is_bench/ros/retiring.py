"""Waitables, services and subscriptions that can be destroyed while their executor spins.

What waits for a destroyed service or subscription still gets to its callback, which would use what
was destroyed with it; rclpy reports each as FATAL, with a traceback.  Its callback is taken away.

The EventsExecutor of rclpy 7.1 crashes where an event waits for a waitable that has been taken out
of its node: it drops the event, and with it the waitable's wait set, without Python's lock.  So no
event may wait by then.  An executor sets its own callbacks in place of those that were there, and
runs tasks and events in the order in which they came.  A second executor, which runs none, takes
over what comes from now on; a task of the first one runs after the last event that waits there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rclpy.action import ActionClient
from rclpy.executors import Executor, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.service import Service
from rclpy.subscription import Subscription

from is_bench.ros.spinning import make_executor


class _Alone:
    """What an executor asks of a node that has one waitable."""

    subscriptions: Sequence[Any] = ()
    timers: Sequence[Any] = ()
    clients: Sequence[Any] = ()
    services: Sequence[Any] = ()
    guards: Sequence[Any] = ()

    def __init__(self, waitable: object) -> None:
        self.waitables = (waitable,)
        self.executor: Executor | None = None


class Retirable:
    """Goes before ActionServer or ActionClient in the bases of a class."""

    _node: Node
    _sink: Executor | None = None
    """Gets the events that nobody handles any more."""
    _is_destroyed = False

    def retire(self) -> None:
        """Destroy it while its executor spins: as soon as no event waits for it.

        What comes meanwhile is not answered.
        """
        executor = self._node.executor
        if executor is None or isinstance(executor, SingleThreadedExecutor):
            self.destroy()
        elif self._sink is None:
            self._sink = make_executor(self._node.context)
            self._sink.add_node(_Alone(self))
            self._sink.spin_once(timeout_sec=0.0)  # sets its callbacks
            executor.create_task(self.destroy)

    def destroy(self) -> None:
        """Destroy it where nothing spins, or no event waits for it; again has no effect."""
        if self._is_destroyed:
            return
        self._is_destroyed = True
        super().destroy()  # type: ignore[misc]  # of the next base
        if self._sink is not None:
            self._sink.shutdown()
            self._sink = None


class RetirableClient(Retirable, ActionClient):
    """An ActionClient that can be destroyed while its executor spins."""


def retire_service(node: Node, service: Service) -> None:
    """Destroy a service while its executor spins; requests that wait get no answer."""
    service.callback = service.send_response = _drop
    node.destroy_service(service)


def retire_subscription(node: Node, subscription: Subscription) -> None:
    """Destroy a subscription while its executor spins; messages that wait are dropped."""
    subscription.callback = _drop_message
    node.destroy_subscription(subscription)


def _drop(*_: object) -> None:
    pass


def _drop_message(_: object) -> None:
    pass
