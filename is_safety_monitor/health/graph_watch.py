"""Expected and unexpected endpoints on guarded names.

A second server may get the goals of the first.  A client of the robot's action sends it goals that
nobody judged, and a second publisher of the state tells the guard of another world.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

STOP, REPORT = "stop", "report"
INTRUDERS = (STOP, REPORT)
"""Reactions to unexpected nodes: block all goals until they are gone, or only report."""
NAMELESS = "a node without a name"
"""Whose endpoints were discovered before the node, or who is no ROS node."""


class Role(Enum):
    """What an endpoint is for a name of the graph; the value is the word for people."""

    SERVER = "server"
    CLIENT = "client"
    PUBLISHER = "publisher"


@dataclass(frozen=True)
class Endpoint:
    """One end of a topic, service or action, as the middleware shows it."""

    node: str
    """Full name of its node, such as "/is_safety_monitor", or NAMELESS."""
    gid: bytes
    """The middleware's own id, the same for as long as the endpoint exists."""


@dataclass(frozen=True)
class Expectation:
    """Who may have which role for a name."""

    name: str
    """Fully resolved, such as "/robot/execute_skill"."""
    role: Role
    nodes: tuple[str, ...] = ()
    """Full names of the nodes that may; empty: any node."""
    most: int | None = 1
    """How many endpoints there may be in all; None: any number."""


@dataclass(frozen=True)
class Finding:
    """An unexpected endpoint on a guarded name."""

    name: str
    role: Role
    nodes: tuple[str, ...]
    """Full names of all nodes that have the role, in alphabetical order."""
    text: str
    """For people: what was found and what to do."""

    def __str__(self) -> str:
        return self.text


Seen = Mapping[tuple[str, Role], Collection[Endpoint]]


class GraphWatch:
    """Compares what is seen with what is expected, look by look.

    A node is often discovered a moment after its endpoints.  One without a name counts only from
    the second look on, so that nobody is accused in between.
    """

    def __init__(self, expectations: Iterable[Expectation]) -> None:
        """The names that are watched."""
        self._expected = tuple(expectations)
        self._nameless: frozenset[bytes] = frozenset()

    def look(self, seen: Seen) -> tuple[Finding, ...]:
        """What is wrong with `seen`, which has the endpoints of each name and role."""
        nameless: set[bytes] = set()
        found = []
        for expected in self._expected:
            endpoints = seen.get((expected.name, expected.role), ())
            new = {each.gid for each in endpoints if each.node == NAMELESS}
            nameless |= new
            known = [each for each in endpoints if each.gid not in new - self._nameless]
            finding = _compare(expected, known)
            if finding is not None:
                found.append(finding)
        self._nameless = frozenset(nameless)
        return tuple(found)


def reason_of(findings: Sequence[Finding]) -> str:
    """Why all goals are blocked; empty if nothing was found."""
    if not findings:
        return ""
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    return f"unexpected node on the ROS graph: {findings[0].text}{more}"


def log_line(new: Sequence[Finding]) -> str:
    """One line about what one look has found anew: the first finding, and the names of the rest."""
    others = f"; also on {_list(dict.fromkeys(each.name for each in new[1:]))}"
    return f"unexpected node on the ROS graph: {new[0].text}{others if new[1:] else ''}"


def has_new_nodes(new: Iterable[Finding], before: Iterable[Finding]) -> bool:
    """Whether some nodes of `new` were in no finding before: others belong to a known intruder.

    The endpoints of one node are discovered one after the other.
    """
    known = {each.nodes for each in before}
    return any(each.nodes not in known for each in new)


def _compare(expected: Expectation, endpoints: Sequence[Endpoint]) -> Finding | None:
    nodes = tuple(sorted(each.node for each in endpoints))
    unexpected = tuple(name for name in nodes if expected.nodes and name not in expected.nodes)
    role = expected.role.value
    if unexpected:
        text = f"{_list(unexpected)} is a {role} of {expected.name}; end it"
    elif expected.most is not None and len(nodes) > expected.most:
        text = (
            f"{expected.name} has {len(nodes)} {role}s ({_list(nodes)}) instead of "
            f"{expected.most}; end the others"
        )
    else:
        return None
    return Finding(expected.name, expected.role, nodes, text)


def _list(nodes: Iterable[str]) -> str:
    return ", ".join(nodes)
