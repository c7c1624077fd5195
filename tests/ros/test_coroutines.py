"""Coroutines that wait: they cost nothing, and go on when what they wait for is there."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Coroutine, Generator, Iterator
from typing import Any

import pytest
import rclpy
from rclpy.context import Context
from rclpy.exceptions import InvalidHandle
from rclpy.executors import Executor, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions
from rclpy.task import Future

from is_bench.ros.coroutines import CoroutineDriver, result_of
from is_bench.ros.spinning import end_node, make_executor, spin_once
from is_bench.ros.waiting import done_within
from tests.ros.harness import PATIENCE_S

pytestmark = pytest.mark.ros


class Bench:
    """A driver with one node, on an executor of some kind."""

    def __init__(self, context: Context, kind: Callable[[Context], Executor]) -> None:
        self.node = Node("waiting", context=context)
        self.executor = kind(context)
        self.executor.add_node(self.node)
        self.driver = CoroutineDriver(self.node)
        self.seen: list[object] = []

    def until(self, look: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not look():
            assert time.monotonic() < end
            spin_once(self.executor, 0.05)

    def spin(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            spin_once(self.executor, left)

    async def see(self, future: Future) -> None:
        """Note what `future` gives."""
        self.seen.append(await result_of(future))


@pytest.fixture(params=[make_executor, lambda context: SingleThreadedExecutor(context=context)])
def bench(domain: int, request: pytest.FixtureRequest) -> Iterator[Bench]:
    context = Context()
    rclpy.init(context=context, domain_id=domain, signal_handler_options=SignalHandlerOptions.NO)
    made = Bench(context, request.param)
    yield made
    made.driver.close()
    made.executor.remove_node(made.node)
    end_node(made.node)
    made.executor.shutdown()
    rclpy.try_shutdown(context=context)


def test_waiting_takes_no_time_of_the_processor(bench: Bench) -> None:
    for _ in range(10):
        bench.driver.run(bench.see(Future()))
    started = time.process_time()
    bench.spin(1.0)
    assert time.process_time() - started < 0.1
    assert bench.driver.waiting == 10


def test_a_result_that_is_there_is_not_waited_for(bench: Bench) -> None:
    future = Future()
    future.set_result("there")
    bench.driver.run(bench.see(future))
    assert bench.seen == ["there"]


def test_a_coroutine_goes_on_from_the_executor_when_its_future_is_done(bench: Bench) -> None:
    future = Future()
    bench.driver.run(bench.see(future))
    future.set_result("late")
    assert bench.seen == []  # not within whoever sets the result
    bench.until(lambda: bench.seen)
    assert bench.seen == ["late"]
    assert bench.driver.waiting == 0


def test_a_future_of_an_executor_is_waited_for(bench: Bench) -> None:
    future = Future(executor=bench.executor)
    bench.driver.run(bench.see(future))
    future.set_result("bound")
    bench.until(lambda: bench.seen)
    assert bench.seen == ["bound"]


def test_a_canceled_future_gives_none(bench: Bench) -> None:
    future = Future()
    bench.driver.run(bench.see(future))
    future.cancel()
    bench.until(lambda: bench.seen)
    assert bench.seen == [None]


def test_what_a_future_was_given_is_raised_where_it_is_awaited(bench: Bench) -> None:
    async def careful(future: Future) -> None:
        try:
            await result_of(future)
        except ValueError as error:
            bench.seen.append(str(error))

    future = Future()
    bench.driver.run(careful(future))
    future.set_exception(ValueError("no"))
    bench.until(lambda: bench.seen)
    assert bench.seen == ["no"]


def test_another_thread_may_give_the_result(bench: Bench) -> None:
    async def where(future: Future) -> None:
        await result_of(future)
        bench.seen.append(threading.current_thread())

    future = Future()
    bench.driver.run(where(future))
    threading.Timer(0.1, future.set_result, [None]).start()
    bench.until(lambda: bench.seen)
    assert bench.seen == [threading.current_thread()]


def test_a_scheduled_coroutine_runs_from_the_next_spin_on(bench: Bench) -> None:
    future = Future()
    future.set_result("scheduled")
    bench.driver.schedule(bench.see, future)
    assert bench.seen == []
    bench.until(lambda: bench.seen)


def test_coroutines_of_the_driver_wait_for_each_other(bench: Bench) -> None:
    first, second = Future(), Future()

    async def give() -> None:
        first.set_result(await result_of(second))

    bench.driver.run(bench.see(first))
    bench.driver.run(give())
    second.set_result("given")
    bench.until(lambda: bench.seen)
    assert bench.seen == ["given"]


class Twice:
    """Is awaited, and does not say what for, like a future of rclpy."""

    def __await__(self) -> Generator[None, None, str]:
        yield
        yield
        return "twice"


def test_a_coroutine_that_does_not_say_what_it_waits_for_is_resumed_at_once(bench: Bench) -> None:
    async def see() -> None:
        bench.seen.append(await Twice())

    bench.driver.run(see())
    bench.until(lambda: bench.seen)
    assert bench.seen == ["twice"]


def test_a_task_of_rclpy_can_await_a_result(bench: Bench) -> None:
    future = Future()
    task = bench.executor.create_task(bench.see(future))
    bench.spin(0.1)
    future.set_result("by rclpy")
    bench.until(task.done)
    assert bench.seen == ["by rclpy"]


@pytest.mark.parametrize("waits", [False, True])
def test_the_spin_raises_what_a_coroutine_raises(bench: Bench, waits: bool) -> None:
    future = Future()

    async def broken() -> None:
        if waits:
            await result_of(future)
        raise ValueError("broken")

    bench.driver.schedule(broken)
    bench.spin(0.1 if waits else 0.0)
    future.set_result(None)
    with pytest.raises(ValueError, match="broken"):
        bench.until(lambda: False)
    bench.spin(0.1)  # once


def test_what_a_destroyed_entity_raises_is_dropped(bench: Bench) -> None:
    async def broken() -> None:
        bench.seen.append("run")
        raise InvalidHandle("publisher")

    bench.driver.schedule(broken)
    bench.until(lambda: bench.seen)
    bench.spin(0.1)


def test_what_is_raised_after_the_node_was_destroyed_is_logged(
    bench: Bench, capfd: pytest.CaptureFixture[str]
) -> None:
    async def broken() -> None:
        raise ValueError("too late")

    end_node(bench.node)
    bench.driver.run(broken())
    assert "a coroutine has failed: ValueError('too late')" in capfd.readouterr().err


def test_closing_ends_what_waits_and_what_begins_later(bench: Bench) -> None:
    future = Future()

    async def waiting() -> None:
        try:
            await result_of(future)
        finally:
            bench.seen.append("ended")

    bench.driver.run(waiting())
    future.set_result(None)  # it is to be resumed
    bench.driver.schedule(bench.see, future)
    bench.driver.close()
    assert bench.seen == ["ended"]
    bench.driver.run(bench.see(future))
    bench.spin(0.1)
    assert bench.seen == ["ended"]


def test_a_coroutine_may_close_its_own_driver(bench: Bench) -> None:
    future = Future()

    async def last() -> None:
        bench.driver.close()
        try:
            await result_of(future)
        finally:
            bench.seen.append("ended")

    bench.driver.run(last())
    assert bench.seen == ["ended"]


def test_a_coroutine_that_fails_to_end_does_not_keep_the_others(bench: Bench) -> None:
    async def waiting(name: str) -> None:
        try:
            await result_of(Future())
        finally:
            bench.seen.append(name)
            raise ValueError(name)

    for name in "abc":
        bench.driver.run(waiting(name))
    bench.driver.close()
    assert set(bench.seen) == set("abc")


def test_a_coroutine_that_nothing_can_resume_is_collected(bench: Bench) -> None:
    """As at the end of a node whose driver nobody closes."""

    async def waiting() -> None:
        try:
            await result_of(Future())
        finally:
            bench.seen.append("collected")

    bench.driver.run(waiting())
    bench.driver = CoroutineDriver(bench.node)
    gc.collect()
    assert bench.seen == ["collected"]


@pytest.mark.parametrize(("gives", "done"), [(True, True), (False, False)])
def test_waiting_ends_with_the_time_or_the_future(bench: Bench, gives: bool, done: bool) -> None:
    future, timers = Future(), len(list(bench.node.timers))

    async def wait() -> None:
        seconds = PATIENCE_S if gives else 0.05
        group = bench.node.default_callback_group
        bench.seen.append(await done_within(bench.node, group, future, seconds))

    bench.driver.run(wait())
    if gives:
        future.set_result(None)
    bench.until(lambda: bench.seen)
    assert bench.seen == [done]
    assert len(list(bench.node.timers)) == timers


def test_a_wait_that_is_closed_leaves_no_timer(bench: Bench) -> None:
    timers = len(list(bench.node.timers))

    def wait() -> Coroutine[Any, Any, bool]:
        group = bench.node.default_callback_group
        return done_within(bench.node, group, Future(), PATIENCE_S)

    bench.driver.run(wait())
    assert len(list(bench.node.timers)) == timers + 1
    bench.driver.close()
    assert len(list(bench.node.timers)) == timers
