"""All guarded interfaces of one robot, by its binding file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from is_bench.domain import Domain
from is_bench.errors import InputError
from is_bench.facts import FactSet
from is_bench.ros.idleness import DriverIdleness
from is_bench.ros.timers import steady_timer
from is_bench.verdict import GuardMode
from is_safety_monitor.bindings.checking import check_bindings
from is_safety_monitor.bindings.gating import GateConditions, permission
from is_safety_monitor.bindings.installed import InstalledTypes
from is_safety_monitor.bindings.model import Bindings, GatedTopic
from is_safety_monitor.bindings.reader import load_bindings
from is_safety_monitor.bindings.ros.actions import BoundAction
from is_safety_monitor.bindings.ros.services import BoundService
from is_safety_monitor.bindings.ros.states import PERIOD_S, StateFromTopics
from is_safety_monitor.bindings.ros.velocities import BoundVelocity
from is_safety_monitor.bindings.sources import SourceMemory
from is_safety_monitor.bindings.velocity import Passing
from is_safety_monitor.ros.gate_link import GateLink
from is_safety_monitor.ros.goal_arbiter import GoalArbiter


class BoundRobot:
    """The guarded actions, services and topics of a robot, and what tells of its world."""

    def __init__(
        self,
        node: Node,
        bindings: Bindings,
        arbiter: GoalArbiter,
        group: ReentrantCallbackGroup,
        is_active: Callable[[], bool],
        gate: GateLink | None = None,
    ) -> None:
        """Raises InputError where a type is not installed; `load_checked` finds that out before.

        With a `gate`, the servers of the robot's actions and services are the gate's.
        """
        self._node = node
        self._arbiter = arbiter
        self._is_active = is_active
        self._indices: dict[str, int] = {}
        self._state = None
        if bindings.facts:
            self._state = StateFromTopics(node, bindings, group)
        self._actions = [
            BoundAction(node, action, arbiter, self, group, gate) for action in bindings.actions
        ]
        self._services = [
            BoundService(node, service, arbiter, self, group, gate) for service in bindings.services
        ]
        self._velocities = [
            BoundVelocity(node, topic, self._permission, group) for topic in bindings.velocities
        ]
        self._timer = steady_timer(node, PERIOD_S, self._tick, group)

    def cancel_all(self, why: str) -> None:
        """Stop everything that is being executed, and say zero on every gated topic."""
        for action in self._actions:
            action.cancel_all(why)
        for velocity in self._velocities:
            velocity.stop()

    @property
    def idleness(self) -> tuple[DriverIdleness, ...]:
        """What the driver of each action may still execute."""
        return tuple(action.idleness for action in self._actions)

    def is_ready(self) -> bool:
        """Whether the robot serves everything that is guarded."""
        actions = all(action.is_ready() for action in self._actions)
        return actions and all(service.is_ready() for service in self._services)

    @property
    def memories(self) -> Iterable[SourceMemory]:
        """What is known of each source of facts."""
        return () if self._state is None else self._state.memories

    def destroy(self) -> None:
        """Take everything down; nothing may be being executed any more."""
        self._node.destroy_timer(self._timer)
        for velocity in self._velocities:
            velocity.destroy()
        for service in self._services:
            service.destroy()
        for action in self._actions:
            action.destroy()
        if self._state is not None:
            self._state.destroy()

    # What the interfaces share

    def facts(self) -> FactSet | None:
        """What is known of the world: by the file's sources, else by the latest state heard."""
        if self._state is not None:
            return self._state.facts()
        latest = self._arbiter.session.latest
        return None if latest is None else latest.read()[0]

    def episode(self) -> str:
        """The episode of the task that was set last."""
        return self._arbiter.session.episode

    def next_index(self) -> int:
        """The number of the next goal of the episode, from 0."""
        episode = self.episode()
        number = self._indices.get(episode, 0)
        self._indices = {episode: number + 1}
        return number

    def source_problem(self) -> str:
        """Why what tells of the world cannot be relied on; empty if it can."""
        return "" if self._state is None else self._state.silence()

    def _permission(self, topic: GatedTopic) -> tuple[Passing, str]:
        session = self._arbiter.session
        obstacle = self._arbiter.obstacle()
        if obstacle:
            return Passing.ZERO, obstacle
        needs_facts = topic.slow_when or topic.stop_when
        standing = GateConditions(
            stopped=session.stopped,
            active=self._is_active(),
            enforcing=session.settings.mode is GuardMode.ENFORCE,
            silence=self.source_problem(),
            running=[action.name for action in self._actions if action.is_running],
            facts=self.facts() if needs_facts else None,
        )
        return permission(topic, standing)

    def _tick(self) -> None:
        """Publish the state; cancel running goals when required sources time out."""
        if self._state is None:
            return
        self._state.publish(self.episode())
        silence = self._state.silence()
        if silence and self._arbiter.session.settings.mode is GuardMode.ENFORCE:
            for action in self._actions:
                action.cancel_all(silence)


def load_checked(path: Path, domain: Domain) -> tuple[Bindings, tuple[str, ...]]:
    """The bindings in a file, whose messages are as it says, and what looks wrong all the same.

    Raises InputError with the place of the first fault.
    """
    bindings = load_bindings(path, domain)
    found = check_bindings(bindings, InstalledTypes())
    if found.faults:
        more = f" (and {len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
        first = found.faults[0]
        raise InputError(f"{first.message}{more}; see is-bench binding check", first.place)
    return bindings, found.warnings
