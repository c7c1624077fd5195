"""A planner's and an observer's place on a live graph, for checks of what others do there."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic, perf_counter
from typing import Any

import rclpy
from action_msgs.msg import GoalStatus, GoalStatusArray
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from is_bench_interfaces.msg import GuardTask, Verdict
from rclpy.action import ActionClient
from rclpy.context import Context
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions
from rclpy.task import Future

from is_bench.ros import graph
from is_bench.ros.spinning import end_node, make_executor, spin_once

GUARD_ACTION, ROBOT_ACTION = graph.GUARD_SKILL, graph.ROBOT_SKILL
"""What planners and the guard call where there are no bindings."""
ANSWER_S = 10.0
"""How long anything may take to answer."""
TASK_S = 5.0
"""How long the guard's latched task may take to arrive."""
ENDED = (GoalStatus.STATUS_SUCCEEDED, GoalStatus.STATUS_CANCELED, GoalStatus.STATUS_ABORTED)


@dataclass(frozen=True)
class Ended:
    """What became of a goal."""

    accepted: bool
    status: int = GoalStatus.STATUS_UNKNOWN
    """Of GoalStatus."""

    @property
    def succeeded(self) -> bool:
        """Whether it was accepted and ended well."""
        return self.accepted and self.status == GoalStatus.STATUS_SUCCEEDED


class Probe:
    """A node of its own, which runs while a check waits."""

    def __init__(self, robot_action: str) -> None:
        """`robot_action` is the robot's action, whose goals are observed."""
        self._context = Context()
        rclpy.init(args=[], context=self._context, signal_handler_options=SignalHandlerOptions.NO)
        self.node = Node(f"is_bench_conformance_{os.getpid()}", context=self._context)
        self._executor = make_executor(self._context)
        self._executor.add_node(self.node)
        self.robot: dict[bytes, int] = {}
        """Status of each goal that the robot has told of."""
        self.diagnostics: dict[str, DiagnosticStatus] = {}
        self.verdicts: list[Verdict] = []
        self._task: GuardTask | None = None
        listen = self.node.create_subscription
        listen(GoalStatusArray, f"{robot_action}/_action/status", self._on_status, graph.LATEST)
        listen(DiagnosticArray, "/diagnostics", self._on_diagnostics, 10)
        listen(Verdict, graph.VERDICTS, self.verdicts.append, graph.EVENTS)
        listen(GuardTask, graph.GUARD_TASKS, self._on_task, graph.EVENTS)

    def close(self) -> None:
        """Leave the graph."""
        self._executor.remove_node(self.node)
        end_node(self.node)
        self._executor.shutdown()
        rclpy.try_shutdown(context=self._context)

    def until(self, look: Callable[[], bool], seconds: float = ANSWER_S) -> bool:
        """Whether `look` becomes true within some time."""
        end = monotonic() + seconds
        while not look():
            left = end - monotonic()
            if left <= 0:
                return False
            spin_once(self._executor, min(left, 0.02))
        return True

    def client(self, kind: Any, action: str) -> ActionClient:
        """A client of an action; the caller destroys it."""
        return ActionClient(self.node, kind, action)

    def begin(self, client: ActionClient, goal: Any) -> Any:
        """Send a goal; its handle, or None if nobody answers or it is rejected."""
        if not self.until(client.server_is_ready):
            return None
        sent = client.send_goal_async(goal)
        self.until(sent.done)
        handle = sent.result() if sent.done() else None
        return handle if handle is not None and handle.accepted else None

    def run(self, client: ActionClient, goal: Any, seconds: float) -> Ended:
        """Send a goal and wait for its end."""
        handle = self.begin(client, goal)
        if handle is None:
            return Ended(accepted=False)
        result: Future = handle.get_result_async()
        self.until(result.done, seconds)
        status = result.result().status if result.done() else GoalStatus.STATUS_UNKNOWN
        return Ended(accepted=True, status=int(status))

    def episode(self) -> str:
        """ID of the episode that the guard is in; empty if it has none."""
        self.until(lambda: self._task is not None, TASK_S)
        return self._task.episode_id if self._task is not None else ""

    def moving(self) -> list[bytes]:
        """The goals that the robot executes, by its own word."""
        return [goal for goal, status in self.robot.items() if status not in ENDED]

    def time_to_rest(self, seconds: float) -> float | None:
        """How long it takes until the robot executes nothing; None: longer than `seconds`."""
        began = perf_counter()
        rests = self.until(lambda: not self.moving(), seconds)
        return perf_counter() - began if rests else None

    def _on_status(self, message: GoalStatusArray) -> None:
        listed = {bytes(each.goal_info.goal_id.uuid): each.status for each in message.status_list}
        for gone in self.robot.keys() - listed.keys():
            del self.robot[gone]
        self.robot.update(listed)

    def _on_diagnostics(self, message: DiagnosticArray) -> None:
        for status in message.status:
            self.diagnostics[status.name.rpartition(": ")[2]] = status

    def _on_task(self, message: GuardTask) -> None:
        self._task = message
