"""config/foxglove_layout.json: its form, and the topics and fields that it names."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from is_bench_eval.recording.bag_writer import make_typestore
from is_bench_eval.recording.topics import CAMERA_TOPICS, TOPICS
from tests.source_tree import ROOT

LAYOUT: dict[str, Any] = json.loads((ROOT / "config/foxglove_layout.json").read_text("utf-8"))
PANELS = {
    "DiagnosticSummary",
    "Image",
    "Indicator",
    "Plot",
    "RawMessages",
    "RosOut",
    "StateTransitions",
    "Tab",
    "Table",
}
STOP_STATE = "/is_bench/guard/stop_state"
LIVE = {
    "/diagnostics": "diagnostic_msgs/msg/DiagnosticArray",
    "/rosout": "rcl_interfaces/msg/Log",
    STOP_STATE: "is_bench_interfaces/msg/StopState",
}
"""What a bag of a run does not have."""
KNOWN = {**TOPICS, **CAMERA_TOPICS, **LIVE}


def leaves(node: Any) -> Iterator[str]:
    """The panels of a part of the layout, which is a panel or is split in two."""
    if isinstance(node, str):
        yield node
        return
    assert node["direction"] in {"row", "column"}
    assert 0 < node["splitPercentage"] < 100
    yield from leaves(node["first"])
    yield from leaves(node["second"])


def panels() -> Iterator[str]:
    """The panels that stand in the layout, also those inside the tabs of others."""
    for panel in leaves(LAYOUT["layout"]):
        yield panel
        for tab in LAYOUT["configById"][panel].get("tabs", ()):
            yield from leaves(tab["layout"])


def message_paths() -> Iterator[str]:
    """Everything that panels show: topics, and fields behind a dot."""
    for panel in LAYOUT["configById"].values():
        yield from (path["value"] for path in panel.get("paths", ()))
        yield from panel.get("imageMode", {}).values()
        yield from (panel[key] for key in ("path", "topicPath", "topicToRender") if key in panel)


def indicator(name: str) -> set[int]:
    """The values for which an indicator has a label."""
    return {int(rule["rawValue"]) for rule in LAYOUT["configById"][name]["rules"]}


def values_of(message: str, prefix: str = "") -> set[int]:
    """The constants of a message whose names start with `prefix`."""
    constants, _ = make_typestore().fielddefs[f"is_bench_interfaces/msg/{message}"]
    return {value for name, _, value in constants if name.startswith(prefix)}


def test_it_has_the_parts_of_a_saved_layout() -> None:
    assert set(LAYOUT) == {"configById", "globalVariables", "userNodes", "playbackConfig", "layout"}


def test_each_panel_stands_in_the_layout_once() -> None:
    assert Counter(panels()) == Counter(LAYOUT["configById"].keys())
    assert {panel.partition("!")[0] for panel in LAYOUT["configById"]} == PANELS


@pytest.mark.parametrize("path", sorted(set(message_paths())))
def test_each_path_names_a_topic_and_a_field_of_its_message(path: str) -> None:
    topic, _, name = path.partition(".")
    assert topic in KNOWN
    if name:
        _, fields = make_typestore().fielddefs[KNOWN[topic]]
        assert name in {field for field, _ in fields}


def test_indicators_have_a_label_for_each_value() -> None:
    assert indicator("Indicator!decision") == values_of("Verdict")
    assert indicator("Indicator!skill") == values_of("SkillEvent", "STATUS_")


def test_both_programs_find_the_titles_of_panels() -> None:
    for name, panel in LAYOUT["configById"].items():
        if "tabs" not in panel:  # these have titles of their own
            assert panel["foxglovePanelTitle"] == panel["lichtblickPanelTitle"], name


def test_the_topic_of_the_stop_is_the_guards() -> None:
    source = (ROOT / "is_bench/ros/graph.py").read_text("utf-8")  # needs ROS to be imported
    assert 'NAMESPACE = "is_bench"' in source
    assert 'STOP_STATE = f"{NAMESPACE}/guard/stop_state"' in source
