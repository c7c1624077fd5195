"""The digest of goals, of real message types."""

from __future__ import annotations

import pytest
from is_bench_interfaces.action import ExecuteSkill
from rclpy.serialization import deserialize_message, serialize_message

from is_safety_monitor.gate.digest import digest_of

pytestmark = pytest.mark.ros


def test_a_message_has_the_same_digest_before_and_after_its_journey() -> None:
    action_types = pytest.importorskip(
        "is_bench_test_interfaces.action", reason="build ros2_ws/src/is_bench_test_interfaces"
    )
    pose = action_types.NavigateToPose.Goal(behavior_tree="a")
    pose.pose.header.frame_id = "map"
    pose.pose.pose.position.x = 0.1
    skill = ExecuteSkill.Goal(skill="OPEN", arguments=["cabinet.n.01_1", "a"])
    digests = set()
    for goal in (skill, pose):
        travelled = deserialize_message(serialize_message(goal), type(goal))
        assert digest_of(travelled) == digest_of(goal)
        digests.add(digest_of(goal))
    assert len(digests) == 2
