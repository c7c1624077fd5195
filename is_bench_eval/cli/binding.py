"""`is-bench binding`: a robot's own interfaces, as a file puts them behind the guard."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from is_bench_eval.cli.arguments import add_robot_domain
from is_bench_eval.cli.parser import examples


def add_binding_commands(parser: argparse.ArgumentParser) -> None:
    """The commands under `is-bench binding`."""
    parser.epilog = examples(
        "is-bench binding init --out robot.yaml", "is-bench binding check robot.yaml --graph"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check", help="say how each field of a file is understood, and what is wrong"
    )
    check.set_defaults(run=_check)
    check.add_argument("file", type=Path, metavar="FILE", help="a file of bindings")
    add_robot_domain(check, "the robot's skills and predicates")
    check.add_argument(
        "--graph", action="store_true", help="compare the file with the live ROS graph, too"
    )
    init = commands.add_parser("init", help="write a first file from the live ROS graph")
    init.set_defaults(run=_init)
    init.add_argument(
        "--out", type=Path, metavar="FILE", help="where to; never over a file (default: shown)"
    )
    init.add_argument("--robot", default="my_robot", metavar="NAME", help="the robot's name")
    for command in (check, init):
        command.add_argument(
            "--seconds",
            type=float,
            default=3.0,
            metavar="S",
            help="how long to look at the graph (default: 3)",
        )


def _check(arguments: argparse.Namespace) -> int:
    from is_bench_eval.robots.binding_check import check_command

    seconds = arguments.seconds if arguments.graph else None
    return check_command(arguments.file, arguments.domain, seconds, Console())


def _init(arguments: argparse.Namespace) -> int:
    from is_bench_eval.robots.binding_check import init_command

    return init_command(arguments.out, arguments.robot, arguments.seconds, Console())
