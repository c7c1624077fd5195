"""Whether a run would be alone on its ROS graph: no second simulator, guard, planner or driver.

What is left of a run that was ended half serves the same names, and which server gets a request is
left to chance.  So a run looks before it begins, and writes nothing if somebody else is there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from time import monotonic, sleep

from rclpy.node import Node

from is_bench.ros import graph
from is_bench.ros.observing import observing_node
from is_bench.verdict import GuardMode
from is_bench_eval.engines.ros_domains import is_quiet, ros_domain
from is_bench_eval.errors import EngineUnavailable
from is_bench_eval.specs.run_spec import RunSpec
from is_safety_monitor.health.expected_graph import Interface
from is_safety_monitor.health.graph_watch import NAMELESS, Role
from is_safety_monitor.health.ros.graph_monitor import endpoints_of, resolver

NEAR_S = 3.5
"""How long nodes on this machine may take to show up: DDS announces itself every 3 s, and its first
announcements may get lost."""
FAR_S = 1.0
"""The same of other machines, while nobody is known to be there."""
NAMES_S = 4.0
"""How much longer the names may take of nodes that were found."""
SLICE_S = 0.05
_SERVED = {
    "simulator": (Interface.SERVICE, graph.RESET_WORLD),
    "driver": (Interface.ACTION, graph.ROBOT_SKILL),
    "guard": (Interface.ACTION, graph.GUARD_SKILL),
    "planner": (Interface.ACTION, graph.RUN_EPISODE),
}


def check_alone(run: RunSpec) -> None:
    """Look at the graph for a moment; raises EngineUnavailable with who is there beside the run."""
    patience_s = _patience_s(ros_domain())
    if not patience_s:
        return
    with observing_node("is_bench_look") as node:
        found = _found(node, run, patience_s)
    if found:
        raise EngineUnavailable(
            f"the ROS graph is not this run's alone: {'; '.join(found)}. End them, or set another "
            "ROS_DOMAIN_ID (a process that was killed leaves the graph within 20 s)"
        )


def _patience_s(domain: int) -> float:
    """How long to look; 0 where nobody can be."""
    if not is_quiet(domain):
        return NEAR_S
    reach = os.environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE", "")
    return 0.0 if reach in {"LOCALHOST", "OFF"} else FAR_S


def _found(node: Node, run: RunSpec, patience_s: float) -> Sequence[str]:
    """Who is there; names come after what their nodes serve, and are waited for, too."""
    end = monotonic() + patience_s
    while True:
        found = list(unexpected_servers(node, run))
        nameless = any(NAMELESS in text for text in found)
        if found and not nameless:
            return found
        if monotonic() >= end + (NAMES_S if nameless else 0.0):
            return found
        sleep(SLICE_S)


def unexpected_servers(node: Node, run: RunSpec) -> Iterator[str]:
    """Who would answer for the run's own nodes before it begins, as `node` sees it now."""
    for part in _SERVED:
        yield from _too_many(node, part, _wanted(run, part))


def duplicate_servers(node: Node) -> Iterator[str]:
    """Who answers beside the run's own nodes while it goes on, as `node` sees it now."""
    for part in _SERVED:
        yield from _too_many(node, part, 1)


def _too_many(node: Node, part: str, wanted: int) -> Iterator[str]:
    interface, name = _SERVED[part]
    servers = endpoints_of(node, interface, resolver(node)(interface, name), Role.SERVER)
    if len(servers) > wanted:
        names = ", ".join(sorted(server.node for server in servers))
        number = f"{len(servers)} {part}s" if len(servers) > 1 else f"a {part}"
        verb = "serve" if len(servers) > 1 else "serves"
        yield f"{number} ({names}) {verb} /{name}"


def _wanted(run: RunSpec, part: str) -> int:
    """How many of a part may be there before the run begins."""
    if run.nodes == "composed" or (part == "guard" and run.guard is GuardMode.OFF):
        return 0
    return 1
