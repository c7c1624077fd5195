"""Messages without ROS, their types, and a file of bindings that is complete."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from is_bench.domain import load_domain
from is_bench.errors import InputError
from is_safety_monitor.bindings.model import Bindings
from is_safety_monitor.bindings.reader import parse_bindings

LAMP_SERVICE = """\
services:
  lamp:
    type: std_srvs/srv/SetBool
    planner: guarded/lamp
    robot: lamp
    calls:
      - {call: TOGGLE_ON(lamp_1), when: {data: true}}
      - {call: TOGGLE_OFF(lamp_1), when: {data: false}}
    refused: {success: false, message: "refused: {reason}"}
    succeeded: {success: true}
"""
FILE = (
    """\
bindings: 1
robot: kitchen_robot
task: {episode: shift, instruction: Tidy up.}
map:
  frame: map
  regions:
    kitchen: {label: kitchen, box: [[0, 0], [4, 3]]}
    stove_front: {label: stove, polygon: [[1, 1], [2, 1], [2, 2], [1, 2]], heights: [-1, 50 cm]}
    hall: {circle: {centre: [6, 0], radius: 1 m}}
  frames: {dock: {x: 6 m, yaw: 90 deg}}
things:
  fridge_1: {label: fridge, synset: electric_refrigerator.n.01}
  mug_1: {label: mug}
  lamp_1: {label: lamp}
  robot: {label: robot}
assume: [not broken(lamp_1), not on_fire(*)]
actions:
  navigate:
    type: nav2_msgs/action/NavigateToPose
    planner: guarded/navigate_to_pose
    robot: navigate_to_pose
    calls:
      - call: NAVIGATE_TO(place)
        where: {place: {region: pose}}
    require: {behavior_tree: ""}
    succeeded: {error_code: 0}
    reason: error_msg
    timeout: 2 min
    preempts: true
  gripper:
    type: control_msgs/action/GripperCommand
    planner: guarded/gripper
    robot: gripper
    calls:
      - call: DROP(thing)
        when: {command.position: {above: 40 mm, unit: m}}
        where: {thing: {known: held}}
      - call: PICK(mug_1)
        when: {command.position: {at_most: 0.02, unit: m}}
    require: {command.max_effort: {at_most: 20 N, unit: N}}
"""
    + LAMP_SERVICE
    + """\
velocities:
  base:
    type: geometry_msgs/msg/Twist
    planner: guarded/cmd_vel
    robot: cmd_vel
    during: [navigate]
    limits: {linear: 0.5 m/s, angular: 60 deg/s}
    slow: {factor: 0.5, when: ["inroom(robot, kitchen)"]}
    stop: {when: ["not open(fridge_1)"]}
    timeout: 200 ms
    hold: 500 ms
facts:
  joints:
    topic: joint_states
    type: sensor_msgs/msg/JointState
    stamp: header.stamp
    watchdog: 500 ms
    rules:
      - fact: open(fridge_1)
        field: position[name=fridge_door]
        unit: rad
        holds: {above: 5 deg}
        fails: {below: 2 deg}
  camera:
    topic: detections
    type: own_msgs/msg/Detections
    watchdog: 1 s
    max_age: 3 s
    required: false
    each: detections
    where:
      thing: {field: label, names: {cup: mug_1, lamp: lamp_1}}
      place: {region: pose, frame: map}
    confidence: {field: score, at_least: 60 %}
    rules:
      - fact: robot_near(thing)
      - fact: inroom(thing, place)
