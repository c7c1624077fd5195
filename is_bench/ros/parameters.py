"""Declares ROS parameters with description, type and range."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rcl_interfaces.msg import FloatingPointRange, IntegerRange, ParameterDescriptor
from rclpy.node import Node

from is_bench.errors import UnknownNameError


def declare(
    node: Node,
    name: str,
    default: Any,
    description: str,
    *,
    choices: tuple[str, ...] = (),
    limits: tuple[float, float] | None = None,
    read_only: bool = True,
) -> Any:
    """Declare a parameter and return its value; raises InputError for another choice."""
    descriptor = ParameterDescriptor(
        description=description,
        read_only=read_only,
        additional_constraints=f"one of {', '.join(choices)}" if choices else "",
    )
    if limits is not None:
        low, high = limits
        if isinstance(default, int):
            descriptor.integer_range = [IntegerRange(from_value=int(low), to_value=int(high))]
        else:
            descriptor.floating_point_range = [FloatingPointRange(from_value=low, to_value=high)]
    value = node.declare_parameter(name, default, descriptor).value
    if choices and value not in choices:
        raise UnknownNameError(name, str(value), choices)
    return value


def declare_scenarios(node: Node) -> tuple[Path | None, str]:
    """Declare `dataset` and `domain`: the folder, None for the bundled one, and the domain."""
    folder = declare(node, "dataset", "", "folder of the scenarios; empty: the bundled ones")
    domain = declare(
        node, "domain", "", "domain of the scenarios, by name or file; empty: their own"
    )
    return (Path(folder) if folder else None), domain
