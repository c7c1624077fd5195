"""The health of one guard: who is on its graph, how it is, and what it writes to its log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic_ns

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from is_bench.ros import graph
from is_bench.verdict import GuardMode
from is_safety_monitor.bindings.model import Bindings
from is_safety_monitor.bindings.ros.robot import BoundRobot
from is_safety_monitor.health.diagnostics import GuardStatus, Source
from is_safety_monitor.health.expected_graph import (
    GuardNames,
    Interface,
    Watched,
    watched_bindings,
    watched_names,
)
from is_safety_monitor.health.graph_watch import STOP
from is_safety_monitor.health.ros.graph_monitor import GraphWatcher, resolver
from is_safety_monitor.health.ros.health_reporter import HealthReporter
from is_safety_monitor.ros.goal_arbiter import GoalArbiter

COMPANION = "emergency_stop"
"""Node that serves the stop and sends heartbeats beside a guard."""
OWN_SERVICES = (
    graph.SET_TASK,
    graph.CHECK_PLAN,
    graph.OBLIGATIONS,
    graph.END_EPISODE,
    graph.SET_MODE,
)


@dataclass(frozen=True)
class GuardParts:
    """What health is about, besides the session."""

    robot_action: str
    state_publishers: int
    """How many may tell the state of the world."""
    bindings: Bindings | None
    bound: BoundRobot | None
    serves: Callable[[], bool]
    """Whether somebody serves `robot_action`."""
    gate: Callable[[], str] | None
    """Why the gate passes nothing; None: no gate is used."""
    is_active: Callable[[], bool]
    cancel_all: Callable[[str], None]


class GuardHealth:
    """Watches the graph for a guard, and tells how it is."""

    def __init__(
        self,
        node: Node,
        arbiter: GoalArbiter,
        group: ReentrantCallbackGroup,
        parts: GuardParts,
        *,
        intruders: str,
    ) -> None:
        """`intruders` is one of INTRUDERS."""
        self._node = node
        self._arbiter = arbiter
        self._parts = parts
        self._skill = resolver(node)(Interface.ACTION, graph.GUARD_SKILL)
        self._watcher = GraphWatcher(
            node,
            _watched(node, parts),
            group,
            stops=intruders == STOP,
            stop=self._stop,
        )
        self._reporter = HealthReporter(
            node, self._standing, lambda: arbiter.session.settings.domain, group
        )
        arbiter.obstacles.append(self._intruders)
        arbiter.publisher.listeners.append(self._reporter.judged)

    def say_guarding(self, domain: str) -> None:
        """Write to the log that the guard begins to accept goals."""
        mode = self._arbiter.session.settings.mode.value
        robot = self._parts.robot_action
        if self._parts.bindings is not None:
            robot = f"{self._parts.bindings.robot} (by bindings)"
        self._node.get_logger().info(f"guarding {robot}, mode {mode}, domain {domain}")

    def destroy(self) -> None:
        """Watch and tell no more."""
        self._arbiter.obstacles.remove(self._intruders)
        self._arbiter.publisher.listeners.remove(self._reporter.judged)
        self._watcher.destroy()
        self._reporter.destroy()

    def _intruders(self) -> str:
        """Why all goals are blocked: any finding in mode enforce, and a second guard in every mode.

        A second guard in mode off would forward the goals that the first one rejects.
        """
        return self._watcher.problem("" if self._is_enforcing else self._skill)

    def _stop(self, _: str) -> None:
        why = self._intruders()
        if why:
            self._parts.cancel_all(why)

    @property
    def _is_enforcing(self) -> bool:
        return self._arbiter.session.settings.mode is GuardMode.ENFORCE

    def _standing(self) -> tuple[GuardStatus, Sequence[Source]]:
        session, parts = self._arbiter.session, self._parts
        due = session.due(self._arbiter.now())
        standing = GuardStatus(
            mode=session.settings.mode.value,
            active=parts.is_active(),
            episode=session.episode,
            stopped=session.stopped,
            fault=self._arbiter.obstacle(),
            running=session.moving,
            due=None if due is None else len(due),
            intruders=list(map(str, self._watcher.findings)),
            mismatches=self._watcher.mismatches,
            driver=self._driver(),
            gate=None if parts.gate is None else parts.gate(),
        )
        return standing, tuple(self._sources())

    def _driver(self) -> str:
        """Why the driver cannot be reached; a robot with bindings need not serve `robot_action`."""
        bound = self._parts.bound
        if bound is None:
            return "" if self._parts.serves() else f"nobody serves {self._parts.robot_action}"
        return "" if bound.is_ready() else "the robot does not serve all that the bindings name"

    def _sources(self) -> Iterator[Source]:
        session = self._arbiter.session
        latest, limit = session.latest, session.settings.limits.max_age_ns
        age = None if latest is None else max(0, self._arbiter.now() - latest.stamp_ns)
        yield Source(graph.WORLD_STATE, age, limit, session.state_rejection)
        if self._parts.bound is not None:
            now = monotonic_ns()
            for memory in self._parts.bound.memories:
                source = memory.source
                age = memory.age_ns(now)
                yield Source(source.topic, age, source.watchdog_ns, memory.problem)


def _watched(node: Node, parts: GuardParts) -> Iterator[Watched]:
    resolve, own = resolver(node), node.get_fully_qualified_name()
    names = GuardNames(
        skill=graph.GUARD_SKILL,
        robot=parts.robot_action,
        services=OWN_SERVICES,
        state=graph.WORLD_STATE,
        state_publishers=parts.state_publishers,
        permits=graph.PERMITS,
        stop=graph.ESTOP,
        stop_nodes=(own, f"{node.get_namespace().rstrip('/')}/{COMPANION}"),
        heartbeat=graph.HEARTBEAT,
    )
    yield from watched_names(names, own, resolve)
    if parts.bindings is not None:
        yield from watched_bindings(parts.bindings, own, resolve)
