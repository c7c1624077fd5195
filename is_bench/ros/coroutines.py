"""Coroutines that take no processor time while they wait.

Up to 7.1, the executors of rclpy resume a waiting coroutine again and again until its future is
done, which takes a core for as long as a skill runs (ros2/rclpy, issue 1405).  A `CoroutineDriver`
resumes it when the future is done, by an ordinary task of the executor.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from threading import Thread
from types import coroutine
from typing import Any, NoReturn, TypeAlias, TypeVar

from rclpy.exceptions import InvalidHandle
from rclpy.node import Node
from rclpy.task import Future

from is_bench.ros.timers import steady_timer

Running: TypeAlias = Coroutine[Future | None, None, object]
"""Yields what it waits for; None if it does not say."""

Result = TypeVar("Result")

_AT_ONCE_S = 1e-3


@coroutine
def result_of(future: Future) -> Generator[Future, None, Any]:
    """The result of `future`, None if it was canceled; `await` this, not the future itself.

    It yields the future to the driver, where a future of rclpy 7.1 yields nothing.  Under any other
    executor, the coroutine runs as if it had awaited the future.
    """
    while not (future.done() or future.cancelled()):
        yield future
    return future.result()


async def in_thread(work: Callable[[], Result]) -> Result:
    """What `work` returns or raises; it runs in a thread of its own, beside the executor."""
    future = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001  # raised again where it is awaited
            future.set_exception(error)

    Thread(target=run, name="in_thread", daemon=True).start()
    result: Result = await result_of(future)
    return result


class CoroutineDriver:
    """Runs coroutines on whatever executor spins a node; all of them in one thread.

    What a coroutine raises, the spin raises; InvalidHandle is dropped, as in `spin_once`.  A task
    must not raise: with one node, the EventsExecutor of rclpy 7.1 ends the process by SIGSEGV.
    """

    def __init__(self, node: Node) -> None:
        """Nothing runs yet."""
        self._node = node
        self._waiting: set[Running] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many coroutines wait for something."""
        return len(self._waiting)

    def schedule(self, function: Callable[..., Running], *arguments: object) -> None:
        """Run the coroutine of `function` from the executor's next spin on."""
        self._node.executor.create_task(lambda: self.run(function(*arguments)))

    def run(self, running: Running) -> None:
        """Run a coroutine: until it first waits now, and further from the executor."""
        if self._closed:
            running.close()
            return
        try:
            awaited = running.send(None)
        except StopIteration:
            return
        except InvalidHandle as error:
            self._node.get_logger().debug(f"dropped a coroutine of a destroyed entity: {error}")
        except Exception as error:  # noqa: BLE001  # raised again by the spin
            self._raise_in_spin(error)
        else:
            self._suspend(running, awaited)

    def close(self) -> None:
        """End the coroutines that wait, where they wait; none runs any more."""
        self._closed = True
        while self._waiting:
            self._end(self._waiting.pop())

    def _suspend(self, running: Running, awaited: Future | None) -> None:
        if self._closed:  # by the coroutine itself
            self._end(running)
            return
        self._waiting.add(running)
        if awaited is None:
            self._resume_later(running)
        else:
            awaited.add_done_callback(lambda _: self._resume_later(running))

    def _resume_later(self, running: Running) -> None:
        """May be called by any thread, and while other coroutines run."""
        executor = self._node.executor
        if executor is not None:
            executor.create_task(self._resume, running)

    def _resume(self, running: Running) -> None:
        if running in self._waiting:
            self._waiting.remove(running)
            self.run(running)

    def _end(self, running: Running) -> None:
        try:
            running.close()
        except Exception as error:  # noqa: BLE001  # whoever destroys a node goes on
            self._node.get_logger().error(f"at the end of {running}: {error!r}")

    def _raise_in_spin(self, error: Exception) -> None:
        def fail() -> NoReturn:
            timer.cancel()
            raise error

        # A node that was destroyed meanwhile raises nothing any more.
        self._node.get_logger().error(f"a coroutine has failed: {error!r}")
        timer = steady_timer(self._node, _AT_ONCE_S, fail, self._node.default_callback_group)
