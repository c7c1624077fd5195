"""An action server whose callbacks are coroutines that wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from action_msgs.msg import GoalStatus
from is_bench_interfaces.action import ExecuteSkill
from rclpy.action import ActionClient, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.task import Future

from is_bench.ros.coroutines import result_of
from is_bench.ros.goal_server import GoalServer
from is_bench.ros.retiring import RetirableClient
from tests.ros.harness import PATIENCE_S, Ros

pytestmark = pytest.mark.ros


class Bench:
    """A server whose callbacks wait until the test sets `accepts`, `cancels` and `end`."""

    def __init__(self, ros: Ros) -> None:
        self.ros = ros
        self.accepts, self.cancels, self.end = Future(), Future(), Future()
        self.seen: list[str] = []
        group = ReentrantCallbackGroup()
        self.server = GoalServer(
            ros.node("server"),
            ExecuteSkill,
            "skill",
            execute_callback=self._execute,
            goal_callback=self._accept,
            cancel_callback=self._cancel,
            callback_group=group,
        )
        self.client = ActionClient(ros.node("client"), ExecuteSkill, "skill", callback_group=group)
        assert self.client.wait_for_server(PATIENCE_S)
        self.sent = self.client.send_goal_async(ExecuteSkill.Goal())
        ros.until(lambda: "accept" in self.seen)

    def begin(self) -> Any:
        """Let the goal begin; its handle."""
        self.accepts.set_result(GoalResponse.ACCEPT)
        handle = self.ros.wait(self.sent)
        self.ros.until(lambda: "execute" in self.seen)
        return handle

    async def _accept(self, _: Any) -> GoalResponse:
        return await self._wait("accept", self.accepts)

    async def _cancel(self, _: Any) -> CancelResponse:
        return await self._wait("cancel", self.cancels)

    async def _execute(self, handle: Any) -> ExecuteSkill.Result:
        finish: Callable[[Any], None] = await self._wait("execute", self.end)
        finish(handle)
        return ExecuteSkill.Result(error="finished")

    async def _wait(self, what: str, future: Future) -> Any:
        self.seen.append(what)
        try:
            return await result_of(future)
        finally:
            self.seen.append(f"end of {what}")


@pytest.fixture
def bench(ros: Ros) -> Bench:
    return Bench(ros)


def test_acceptance_cancel_and_execution_may_wait(bench: Bench) -> None:
    handle = bench.begin()
    canceled = handle.cancel_goal_async()
    bench.ros.until(lambda: "cancel" in bench.seen)
    bench.cancels.set_result(CancelResponse.ACCEPT)
    assert bench.ros.wait(canceled).goals_canceling
    bench.end.set_result(lambda goal: goal.canceled())
    answer = bench.ros.wait(handle.get_result_async())
    assert (answer.status, answer.result.error) == (GoalStatus.STATUS_CANCELED, "finished")


def test_a_goal_may_be_rejected_late(bench: Bench) -> None:
    bench.accepts.set_result(GoalResponse.REJECT)
    assert not bench.ros.wait(bench.sent).accepted


def test_a_goal_whose_execution_fails_is_aborted(
    bench: Bench, capfd: pytest.CaptureFixture[str]
) -> None:
    handle = bench.begin()
    bench.end.set_exception(ValueError("it broke"))
    answer = bench.ros.wait(handle.get_result_async())
    assert answer.status == GoalStatus.STATUS_ABORTED
    assert "ValueError: it broke" in capfd.readouterr().err


@pytest.mark.parametrize("begun", [False, True])
def test_what_waits_ends_when_the_server_is_destroyed(bench: Bench, begun: bool) -> None:
    if begun:
        bench.begin()
    waiting = "execute" if begun else "accept"
    assert f"end of {waiting}" not in bench.seen
    bench.server.destroy()
    assert bench.seen[-1] == f"end of {waiting}"
    for future in (bench.accepts, bench.end):
        if not future.done():
            future.set_result(None)  # too late for anything
    bench.ros.let_pass(0.2)


def test_what_a_callback_raises_before_the_goal_begins_is_raised_by_the_spin(bench: Bench) -> None:
    bench.accepts.set_exception(ValueError("it broke"))
    with pytest.raises(ValueError, match="it broke"):
        bench.ros.let_pass(PATIENCE_S)


def ask_without_spinning(bench: Bench) -> list[Future]:
    """Goals whose events wait in the executor, behind what waits there now."""
    asked = [bench.client.send_goal_async(ExecuteSkill.Goal()) for _ in range(10)]
    time.sleep(0.3)
    return asked


def test_requests_that_reach_a_retired_server_are_dropped(bench: Bench) -> None:
    # The executor of rclpy 7.1 crashes here where the server is just destroyed.
    before = ask_without_spinning(bench)
    bench.server.retire()
    after = ask_without_spinning(bench)
    bench.server.retire()  # again has no effect
    node = bench.server._node
    bench.ros.until(lambda: bench.server not in tuple(node.waitables))
    bench.ros.let_pass(0.5)
    assert not any(future.done() for future in (bench.sent, *before, *after))
    assert bench.seen == ["accept", "end of accept"]


def test_a_node_may_end_while_its_server_is_being_retired(bench: Bench) -> None:
    node = bench.server._node
    bench.server.retire()
    ask_without_spinning(bench)
    bench.ros.remove(node)
    bench.ros.let_pass(0.2)
    assert bench.server not in tuple(node.waitables)


def test_a_retired_client_gets_nothing_any_more(bench: Bench) -> None:
    client = RetirableClient(bench.ros.node("other"), ExecuteSkill, "skill")
    assert client.wait_for_server(PATIENCE_S)
    sent = client.send_goal_async(ExecuteSkill.Goal())
    bench.ros.until(lambda: bench.seen.count("accept") == 2)
    client.retire()
    bench.accepts.set_result(GoalResponse.REJECT)
    bench.ros.let_pass(0.5)
    assert not sent.done()
    assert client not in tuple(client._node.waitables)
