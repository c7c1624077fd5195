"""The parameters of a guard that its emergency stop goes by."""

from __future__ import annotations

from dataclasses import dataclass

from rclpy.node import Node

from is_bench.ros.parameters import declare

PROCESS, INSIDE = "process", "inside"


@dataclass(frozen=True)
class StopSettings:
    """How the emergency stop of a guard is run."""

    kind: str
    """PROCESS: beside the guard, for a robot; INSIDE: on its node, for simulations."""
    deadman_s: float
    """Silence of the deadman signal that stops the robot; 0: there is no such signal."""
    stall_s: float
    """How long the guard may be busy before it counts as hung."""


def declare_stop(node: Node) -> StopSettings:
    """Declare the parameters on a guard's node; raises InputError for a wrong value."""
    return StopSettings(
        kind=declare(
            node,
            "emergency_stop",
            PROCESS,
            "process: in a process of its own; inside: in the guard's, for simulations alone",
            choices=(PROCESS, INSIDE),
        ),
        deadman_s=declare_deadman(node),
        stall_s=declare_stall(
            node,
            "seconds that the guard may be busy before it counts as hung and the robot is stopped",
        ),
    )


def declare_deadman(node: Node) -> float:
    """Declare the longest silence of the deadman signal [s] on a guard or its stop process."""
    seconds: float = declare(
        node,
        "deadman_timeout_s",
        0.0,
        "seconds without a deadman signal after which the robot is stopped; 0: none is needed",
        limits=(0.0, 60.0),
    )
    return seconds


def declare_stall(node: Node, meaning: str) -> float:
    """Declare the longest silence of the guard [s] on a guard or its stop process."""
    seconds: float = declare(node, "stall_s", 5.0, meaning, limits=(0.5, 600.0))
    return seconds