"""
)

TYPES: Mapping[str, Mapping[str, str]] = {
    "nav2_msgs/action/NavigateToPose.goal": {
        "pose": "geometry_msgs/PoseStamped",
        "behavior_tree": "string",
    },
    "nav2_msgs/action/NavigateToPose.result": {"error_code": "uint16", "error_msg": "string"},
    "control_msgs/action/GripperCommand.goal": {"command": "control_msgs/GripperCommand"},
    "control_msgs/msg/GripperCommand": {"position": "double", "max_effort": "double"},
    "std_srvs/srv/SetBool.request": {"data": "boolean"},
    "std_srvs/srv/SetBool.response": {"success": "boolean", "message": "string"},
    "geometry_msgs/msg/Twist": {
        "linear": "geometry_msgs/Vector3",
        "angular": "geometry_msgs/Vector3",
    },
    "geometry_msgs/msg/Vector3": {"x": "double", "y": "double", "z": "double"},
    "geometry_msgs/msg/Point": {"x": "double", "y": "double", "z": "double"},
    "geometry_msgs/msg/Quaternion": dict.fromkeys("xyzw", "double"),
    "geometry_msgs/msg/Pose": {
        "position": "geometry_msgs/Point",
        "orientation": "geometry_msgs/Quaternion",
    },
    "geometry_msgs/msg/PoseStamped": {"header": "std_msgs/Header", "pose": "geometry_msgs/Pose"},
    "std_msgs/msg/Header": {"stamp": "builtin_interfaces/Time", "frame_id": "string"},
    "builtin_interfaces/msg/Time": {"sec": "int32", "nanosec": "uint32"},
    "sensor_msgs/msg/JointState": {
        "header": "std_msgs/Header",
        "name": "sequence<string>",
        "position": "sequence<double>",
    },
    "own_msgs/msg/Detections": {"detections": "sequence<own_msgs/Detection, 100>"},
    "own_msgs/msg/Detection": {
        "label": "string",
        "score": "float",
        "pose": "geometry_msgs/Pose",
    },
}

GRAPH = {
    "action": {
        "/navigate_to_pose": ["nav2_msgs/action/NavigateToPose"],
        "/gripper": ["control_msgs/action/GripperCommand"],
    },
    "srv": {"/lamp": ["std_srvs/srv/SetBool"]},
    "sub": {"/cmd_vel": ["geometry_msgs/msg/Twist"]},
    "msg": {
        "/joint_states": ["sensor_msgs/msg/JointState"],
        "/detections": ["own_msgs/msg/Detections"],
    },
}


class Table:
    """The types above."""

    def fields(self, name: str) -> Mapping[str, str]:
        if name not in TYPES:
            raise InputError(f"{name} is not installed")
        return TYPES[name]


def read(text: str = FILE) -> Bindings:
    return parse_bindings(text, "robot.yaml", load_domain("household"))


def with_line(old: str, new: str) -> str:
    """The file with one part replaced."""
    assert FILE.count(old) == 1, f"{old!r} is there {FILE.count(old)} times"
    return FILE.replace(old, new)


def message(**fields: Any) -> SimpleNamespace:
    """A message with these fields."""
    return SimpleNamespace(**fields)


def header(frame: str = "map", sec: int = 0, nanosec: int = 0) -> SimpleNamespace:
    return message(stamp=message(sec=sec, nanosec=nanosec), frame_id=frame)


def pose(x: float, y: float, z: float = 0.0) -> SimpleNamespace:
    return message(position=message(x=x, y=y, z=z), orientation=message(x=0.0, y=0.0, z=0.0, w=1.0))


def navigate(x: float = 0.0, y: float = 0.0, *, frame: str = "", tree: str = "") -> SimpleNamespace:
    """A goal as Nav2's; without arguments, as its constructor makes it."""
    return message(pose=message(header=header(frame), pose=pose(x, y)), behavior_tree=tree)


def gripper(position: float = 0.0, effort: float = 0.0) -> SimpleNamespace:
    return message(command=message(position=position, max_effort=effort))


def joints(angle: float, sec: int, nanosec: int = 0, name: str = "fridge_door") -> SimpleNamespace:
    return message(header=header("", sec, nanosec), name=["arm", name], position=[0.1, angle])


def detection(label: str, score: float, x: float = 0.5, y: float = 0.5) -> SimpleNamespace:
    return message(label=label, score=score, pose=pose(x, y))
