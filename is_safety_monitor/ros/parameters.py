"""The parameters of the is_safety_monitor node."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rclpy.exceptions import InvalidTopicNameException
from rclpy.node import Node
from rclpy.validate_topic_name import validate_topic_name

from is_bench.errors import InputError
from is_bench.ros import graph
from is_bench.ros.parameter_overrides import check_overrides
from is_bench.ros.parameters import declare
from is_safety_monitor.core.configuration import GuardSettings
from is_safety_monitor.emergency_stop.ros.settings import INSIDE, StopSettings, declare_stop
from is_safety_monitor.health.graph_watch import INTRUDERS, STOP
from is_safety_monitor.ros.guard_parameters import declare_guard


@dataclass(frozen=True)
class MonitorParameters:
    """What the node was started with."""

    dataset: Path | None
    """For the knowledge `scenario` alone."""
    guard: GuardSettings
    knowledge_base: tuple[Path, ...]
    """Constraint files beside the bundled ones."""
    robot_action: str
    bindings: Path | None
    """A file that puts the robot's own interfaces behind the guard."""
    hold_s: float
    skill_timeout_s: float
    intruders: str
    """One of INTRUDERS."""
    autostart: bool
    state_heartbeat_s: float
    state_publishers: int
    state_dir: str
    """As `state_dir.state_folder` takes it."""
    emergency_stop: StopSettings
    gate: bool
    """Whether every goal has to pass a gate beside the driver."""


def declare_parameters(node: Node) -> MonitorParameters:
    """Declare every parameter on `node`; raises InputError for a wrong value or name."""
    stop = declare_stop(node)
    found = MonitorParameters(
        dataset=_path(
            node,
            "dataset",
            "folder of the scenarios, for knowledge scenario alone; empty: the bundled ones",
        ),
        guard=declare_guard(node),
        knowledge_base=_knowledge_base(node),
        robot_action=_robot_action(node),
        bindings=_path(
            node, "bindings", "file of the robot's own interfaces to guard; empty: none"
        ),
        hold_s=declare(
            node,
            "hold_s",
            1.0,
            "seconds to wait for a state that shows the effect of the last skill, or a fact",
            limits=(0.0, 60.0),
        ),
        skill_timeout_s=declare(
            node,
            "skill_timeout_s",
            300.0,
            "seconds after which a skill is canceled",
            limits=(0.1, 86400.0),
        ),
        intruders=_intruders(node),
        autostart=declare(node, "autostart", True, "configure and activate at once"),
        state_heartbeat_s=_state_heartbeat_s(node),
        state_publishers=declare(
            node,
            "state_publishers",
            1,
            "number of world_state publishers; with more, states are rejected",
            limits=(1, 100),
        ),
        state_dir=declare(
            node,
            "state_dir",
            "",
            "folder for persistent state; empty: below the ROS home; none: disabled",
        ),
        emergency_stop=stop,
        gate=_gate(node, stop),
    )
    check_overrides(node)
    return found


def _path(node: Node, name: str, description: str) -> Path | None:
    path: str = declare(node, name, "", description)
    return Path(path) if path else None


def _knowledge_base(node: Node) -> tuple[Path, ...]:
    return paths_of(
        declare(
            node,
            "knowledge_base",
            "",
            "constraint files beside the bundled ones, separated by colons; may be set again",
            read_only=False,
        )
    )


def _intruders(node: Node) -> str:
    intruders: str = declare(
        node,
        "intruders",
        STOP,
        "reaction to unexpected servers, clients and publishers on guarded names: stop "
        "(block all goals) or report",
        choices=INTRUDERS,
    )
    return intruders


def _state_heartbeat_s(node: Node) -> float:
    heartbeat: float = declare(
        node,
        "state_heartbeat_s",
        0.0,
        "seconds without a world state after which a running skill is canceled; 0: "
        "max_state_age_s, for a source that publishes states while skills run",
        limits=(0.0, 3600.0),
    )
    return heartbeat


def _gate(node: Node, stop: StopSettings) -> bool:
    gate: bool = declare(
        node,
        "gate",
        False,
        "reject goals unless a driver_gate runs before the driver of their action",
    )
    if gate and stop.kind == INSIDE:
        raise InputError("gate is true and emergency_stop is inside; a gate needs process")
    return gate


def _robot_action(node: Node) -> str:
    name: str = declare(
        node,
        "robot_action",
        graph.ROBOT_SKILL,
        "name of the robot's ExecuteSkill action; remaps do not reach the names of actions",
    )
    try:
        validate_topic_name(name)
    except InvalidTopicNameException as error:
        reason = " ".join(str(error).split())
        raise InputError(f"robot_action {name!r} is no name of an action: {reason}") from None
    found = graph.absolute(node, name)
    if found == graph.absolute(node, graph.GUARD_SKILL):
        raise InputError(f"robot_action is {found}, the guard's own; name the robot's action")
    return found


def paths_of(files: str) -> tuple[Path, ...]:
    """The files that a parameter names."""
    return tuple(Path(name) for name in files.split(":") if name)
