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
from rclpy.context import Context
from rclpy.exceptions import ParameterException
from rclpy.executors import Executor, ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.task import Future

from is_bench.errors import InputError, IsBenchError

SLICE = 0.5
"""Seconds of one spin: the longest time until a signal is noticed."""


BAD_INPUT = 2
"""Exit code of a process whose parameters are wrong, as of `is-bench`."""


class RosTimeout(IsBenchError):
    """Something on the other side did not answer in time."""


def make_executor(context: Context | None = None) -> Executor:
    """The executor that all nodes use."""
    try:
        from rclpy.experimental import EventsExecutor
    except ImportError:  # before Jazzy's rclpy 7.1
        return SingleThreadedExecutor(context=context)
    executor: Executor = EventsExecutor(context=context)
    return executor


def spin_until(executor: Executor, node: Node, future: Future, seconds: float, what: str) -> object:
    """Spin until `future` is done and return its result; raises RosTimeout after `seconds`."""
    clock = node.get_clock()
    deadline = clock.now().nanoseconds + int(seconds * 1e9)
    future.add_done_callback(lambda _: executor.wake())
    while not future.done():
        left = (deadline - clock.now().nanoseconds) / 1e9
        if left <= 0:
            raise RosTimeout(f"{what} did not answer within {seconds:g} s")
        executor.spin_once(timeout_sec=min(left, SLICE))
    return future.result()


def run_node(make_node: Callable[[], Node], arguments: Sequence[str] | None = None) -> None:
    """Run one node as a process until it is shut down or interrupted.

    A signal shuts ROS down, which ends the loop after the callback that is running: nothing is cut
    short, and a bag stays whole however often Ctrl-C is pressed.  Exits with 2 for bad parameters.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Python's handler; rclpy's comes on top
    rclpy.init(args=arguments)
    node = None
    try:
        node = make_node()
        executor = make_executor()
        executor.add_node(node)
        while rclpy.ok():
            executor.spin_once(timeout_sec=SLICE)
    except ExternalShutdownException:
        pass
    except (InputError, ParameterException) as error:
        sys.stderr.write(f"{Path(sys.argv[0]).name}: error: {error}\n")
        raise SystemExit(BAD_INPUT) from None
    except Exception:
        if rclpy.ok():
            raise
        # Else a signal came while the node was being made, which fails in many ways.
    finally:
        if node is not None:
            node.destroy_node()
        rclpy.try_shutdown()
