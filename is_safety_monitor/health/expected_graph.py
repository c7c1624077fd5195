"""Expected servers, clients and publishers on guarded names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from is_safety_monitor.bindings.model import Bindings
from is_safety_monitor.health.graph_watch import Expectation, Role


class Interface(Enum):
    """What a name of the graph stands for."""

    ACTION = "action"
    SERVICE = "service"
    TOPIC = "topic"


@dataclass(frozen=True)
class Watched:
    """A name that is watched."""

    interface: Interface
    expected: Expectation


@dataclass(frozen=True)
class GuardNames:
    """The names of a guard's own part of the graph, as its node uses them."""

    skill: str
    """Action that planners call."""
    robot: str
    """Action that the guard calls."""
    services: tuple[str, ...]
    """Services that the guard's node serves, and nobody else may."""
    state: str
    """Topic of the state of the world."""
    state_publishers: int
    """How many may tell it."""
    permits: str
    """Topic of the permits of goals, which the guard alone gives."""
    stop: str
    """Service of the emergency stop."""
    stop_nodes: tuple[str, ...]
    """Full names of the nodes that may serve it and send heartbeats: the guard, its companion."""
    heartbeat: str


Resolve = Callable[[Interface, str], str]
"""The full name of an interface."""


def watched_names(names: GuardNames, guard: str, resolve: Resolve) -> Iterator[Watched]:
    """What is watched for every guard; `guard` is the full name of its node."""
    watch = _Watch(guard, resolve)
    yield watch.guard_only(Interface.ACTION, names.skill)
    yield from watch.robot_interface(Interface.ACTION, names.robot)
    for service in names.services:
        yield watch.guard_only(Interface.SERVICE, service)
    yield watch.at_most(Interface.TOPIC, names.state, Role.PUBLISHER, names.state_publishers)
    yield watch.guard_only(Interface.TOPIC, names.permits, Role.PUBLISHER)
    yield watch.only_nodes(Interface.SERVICE, names.stop, Role.SERVER, names.stop_nodes)
    yield watch.only_nodes(Interface.TOPIC, names.heartbeat, Role.PUBLISHER, names.stop_nodes)


def watched_bindings(bindings: Bindings, guard: str, resolve: Resolve) -> Iterator[Watched]:
    """What is watched for the interfaces in a file; `guard` is the full name of its node."""
    watch = _Watch(guard, resolve)
    for action in bindings.actions:
        yield watch.guard_only(Interface.ACTION, action.planner)
        yield from watch.robot_interface(Interface.ACTION, action.robot)
    for service in bindings.services:
        yield watch.guard_only(Interface.SERVICE, service.planner)
        yield from watch.robot_interface(Interface.SERVICE, service.robot)
    for velocity in bindings.velocities:
        yield watch.guard_only(Interface.TOPIC, velocity.robot, Role.PUBLISHER)
    for source in bindings.facts:
        yield watch.at_most(Interface.TOPIC, source.topic, Role.PUBLISHER, source.publishers)


@dataclass(frozen=True)
class _Watch:
    guard: str
    resolve: Resolve

    def guard_only(self, interface: Interface, name: str, role: Role = Role.SERVER) -> Watched:
        """The guard alone may have the role."""
        return self._watched(interface, name, role, (self.guard,))

    def at_most(self, interface: Interface, name: str, role: Role, most: int) -> Watched:
        """So many endpoints may have the role, whoever they are."""
        return self._watched(interface, name, role, (), most)

    def only_nodes(
        self, interface: Interface, name: str, role: Role, nodes: tuple[str, ...]
    ) -> Watched:
        """Only these nodes may have the role; one that was started again is seen twice a while."""
        return self._watched(interface, name, role, nodes, None)

    def robot_interface(self, interface: Interface, name: str) -> Iterator[Watched]:
        """One driver serves it, and the guard alone calls it."""
        yield self.at_most(interface, name, Role.SERVER, 1)
        yield self.guard_only(interface, name, Role.CLIENT)

    def _watched(
        self,
        interface: Interface,
        name: str,
        role: Role,
        nodes: tuple[str, ...],
        most: int | None = 1,
    ) -> Watched:
        return Watched(interface, Expectation(self.resolve(interface, name), role, nodes, most))
