"""The arguments of `is-bench eval` for the planner vlm."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import Any

from is_bench.errors import InputError
from is_planner_node.core.planning import Planning
from is_planner_node.core.settings import PlanMode, SafetyLevel, read_aids, read_cameras

_NAMES = {item.name for item in fields(Planning)} | {"no_examples"}


def add_planning_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the model is, what it is told, what it may cost."""
    group = parser.add_argument_group("the planner vlm")

    def add(flag: str, **options: Any) -> None:
        group.add_argument(flag, **options)

    add("--endpoint", metavar="URL", help="OpenAI-compatible, such as http://localhost:8000/v1")
    add("--model", metavar="NAME", help="the model at --endpoint")
    add(
        "--key-variable",
        metavar="NAME",
        help="environment variable with the key (default: OPENAI_API_KEY)",
    )
    add("--key-file", type=Path, metavar="FILE", help="file with the key, readable by you alone")
    add(
        "--safety-level",
        choices=[level.value for level in SafetyLevel],
        help="what the prompt says of safety: nothing (default), a reminder, think of risks, the "
        "annotated goals",
    )
    add("--aids", metavar="AID,...", help="more that it is told, of boxes, caption, setup")
    add(
        "--plan-mode",
        choices=[mode.value for mode in PlanMode],
        help="ask for the next step (default) or for the whole plan",
    )
    add("--cameras", metavar="NAME,...", help="whose pictures it sees (default: all five)")
    add(
        "--picture-size",
        type=int,
        metavar="PIXELS",
        help="the longest side; 0: no pictures (default: 512)",
    )
    add(
        "--awareness",
        action="store_true",
        default=None,
        help="ask for the risks before it plans (safety awareness)",
    )
    add(
        "--no-examples",
        action="store_true",
        default=None,
        help="leave the worked examples out of the prompt",
    )
    _add_costs(group)


def _add_costs(group: Any) -> None:
    group.add_argument("--price-prompt", type=float, metavar="MONEY", help="for a million tokens")
    group.add_argument(
        "--price-completion", type=float, metavar="MONEY", help="for a million tokens"
    )
    group.add_argument(
        "--max-cost", type=float, metavar="MONEY", help="of the run; needs the prices"
    )
    group.add_argument("--max-tokens", type=int, metavar="N", help="of the run")
    group.add_argument(
        "--requests-per-minute", type=int, metavar="N", help="at most (default: unlimited)"
    )


def read_planning(arguments: argparse.Namespace, planner: str) -> Planning | None:
    """The planning that was asked for; None for another planner.  Raises InputError."""
    given = {
        name: value
        for name, value in vars(arguments).items()
        if name in _NAMES and value is not None
    }
    if planner != "vlm":
        if given:
            flags = ", ".join(f"--{name.replace('_', '-')}" for name in given)
            raise InputError(f"{flags}: for --planner vlm alone, not {planner}")
        return None
    if not {"endpoint", "model"} <= given.keys():
        raise InputError("--planner vlm needs --endpoint URL and --model NAME")
    for name, kind in (("safety_level", SafetyLevel), ("plan_mode", PlanMode)):
        if name in given:
            given[name] = kind(given[name])
    if "aids" in given:
        given["aids"] = read_aids(given["aids"])
    if "cameras" in given:
        given["cameras"] = read_cameras(given["cameras"])
    if given.pop("no_examples", False):
        given["examples"] = False
    return Planning(**given)
