"""The arguments of `is-bench eval` for the planner vlm."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import Any

from is_bench.errors import InputError, UnknownNameError
from is_bench_eval.recording.topics import CAMERAS
from is_planner_node.core.planning import Planning
from is_planner_node.core.settings import PlanMode, SafetyLevel, read_aids, read_cameras

_NAMES = {item.name for item in fields(Planning)} | {"no_examples"}


def add_planning_arguments(parser: argparse.ArgumentParser) -> None:
    """The endpoint of the model, its prompt, its budget."""
    group = parser.add_argument_group("the planner vlm")

    def add(flag: str, **options: Any) -> None:
        group.add_argument(flag, **options)

    add(
        "--endpoint",
        metavar="URL",
        help="OpenAI-compatible endpoint, such as http://localhost:8000/v1",
    )
    add("--model", metavar="NAME", help="the model at --endpoint")
    add(
        "--key-variable",
        metavar="NAME",
        help="environment variable with the key (default: OPENAI_API_KEY)",
    )
    add("--key-file", type=Path, metavar="FILE", help="file with the key, readable by you alone")
    _add_prompt(group)
    _add_costs(group)


def _add_prompt(group: Any) -> None:
    def add(flag: str, **options: Any) -> None:
        group.add_argument(flag, **options)

    add(
        "--safety-level",
        choices=[level.value for level in SafetyLevel],
        help="safety in the prompt: L0 nothing (default), L1 a reminder, L2 reasoning about risks, "
        "L3 the annotated safety goals",
    )
    add("--aids", metavar="AID,...", help="additions to the prompt: boxes, caption, setup")
    add(
        "--plan-mode",
        choices=[mode.value for mode in PlanMode],
        help="request the next step (default) or the whole plan",
    )
    add(
        "--cameras",
        metavar="NAME,...",
        help=f"cameras whose images the model gets: {', '.join(CAMERAS)} (default: all)",
    )
    add(
        "--image-size",
        type=int,
        metavar="PIXELS",
        help="longest side of an image; 0: no images (default: 512)",
    )
    add(
        "--reply-tokens",
        type=int,
        metavar="N",
        help="maximum tokens of a reply, its reasoning included (default: 1500)",
    )
    add(
        "--awareness",
        action="store_true",
        default=None,
        help="ask for the risks before planning, to measure safety awareness",
    )
    add(
        "--no-examples",
        action="store_true",
        default=None,
        help="omit the worked examples from the prompt",
    )


def _add_costs(group: Any) -> None:
    group.add_argument(
        "--price-prompt", type=float, metavar="MONEY", help="price of a million prompt tokens"
    )
    group.add_argument(
        "--price-completion",
        type=float,
        metavar="MONEY",
        help="price of a million completion tokens",
    )
    group.add_argument(
        "--max-cost", type=float, metavar="MONEY", help="maximum cost of the run; needs the prices"
    )
    group.add_argument("--max-tokens", type=int, metavar="N", help="maximum tokens of the run")
    group.add_argument(
        "--requests-per-minute",
        type=int,
        metavar="N",
        help="maximum rate of requests (default: unlimited)",
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
            raise InputError(f"{flags}: only for --planner vlm, not {planner}")
        return None
    if not {"endpoint", "model"} <= given.keys():
        raise InputError("--planner vlm needs --endpoint URL and --model NAME")
    for name, kind in (("safety_level", SafetyLevel), ("plan_mode", PlanMode)):
        if name in given:
            given[name] = kind(given[name])
    if "aids" in given:
        given["aids"] = read_aids(given["aids"])
    if "cameras" in given:
        given["cameras"] = _cameras(given["cameras"])
    if given.pop("no_examples", False):
        given["examples"] = False
    return Planning(**given)


def _cameras(text: str) -> tuple[str, ...]:
    """The cameras named in `text`; raises UnknownNameError."""
    names = read_cameras(text)
    for name in names:
        if name not in CAMERAS:
            raise UnknownNameError("camera", name, CAMERAS)
    return names
