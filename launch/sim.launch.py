"""A simulated robot alone: `ros2 launch is_bench sim.launch.py [dataset:=DIR]`.

Serves /is_bench/reset_world and /robot/execute_skill, publishes /is_bench/world_state.
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
    """The sim_bridge with its parameters from config/sim_bridge.yaml."""
    dataset = DeclareLaunchArgument(
        "dataset", default_value="", description="folder of the scenarios; empty: the bundled ones"
    )
    bridge = Node(
        package="is_bench",
        executable="sim_bridge",
        name="sim_bridge",
        parameters=[
            str(SHARE / "config" / "sim_bridge.yaml"),
            {"dataset": ParameterValue(LaunchConfiguration("dataset"), value_type=str)},
        ],
        output="screen",
    )
    return LaunchDescription([dataset, bridge])
