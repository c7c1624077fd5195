"""The robot's senses: joints, gripper, lamp, the base's pose, and what the camera sees."""

from __future__ import annotations

import math
from typing import Any

from geometry_msgs.msg import Point, Pose, PoseStamped
from guarded_robot_interfaces.msg import GripperState, ObjectPose, ObjectPoses
from rclpy.node import Node
from sensor_msgs.msg import JointState
from std_msgs.msg import Bool, Header

from guarded_robot.kitchen import Kitchen

PERIOD_S = 0.1
FRAME = "map"


class StatePublisher(Node):
    """Tells what is so in the kitchen, ten times a second."""

    def __init__(self, kitchen: Kitchen, **options: Any) -> None:
        """`options` are rclpy's of a node."""
        super().__init__("state_publisher", **options)
        self._kitchen = kitchen
        self._joints = self.create_publisher(JointState, "joint_states", 10)
        self._gripper = self.create_publisher(GripperState, "gripper", 10)
        self._objects = self.create_publisher(ObjectPoses, "objects", 10)
        self._lamp = self.create_publisher(Bool, "lamp", 10)
        self._pose = self.create_publisher(PoseStamped, "pose", 10)
        self.create_timer(PERIOD_S, self._publish)

    def _publish(self) -> None:
        kitchen = self._kitchen
        header = Header(frame_id=FRAME, stamp=self.get_clock().now().to_msg())
        seen = [
            ObjectPose(name=name, pose=_pose(*point), confidence=0.9)
            for name, point in kitchen.objects().items()
        ]
        knob = math.radians(kitchen.knob_degrees)
        self._joints.publish(
            JointState(header=header, name=["lift", "stove_knob"], position=[kitchen.height, knob])
        )
        self._gripper.publish(GripperState(header=header, holding=kitchen.holding))
        self._objects.publish(ObjectPoses(header=header, objects=seen))
        self._lamp.publish(Bool(data=kitchen.lamp))
        self._pose.publish(PoseStamped(header=header, pose=_pose(kitchen.x, kitchen.y, 0.0)))


def _pose(x: float, y: float, z: float) -> Pose:
    pose = Pose(position=Point(x=x, y=y, z=z))
    pose.orientation.w = 1.0
    return pose
