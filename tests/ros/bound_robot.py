"""A robot with interfaces of its own, of the shape of Nav2's and ros2_control's, and its file.

Tests that import it are skipped where those interfaces have not been built.
"""

from __future__ import annotations

from typing import Any

import pytest
from geometry_msgs.msg import Twist
from rclpy.action import CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.qos import QoSProfile
from rclpy.task import Future
from sensor_msgs.msg import JointState
from std_srvs.srv import SetBool

from is_bench.ros.coroutines import result_of
from is_bench.ros.goal_server import GoalServer
from is_safety_monitor.bindings.ros.async_services import allow_coroutine_callback
from tests.is_safety_monitor.bindings.samples import LAMP_SERVICE
from tests.ros.harness import Ros

ACTIONS: Any = pytest.importorskip(
    "is_bench_test_interfaces.action", reason="build ros2_ws/src/is_bench_test_interfaces"
)
NavigateToPose, GripperCommand = ACTIONS.NavigateToPose, ACTIONS.GripperCommand

FILE = (
    """\
bindings: 1
robot: test robot
task: {episode: shift}
map:
  frame: map
  regions:
    kitchen: {label: kitchen, box: [[0, 0], [4, 3]]}
    hall: {label: hall, box: [[4, 0], [8, 3]]}
things:
  fridge_1: {label: fridge, synset: electric_refrigerator.n.01}
  lamp_1: {label: lamp, synset: lamp.n.02}
  mug_1: {label: mug, synset: mug.n.04}
assume: [not broken(lamp_1)]
actions:
  navigate:
    type: is_bench_test_interfaces/action/NavigateToPose
    planner: guarded/navigate_to_pose
    robot: navigate_to_pose
    calls:
      - call: NAVIGATE_TO(place)
        where: {place: {region: pose}}
    require: {behavior_tree: ""}
    succeeded: {error_code: 0}
    reason: error_msg
    preempts: true
  gripper:
    type: is_bench_test_interfaces/action/GripperCommand
    planner: guarded/gripper
    robot: gripper
    calls:
      - call: PICK(mug_1)
        when: {command.position: {at_most: 20 mm, unit: m}}
    require: {command.max_effort: {at_most: 20 N, unit: N}}
"""
    + LAMP_SERVICE
    + """\
    timeout: 1 s
velocities:
  base:
    type: geometry_msgs/msg/Twist
    planner: guarded/cmd_vel
    robot: cmd_vel
    during: [navigate]
    limits: {linear: 0.5 m/s}
    hold: 100 ms
facts:
  joints:
    topic: joint_states
    type: sensor_msgs/msg/JointState
    stamp: header.stamp
    watchdog: 600 ms
    rules:
      - fact: open(fridge_1)
        field: position[name=fridge_door]
        unit: rad
        holds: {above: 5 deg}
        fails: {below: 2 deg}
"""
)

HOUSE_RULE = """\
constraints:
  - id: house_rule
    text: No lamp is switched on while the fridge stands open, or whoever looks up walks into it.
    category: Collision Hazard
    severity: minor
    source: a house rule
    composition: environment
    type: factual
    where: {l: lamp.n.02, c: electric_refrigerator.n.01}
    before: TOGGLE_ON(l)
    require: (not (open ?c))
    unknown: block
    mend: CLOSE(c)
    examples:
      violated: [{facts: open(electric_refrigerator.n.01_1), steps: TOGGLE_ON(lamp.n.02_1)}]
      satisfied: [{facts: "hot(electric_refrigerator.n.01_1)", steps: TOGGLE_ON(lamp.n.02_1)}]
"""
STEADY_S = 0.1
"""How often the robot tells its joints."""


class BoundRobot:
    """Serves its own interfaces, and tells its joints all the time.

    A goal lasts until the test calls `finish`.
    """

    def __init__(self, ros: Ros) -> None:
        self.node = ros.node("own_robot")
        self._ros = ros
        self.asked: list[Any] = []
        """The messages that arrived, also what was rejected."""
        self.ids: list[bytes] = []
        """Of the goals that were executed."""
        self.velocities: list[Twist] = []
        self.accepts = True
        self.obeys_cancel = True
        self.door = 0.0
        """Angle of the fridge's door [rad]; None: the joint is not told."""
        self.tells = True
        self.is_quick = False
        """Whether a goal ends at once, with success."""
        self.hears_cancel = True
        self.hears_switch = True
        self._ends: list[Future] = []
        group = ReentrantCallbackGroup()
        self._joints = self.node.create_publisher(JointState, "joint_states", QoSProfile(depth=10))
        self.node.create_timer(STEADY_S, self._tell)
        self.node.create_subscription(
            Twist, "cmd_vel", self.velocities.append, QoSProfile(depth=100)
        )
        allow_coroutine_callback(
            self.node,
            self.node.create_service(SetBool, "lamp", self._switch, callback_group=group),
        )
        self._servers = [
            GoalServer(
                self.node,
                kind,
                name,
                execute_callback=self._execute,
                goal_callback=self._accept,
                cancel_callback=self._cancel,
                callback_group=group,
            )
            for kind, name in ((NavigateToPose, "navigate_to_pose"), (GripperCommand, "gripper"))
        ]

    @property
    def running(self) -> int:
        """How many goals are being executed."""
        return sum(not end.done() for end in self._ends)

    def finish(self, how: str = "succeed", **result: Any) -> None:
        """End the goal that is running."""
        (end,) = [end for end in self._ends if not end.done()]
        end.set_result((how, result))

    def _tell(self) -> None:
        if self.tells:
            message = JointState(name=["arm", "fridge_door"], position=[0.0, self.door])
            message.header.stamp = self.node.get_clock().now().to_msg()
            self._joints.publish(message)

    def stop_serving(self) -> None:
        """Take the actions down, as the end of their process would."""
        for server in self._servers:
            server.destroy()
        self._servers = []
        self._ros.settle()

    async def _switch(self, request: Any, response: Any) -> Any:
        self.asked.append(request)
        if not self.hears_switch:
            await result_of(Future())
        response.success = True
        response.message = "switched"
        return response

    def _accept(self, goal: Any) -> GoalResponse:
        self.asked.append(goal)
        return GoalResponse.ACCEPT if self.accepts else GoalResponse.REJECT

    async def _cancel(self, _: Any) -> CancelResponse:
        if not self.hears_cancel:
            await result_of(Future())
        if not self.obeys_cancel:
            return CancelResponse.REJECT
        for end in self._ends:
            if not end.done():
                end.set_result(("canceled", {}))
        return CancelResponse.ACCEPT

    async def _execute(self, handle: Any) -> Any:
        is_drive = isinstance(handle.request, NavigateToPose.Goal)
        self.ids.append(bytes(handle.goal_id.uuid))
        if is_drive:
            handle.publish_feedback(NavigateToPose.Feedback(distance_remaining=1.5))
        end = Future()
        self._ends.append(end)
        if self.is_quick:
            end.set_result(("succeed", {}))
        how, result = await result_of(end)
        getattr(handle, how)()
        return (NavigateToPose if is_drive else GripperCommand).Result(**result)


def pose_goal(x: float, y: float, frame: str = "map", tree: str = "") -> Any:
    goal = NavigateToPose.Goal(behavior_tree=tree)
    goal.pose.header.frame_id = frame
    goal.pose.pose.position.x, goal.pose.pose.position.y = x, y
    goal.pose.pose.orientation.w = 1.0
    return goal
