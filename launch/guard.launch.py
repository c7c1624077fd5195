"""Put the guard between a planner and a robot: `ros2 launch is_bench guard.launch.py`.

The planner sends ExecuteSkill goals to /is_bench/execute_skill; the robot's driver serves
/robot/execute_skill and somebody publishes /is_bench/world_state.  Other names: `robot_action:=`,
`world_state:=`.
"""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch.actions import DeclareLaunchArgument
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from launch import LaunchDescription

SHARE = Path(get_package_share_directory("is_bench"))


def generate_launch_description() -> LaunchDescription:
    """The guard with its parameters from config/is_safety_monitor.yaml."""
    arguments = {
        "mode": ("enforce", "off, shadow or enforce"),
        "dataset": ("", "folder of the scenarios that the guard knows; empty: the bundled ones"),
        "params_file": (str(SHARE / "config" / "is_safety_monitor.yaml"), "parameters"),
        "robot_action": ("/robot/execute_skill", "the robot's ExecuteSkill server"),
        "world_state": ("/is_bench/world_state", "topic of the world's state"),
    }
    declared = [
        DeclareLaunchArgument(name, default_value=default, description=description)
        for name, (default, description) in arguments.items()
    ]
    guard = Node(
        package="is_bench",
        executable="is_safety_monitor",
        name="is_safety_monitor",
        parameters=[
            LaunchConfiguration("params_file"),
            {
                "mode": ParameterValue(LaunchConfiguration("mode"), value_type=str),
                "dataset": ParameterValue(LaunchConfiguration("dataset"), value_type=str),
            },
        ],
        remappings=[
            ("/robot/execute_skill", LaunchConfiguration("robot_action")),
            ("/is_bench/world_state", LaunchConfiguration("world_state")),
        ],
        output="screen",
    )
    return LaunchDescription([*declared, guard])
