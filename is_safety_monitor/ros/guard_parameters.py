"""The parameters of the is_safety_monitor node that decide what the guard says."""

from __future__ import annotations

from rclpy.node import Node

from is_bench.domain import Domain, load_domain
from is_bench.durations import seconds_to_ns
from is_bench.ros.parameters import declare
from is_bench.verdict import Decision, GuardMode
from is_bench.world import WORLDS
from is_safety_monitor.core.configuration import KNOWLEDGE, GuardSettings
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.stages import NAMES, Stages
from is_safety_monitor.core.task_advice import ADVICE_LIMIT

DEFAULT_DOMAIN = "household"
WARN_OR_BLOCK = (Decision.WARN.value, Decision.BLOCK.value)


def declare_guard(node: Node) -> GuardSettings:
    """Declare the parameters on a guard's node; raises InputError for a wrong value."""
    return GuardSettings(
        mode=_mode(node),
        knowledge=declare(node, "knowledge", "kb", "what the guard knows", choices=KNOWLEDGE),
        stages=_stages(node),
        domain=_domain(node),
        world=declare(
            node,
            "world",
            "released",
            "prediction rules of the domain is_bench; ignored by other domains",
            choices=tuple(WORLDS),
        ),
        unrecognised=_warn_or_block(
            node,
            "unrecognised",
            "decision on a step that uses an object without a recognized class",
        ),
        endpoint=declare(node, "endpoint", "", "URL of the adviser model; empty: disabled"),
        model=declare(node, "model", "", "name of the model at the endpoint"),
        advice=_warn_or_block(
            node, "advice", "decision on a step that violates a constraint proposed by this model"
        ),
        embedder=_embedder(node),
        advice_limit=declare(
            node,
            "advice_limit",
            ADVICE_LIMIT,
            "maximum number of constraints in the advice to a planner",
            limits=(0, 100),
        ),
        fact_age_ns=_fact_age_ns(node),
        limits=_limits(node),
    )


def _mode(node: Node) -> GuardMode:
    modes = tuple(mode.value for mode in GuardMode)
    return GuardMode(
        declare(node, "mode", "enforce", "off, shadow (judge only) or enforce", choices=modes)
    )


def _stages(node: Node) -> Stages:
    stages: str = declare(
        node, "stages", ",".join(NAMES), "the stages that judge, of task, plan and action"
    )
    return Stages.of(stages.split(","))


def _domain(node: Node) -> Domain:
    return load_domain(
        declare(
            node,
            "domain",
            DEFAULT_DOMAIN,
            "the robot's skills and predicates: a domain of the package, or a file; "
            "may be set again",
            read_only=False,
        )
    )


def _warn_or_block(node: Node, name: str, description: str) -> Decision:
    return Decision(declare(node, name, Decision.WARN.value, description, choices=WARN_OR_BLOCK))


def _embedder(node: Node) -> str:
    embedder: str = declare(
        node,
        "embedder",
        "",
        "the embedding model of the retrieval: a folder, or a sentence-transformers "
        "model in the Hugging Face cache; empty: the built-in one",
    )
    return embedder


def _fact_age_ns(node: Node) -> int:
    return seconds_to_ns(
        declare(
            node,
            "max_fact_age_s",
            60.0,
            "maximum age of a fact in seconds, then it is unknown; 0: unlimited",
            limits=(0.0, 86400.0),
        )
    )


def _limits(node: Node) -> Limits:
    state_age: float = declare(
        node,
        "max_state_age_s",
        2.0,
        "maximum age of the world state in seconds; then all goals are blocked",
        limits=(0.05, 3600.0),
    )
    return Limits(seconds_to_ns(state_age))
