"""Robot, guard and planner: `ros2 launch guarded_robot guarded_robot.launch.py`.

`namespace:=/a` puts all three into a namespace; the same files serve several robots.
`planner:=false` starts robot and guard alone.
"""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch.actions import (
    DeclareLaunchArgument,
    EmitEvent,
    IncludeLaunchDescription,
    OpaqueFunction,
)
from launch.events import Shutdown
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

from is_bench.ros.launch_arguments import check_launch_arguments
from launch import LaunchContext, LaunchDescription, LaunchDescriptionEntity

CONFIG = Path(get_package_share_directory("guarded_robot")) / "config"
GUARD = Path(get_package_share_directory("is_bench")) / "launch" / "guard.launch.py"
ARGUMENTS = {
    "namespace": ("", "of robot, guard and planner; not given: the root"),
    "mode": ("enforce", "of the guard: off, shadow or enforce"),
    "planner": ("true", "false: robot and guard alone"),
}


def generate_launch_description() -> LaunchDescription:
    """The launch arguments, and the processes."""
    declared = [
        DeclareLaunchArgument(name, default_value=default, description=text)
        for name, (default, text) in ARGUMENTS.items()
    ]
    return LaunchDescription([*declared, OpaqueFunction(function=_processes)])


def _processes(context: LaunchContext) -> list[LaunchDescriptionEntity]:
    check_launch_arguments(__file__, ARGUMENTS, context)
    chosen = {name: LaunchConfiguration(name).perform(context) for name in ARGUMENTS}
    guard = IncludeLaunchDescription(
        PythonLaunchDescriptionSource(str(GUARD)),
        launch_arguments={
            "bindings": str(CONFIG / "bindings.yaml"),
            "knowledge_base": str(CONFIG / "rules.yaml"),
            "namespace": chosen["namespace"],
            "mode": chosen["mode"],
            "state_dir": "none",  # every demonstration begins anew
        }.items(),
    )
    own = {"package": "guarded_robot", "namespace": chosen["namespace"], "output": "screen"}
    over = [EmitEvent(event=Shutdown(reason="the planner has ended"))]
    processes = [Node(executable="robot", **own), guard]
    if chosen["planner"] == "true":
        processes.append(Node(executable="planner", on_exit=over, **own))
    return processes
