"""`is-bench binding`: drafts and checks binding files."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from is_bench_eval.cli.arguments import add_robot_domain, add_subcommand
from is_bench_eval.cli.parser import examples

LONGEST_S = 3600.0
"""The longest that the graph is observed."""


def add_binding_commands(parser: argparse.ArgumentParser) -> None:
    """The commands under `is-bench binding`."""
    parser.epilog = examples(
        "is-bench binding init --out robot.yaml", "is-bench binding check robot.yaml --graph"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = add_subcommand(
        commands,
        "check",
        "Check a binding file: errors and warnings first, then how each field of the robot's "
        "messages is understood. With --graph, also compare names and types with the running "
        "ROS graph. The message types must be installed. Exits with 1 if there is an error.",
        (
            "is-bench binding check robot.yaml",
            "is-bench binding check robot.yaml --graph --namespace /robot_1",
        ),
    )
    check.set_defaults(run=_check)
    check.add_argument("file", type=Path, metavar="FILE", help="binding file")
    add_robot_domain(check, "the robot's domain: its skills and predicates")
    check.add_argument(
        "--graph", action="store_true", help="also compare the file with the running ROS graph"
    )
    init = add_subcommand(
        commands,
        "init",
        "Draft a binding file from the running ROS graph. What only the robot's engineer knows is "
        "marked TODO, and so is each service and topic that the draft leaves unguarded. `binding "
        "check` warns as long as marks remain.",
        (
            "is-bench binding init",
            "is-bench binding init --robot my_robot --out robot.yaml",
            "is-bench binding init --namespace /robot_1 --out robot.yaml",
        ),
    )
    init.set_defaults(run=_init)
    init.add_argument(
        "--out", type=Path, metavar="FILE", help="new file for the draft (default: print it)"
    )
    init.add_argument(
        "--robot", default="my_robot", metavar="NAME", help="name of the robot (default: my_robot)"
    )
    for command in (check, init):
        _add_graph_arguments(command)


def _add_graph_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seconds",
        type=_seconds,
        default=3.0,
        metavar="S",
        help="time to observe the graph, in seconds (default: 3)",
    )
    command.add_argument(
        "--namespace",
        default="/",
        metavar="NS",
        help="namespace of robot and guard, which the names are relative to (default: /)",
    )


def _seconds(text: str) -> float:
    """A time to wait; raises ArgumentTypeError."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if 0 <= value <= LONGEST_S:
        return value
    raise argparse.ArgumentTypeError(
        f"{text[:40]!r} is no number of seconds from 0 to {LONGEST_S:g}"
    )


def _check(arguments: argparse.Namespace) -> int:
    from is_bench_eval.robots.binding_check import check_command

    seconds = arguments.seconds if arguments.graph else None
    return check_command(arguments.file, arguments.domain, seconds, Console(), arguments.namespace)


def _init(arguments: argparse.Namespace) -> int:
    from is_bench_eval.robots.binding_check import init_command

    return init_command(
        arguments.out, arguments.robot, arguments.seconds, Console(), arguments.namespace
    )
