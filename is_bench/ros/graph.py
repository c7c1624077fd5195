"""The names of the ROS graph, and the quality of service of each topic.

Names are relative to the namespace of the node, so that several robots with guards of their own
share a graph; in the root namespace they begin with /is_bench and /robot.  tf_static is one for all
robots, as everywhere in ROS.

world_state: reliable, latched.  A late guard must know the world at once.  The guard keeps the
  latest state only; the evaluator and the recorder need every one.
world_truth: as world_state, and only where that does not tell the truth: in scenarios whose
  perception has faults.  For the evaluator and the recorder, never for a guard or planner.
verdicts, task_verdicts, plan_verdicts, skill_events: reliable, latched.  Nothing may be lost, and a
  client that subscribes while its goal is judged still gets the reason.
planner/conversation: as verdicts, for the evaluator and recorders.
guard_tasks, guard_log: as verdicts, for recorders.  The log names every state that the guard
  received, and keeps 1,000 entries.
guard/stop_state: reliable, latched, the latest only.
guard/heartbeat, guard/estop_signal: reliable, not latched.  guard/deadman: best effort, so that any
  publisher matches; a signal that is lost counts as a missing one.
metrics: reliable, latched, the latest only.
camera topics, detections, tf_static: reliable, latched, the latest only.

Latched means transient local.  A history of 100 is more than is ever in flight: the evaluation asks
for the next step when the last one has ended.
"""

from __future__ import annotations

from rclpy.expand_topic_name import expand_topic_name
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile, ReliabilityPolicy

NAMESPACE = "is_bench"
GUARD_SKILL = f"{NAMESPACE}/execute_skill"
ROBOT_SKILL = "robot/execute_skill"
"""Unless the guard's parameter `robot_action` names another one."""
RUN_EPISODE = f"{NAMESPACE}/run_episode"
SET_TASK = f"{NAMESPACE}/set_task"
CHECK_PLAN = f"{NAMESPACE}/check_plan"
OBLIGATIONS = f"{NAMESPACE}/guard/obligations"
END_EPISODE = f"{NAMESPACE}/end_episode"
SET_MODE = f"{NAMESPACE}/guard/set_mode"
ESTOP = f"{NAMESPACE}/guard/estop"
ESTOP_RESET = f"{NAMESPACE}/guard/reset"
ESTOP_SIGNAL = f"{NAMESPACE}/guard/estop_signal"
DEADMAN = f"{NAMESPACE}/guard/deadman"
STOP_STATE = f"{NAMESPACE}/guard/stop_state"
HEARTBEAT = f"{NAMESPACE}/guard/heartbeat"
PERMITS = f"{NAMESPACE}/guard/permits"
GATE_REPORTS = f"{NAMESPACE}/gate/reports"
RESET_WORLD = f"{NAMESPACE}/reset_world"
WORLD_STATE = f"{NAMESPACE}/world_state"
WORLD_TRUTH = f"{NAMESPACE}/world_truth"
VERDICTS = f"{NAMESPACE}/verdicts"
TASK_VERDICTS = f"{NAMESPACE}/task_verdicts"
PLAN_VERDICTS = f"{NAMESPACE}/plan_verdicts"
SKILL_EVENTS = f"{NAMESPACE}/skill_events"
GUARD_TASKS = f"{NAMESPACE}/guard_tasks"
GUARD_LOG = f"{NAMESPACE}/guard_log"
METRICS = f"{NAMESPACE}/metrics"
CONVERSATION = f"{NAMESPACE}/planner/conversation"
DETECTIONS = f"{NAMESPACE}/detections"
STATIC_TRANSFORMS = "/tf_static"
CAMERAS = ("top", "north", "south", "east", "west")

EVALUATION = "is_bench_eval"
"""The owner of the tasks of evaluated episodes: the planner sets them, the evaluator ends them."""
RESULT_TIMEOUT = 3
"""Seconds that an action server keeps a result after the goal has ended.

Every goal's status message lists all goals still kept, and costs 0.02 ms for each; rclpy's default
of 900 s makes a long episode ever slower.  Our clients ask for the result when the goal starts; on
an overloaded machine the question has arrived more than a second after a short goal's end.
"""


def _latched(depth: int) -> QoSProfile:
    return QoSProfile(
        history=HistoryPolicy.KEEP_LAST,
        depth=depth,
        reliability=ReliabilityPolicy.RELIABLE,
        durability=DurabilityPolicy.TRANSIENT_LOCAL,
    )


LATEST = _latched(1)
BEAT = QoSProfile(history=HistoryPolicy.KEEP_LAST, depth=1)
"""Reliable, not latched: an old sign of life is none."""
SIGNAL = QoSProfile(
    history=HistoryPolicy.KEEP_LAST, depth=1, reliability=ReliabilityPolicy.BEST_EFFORT
)
REQUESTS = QoSProfile(
    history=HistoryPolicy.KEEP_LAST, depth=100, reliability=ReliabilityPolicy.RELIABLE
)
"""Of goals, cancels, results and requests, and of their answers.

Of rclpy's 10, a burst of more loses the oldest, which nobody ever answers.
"""
SERVED = {f"{service}_service_qos_profile": REQUESTS for service in ("goal", "result", "cancel")}
"""The same, as arguments of an action server or client."""
EVENTS = _latched(100)
LOG = _latched(1000)


def absolute(node: Node, name: str) -> str:
    """The fully qualified name of `name` for `node`, ignoring remaps."""
    found: str = expand_topic_name(name, node.get_name(), node.get_namespace())
    return found


def image_topic(camera: str) -> str:
    """Topic of the images of a camera."""
    return f"{NAMESPACE}/camera/{camera}/image_raw"


def compressed_topic(camera: str) -> str:
    """The same, compressed, where image_transport looks for them."""
    return f"{image_topic(camera)}/compressed"


def camera_info_topic(camera: str) -> str:
    """Topic of the intrinsics of a camera."""
    return f"{NAMESPACE}/camera/{camera}/camera_info"


def segmentation_topic(camera: str) -> str:
    """Topic of the instance segmentation (instance ID per pixel)."""
    return f"{NAMESPACE}/camera/{camera}/segmentation"
