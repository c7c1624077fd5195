"""Facts from topics: converts messages of any type to the world state of the guard.

The state is published as anybody's state estimator would publish it, so that planners, recorders
and replays get it, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from time import monotonic_ns
from typing import Any

from is_bench_interfaces.msg import Fact, SceneObject, WorldState
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

from is_bench.facts import Atom, FactSet
from is_bench.messages import header, time_message
from is_bench.recognised import ObjectDescription
from is_bench.ros import graph, types
from is_bench.ros.clocks import clock_ns
from is_bench.ros.retiring import retire_subscription
from is_safety_monitor.bindings.installed import load_type
from is_safety_monitor.bindings.model import Bindings, FactSource
from is_safety_monitor.bindings.sources import FactBoard, SourceMemory
from is_safety_monitor.two_clock_time import TwoClockTime

PERIOD_S = 0.05
"""How often a state is published, where something has come."""
_QOS = {
    "reliable": QoSProfile(depth=10, reliability=ReliabilityPolicy.RELIABLE),
    "sensor": QoSProfile(depth=10, reliability=ReliabilityPolicy.BEST_EFFORT),
    "latched": QoSProfile(
        depth=10,
        reliability=ReliabilityPolicy.RELIABLE,
        durability=DurabilityPolicy.TRANSIENT_LOCAL,
    ),
}


class StateFromTopics:
    """The sources of a binding, and the state that they make."""

    def __init__(
        self,
        node: Node,
        bindings: Bindings,
        group: ReentrantCallbackGroup,
    ) -> None:
        """Raises InputError if a type is not installed."""
        self._node = node
        self._board = FactBoard(bindings.facts, bindings.things, bindings.assumed)
        self._objects = [_object(thing) for thing in bindings.things]
        self._changed = False
        self._problems: dict[str, str] = {}
        self._publisher = node.create_publisher(WorldState, graph.WORLD_STATE, graph.LATEST)
        self._subscriptions = {
            source.name: node.create_subscription(
                load_type(source.type),
                source.topic,
                partial(self._hear, source),
                _QOS[source.qos],
                callback_group=group,
            )
            for source in bindings.facts
        }

    def destroy(self) -> None:
        """Take the topics down."""
        for subscription in self._subscriptions.values():
            retire_subscription(self._node, subscription)
        self._node.destroy_publisher(self._publisher)

    def silence(self) -> str:
        """Why what tells of the world cannot be relied on; empty if it can."""
        return "; ".join(self._board.timeouts(monotonic_ns()))

    @property
    def memories(self) -> Iterable[SourceMemory]:
        """What is known of each source."""
        return self._board.memories

    def facts(self) -> FactSet:
        """What is known now."""
        return self._board.facts(self._now())[0]

    def publish(self, episode: str) -> None:
        """Publish the state of the world, if anything has come since the last time."""
        now = self._now()
        report = self._board.report(episode, now) if episode and self._changed else None
        if report is None:
            return
        facts, seen = report.read()
        self._changed = False
        self._publisher.publish(
            WorldState(
                header=header(types, report.stamp_ns),
                episode_id=episode,
                closed_world=False,
                objects=self._objects,
                facts=_facts(facts, seen),
            )
        )

    def _hear(self, source: FactSource, message: Any) -> None:
        name, now = source.name, self._now()
        rivals = self._rivals(source)
        board = self._board
        problem = board.reject(name, rivals) if rivals else board.receive(name, message, now)
        self._changed = self._changed or not problem
        if problem and problem != self._problems.get(name):
            self._node.get_logger().warning(f"{name}: message rejected: {problem}")
        self._problems[name] = problem

    def _rivals(self, source: FactSource) -> str:
        """Why nobody can tell who has sent a message of `source`; empty if there is no doubt."""
        count = self._subscriptions[source.name].get_publisher_count()
        if count <= source.publishers:
            return ""
        return (
            f"{source.topic} has {count} publishers instead of {source.publishers}; end the others "
            "or give their number as `publishers`"
        )

    def _now(self) -> TwoClockTime:
        return TwoClockTime(clock_ns(self._node), monotonic_ns())


def _facts(facts: FactSet, seen: Mapping[Atom, int]) -> list[Fact]:
    groups = (
        (Fact.VALUE_TRUE, facts.true),
        (Fact.VALUE_FALSE, facts.false),
        (Fact.VALUE_UNKNOWN, facts.unknown),
    )
    return [
        Fact(
            predicate=fact.predicate,
            arguments=list(fact.arguments),
            value=value,
            observed=time_message(types, seen[fact]),
        )
        for value, group in groups
        for fact in group
    ]


def _object(thing: ObjectDescription) -> SceneObject:
    return SceneObject(
        name=thing.name,
        label=thing.label,
        synset=thing.synset,
        abilities=list(thing.abilities),
    )
