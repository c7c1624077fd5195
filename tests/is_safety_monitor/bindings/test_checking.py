from __future__ import annotations

import pytest

from is_safety_monitor.bindings.checking import check_bindings, check_graph
from tests.is_safety_monitor.bindings.samples import FILE, GRAPH, Table, read, with_line


def test_a_good_file_has_no_faults() -> None:
    found = check_bindings(read(), Table())
    assert found.faults == ()


def test_it_says_how_each_field_is_understood() -> None:
    rows = {(row.interface, row.field): row for row in check_bindings(read(), Table()).understood}
    assert rows["navigate", "pose"].meaning == "the region that holds pose"
    assert rows["navigate", "pose"].type == "geometry_msgs/msg/PoseStamped"
    assert rows["navigate", "behavior_tree"].meaning == "refused unless it is ''"
    assert rows["gripper", "command.position"].meaning == "PICK if it is at most 0.02 m"
    assert "0.0872665 rad" in rows["joints", "position[name=fridge_door]"].meaning


def test_it_says_which_fields_must_keep_their_defaults() -> None:
    text = with_line('    require: {behavior_tree: ""}\n', "")
    rows = check_bindings(read(text), Table()).understood
    (row,) = [row for row in rows if row.field == "behavior_tree"]
    assert row.meaning == "rejected unless it has its default value"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("{region: pose}}\n    require", "{region: pos}}\n    require", "did you mean pose"),
        (
            "{region: pose}}\n    require",
            "{region: pose.pose}}\n    require",
            "does not say its frame",
        ),
        ("{region: pose}}\n    require", "{region: behavior_tree}}\n    require", "no pose"),
        ('behavior_tree: ""', "behavior_tree: 3", "value 3 is outside"),
        ("{data: true}", "{data: 1}", "value 1 is outside"),
        ("reason: error_msg", "reason: error_code", "a field with text is wanted"),
        ("position[name=fridge_door]", "position[nam=fridge_door]", "did you mean name"),
        ("position[name=fridge_door]", "name[0]", "are for numbers"),
        ("stamp: header.stamp", "stamp: header.frame_id", "a field with time"),
        ("each: detections\n", "each: detection\n", "did you mean detections"),
        ("field: score,", "field: label,", "a field with number"),
        ("field: label, names", "field: pose, names", "cannot identify an object"),
        ("nav2_msgs/action/NavigateToPose", "nav3_msgs/action/NavigateToPose", "not installed"),
    ],
)
def test_what_the_types_do_not_have_is_a_fault(old: str, new: str, why: str) -> None:
    faults = check_bindings(read(with_line(old, new)), Table()).faults
    assert why in " | ".join(map(str, faults))
    assert all(fault.place.line for fault in faults)


def test_a_graph_that_has_everything_lacks_nothing() -> None:
    assert check_graph(read(), GRAPH) == ()


def test_what_a_graph_lacks_is_said() -> None:
    seen = {**GRAPH, "action": {"/navigate_to_pos": ["x"], "/gripper": ["other/action/Grip"]}}
    lacking = check_graph(read(), seen)
    assert "did you mean navigate_to_pos" in lacking[0]
    assert "gripper is other/action/Grip on the graph, not control_msgs" in lacking[1]


def test_a_file_that_guards_nothing_is_warned_of() -> None:
    assert (
        "nothing is guarded" in check_bindings(read("bindings: 1\nrobot: r\n"), Table()).warnings[0]
    )
    assert check_bindings(read(FILE), Table()).warnings == (
        "gripper: no `succeeded`, so that its status alone says whether it is done",
    )
