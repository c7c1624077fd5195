"""The names of the ROS graph, and the quality of service of each topic.

| topic | QoS | why |
|---|---|---|
| world_state | reliable, transient local, depth 1 | a late guard must know the world at once, and only the latest state counts |
| verdicts, skill_events | reliable, transient local, depth 100 | nothing may be lost; a client that subscribes while its goal is judged still gets the reason |
| metrics | reliable, transient local, depth 1 | a late subscriber gets the latest figures |

A history larger than what is in flight keeps the recorder whole: the evaluation waits for each
step's state before the next step is asked for.
"""

from __future__ import annotations

from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile, ReliabilityPolicy

NAMESPACE = "/is_bench"
GUARD_SKILL = f"{NAMESPACE}/execute_skill"
ROBOT_SKILL = "/robot/execute_skill"
RUN_EPISODE = f"{NAMESPACE}/run_episode"
SET_TASK = f"{NAMESPACE}/set_task"
CHECK_PLAN = f"{NAMESPACE}/check_plan"
OBLIGATIONS = f"{NAMESPACE}/guard/obligations"
ESTOP = f"{NAMESPACE}/guard/estop"
ESTOP_RESET = f"{NAMESPACE}/guard/reset"
RESET_WORLD = f"{NAMESPACE}/reset_world"
WORLD_STATE = f"{NAMESPACE}/world_state"
VERDICTS = f"{NAMESPACE}/verdicts"
SKILL_EVENTS = f"{NAMESPACE}/skill_events"
METRICS = f"{NAMESPACE}/metrics"

RESULT_TIMEOUT = 1
"""Seconds that an action server keeps a result after the goal has ended.

Every goal's status message lists all goals still kept, and costs 0.02 ms for each; rclpy's default
of 900 s makes a long episode ever slower.  Our clients ask for the result when the goal starts.
"""


def _latched(depth: int) -> QoSProfile:
    return QoSProfile(
        history=HistoryPolicy.KEEP_LAST,
        depth=depth,
        reliability=ReliabilityPolicy.RELIABLE,
        durability=DurabilityPolicy.TRANSIENT_LOCAL,
    )


LATEST = _latched(1)
EVENTS = _latched(100)
