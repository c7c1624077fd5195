"""Evaluate a planner: `ros2 launch is_bench eval.launch.py out:=DIR [planner:=careless ...]`.

Simulator, guard, planner, recorder and evaluator run as processes of their own; the arguments are
those of `is-bench eval`.  Ends when the evaluator has finished, with its exit code in the log.
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
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

from launch import LaunchContext, LaunchDescription, LaunchDescriptionEntity

SHARE = Path(get_package_share_directory("is_bench"))
ARGUMENTS = {
    "dataset": ("", "IS-Bench data folder or a folder of YAML scenarios; empty: the bundled ones"),
    "tasks": ("", "NAME,NAME,... or @FILE; empty: all"),
    "planner": ("reference", "reference, careless or plans:FILE"),
    "guard": ("off", "off, shadow or enforce"),
    "guard_knowledge": ("kb", "what the guard knows: kb or scenario"),
    "sim": ("embedded", "simulator"),
    "world": ("released", "released or corrected"),
    "seed": ("0", "seed of everything random"),
    "max_steps": ("0", "step budget of an episode; 0: none"),
    "record": ("true", "write a rosbag2 bag to OUT/bags"),
    "resume": ("false", "continue the run in OUT"),
    "out": ("is_bench_out", "where the results go"),
}


def generate_launch_description() -> LaunchDescription:
    """The launch arguments, and the processes that they ask for."""
    declared = [
        DeclareLaunchArgument(name, default_value=default, description=description)
        for name, (default, description) in ARGUMENTS.items()
    ]
    return LaunchDescription([*declared, OpaqueFunction(function=_processes)])


def _processes(context: LaunchContext) -> list[LaunchDescriptionEntity]:
    chosen = {name: LaunchConfiguration(name).perform(context) for name in ARGUMENTS}
    guarded = chosen["guard"] != "off"
    dataset = {"dataset": chosen["dataset"]}
    processes = [
        _node("sim_bridge", {**dataset, "sim": chosen["sim"]}),
        _node("is_planner_node", {**dataset, "guarded": guarded}),
    ]
    if guarded:
        settings = {"mode": chosen["guard"], "knowledge": chosen["guard_knowledge"]}
        processes.append(_node("is_safety_monitor", {**dataset, **settings}))
    if chosen["record"] == "true":
        processes.append(_node("bag_recorder", {"path": _new_bag(Path(chosen["out"]))}))
    evaluator = Node(
        package="is_bench",
        executable="is-bench",
        name="is_bench_evaluator",
        arguments=_command_line(chosen),
        output="screen",
    )
    ended = OnProcessExit(
        target_action=evaluator, on_exit=[EmitEvent(event=Shutdown(reason="evaluation finished"))]
    )
    return [*processes, evaluator, RegisterEventHandler(ended)]


def _node(executable: str, parameters: dict[str, object]) -> Node:
    return Node(
        package="is_bench",
        executable=executable,
        name=executable,
        parameters=[str(SHARE / "config" / f"{executable}.yaml"), parameters],
        output="screen",
    )


def _command_line(chosen: dict[str, str]) -> list[str]:
    line = ["eval", "--engine", "ros", "--nodes", "external"]
    for name, value in chosen.items():
        flag = f"--{name.replace('_', '-')}"
        if name == "resume":
            line += [flag] if value == "true" else []
        elif name != "record" and value:
            line += [flag, value]
    return line


def _new_bag(out: Path) -> str:
    """A bag folder that does not exist yet: a resumed run adds one."""
    number = 0
    while (out / "bags" / f"run_{number}").exists():
        number += 1
    return str(out / "bags" / f"run_{number}")
