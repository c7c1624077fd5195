"""The parameters of the emergency stop's process, which the guard sets."""

from __future__ import annotations

from dataclasses import dataclass

from rclpy.node import Node

from is_bench.ros.parameter_overrides import check_overrides
from is_bench.ros.parameters import declare
from is_safety_monitor.emergency_stop.ros.settings import declare_deadman, declare_stall


@dataclass(frozen=True)
class ProcessParameters:
    """What the process was started with."""

    guard: str
    """Run of the guard, as in its heartbeats; empty: nobody's, which is an error."""
    actions: tuple[str, ...]
    """Names of the robot's actions; an empty one is none."""
    state_dir: str
    """As `state_dir.state_folder` takes it."""
    deadman_s: float
    """Silence of the deadman signal that stops the robot [s]; 0: there is no such signal."""
    stall_s: float
    """Silence of the guard that stops the robot [s]."""
    held: str
    """Why the stop is set from the start; empty: the latch file decides."""


def declare_parameters(node: Node) -> ProcessParameters:
    """Declare every parameter on `node`; raises InputError for a wrong name."""
    found = ProcessParameters(
        guard=declare(node, "guard", "", "run of the guard, as in its heartbeats"),
        actions=tuple(declare(node, "actions", [""], "names of the robot's actions")),
        state_dir=declare(
            node, "state_dir", "", "folder of the latch file; empty: below the ROS home"
        ),
        deadman_s=declare_deadman(node),
        stall_s=declare_stall(
            node, "seconds without a sign of the guard after which the robot is stopped"
        ),
        held=declare(
            node, "held", "", "why the stop is set from the start; empty: the latch file decides"
        ),
    )
    check_overrides(node)
    return found
