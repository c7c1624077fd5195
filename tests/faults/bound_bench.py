"""A robot with interfaces of its own and its binding file, to which faults are done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from action_msgs.msg import GoalStatus
from geometry_msgs.msg import PoseStamped
from sensor_msgs.msg import JointState

from tests.ros.bound_robot import FILE, STEADY_S, pose_goal
from tests.ros.harness import Ros
from tests.ros.test_robot_bindings import Scene

MAP = "map"
POSES = """\
  camera:
    topic: mug
    type: geometry_msgs/msg/PoseStamped
    stamp: header.stamp
    watchdog: 600 ms
    where: {place: {region: pose, frame: map}}
    rules:
      - fact: inroom(mug_1, place)
"""
"""Another source of facts, for the file."""
KITCHEN = pose_goal(1.0, 1.0)
"""A goal that nothing speaks against."""
OPEN = 0.2
"""Angle of the fridge's door [rad] at which the lamp must stay off."""


class BoundBench:
    """The driver, a camera and the planner use the robot's types."""

    def __init__(self, ros: Ros, folder: Path) -> None:
        """The robot's goals end at once unless a fault makes them last."""
        self.ros = ros
        self.frame = MAP
        """In which the camera says it tells its poses."""
        camera = ros.node("camera")
        self._poses = camera.create_publisher(PoseStamped, "mug", 10)
        self._camera = camera
        camera.create_timer(STEADY_S, self._tell_pose)
        self._scene = Scene(ros, folder, FILE + POSES)
        self.robot, self.planner = self._scene.robot, self._scene.planner

    def calm(self) -> None:
        """Nothing is wrong, and nothing is being executed."""
        robot = self.robot
        self.frame, robot.door, robot.tells, robot.is_quick = MAP, 0.0, True, True
        if robot.running:
            robot.finish("abort")
        guard = self._scene.guard
        self.ros.until(lambda: not robot.running and not guard._session.moving)
        self.ros.until(lambda: not guard._arbiter.obstacle())
        self._scene.wait_for_guard()

    def _tell_pose(self) -> None:
        message = PoseStamped(pose=KITCHEN.pose.pose)
        message.header.frame_id = self.frame
        message.header.stamp = self._camera.get_clock().now().to_msg()
        self._poses.publish(message)

    def open_door(self) -> None:
        """The fridge is opened, and the guard hears of it."""
        self.robot.door = OPEN
        self.until_refused()

    def until_refused(self) -> None:
        """Wait until a request to switch the lamp on is refused."""
        self.ros.until(lambda: not self.planner.switch(True).success)

    def send(self, goal: Any) -> Any:
        """Send a goal while the guard hears of the world; its handle."""
        self.ros.until(self._scene.guard._session.is_current)
        return self.planner.send(goal)

    def tell_joints(self, message: JointState) -> None:
        """The robot tells this of its joints."""
        self.robot._joints.publish(message)

    # What must hold

    def passes(self) -> None:
        """The positive control: a goal and a request reach the driver."""
        before = len(self.robot.asked)
        handle = self.send(KITCHEN)
        assert handle.accepted, self.planner.reasons()
        answer = self.ros.wait(handle.get_result_async())
        assert answer.status == GoalStatus.STATUS_SUCCEEDED
        assert self.planner.switch(True).success, self.planner.reasons()
        assert len(self.robot.asked) == before + 2

    def is_refused(self, goal: Any, reason: str) -> None:
        """A goal does not reach the driver, and a verdict gives the reason."""
        before, told = len(self.robot.asked), len(self.planner.verdicts)
        assert not self.planner.send(goal).accepted, "the goal was accepted"
        assert len(self.robot.asked) == before, "the goal reached the driver"
        self.ros.until(lambda: len(self.planner.verdicts) > told)
        why = self.planner.verdicts[-1].feedback
        assert reason in why, why

    def lamp_is_refused(self) -> None:
        """A request to switch the lamp on does not reach the driver."""
        before = len(self.robot.asked)
        assert not self.planner.switch(True).success, "the lamp was switched on"
        assert len(self.robot.asked) == before, "the request reached the driver"

    def until_moves_again(self) -> None:
        """The positive control afterwards: once the fault is gone, the same goal passes."""
        self.calm()
        self.passes()
