"""The parameters of the is_safety_monitor node."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rclpy.exceptions import InvalidTopicNameException
from rclpy.node import Node
from rclpy.validate_topic_name import validate_topic_name

from is_bench.domain import load_domain
from is_bench.errors import InputError
from is_bench.ros import graph
from is_bench.ros.parameters import declare
from is_bench.verdict import Decision, GuardMode
from is_bench.world import WORLDS
from is_safety_monitor.core.configuration import KNOWLEDGE, GuardSettings
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.stages import NAMES, Stages
from is_safety_monitor.core.task_advice import ADVICE_LIMIT
from is_safety_monitor.emergency_stop.ros.settings import INSIDE, StopSettings, declare_stop
from is_safety_monitor.health.graph_watch import INTRUDERS, STOP

DEFAULT_DOMAIN = "household"
UNRECOGNISED = (Decision.WARN, Decision.BLOCK)
"""Possible decisions on a step that uses an object without a recognized class."""


@dataclass(frozen=True)
class MonitorParameters:
    """What the node was started with."""

    dataset: Path | None
    """For the knowledge `scenario` alone."""
    guard: GuardSettings
    knowledge_base: tuple[Path, ...]
    """Constraint files beside the bundled ones."""
    robot_action: str
    bindings: Path | None
    """A file that puts the robot's own interfaces behind the guard."""
    hold_s: float
    skill_timeout_s: float
    intruders: str
    """One of INTRUDERS."""
    autostart: bool
    state_heartbeat_s: float
    state_publishers: int
    state_dir: str
    """As `state_dir.state_folder` takes it."""
    emergency_stop: StopSettings
    gate: bool
    """Whether every goal has to pass a gate beside the driver."""


def declare_parameters(node: Node) -> MonitorParameters:
    """Declare every parameter on `node`; raises InputError for a value that is none of those."""
    folder = declare(
        node,
        "dataset",
        "",
        "folder of the scenarios, for knowledge scenario alone; empty: the bundled ones",
    )
    files = declare(
        node,
        "knowledge_base",
        "",
        "constraint files beside the bundled ones, separated by colons; may be set again",
        read_only=False,
    )
    bindings = declare(
        node, "bindings", "", "file of the robot's own interfaces to guard; empty: none"
    )
    stop = declare_stop(node)
    return MonitorParameters(
        dataset=Path(folder) if folder else None,
        guard=_guard_settings(node),
        knowledge_base=paths_of(files),
        robot_action=_robot_action(node),
        bindings=Path(bindings) if bindings else None,
        hold_s=declare(
            node,
            "hold_s",
            1.0,
            "seconds to wait for a state that shows the effect of the last skill, or a fact",
            limits=(0.0, 60.0),
        ),
        skill_timeout_s=declare(
            node,
            "skill_timeout_s",
            300.0,
            "seconds after which a skill is canceled",
            limits=(0.1, 86400.0),
        ),
        intruders=declare(
            node,
            "intruders",
            STOP,
            "reaction to unexpected servers, clients and publishers on guarded names: stop "
            "(block all goals) or report",
            choices=INTRUDERS,
        ),
        autostart=declare(node, "autostart", True, "configure and activate at once"),
        state_heartbeat_s=declare(
            node,
            "state_heartbeat_s",
            0.0,
            "seconds without a world state after which a running skill is canceled; 0: "
            "max_state_age_s, for a source that publishes states while skills run",
            limits=(0.0, 3600.0),
        ),
        state_publishers=declare(
            node,
            "state_publishers",
            1,
            "number of world_state publishers; with more, states are rejected",
            limits=(1, 100),
        ),
        state_dir=declare(
            node,
            "state_dir",
            "",
            "folder for persistent state; empty: below the ROS home; none: disabled",
        ),
        emergency_stop=stop,
        gate=_gate(node, stop),
    )


def _gate(node: Node, stop: StopSettings) -> bool:
    gate: bool = declare(
        node,
        "gate",
        False,
        "reject goals unless a driver_gate runs before the driver of their action",
    )
    if gate and stop.kind == INSIDE:
        raise InputError("gate is true and emergency_stop is inside; a gate needs process")
    return gate


def _guard_settings(node: Node) -> GuardSettings:
    modes = tuple(mode.value for mode in GuardMode)
    mode = declare(node, "mode", "enforce", "off, shadow (judge only) or enforce", choices=modes)
    knowledge = declare(node, "knowledge", "kb", "what the guard knows", choices=KNOWLEDGE)
    stages = declare(
        node, "stages", ",".join(NAMES), "the stages that judge, of task, plan and action"
    )
    named = declare(
        node,
        "domain",
        DEFAULT_DOMAIN,
        "the robot's skills and predicates: a domain of the package, or a file; may be set again",
        read_only=False,
    )
    world = declare(
        node,
        "world",
        "released",
        "prediction rules of the domain is_bench; ignored by other domains",
        choices=tuple(WORLDS),
    )
    unrecognised = declare(
        node,
        "unrecognised",
        Decision.WARN.value,
        "decision on a step that uses an object without a recognized class",
        choices=tuple(decision.value for decision in UNRECOGNISED),
    )
    endpoint = declare(node, "endpoint", "", "URL of the adviser model; empty: disabled")
    model = declare(node, "model", "", "name of the model at the endpoint")
    advice = declare(
        node,
        "advice",
        Decision.WARN.value,
        "decision on a step that violates a constraint proposed by this model",
        choices=tuple(decision.value for decision in UNRECOGNISED),
    )
    embedder = declare(
        node,
        "embedder",
        "",
        "the embedding model of the retrieval: a folder, or a sentence-transformers "
        "model in the Hugging Face cache; empty: the built-in one",
    )
    advice_limit = declare(
        node,
        "advice_limit",
        ADVICE_LIMIT,
        "maximum number of constraints in the advice to a planner",
        limits=(0, 100),
    )
    fact_age = declare(
        node,
        "max_fact_age_s",
        60.0,
        "maximum age of a fact in seconds, then it is unknown; 0: unlimited",
        limits=(0.0, 86400.0),
    )
    state_age = declare(
        node,
        "max_state_age_s",
        2.0,
        "maximum age of the world state in seconds; then all goals are blocked",
        limits=(0.05, 3600.0),
    )
    return GuardSettings(
        mode=GuardMode(mode),
        knowledge=knowledge,
        stages=Stages.of(stages.split(",")),
        limits=Limits(nanoseconds(state_age)),
        endpoint=endpoint,
        model=model,
        embedder=embedder,
        advice_limit=advice_limit,
        advice=Decision(advice),
        domain=load_domain(named),
        world=world,
        unrecognised=Decision(unrecognised),
        fact_age_ns=nanoseconds(fact_age),
    )


def _robot_action(node: Node) -> str:
    name: str = declare(
        node,
        "robot_action",
        graph.ROBOT_SKILL,
        "name of the robot's ExecuteSkill action; remaps do not reach the names of actions",
    )
    try:
        validate_topic_name(name)
    except InvalidTopicNameException as error:
        reason = " ".join(str(error).split())
        raise InputError(f"robot_action {name!r} is no name of an action: {reason}") from None
    found = graph.absolute(node, name)
    if found == graph.absolute(node, graph.GUARD_SKILL):
        raise InputError(f"robot_action is {found}, the guard's own; name the robot's action")
    return found


def paths_of(files: str) -> tuple[Path, ...]:
    """The files that a parameter names."""
    return tuple(Path(name) for name in files.split(":") if name)


def nanoseconds(seconds: float) -> int:
    """A duration in nanoseconds."""
    return int(seconds * 1e9)
