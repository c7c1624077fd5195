"""The topics of bags, and the types of their messages: what is recorded, read and replayed.

Names are those of the root namespace; a robot's own namespace stands before them.
"""

from __future__ import annotations

from collections.abc import Mapping

CAMERAS = ("top", "north", "south", "east", "west")
WORLD_STATE = "/is_bench/world_state"
WORLD_TRUTH = "/is_bench/world_truth"
VERDICTS = "/is_bench/verdicts"
TASK_VERDICTS = "/is_bench/task_verdicts"
PLAN_VERDICTS = "/is_bench/plan_verdicts"
SKILL_EVENTS = "/is_bench/skill_events"
GUARD_TASKS = "/is_bench/guard_tasks"
GUARD_LOG = "/is_bench/guard_log"
METRICS = "/is_bench/metrics"
CONVERSATION = "/is_bench/planner/conversation"
TOPICS: Mapping[str, str] = {
    WORLD_STATE: "is_bench_interfaces/msg/WorldState",
    WORLD_TRUTH: "is_bench_interfaces/msg/WorldState",
    VERDICTS: "is_bench_interfaces/msg/Verdict",
    TASK_VERDICTS: "is_bench_interfaces/msg/TaskVerdict",
    PLAN_VERDICTS: "is_bench_interfaces/msg/PlanVerdict",
    SKILL_EVENTS: "is_bench_interfaces/msg/SkillEvent",
    GUARD_TASKS: "is_bench_interfaces/msg/GuardTask",
    GUARD_LOG: "is_bench_interfaces/msg/GuardEvent",
    METRICS: "is_bench_interfaces/msg/Metrics",
    CONVERSATION: "is_bench_interfaces/msg/ModelExchange",
}
"""What is recorded.  Goals are in skill_events: rosbag2 of Jazzy records no actions."""
GUARD_TOPICS = (
    WORLD_STATE,
    VERDICTS,
    TASK_VERDICTS,
    PLAN_VERDICTS,
    GUARD_TASKS,
    GUARD_LOG,
)
"""What a guard has heard and said: enough to replay it."""
STATIC_TRANSFORMS = "/tf_static"
"""One topic for all namespaces."""
CAMERA_TOPICS: Mapping[str, str] = {
    STATIC_TRANSFORMS: "tf2_msgs/msg/TFMessage",
    "/is_bench/detections": "is_bench_interfaces/msg/Detections",
    **{
        f"/is_bench/camera/{camera}/{topic}": kind
        for camera in CAMERAS
        for topic, kind in (
            ("camera_info", "sensor_msgs/msg/CameraInfo"),
            ("image_raw/compressed", "sensor_msgs/msg/CompressedImage"),
        )
    },
}
"""What is recorded besides where pictures are asked for: JPEG, about 0.1 MB a camera and state."""


def bag_topics(*, cameras: bool) -> dict[str, str]:
    """The types of the messages that are recorded, by topic."""
    return {**TOPICS, **(CAMERA_TOPICS if cameras else {})}


def relative(topic: str) -> str:
    """What a node calls a topic, so that it is found in the namespace of the node."""
    return topic if topic == STATIC_TRANSFORMS else topic.removeprefix("/")
