"""The parameters of the driver_gate node."""

from __future__ import annotations

from rclpy.node import Node

from is_bench.ros import graph
from is_bench.ros.parameter_overrides import check_overrides
from is_bench.ros.parameters import declare
from is_safety_monitor.gate.settings import (
    ACTION,
    SERVICE,
    TOPIC,
    GateSettings,
    gated_topic,
    read_gated,
)

DEFAULT_ACTION = (
    f"{graph.ROBOT_SKILL}=robot/driver/execute_skill:is_bench_interfaces/action/ExecuteSkill"
)


def declare_parameters(node: Node) -> GateSettings:
    """Declare every parameter on `node`; raises InputError for a wrong value or name."""
    actions = declare(
        node, "actions", [DEFAULT_ACTION], "gated actions: served=driver:package/action/Type"
    )
    services = declare(node, "services", [""], "gated services: served=driver:package/srv/Type")
    velocities = declare(
        node, "velocities", [""], "gated velocity topics: served=driver:package/msg/Type"
    )
    found = GateSettings(
        actions=read_gated("actions", actions, ACTION),
        services=read_gated("services", services, SERVICE),
        velocities=tuple(map(gated_topic, read_gated("velocities", velocities, TOPIC))),
        heartbeat_timeout_s=declare(
            node, "heartbeat_timeout_s", 0.2, "longest silence of a guard [s]", limits=(0.05, 10.0)
        ),
        driver_timeout_s=declare(
            node, "driver_timeout_s", 0.4, "longest silence of a driver [s]", limits=(0.2, 60.0)
        ),
        permit_wait_s=declare(
            node, "permit_wait_s", 0.2, "wait of a goal for its permit [s]", limits=(0.01, 5.0)
        ),
        driver_command=declare(
            node, "driver_command", "", "command that starts the driver; empty: somebody else does"
        ),
    )
    check_overrides(node)
    return found
