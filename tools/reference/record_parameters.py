"""Records the nodes' parameters: `tools/ros_env.sh python -m tools.reference.record_parameters`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import rclpy
from rcl_interfaces.msg import ParameterDescriptor
from rclpy.context import Context
from rclpy.node import Node
from rclpy.parameter import Parameter as RosParameter
from rclpy.signals import SignalHandlerOptions

from is_bench_eval.recording.node import BagRecorder
from is_planner_node.node import PlannerNode
from is_safety_monitor.emergency_stop.ros.settings import INSIDE
from is_safety_monitor.gate.node import DriverGate
from is_safety_monitor.node import SafetyMonitor
from is_safety_monitor.state_dir import NO_STATE
from sim_bridge.node import SimBridge
from tools.reference.recorded import Parameter, write_parameters

OVERRIDES: dict[Callable[..., Any], dict[str, object]] = {
    # No process, no files: the node ends as soon as its parameters are read.
    SafetyMonitor: {"emergency_stop": INSIDE, "state_dir": NO_STATE, "autostart": False},
    DriverGate: {},
    PlannerNode: {},
    SimBridge: {"camera_topics": ""},
    BagRecorder: {},
}
"""The nodes that a user starts, and what they are started with here."""
RCLPY = {"use_sim_time", "start_type_description_service"}
"""Parameters that rclpy declares on every node."""

Declared = dict[str, tuple[object, ParameterDescriptor]]


def recorded_parameters() -> dict[str, list[Parameter]]:
    """The parameters of every node, from the descriptors that it declares them with."""
    context = Context()
    rclpy.init(context=context, signal_handler_options=SignalHandlerOptions.NO)
    try:
        return dict(_parameters(kind, context) for kind in OVERRIDES)
    finally:
        rclpy.shutdown(context=context)


def _parameters(kind: Callable[..., Any], context: Context) -> tuple[str, list[Parameter]]:
    overrides = [RosParameter(name, value=value) for name, value in OVERRIDES[kind].items()]
    with _elsewhere(), _declarations() as declared:
        node = kind(context=context, parameter_overrides=overrides)
        name = node.get_name()
        node.destroy_node()
    return name, [_row(key, *given) for key, given in sorted(declared.items())]


@contextmanager
def _declarations() -> Iterator[Declared]:
    """What a node declares; it knows the value that it was given, and forgets its default."""
    found: Declared = {}
    declare = Node.declare_parameter

    def note(
        node: Node, name: str, value: object = None, *described: ParameterDescriptor, **more: Any
    ) -> RosParameter:
        if name not in RCLPY:
            found[name] = (value, *described)
        return declare(node, name, value, *described, **more)

    Node.declare_parameter = note
    try:
        yield found
    finally:
        Node.declare_parameter = declare


@contextmanager
def _elsewhere() -> Iterator[None]:
    """In an empty folder, for the node that writes one."""
    here = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)


def _row(name: str, default: object, descriptor: ParameterDescriptor) -> Parameter:
    return Parameter(name, repr(default), _values(descriptor), descriptor.description)


def _values(descriptor: ParameterDescriptor) -> str:
    for bounds in (*descriptor.integer_range, *descriptor.floating_point_range):
        return f"{bounds.from_value} to {bounds.to_value}"
    return str(descriptor.additional_constraints).removeprefix("one of ")


if __name__ == "__main__":
    write_parameters(recorded_parameters())
