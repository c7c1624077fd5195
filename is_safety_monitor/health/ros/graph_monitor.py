"""Looks at the ROS graph, every 0.4 s, for who is on guarded names and may not be.

The middleware shows who writes requests and who reads them, on the topics below a service (`rq`,
as Fast DDS and Cyclone DDS name them).  So a client is found that never sent anything, with the
name of its node.  A name that another middleware maps otherwise has no endpoints and no finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rclpy.callback_groups import CallbackGroup
from rclpy.expand_topic_name import expand_topic_name
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

from is_bench.ros.timers import steady_timer
from is_safety_monitor.health.expected_graph import Interface, Resolve, Watched
from is_safety_monitor.health.graph_watch import (
    NAMELESS,
    Endpoint,
    Finding,
    GraphWatch,
    Role,
    has_new_nodes,
    log_line,
    reason_of,
)

PERIOD_S = 0.4
"""Two polls take less than the second within which an unexpected node is to be reported."""
LOOKS_PER_QOS_CHECK = 5
_UNNAMED = "_NODE_NAME_UNKNOWN_"
_NOT_CHECKED = ("/rosout", "/parameter_events")


class GraphWatcher:
    """Watches guarded names for one guard."""

    def __init__(
        self,
        node: Node,
        watched: Iterable[Watched],
        group: CallbackGroup,
        *,
        stops: bool,
        stop: Callable[[str], None],
    ) -> None:
        """`stop` is called with the reason when a finding appears, if findings stop (`stops`)."""
        self._node = node
        self._watched = tuple(watched)
        self._watch = GraphWatch(each.expected for each in self._watched)
        self._stops = stops
        self._stop = stop
        self._looks = 0
        self.findings: tuple[Finding, ...] = ()
        """What is wrong at present."""
        self.mismatches: tuple[str, ...] = ()
        """Topics whose other side has an incompatible quality of service."""
        self._timer = steady_timer(node, PERIOD_S, self._look, group)

    def problem(self, name: str = "") -> str:
        """Why all goals are blocked; empty if nothing was found, or findings are only reported.

        With a full `name` of the graph, only findings about that one count.
        """
        found = [finding for finding in self.findings if name in ("", finding.name)]
        return reason_of(found) if self._stops else ""

    def destroy(self) -> None:
        """Look no more."""
        self._node.destroy_timer(self._timer)

    def _look(self) -> None:
        self._compare()
        if self._looks % LOOKS_PER_QOS_CHECK == 0:
            self._check_qos()
        self._looks += 1

    def _compare(self) -> None:
        seen = {}
        for each in self._watched:
            name, role = each.expected.name, each.expected.role
            seen[name, role] = endpoints_of(self._node, each.interface, name, role)
        before, self.findings = self.findings, self._watch.look(seen)
        if self.findings == before:
            return
        new = [finding for finding in self.findings if finding not in before]
        if new:
            log = self._node.get_logger()
            (log.error if has_new_nodes(new, before) else log.info)(log_line(new))
        if not self.findings:
            self._node.get_logger().info("the graph is as expected again")
        if new and self._stops:
            self._stop(self.problem())

    def _check_qos(self) -> None:
        before, self.mismatches = self.mismatches, tuple(qos_mismatches(self._node))
        for text in self.mismatches:
            if text not in before:
                self._node.get_logger().warning(text)


def resolver(node: Node) -> Resolve:
    """Full names as `node` makes them of its own; remaps do not reach the names of actions."""

    def resolve(interface: Interface, name: str) -> str:
        if interface is Interface.ACTION:
            return str(expand_topic_name(name, node.get_name(), node.get_namespace()))
        if interface is Interface.SERVICE:
            return str(node.resolve_service_name(name))
        return str(node.resolve_topic_name(name))

    return resolve


def endpoints_of(node: Node, interface: Interface, name: str, role: Role) -> list[Endpoint]:
    """Who has a role for a fully resolved name, as far as `node` has discovered it."""
    if interface is Interface.TOPIC:
        return list(map(_endpoint, node.get_publishers_info_by_topic(name)))
    service = f"{name}/_action/send_goal" if interface is Interface.ACTION else name
    requests = f"rq{service}Request"
    if role is Role.CLIENT:
        infos = node.get_publishers_info_by_topic(requests, no_mangle=True)
    else:
        infos = node.get_subscriptions_info_by_topic(requests, no_mangle=True)
    return list(map(_endpoint, infos))


def _endpoint(info: Any) -> Endpoint:
    return Endpoint(_node_of(info), bytes(info.endpoint_gid))


def _node_of(info: Any) -> str:
    if not info.node_name or info.node_name == _UNNAMED:
        return NAMELESS
    return f"{info.node_namespace.rstrip('/')}/{info.node_name}"


def qos_mismatches(node: Node) -> Iterable[str]:
    """Which topics of `node` do not reach, or are not reached by, somebody else's end, and why."""
    for publisher in node.publishers:
        others = node.get_subscriptions_info_by_topic(publisher.topic_name)
        yield from _mismatches(
            publisher.topic_name,
            ((other, publisher.qos_profile, other.qos_profile) for other in others),
        )
    for subscription in node.subscriptions:
        others = node.get_publishers_info_by_topic(subscription.topic_name)
        yield from _mismatches(
            subscription.topic_name,
            ((other, other.qos_profile, subscription.qos_profile) for other in others),
        )


def _mismatches(topic: str, pairs: Iterable[tuple[Any, QoSProfile, QoSProfile]]) -> Sequence[str]:
    if topic in _NOT_CHECKED:
        return []
    found = []
    for other, offered, wanted in pairs:
        faults = ", ".join(_faults(offered, wanted))
        if faults:
            found.append(
                f"{topic}: nothing passes between this node and {_node_of(other)}, their quality "
                f"of service does not match: {faults}"
            )
    return found


def _faults(offered: QoSProfile, wanted: QoSProfile) -> Iterator[str]:
    """What a publisher does not offer that a subscription wants; deadlines are seldom set."""
    best_effort = offered.reliability == ReliabilityPolicy.BEST_EFFORT
    if best_effort and wanted.reliability == ReliabilityPolicy.RELIABLE:
        yield "best effort publisher and reliable subscription"
    volatile = offered.durability == DurabilityPolicy.VOLATILE
    if volatile and wanted.durability == DurabilityPolicy.TRANSIENT_LOCAL:
        yield "volatile publisher and transient local subscription"
