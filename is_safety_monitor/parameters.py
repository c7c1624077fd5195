"""The parameters of the is_safety_monitor node."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rclpy.node import Node

from is_bench.ros.parameters import declare
from is_bench.verdict import GuardMode
from is_safety_monitor.core.choice import KNOWLEDGE, GuardSettings
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.stages import NAMES, Stages


@dataclass(frozen=True)
class MonitorParameters:
    """What the node was started with."""

    dataset: Path | None
    guard: GuardSettings
    knowledge_base: tuple[Path, ...]
    """Constraint files beside the bundled ones."""
    fact_age_ns: int
    hold_s: float
    skill_timeout_s: float
    autostart: bool


def declare_parameters(node: Node) -> MonitorParameters:
    """Declare every parameter on `node`; raises InputError for a value that is none of those."""
    modes = tuple(mode.value for mode in GuardMode)
    folder = declare(node, "dataset", "", "folder of the scenarios; empty: the bundled ones")
    mode = declare(node, "mode", "enforce", "off, shadow (judge only) or enforce", choices=modes)
    knowledge = declare(node, "knowledge", "kb", "what the guard knows", choices=KNOWLEDGE)
    stages = declare(
        node, "stages", ",".join(NAMES), "the stages that judge, of task, plan and action"
    )
    files = declare(
        node,
        "knowledge_base",
        "",
        "constraint files beside the bundled ones, separated by colons; may be set again",
        read_only=False,
    )
    endpoint = declare(
        node, "endpoint", "", "URL of a language model that may add to what rules say; empty: none"
    )
    model = declare(node, "model", "", "name of the model at the endpoint")
    fact_age = declare(
        node,
        "max_fact_age_s",
        60.0,
        "seconds after which a single fact is unknown that was not seen again; 0: never",
        limits=(0.0, 86400.0),
    )
    state_age = declare(
        node,
        "max_state_age_s",
        2.0,
        "seconds after which the state of the world is stale and nothing may move",
        limits=(0.05, 3600.0),
    )
    limits = Limits(nanoseconds(state_age))
    return MonitorParameters(
        dataset=Path(folder) if folder else None,
        guard=GuardSettings(
            GuardMode(mode),
            knowledge,
            Stages.of(stages.split(",")),
            limits,
            endpoint=endpoint,
            model=model,
        ),
        knowledge_base=paths_of(files),
        fact_age_ns=nanoseconds(fact_age),
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
            "seconds after which a skill is stopped",
            limits=(0.1, 86400.0),
        ),
        autostart=declare(node, "autostart", True, "configure and activate at once"),
    )


def paths_of(files: str) -> tuple[Path, ...]:
    """The files that a parameter names."""
    return tuple(Path(name) for name in files.split(":") if name)


def nanoseconds(seconds: float) -> int:
    """A duration in nanoseconds."""
    return int(seconds * 1e9)
