"""A simulated robot alone: `ros2 launch is_bench sim.launch.py [dataset:=DIR width:=1280 ...]`.

Serves /is_bench/reset_world and /robot/execute_skill, publishes /is_bench/world_state and what its
cameras see.
"""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

from is_bench.ros.launch_arguments import check_launch_arguments
from launch import LaunchContext, LaunchDescription, LaunchDescriptionEntity

SHARE = Path(get_package_share_directory("is_bench"))
PARAMETERS: dict[str, tuple[type, str]] = {
    "dataset": (str, "folder of the scenarios; not given: the bundled ones"),
    "domain": (str, "domain of the scenarios, by name or file; not given: their own"),
    "camera_topics": (
        str,
        "of image_raw,compressed,camera_info,segmentation,detections,tf; not given: all",
    ),
    "width": (int, "columns of the images; not given: as configured"),
    "height": (int, "rows of the images; not given: as configured"),
    "jpeg_quality": (int, "of compressed images, 1 to 100; not given: as configured"),
    "frame_rate_hz": (
        float,
        "how often images of an unchanged world are published again; not given: as configured",
    ),
}


def generate_launch_description() -> LaunchDescription:
    """The launch arguments, and the simulator that they ask for."""
    declared = [
        DeclareLaunchArgument(name, default_value="", description=text)
        for name, (_, text) in PARAMETERS.items()
    ]
    return LaunchDescription([*declared, OpaqueFunction(function=_processes)])


def _processes(context: LaunchContext) -> list[LaunchDescriptionEntity]:
    check_launch_arguments(__file__, PARAMETERS, context)
    given = {
        name: kind(value)
        for name, (kind, _) in PARAMETERS.items()
        if (value := LaunchConfiguration(name).perform(context))
    }
    return [
        Node(
            package="is_bench",
            executable="sim_bridge",
            name="sim_bridge",
            parameters=[str(SHARE / "config" / "sim_bridge.yaml"), given],
            output="screen",
        )
    ]
