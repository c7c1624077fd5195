"""Put the guard between a planner and a robot: `ros2 launch is_bench guard.launch.py`.

A robot with interfaces of its own is named by `bindings:=FILE`.  One that serves ExecuteSkill is
found at robot/execute_skill, or where `robot_action:=` says; somebody publishes
is_bench/world_state, or `world_state:=`.  The planner sends its goals to is_bench/execute_skill, or
where the bindings say.  `domain:=` says what the robot can do.  All names are relative to
`namespace:=`.  `bag:=DIR` records what the guard sees and says.
"""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch.actions import (
    DeclareLaunchArgument,
    EmitEvent,
    OpaqueFunction,
    RegisterEventHandler,
)
from launch.event_handlers import OnProcessExit
from launch.events import Shutdown
from launch.events.process import ProcessExited
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

from is_bench.errors import InputError
from is_bench.ros.launch_arguments import check_launch_arguments
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
    "state_dir": "folder of what survives a restart, or none; not given: as in params_file",
    "emergency_stop": "process, or inside for simulations; not given: as in params_file",
    "deadman_timeout_s": "silence of the deadman that stops; not given: as in params_file",
    "gate": "true: goals have to pass a driver_gate; not given: as in params_file",
    "intruders": "second servers and publishers: stop or report; not given: as in params_file",
    "dataset": "folder of the scenarios, for knowledge scenario alone; not given: the bundled ones",
}
WHOLE_NUMBERS = ("advice_limit",)
SECONDS = ("deadman_timeout_s",)
SWITCHES = ("gate",)
TOPICS = {
    "world_state": ("is_bench/world_state", "topic of the world's state"),
}
ARGUMENTS = {
    **{name: ("", text) for name, text in PARAMETERS.items()},
    **TOPICS,
    "namespace": ("", "of the guard and the names that it uses; not given: the root"),
    "params_file": (str(SHARE / "config" / "is_safety_monitor.yaml"), "the guard's parameters"),
    "bag": ("", "folder of a rosbag2 bag to record; it must not exist yet; not given: no bag"),
    "bag_cameras": ("false", "true: the bag gets compressed images, too"),
}


def generate_launch_description() -> LaunchDescription:
    """The launch arguments, and the guard that they ask for."""
    declared = [
        DeclareLaunchArgument(name, default_value=default, description=text)
        for name, (default, text) in ARGUMENTS.items()
    ]
    return LaunchDescription([*declared, OpaqueFunction(function=_processes)])


def _typed(name: str, value: str) -> str | float | bool:
    if name in SWITCHES:
        if value not in ("true", "false"):
            raise InputError(f"{name} is {value!r}; say true or false")
        return value == "true"
    if name in SECONDS:
        return float(value)
    return int(value) if name in WHOLE_NUMBERS else value


def _processes(context: LaunchContext) -> list[LaunchDescriptionEntity]:
    check_launch_arguments(__file__, ARGUMENTS, context)
    chosen = {name: LaunchConfiguration(name).perform(context) for name in ARGUMENTS}
    parameters = {name: _typed(name, chosen[name]) for name in PARAMETERS if chosen[name]}
    guard = _node("is_safety_monitor", chosen, chosen["params_file"], parameters)
    ended = RegisterEventHandler(OnProcessExit(target_action=guard, on_exit=_finish))
    if not chosen["bag"]:
        return [guard, ended]
    recording = {"path": chosen["bag"], "cameras": chosen["bag_cameras"] == "true"}
    return [guard, ended, _node("bag_recorder", chosen, recording)]


def _node(executable: str, chosen: dict[str, str], *parameters: object) -> Node:
    return Node(
        package="is_bench",
        executable=executable,
        name=executable,
        namespace=chosen["namespace"],
        parameters=list(parameters),
        remappings=[(name, chosen[argument]) for argument, (name, _) in TOPICS.items()],
        output="screen",
    )


def _finish(event: ProcessExited, _: LaunchContext) -> EmitEvent:
    """End everything with the guard; a guard that does not start is a failure of the launch."""
    reason = f"the guard ended with exit code {event.returncode}"
    if event.returncode:
        raise RuntimeError(reason)
    return EmitEvent(event=Shutdown(reason=reason))
