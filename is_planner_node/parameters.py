"""The parameters of the is_planner_node."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rclpy.node import Node

from is_bench.ros.parameter_overrides import check_overrides
from is_bench.ros.parameters import declare, declare_scenarios
from is_planner_node.core.planning import Planning
from is_planner_node.core.settings import PlanMode, SafetyLevel, read_aids, read_cameras

NONE = -1.0
"""The value of a price or limit that is not set."""


@dataclass(frozen=True)
class PlannerParameters:
    """What the node was started with."""

    dataset: Path | None
    """The folder of the scenarios; None: the bundled ones."""
    domain: str
    """Their domain, by name or file; empty: their own."""
    guarded: bool
    """Whether the guard is asked for skills, or the robot itself."""
    server_timeout_s: float
    views_timeout_s: float
    planning: Planning | None
    """With a language model; None: there is no endpoint."""


def declare_parameters(node: Node) -> PlannerParameters:
    """Declare every parameter on `node`; raises InputError for a wrong value or name."""
    dataset, domain = declare_scenarios(node)
    found = PlannerParameters(
        dataset=dataset,
        domain=domain,
        guarded=declare(node, "guarded", True, "ask the guard for skills; false: the robot itself"),
        server_timeout_s=declare(
            node,
            "server_timeout_s",
            10.0,
            "seconds to wait for the skill server",
            limits=(0.1, 600.0),
        ),
        views_timeout_s=declare(
            node,
            "views_timeout_s",
            10.0,
            "seconds to wait for images of a world state, for vision planners",
            limits=(0.1, 600.0),
        ),
        planning=declare_planning(node),
    )
    check_overrides(node)
    return found


def declare_planning(node: Node) -> Planning | None:
    """The planning that the parameters ask for; None without an endpoint.  Raises InputError."""

    def text(name: str, default: str, description: str, **more: Any) -> str:
        return str(declare(node, name, default, description, **more))

    def number(name: str, description: str) -> float | None:
        value = float(declare(node, name, NONE, f"{description}; negative: not set"))
        return None if value < 0 else value

    endpoint = text("endpoint", "", "URL of an OpenAI-compatible endpoint, for the planner vlm")
    model = text("model", "", "the model at the endpoint")
    key_file = text("key_file", "", "file with the key, readable by its owner alone")
    levels = tuple(level.value for level in SafetyLevel)
    modes = tuple(mode.value for mode in PlanMode)
    tokens = number("max_tokens", "maximum number of tokens over the life of the node")
    rate = number("requests_per_minute", "maximum number of requests per minute")
    values: dict[str, Any] = {
        "key_variable": text("key_variable", "OPENAI_API_KEY", "environment variable with the key"),
        "key_file": Path(key_file) if key_file else None,
        "price_prompt": number("price_prompt", "price of a million prompt tokens"),
        "price_completion": number("price_completion", "price of a million completion tokens"),
        "max_cost": number("max_cost", "maximum cost over the life of the node"),
        "max_tokens": None if tokens is None else int(tokens),
        "requests_per_minute": None if rate is None else int(rate),
        "safety_level": SafetyLevel(
            text("safety_level", levels[0], "what prompts say about safety", choices=levels)
        ),
        "aids": read_aids(
            text("aids", "", "extra prompt content: boxes, caption, setup, separated by commas")
        ),
        "plan_mode": PlanMode(
            text("plan_mode", modes[0], "ask for steps or for a whole plan", choices=modes)
        ),
        "cameras": read_cameras(
            text("cameras", "", "cameras whose images the model sees, by comma; empty: all")
        ),
        "image_size": int(
            declare(node, "image_size", 512, "longest side of images in pixels; 0: no images")
        ),
        "reply_tokens": int(
            declare(node, "reply_tokens", 1500, "tokens of a reply, its reasoning included")
        ),
        "awareness": bool(declare(node, "awareness", False, "ask for the risks before planning")),
        "examples": bool(declare(node, "examples", True, "show worked examples in the prompt")),
    }
    return Planning(endpoint, model, **values) if endpoint else None


def planning_values(planning: Planning | None) -> dict[str, Any]:
    """The values of the parameters that make `declare_planning` return `planning`."""
    if planning is None:
        return {}
    values = {
        "endpoint": planning.endpoint,
        "model": planning.model,
        "key_variable": planning.key_variable,
        "key_file": "" if planning.key_file is None else str(planning.key_file),
        "safety_level": planning.safety_level.value,
        "aids": ",".join(sorted(aid.value for aid in planning.aids)),
        "plan_mode": planning.plan_mode.value,
        "cameras": ",".join(planning.cameras),
        "image_size": planning.image_size,
        "reply_tokens": planning.reply_tokens,
        "awareness": planning.awareness,
        "examples": planning.examples,
    }
    limits = ("price_prompt", "price_completion", "max_cost", "max_tokens", "requests_per_minute")
    found = {name: getattr(planning, name) for name in limits}
    return values | {name: NONE if value is None else float(value) for name, value in found.items()}
