"""The parameters of the driver_gate node."""

from __future__ import annotations

import shlex

from rclpy.node import Node

from is_bench.errors import InputError
from is_bench.ros import graph
from is_bench.ros.parameters import declare
from is_safety_monitor.gate.settings import GateSettings, read_actions, read_velocities

DEFAULT_ACTION = (
    f"{graph.ROBOT_SKILL}=robot/driver/execute_skill:is_bench_interfaces/action/ExecuteSkill"
)


def declare_parameters(node: Node) -> GateSettings:
    """Declare every parameter on `node`; raises InputError for a value that is none of those."""
    actions = declare(
        node, "actions", [DEFAULT_ACTION], "what is gated: served=driver:package/action/Type"
    )
    velocities = declare(
        node, "velocities", [""], "gated velocity topics: served=driver:package/msg/Type"
    )
    command = declare(
        node, "driver_command", "", "command that starts the driver; empty: somebody else does"
    )
    return GateSettings(
        actions=read_actions(actions),
        velocities=read_velocities(velocities),
        heartbeat_timeout_s=declare(
            node,
            "heartbeat_timeout_s",
            0.2,
            "seconds without a heartbeat of the guard after which all goals are canceled",
            limits=(0.05, 10.0),
        ),
        driver_timeout_s=declare(
            node,
            "driver_timeout_s",
            0.4,
            "seconds after which a driver that does not answer counts as gone",
            limits=(0.2, 60.0),
        ),
        permit_wait_s=declare(
            node,
            "permit_wait_s",
            0.2,
            "seconds that a goal waits for its permit",
            limits=(0.01, 5.0),
        ),
        driver_command=_words(command),
    )


def _words(command: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(command))
    except ValueError as error:
        raise InputError(f"driver_command {command!r} cannot be read: {error}") from None
