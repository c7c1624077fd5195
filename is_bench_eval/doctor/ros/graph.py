"""What a process of its own finds out about ROS, a finding a line: see `ros_process`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import rclpy
from rclpy.node import Node
from rclpy.type_support import check_for_type_support
from rclpy.utilities import get_rmw_implementation_identifier

from is_bench.ros import graph
from is_bench.version import package_version
from is_bench_eval.doctor.findings import Finding, Severity
from is_bench_eval.doctor.ros.pair import Pair
from is_bench_eval.doctor.ros_process import MEND_MIDDLEWARE, ros_finding, tell
from is_bench_eval.recording.interfaces import PACKAGE, interface_files

EXCHANGE_S = 4.0
"""How long a message and an answer may take, discovery included."""
LOOK_S = 1.5
"""How long other nodes on the graph are given to show up."""
MOST_DOMAIN = 101
"""Above it, Linux may give DDS's ports to other programs."""
OUR_NODES = ("sim_bridge", "is_safety_monitor", "is_planner_node", "bag_recorder")
BUILD = "build it: `make setup`, or `colcon build` in ros2_ws; then source its install/setup.bash"
SOURCE = "it is built: prefix the command with tools/ros_env.sh, or source {}"
WORKSPACE = Path(__file__).resolve().parents[3] / "ros2_ws" / "install"
"""Where `make setup` builds the interfaces, in a checkout."""


def main() -> None:
    """Say what is found, as it is found."""
    for finding in examine():
        print(tell(finding), flush=True)  # noqa: T201  # to the process that listens


def examine() -> Iterator[Finding]:
    """Look at the environment, the interfaces, the middleware and the graph."""
    yield ros_finding(Severity.OK, "rclpy", f"found in {Path(rclpy.__file__).parent}")
    yield from check_interfaces()
    yield check_ros_domain(os.environ.get("ROS_DOMAIN_ID", ""))
    yield from check_graph()


def check_interfaces() -> Iterator[Finding]:
    """Whether the interfaces are built, from the definitions of this version."""
    try:
        from is_bench_interfaces.msg import Verdict

        check_for_type_support(Verdict)
    except ImportError as error:
        yield ros_finding(Severity.WARNING, PACKAGE, f"cannot be imported: {error}", how_to_have())
        return
    except Exception as error:  # noqa: BLE001  # of a class that is in no public module
        message = f"built for another Python or ROS: {type(error).__name__} {error}".rstrip()
        yield ros_finding(Severity.ERROR, PACKAGE, message, BUILD)
        return
    folder = Path(sys.modules[PACKAGE].__file__ or "").parent
    shares = (parent / "share" / PACKAGE for parent in folder.parents)
    share = next((path for path in shares if path.is_dir()), None)
    if share is None:
        yield ros_finding(Severity.OK, PACKAGE, f"found in {folder}, without its definitions")
    else:
        yield compare_interfaces(share, package_version())


def how_to_have(workspace: Path = WORKSPACE) -> str:
    """What to do where the interfaces cannot be imported."""
    built = (workspace / PACKAGE).is_dir()
    return SOURCE.format(workspace / "setup.bash") if built else BUILD


def compare_interfaces(share: Path, version: str) -> Finding:
    """Whether what was built, of which `share` is left, is of `version` and its definitions."""
    built = ET.parse(share / "package.xml").findtext("version")  # noqa: S314  # our own file
    if built != version:
        message = f"{built} in {share}, but is_bench is {version}"
        return ros_finding(Severity.ERROR, PACKAGE, message, BUILD)
    stale = [
        name
        for name, text in interface_files().items()
        if _fields(_built(share, name)) != _fields(text)
    ]
    if stale:
        message = f"built from other definitions than is here, of {', '.join(stale)} ({share})"
        return ros_finding(Severity.ERROR, PACKAGE, message, BUILD)
    return ros_finding(Severity.OK, PACKAGE, f"{built} in {share}")


