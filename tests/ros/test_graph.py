"""The graph is what `is_bench.ros.graph` says, and every parameter is explained."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from rclpy.action.graph import get_action_names_and_types

from is_bench.ros import graph
from is_bench.scenarios import Dataset
from is_bench_eval.engines.ros.evaluator import EvaluatorNode
from is_bench_eval.recording.node import BagRecorder
from is_planner_node.node import PlannerNode
from is_safety_monitor.node import SafetyMonitor
from sim_bridge.node import SimBridge
from tests.ros.harness import Ros
from tests.source_tree import ROOT

pytestmark = pytest.mark.ros

NAMES = {
    f"/{value.lstrip('/')}"
    for name, value in vars(graph).items()
    if name.isupper() and isinstance(value, str) and "/" in value
}
ON_DEMAND = {f"/{name}" for name in (graph.DEADMAN, graph.PERMITS, graph.GATE_REPORTS)}
"""Only where a parameter asks for it."""
OF_RCLPY = ("qos_overrides.", "start_type_description_service", "use_sim_time")


@pytest.fixture
def nodes(ros: Ros, dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.chdir(tmp_path)  # for the bag
    return [
        ros.make(SimBridge, dataset),
        ros.make(SafetyMonitor, state_dir="", emergency_stop="process"),
        ros.make(PlannerNode, dataset),
        ros.make(BagRecorder),
    ]


@pytest.mark.usefixtures("nodes")
def test_every_name_is_on_the_graph(ros: Ros) -> None:
    watcher = ros.make(EvaluatorNode)

    def present() -> set[str]:
        topics = (name for name, _ in watcher.get_topic_names_and_types())
        services = (name for name, _ in watcher.get_service_names_and_types())
        actions = (name for name, _ in get_action_names_and_types(watcher))
        return {*topics, *services, *actions}

    assert f"/{graph.GUARD_SKILL}" in NAMES
    ros.until(lambda: present() >= NAMES - ON_DEMAND)


def parameters(node: Any) -> set[str]:
    return {name for name in node._parameters if not name.startswith(OF_RCLPY)}


def test_every_parameter_is_explained(nodes: list[Any]) -> None:
    bare = {
        f"{node.get_name()}: {name}"
        for node in nodes
        for name in parameters(node)
        if not node.describe_parameter(name).description
    }
    assert bare == set()


def test_the_config_files_name_every_parameter_with_its_default(nodes: list[Any]) -> None:
    for node in nodes:
        path = ROOT / "config" / f"{node.get_name()}.yaml"
        (told,) = yaml.safe_load(path.read_text(encoding="utf-8")).values()
        values = {name: node.get_parameter(name).value for name in parameters(node)}
        values.pop("dataset", None)  # launch files give it
        assert told["ros__parameters"] == values
