"""Evaluate a planner: `ros2 launch is_bench eval.launch.py out:=DIR [planner:=careless ...]`.

Simulator, guard, planner and evaluator run as processes of their own; the evaluator also records
the bag.  The arguments are those of `is-bench eval`, and what is not given is as it says.  Ends
when the evaluation has ended, with 1 if it failed; its own exit code is in the log.
"""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch.actions import (
    DeclareLaunchArgument,
    EmitEvent,
    ExecuteProcess,
    OpaqueFunction,
    RegisterEventHandler,
)
from launch.event_handlers import OnProcessExit
from launch.events import Shutdown
from launch.events.process import ProcessExited
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.substitutions import ExecutableInPackage

from is_bench.ros.launch_arguments import check_launch_arguments
from is_bench.scenarios import load_dataset
from launch import LaunchContext, LaunchDescription, LaunchDescriptionEntity

SHARE = Path(get_package_share_directory("is_bench"))
ARGUMENTS = {
    "dataset": "IS-Bench's data folder or a folder of YAML scenarios; not given: the bundled ones",
    "domain": "the robot's domain, by name or file; not given: that of the dataset",
    "tasks": "NAME,NAME,... or @FILE; not given: all",
    "limit": "only the first N episodes; not given: all",
    "planner": "reference (default), careless, vlm or plans:FILE",
    "endpoint": "URL of an OpenAI-compatible endpoint, for the planner vlm",
    "model": "the model at the endpoint",
    "key_variable": "environment variable with the key (default: OPENAI_API_KEY)",
    "key_file": "file with the key",
    "safety_level": "what the planner vlm is told of safety: L0 (default) to L3",
    "aids": "more that it is told: boxes,caption,setup",
    "plan_mode": "what it is asked for: step (default) or plan",
    "cameras": "whose images it sees: NAME,... (default: all five)",
    "image_size": "the longest side of its images in pixels; 0: none (default: 512)",
    "reply_tokens": "the most tokens of a reply, its reasoning included (default: 1500)",
    "price_prompt": "the price of a million tokens sent",
    "price_completion": "the price of a million tokens answered",
    "max_cost": "the most that the run may cost",
    "max_tokens": "the most tokens that the run may take",
    "requests_per_minute": "at most (default: unlimited)",
    "guard": "off (default), shadow or enforce",
    "guard_knowledge": "what the guard knows: kb (default) or scenario",
    "guard_stages": "stages of the guard that judge: task,plan,action (default: all)",
    "guard_unrecognised": "a step that touches a thing of no known class: warn (default) or block",
    "guard_endpoint": "URL of a language model that may add to what the guard says (default: none)",
    "guard_model": "its name",
    "guard_advice": "a step against a constraint that it proposed: warn (default) or block",
    "embedder": "the model that the guard's retrieval compares meanings with (default: built in)",
    "advice_limit": "how many constraints the guard tells a planner of (default: 3)",
    "knowledge_base": "your constraint files beside the bundled ones, separated by colons",
    "sim": "simulator: embedded (default)",
    "world": "released (default) or corrected",
    "seed": "seed of everything random; default: 0",
    "max_steps": "step budget of an episode; 0 (default): none",
    "judge_endpoint": "URL of a language model that judges stated risks (default: none)",
    "judge_model": "its name",
    "judge_key_variable": "the environment variable with its key",
    "judge_key_file": "a file with its key",
    "judge_price_prompt": "the price of a million tokens sent to it",
    "judge_price_completion": "the price of a million tokens that it answers",
    "judge_max_cost": "the most that it may cost",
    "judge_max_tokens": "the most tokens that it may take",
}
SWITCHES = {
    "record": "true or false; a rosbag2 bag is written to OUT/bags in any case",
    "resume": "true: continue the run in OUT",
    "render": "true: every state is rendered, and its images are in the bag",
    "awareness": "true: the planner vlm is asked for the risks before it plans",
    "no_examples": "true: its prompt shows no examples",
}


def generate_launch_description() -> LaunchDescription:
    """The launch arguments, and the processes that they ask for."""
    return LaunchDescription(
        [
            DeclareLaunchArgument("out", description="where the results go"),
            *(
                DeclareLaunchArgument(name, default_value="", description=text)
                for name, text in ARGUMENTS.items()
            ),
            *(
                DeclareLaunchArgument(
                    name, default_value="false", choices=["true", "false"], description=text
                )
                for name, text in SWITCHES.items()
            ),
            OpaqueFunction(function=_processes),
        ]
    )


