"""Names of a ROS graph as a robot in a namespace gives them: relative, if they are below it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from is_bench.errors import InputError

Graph = Mapping[str, Mapping[str, Iterable[str]]]
"""The types of each name of a graph: of what is served under "action" and "srv", of topics that are
published under "msg", of those that are subscribed to under "sub"."""

ROOT = "/"
_NAMESPACE = re.compile(r"(/[A-Za-z_][A-Za-z0-9_]*)+")
_INFRASTRUCTURE = (
    "is_bench_interfaces/",
    "rcl_interfaces/",
    "action_msgs/",
    "lifecycle_msgs/",
    "type_description_interfaces/",
    "diagnostic_msgs/",
    "rosgraph_msgs/",
    "tf2_msgs/",
)
"""Packages of interfaces that every node or this package has, and that move no robot."""


def read_namespace(text: str) -> str:
    """A namespace as ROS writes it: `/`, or `/robot_1`; raises InputError."""
    name = f"/{text.strip('/')}"
    if name == ROOT or _NAMESPACE.fullmatch(name):
        return name
    raise InputError(f"{text!r} is no namespace; write it as /robot_1")


def full_name(name: str, namespace: str) -> str:
    """`name` from the root on; it is relative to `namespace` unless it begins with a slash."""
    return name if name.startswith("/") else f"{namespace.rstrip('/')}/{name}"


def below(graph: Graph, namespace: str) -> Graph:
    """The part of `graph` below `namespace`, with names relative to it."""
    start = f"{namespace.rstrip('/')}/"
    return {
        kind: {name[len(start) :]: types for name, types in names.items() if name.startswith(start)}
        for kind, names in graph.items()
    }


def interfaces(graph: Graph, kind: str) -> Iterator[tuple[str, str]]:
    """The names of a kind that may be a robot's own, each with its types."""
    for name, types in sorted(graph.get(kind, {}).items()):
        parts = name.split("/")
        hidden = any(part.startswith("_") for part in parts) or "guarded" in parts
        for text in types:
            if not hidden and not text.startswith(_INFRASTRUCTURE):
                yield name, text


def common_namespace(graph: Graph) -> str:
    """The first part of the names of a robot's interfaces, if all begin with it; else `/`."""
    names = [name.strip("/") for kind in graph for name, _ in interfaces(graph, kind)]
    first = {name.partition("/")[0] if "/" in name else "" for name in names}
    return f"/{first.pop()}" if len(first) == 1 else ROOT
