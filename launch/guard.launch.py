"""Put the guard between a planner and a robot: `ros2 launch is_bench guard.launch.py`.

The planner sends ExecuteSkill goals to /is_bench/execute_skill; the robot's driver serves
/robot/execute_skill and somebody publishes /is_bench/world_state.  Other names: `robot_action:=`,
`world_state:=`.  `domain:=` says what the robot can do.  `bag:=DIR` records what the guard sees and
says.
"""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

from launch import LaunchContext, LaunchDescription, LaunchDescriptionEntity

SHARE = Path(get_package_share_directory("is_bench"))
PARAMETERS = {
    "mode": "off, shadow or enforce; not given: as in params_file",
    "knowledge": "what the guard knows: kb or scenario; not given: as in params_file",
    "stages": "the stages that judge, of task, plan and action; not given: as in params_file",
    "knowledge_base": "your constraint files, separated by colons; not given: as in params_file",
    "endpoint": "URL of a language model that may add to what rules say; not given: none",
    "model": "its name",
    "domain": "the robot's skills and predicates, by name or file; not given: as in params_file",
    "world": "the benchmark's rules, released or corrected; not given: as in params_file",
    "unrecognised": "things of no known class: warn or block; not given: as in params_file",
    "embedder": "the model that retrieval compares meanings with; not given: as in params_file",
    "advice_limit": "how many constraints a planner is told of; not given: as in params_file",
    "robot_action": "the robot's ExecuteSkill server; not given: as in params_file",
    "bindings": "file of the robot's own interfaces to guard; not given: as in params_file",
    "dataset": "folder of the scenarios, for knowledge scenario alone; not given: the bundled ones",
}
WHOLE_NUMBERS = ("advice_limit",)
TOPICS = {
    "world_state": ("/is_bench/world_state", "topic of the world's state"),
}


def generate_launch_description() -> LaunchDescription:
    """The launch arguments, and the guard that they ask for."""
    arguments = {
        **{name: ("", text) for name, text in PARAMETERS.items()},
        **TOPICS,
        "params_file": (str(SHARE / "config" / "is_safety_monitor.yaml"), "the guard's parameters"),
        "bag": ("", "folder of a rosbag2 bag to record; it must not exist yet; not given: no bag"),
        "bag_cameras": ("false", "true: the bag gets compressed pictures, too"),
    }
    declared = [
        DeclareLaunchArgument(name, default_value=default, description=text)
        for name, (default, text) in arguments.items()
    ]
    return LaunchDescription([*declared, OpaqueFunction(function=_processes)])


def _typed(name: str, value: str) -> str | int:
    return int(value) if name in WHOLE_NUMBERS else value


def _processes(context: LaunchContext) -> list[LaunchDescriptionEntity]:
    def chosen(name: str) -> str:
        value: str = LaunchConfiguration(name).perform(context)
        return value

    guard = Node(
        package="is_bench",
        executable="is_safety_monitor",
        name="is_safety_monitor",
        parameters=[
            chosen("params_file"),
            {name: _typed(name, value) for name in PARAMETERS if (value := chosen(name))},
        ],
        remappings=[(default, chosen(name)) for name, (default, _) in TOPICS.items()],
        output="screen",
    )
    recorder = Node(
        package="is_bench",
        executable="bag_recorder",
        name="bag_recorder",
        parameters=[{"path": chosen("bag"), "cameras": chosen("bag_cameras") == "true"}],
        remappings=[(TOPICS["world_state"][0], chosen("world_state"))],
        output="screen",
    )
    return [guard, recorder] if chosen("bag") else [guard]
