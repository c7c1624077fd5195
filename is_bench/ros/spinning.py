"""Executors and the life of a process with nodes.

`EventsExecutor` costs nothing per idle entity, where SingleThreadedExecutor pays at each wake-up.
Without a deadline its spin dispatches nothing and ignores signals, so it is always given one.
MultiThreadedExecutor is not used: it is 20 times slower, and what the nodes do is short or awaited.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import rclpy
from rclpy.action import ActionClient, ActionServer
from rclpy.context import Context
from rclpy.exceptions import InvalidHandle, ParameterException
from rclpy.executors import Executor, ExternalShutdownException, SingleThreadedExecutor
from rclpy.lifecycle import LifecycleNode
from rclpy.logging import get_logger
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions
from rclpy.task import Future

from is_bench.durations import NS_PER_S, seconds_to_ns
from is_bench.errors import InputError, IsBenchError
from is_bench.ros.clocks import clock_ns

SLICE = 0.5
"""Seconds of one spin: the longest time until a signal is noticed."""


BAD_INPUT = 2
"""Exit code of a process whose parameters are wrong, as of `is-bench`."""


class RosTimeout(IsBenchError):
    """A time-out: no response from the other side."""


def make_executor(context: Context | None = None) -> Executor:
    """The executor that all nodes use."""
    try:
        from rclpy.experimental import EventsExecutor
    except ImportError:  # before Jazzy's rclpy 7.1
        return SingleThreadedExecutor(context=context)
    executor: Executor = EventsExecutor(context=context)
    return executor


def spin_once(executor: Executor, seconds: float) -> None:
    """Run callbacks for at most `seconds`.

    What has arrived for an entity that a callback destroyed meanwhile is dropped, as rclpy's other
    executors do: EventsExecutor raises InvalidHandle.
    """
    try:
        executor.spin_once(timeout_sec=seconds)
    except InvalidHandle as error:
        get_logger("spinning").debug(f"dropped an event of a destroyed entity: {error}")


def spin_until(
    executor: Executor,
    node: Node,
    future: Future,
    seconds: float,
    what: str,
    *,
    is_there: Callable[[], bool] = lambda: True,
) -> object:
    """Spin until `future` is done and return its result.

    Raises RosTimeout after `seconds`, or as soon as whoever has to answer is not there any more.
    """
    clock = node.get_clock()
    deadline = clock.now().nanoseconds + seconds_to_ns(seconds)
    future.add_done_callback(lambda _: executor.wake())
    while not future.done():
        left = (deadline - clock.now().nanoseconds) / NS_PER_S
        if left <= 0:
            raise RosTimeout(f"{what} did not answer within {seconds:g} s")
        if not is_there():
            raise RosTimeout(f"{what} went away")
        spin_once(executor, min(left, SLICE))
    return future.result()


def end_node(node: Node) -> None:
    """Destroy a node with its actions and its lifecycle, so that it leaves the graph at once.

    `destroy_node` leaves these to the garbage collector, and with them the DDS participant.  Past
    32 participants, a process does not discover others on its own machine any more.
    """
    for waitable in tuple(node.waitables):
        if isinstance(waitable, ActionClient | ActionServer):
            waitable.destroy()
    node.destroy_node()
    if isinstance(node, LifecycleNode):
        node._state_machine.destroy_when_not_in_use()  # noqa: SLF001  # rclpy has no public way


class _Stop:
    """Set by SIGINT or SIGTERM, checked between callbacks: none is interrupted.

    rclpy's own handlers shut ROS down under the feet of a running callback, which may crash it.
    """

    def __init__(self) -> None:
        self.asked_by = 0
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask)

    def over(self) -> None:
        """Ignore late signals during interpreter shutdown: they would kill the process."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)

    def _ask(self, number: int, _: object) -> None:
        if self.asked_by and number == signal.SIGTERM != self.asked_by:
            raise SystemExit(128 + number)  # launch loses patience: a callback does not end
        self.asked_by = number


def run_node(
    make_node: Callable[[], Node], arguments: Sequence[str] | None = None, *, linger_s: float = 0.0
) -> None:
    """Run one node as a process until it is interrupted; exits with 2 for bad parameters.

    For `linger_s` seconds more, what has arrived by then is still taken up.
    """
    stop = _Stop()
    rclpy.init(args=arguments, signal_handler_options=SignalHandlerOptions.NO)
    node = None
    try:
        node = make_node()
        executor = make_executor()
        executor.add_node(node)
        while rclpy.ok() and not stop.asked_by:
            spin_once(executor, SLICE)
        end = clock_ns(node) + seconds_to_ns(linger_s)
        while rclpy.ok() and clock_ns(node) < end:
            spin_once(executor, linger_s / 4)
    except ExternalShutdownException:
        pass
    except (InputError, ParameterException) as error:
        sys.stderr.write(f"{Path(sys.argv[0]).name}: error: {error}\n")
        raise SystemExit(BAD_INPUT) from None
    finally:
        if node is not None:
            end_node(node)
        rclpy.try_shutdown()
        stop.over()