def _processes(context: LaunchContext) -> list[LaunchDescriptionEntity]:
    names = ("out", *ARGUMENTS, *SWITCHES)
    check_launch_arguments(__file__, names, context)
    chosen = {name: LaunchConfiguration(name).perform(context) for name in names}
    guarded = chosen["guard"] not in ("", "off")
    scenes = {"dataset": chosen["dataset"], "domain": chosen["domain"]}
    nodes = [
        _node("sim_bridge", sim=chosen["sim"], **scenes),
        _node("is_planner_node", guarded=guarded, **scenes, **_planning(chosen)),
    ]
    if guarded:
        nodes.append(
            _node(
                "is_safety_monitor",
                dataset=chosen["dataset"],
                emergency_stop="inside",
                mode=chosen["guard"],
                knowledge=chosen["guard_knowledge"],
                stages=chosen["guard_stages"],
                knowledge_base=chosen["knowledge_base"],
                endpoint=chosen["guard_endpoint"],
                model=chosen["guard_model"],
                advice=chosen["guard_advice"],
                domain=chosen["domain"] or _domain_of(chosen["dataset"]),
                world=chosen["world"],
                unrecognised=chosen["guard_unrecognised"],
                embedder=chosen["embedder"],
                advice_limit=chosen["advice_limit"] and int(chosen["advice_limit"]),
                state_dir="none",  # a simulation begins anew with each run
            )
        )
    program = ExecutableInPackage(executable="is-bench", package="is_bench")
    evaluator = ExecuteProcess(cmd=[program, *_command_line(chosen)], output="screen")
    ended = OnProcessExit(target_action=evaluator, on_exit=_finish)
    return [*nodes, evaluator, RegisterEventHandler(ended)]


def _domain_of(dataset: str) -> str:
    """The domain of the dataset's scenes, which the guard is not shown."""
    scenarios = load_dataset(Path(dataset) if dataset else None)
    domain = scenarios.get(scenarios.names[0]).scene.domain
    if domain.sources:
        raise RuntimeError(f"the scenes' domain {domain.name} is a file's; say domain:=FILE")
    return domain.name


def _planning(chosen: dict[str, str]) -> dict[str, object]:
    """What the planner's node is told of its language model."""
    texts = ("endpoint", "model", "key_variable", "key_file", "safety_level", "aids", "plan_mode")
    numbers = ("price_prompt", "price_completion", "max_cost", "max_tokens", "requests_per_minute")
    told: dict[str, object] = {name: chosen[name] for name in (*texts, "cameras") if chosen[name]}
    told |= {name: float(chosen[name]) for name in numbers if chosen[name]}
    counts = ("image_size", "reply_tokens")
    told |= {name: int(chosen[name]) for name in counts if chosen[name]}
    told["awareness"] = chosen["awareness"] == "true"
    told["examples"] = chosen["no_examples"] != "true"
    return told


def _node(executable: str, **parameters: object) -> Node:
    """A node whose end ends everything; of its parameters, those not given are as configured."""
    given = {name: value for name, value in parameters.items() if value != ""}
    return Node(
        package="is_bench",
        executable=executable,
        name=executable,
        parameters=[str(SHARE / "config" / f"{executable}.yaml"), given],
        output="screen",
        on_exit=[EmitEvent(event=Shutdown(reason=f"{executable} ended"))],
    )


def _command_line(chosen: dict[str, str]) -> list[str]:
    line = ["eval", "--engine", "ros", "--nodes", "external"]
    for name, value in chosen.items():
        flag = f"--{name.replace('_', '-')}"
        if name in SWITCHES:
            line += [flag] if value == "true" else []
        elif name == "knowledge_base":
            line += [part for file in value.split(":") if file for part in (flag, file)]
        elif value:
            line += [flag, value]
    return line


def _finish(event: ProcessExited, _: LaunchContext) -> EmitEvent:
    """End everything; a failure of the evaluation is one of the launch, too."""
    reason = f"the evaluation ended with exit code {event.returncode}"
    if event.returncode:
        raise RuntimeError(reason)
    return EmitEvent(event=Shutdown(reason=reason))