def _built(share: Path, name: str) -> str:
    """The definition that `name`, such as "is_bench_interfaces/msg/Verdict", was built from."""
    _, kind, stem = name.split("/")
    path = share / kind / f"{stem}.{kind}"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _fields(definition: str) -> list[str]:
    """The lines of a definition without its comments."""
    lines = (line.partition("#")[0].strip() for line in definition.splitlines())
    return [line for line in lines if line]


def check_ros_domain(domain: str) -> Finding:
    """Whether ROS_DOMAIN_ID is usable, and which processes are talked to."""
    name = "ROS_DOMAIN_ID"
    reach = os.environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE") or "SUBNET"
    if not domain:
        return ros_finding(Severity.OK, name, f"not set, so 0; discovery range {reach}")
    if not domain.isdigit():
        remedy = f"set it to 0 to {MOST_DOMAIN}"
        return ros_finding(Severity.ERROR, name, f"{domain!r} is not a number", remedy)
    if int(domain) > MOST_DOMAIN:
        message = f"{domain} is above {MOST_DOMAIN}: its ports may be taken by other programs"
        return ros_finding(Severity.WARNING, name, message, f"set it to 0 to {MOST_DOMAIN}")
    return ros_finding(Severity.OK, name, f"{domain}; discovery range {reach}")


def check_graph() -> Iterator[Finding]:
    """Whether two contexts reach each other, and what of is_bench is on the graph."""
    rmw = "middleware"
    pair = None
    try:
        identifier = get_rmw_implementation_identifier()
        pair = Pair()
        missing = pair.exchange(EXCHANGE_S)
        if missing:
            message = f"{identifier}: no {missing} got through within {EXCHANGE_S:g} s"
            yield ros_finding(Severity.ERROR, rmw, message, MEND_MIDDLEWARE)
        else:
            message = f"{identifier}: a message and a service call got through"
            yield ros_finding(Severity.OK, rmw, message)
        pair.spin_until(lambda: False, LOOK_S)
        yield from visible(pair.near)
    except Exception as error:  # noqa: BLE001  # a broken middleware raises what it likes
        message = f"{type(error).__name__}: {error}"
        yield ros_finding(Severity.ERROR, rmw, message, MEND_MIDDLEWARE)
    finally:
        if pair is not None:
            pair.close()


def visible(node: Node) -> Iterator[Finding]:
    """What of is_bench's graph can be seen from `node`, for information."""
    found = [
        f"{namespace.rstrip('/')}/{name}"
        for name, namespace in node.get_node_names_and_namespaces()
        if name in OUR_NODES
    ]
    if found:
        yield ros_finding(Severity.NOTE, "nodes", ", ".join(sorted(found)))
    ends = list(_ends(node))
    yield from ends
    if not found and not ends:
        yield ros_finding(Severity.NOTE, "graph", "nothing of is_bench is running in this domain")


def _ends(node: Node) -> Iterator[Finding]:
    topics = {name for name, _ in node.get_topic_names_and_types()}
    services = {name for name, _ in node.get_service_names_and_types()}
    actions = {name.partition("/_action/")[0] for name in topics}
    for name in sorted(filter(_is_ours, topics | services | actions)):
        status = f"{name}/_action/status"
        servers = node.count_publishers(status)
        if servers > 1:
            message = f"{servers} servers: which of them gets a goal is left to chance"
            remedy = "end all but one, or set another ROS_DOMAIN_ID"
            yield ros_finding(Severity.WARNING, name, message, remedy)
        elif servers or node.count_subscribers(status):
            clients = node.count_subscribers(status)
            yield ros_finding(Severity.NOTE, name, f"action: {servers} server, {clients} clients")
        elif name in services:
            yield ros_finding(Severity.NOTE, name, "service")
        elif name in topics:
            ends = f"{node.count_publishers(name)} out, {node.count_subscribers(name)} in"
            yield ros_finding(Severity.NOTE, name, f"topic: {ends}")


def _is_ours(name: str) -> bool:
    """Whether `name` is one of is_bench's graph, in whatever namespace."""
    return any(
        name.endswith(f"/{value.lstrip('/')}")
        for key, value in vars(graph).items()
        if key.isupper() and isinstance(value, str) and value != graph.NAMESPACE
    )


if __name__ == "__main__":
    main()
