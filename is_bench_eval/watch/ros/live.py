"""A live guard as a spectator hears it.

Topics are subscribed to; lifecycle and obligations are asked for twice a second.  Nothing is ever
published.  Threading: whoever calls spins the one executor.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import rclpy
from diagnostic_msgs.msg import DiagnosticArray
from is_bench_interfaces.msg import (
    GateReport,
    GuardEvent,
    GuardTask,
    Heartbeat,
    StopState,
    Verdict,
    WorldState,
)
from is_bench_interfaces.srv import GetObligations
from lifecycle_msgs.srv import GetState
from rclpy.client import Client
from rclpy.context import Context
from rclpy.exceptions import InvalidNamespaceException
from rclpy.node import Node
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rclpy.signals import SignalHandlerOptions
from rclpy.task import Future

from is_bench.durations import seconds_to_ns
from is_bench.errors import InputError, Place
from is_bench.messages import obligation_of
from is_bench.ros import graph
from is_bench.ros.clocks import clock_ns
from is_bench.ros.spinning import end_node, make_executor, spin_once
from is_bench_eval.watch.message_handlers import HANDLERS
from is_bench_eval.watch.state import WatchState

GUARD = "is_safety_monitor"
ABSENT = "absent"
ASK_S = 0.5
ABSENT_S = 3.0
"""A guard that has not answered for so long is absent; the first time, it has to be discovered."""
PATIENCE_S = 2.0
"""How long an answer may take; then it is asked for again."""

_ANY = QoSProfile(depth=100, reliability=ReliabilityPolicy.BEST_EFFORT)
"""Whatever quality the publishers have."""
TOPICS: tuple[tuple[Any, str, QoSProfile], ...] = (
    (GuardTask, graph.GUARD_TASKS, graph.EVENTS),
    (Verdict, graph.VERDICTS, graph.EVENTS),
    (GuardEvent, graph.GUARD_LOG, graph.LOG),
    (WorldState, graph.WORLD_STATE, graph.LATEST),
    (StopState, graph.STOP_STATE, graph.LATEST),
    (Heartbeat, graph.HEARTBEAT, _ANY),
    (GateReport, graph.GATE_REPORTS, _ANY),
    (DiagnosticArray, "/diagnostics", _ANY),
)


class LiveGuard:
    """Feeds a state from a live guard while it is spun; close it in the end."""

    def __init__(
        self, state: WatchState, namespace: str = "", context: Context | None = None
    ) -> None:
        """Raises InputError for a `namespace` that ROS does not allow."""
        self._state = state
        self._owns = context is None
        self._context = context or Context()
        if self._owns:
            domain = int(os.environ.get("ROS_DOMAIN_ID") or 0)
            no_signals = SignalHandlerOptions.NO
            rclpy.init(context=self._context, domain_id=domain, signal_handler_options=no_signals)
        try:
            self.node = Node("is_bench_watch", namespace=namespace, context=self._context)
        except InvalidNamespaceException as error:
            rclpy.try_shutdown(context=self._context)
            raise InputError(str(error), Place("--namespace")) from None
        state.node = graph.absolute(self.node, GUARD).lstrip("/")
        for kind, topic, quality in TOPICS:
            hear = partial(HANDLERS[kind.__name__], state)
            self.node.create_subscription(kind, topic, hear, quality)
        self._answered_ns = self.now_ns
        self._lifecycle = _Question(
            self.node, self.node.create_client(GetState, f"{GUARD}/get_state"), self._told_state
        )
        self._due = _Question(
            self.node, self.node.create_client(GetObligations, graph.OBLIGATIONS), self._told_due
        )
        self.node.create_timer(ASK_S, self._ask)
        self._executor = make_executor(self._context)
        self._executor.add_node(self.node)

    @property
    def now_ns(self) -> int:
        """By the clock of the node: the simulation's where the nodes use that."""
        return clock_ns(self.node)

    def __call__(self, seconds: float) -> None:
        """Take up what comes, for so long at most."""
        spin_once(self._executor, seconds)

    def close(self) -> None:
        """Leave the graph."""
        self._executor.remove_node(self.node)
        end_node(self.node)
        self._executor.shutdown()
        if self._owns:
            rclpy.try_shutdown(context=self._context)

    def _ask(self) -> None:
        asked = self._lifecycle.ask(GetState.Request())
        if not asked and self.now_ns - self._answered_ns > seconds_to_ns(ABSENT_S):
            self._state.guard = ABSENT
        self._due.ask(GetObligations.Request(episode_id=self._state.episode))

    def _told_state(self, answer: Any) -> None:
        self._state.guard = answer.current_state.label
        self._answered_ns = self.now_ns

    def _told_due(self, answer: Any) -> None:
        found = tuple(map(obligation_of, answer.obligations)) if answer.known else None
        self._state.obligations = found if self._state.episode and not self._state.over else ()


class _Question:
    """A service that is asked again and again, and never twice at a time."""

    def __init__(self, node: Node, client: Client, told: Callable[[Any], None]) -> None:
        self._node = node
        self._client = client
        self._told = told
        self._asked: Future | None = None
        self._since_ns = 0

    def ask(self, request: Any) -> bool:
        """Ask, unless an answer is under way; whether anybody is there to answer."""
        now_ns = clock_ns(self._node)
        if self._asked is not None:
            if now_ns - self._since_ns < seconds_to_ns(PATIENCE_S):
                return True
            self._client.remove_pending_request(self._asked)
            self._asked = None
            return False
        if not self._client.service_is_ready():
            return False
        self._asked, self._since_ns = self._client.call_async(request), now_ns
        self._asked.add_done_callback(self._answered)
        return True

    def _answered(self, future: Future) -> None:
        self._asked = None
        answer = future.result()
        if answer is not None:
            self._told(answer)
