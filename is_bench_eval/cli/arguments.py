"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from is_bench.chat.endpoint import Endpoint
from is_bench.scenarios.dataset import BUNDLED
from is_bench_eval.cli.parser import examples
from is_safety_monitor.core.configuration import ROBOT

_NUMBERED = [name for name in BUNDLED if name.startswith("unseen-")]
_NAMED = ", ".join(name for name in BUNDLED if name not in _NUMBERED)
DATASETS = (
    "IS-Bench's data folder (tasks/, bddl/), a folder of YAML scenarios, a SafeAgentBench dataset "
    f"folder, or a bundled dataset: {_NAMED}, {_NUMBERED[0]} to {_NUMBERED[-1]}"
)
OWN_CONSTRAINTS = "your constraint file, added to the bundled constraints; may be repeated"


def add_robot_interfaces(group: Any, bindings: str) -> None:
    """`--robot-action` and `--bindings`, with the help `bindings`: how the robot is addressed."""
    group.add_argument(
        "--robot-action",
        default="",
        metavar="NAME",
        help="name of the robot's ExecuteSkill action (default: robot/execute_skill)",
    )
    group.add_argument("--bindings", type=Path, metavar="FILE", help=bindings)


def add_robot_domain(group: Any, about: str) -> None:
    """`--domain` of a binding file, with the help `about`."""
    group.add_argument(
        "--domain", default=ROBOT, metavar="NAME|FILE", help=f"{about} (default: {ROBOT})"
    )


def add_endpoint(parser: Any, about: str, *, required: bool) -> None:
    """`--endpoint`, with the help `about`, its `--model` and its key."""
    parser.add_argument("--endpoint", required=required, metavar="URL", help=about)
    parser.add_argument(
        "--model", required=required, metavar="NAME", help="the model at --endpoint"
    )
    parser.add_argument(
        "--key-variable",
        default="OPENAI_API_KEY",
        metavar="NAME",
        help="environment variable with the key (default: OPENAI_API_KEY)",
    )
    parser.add_argument(
        "--key-file", type=Path, metavar="FILE", help="file with the key, readable by you alone"
    )


def endpoint_of(arguments: argparse.Namespace) -> Endpoint:
    """The endpoint that the arguments of `add_endpoint` name."""
    return Endpoint(arguments.endpoint, arguments.model, arguments.key_variable, arguments.key_file)


def add_subcommand(commands: Any, name: str, about: str, lines: Sequence[str]) -> Any:
    """A command `name` among `commands`, described by `about`, with examples; its parser.

    The first clause of `about`, up to a semicolon or period, is its line in the list of commands.
    """
    brief = re.split(r"[.;:]", about)[0]
    return commands.add_parser(
        name,
        help=f"{brief[0].lower()}{brief[1:]}",
        description=about,
        epilog=examples(*lines),
    )


def count(text: str) -> int:
    """A number from 0 on; raises ArgumentTypeError."""
    return _at_least(0, text)


def positive(text: str) -> int:
    """A number from 1 on; raises ArgumentTypeError."""
    return _at_least(1, text)


def _at_least(least: int, text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not an integer") from None
    if value < least:
        raise argparse.ArgumentTypeError(f"{value} is less than {least}")
    return value
