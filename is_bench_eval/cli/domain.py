"""`is-bench domain check`: how a domain file is understood."""

from __future__ import annotations

import argparse

from rich.console import Console

from is_bench_eval.cli.arguments import add_subcommand
from is_bench_eval.cli.parser import examples


def add_domain_commands(parser: argparse.ArgumentParser) -> None:
    """The commands under `is-bench domain`."""
    parser.epilog = examples("is-bench domain check my_robot.yaml --objects ficus_1,mug_2")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = add_subcommand(
        commands,
        "check",
        "Check a domain file: print its skills with preconditions and effects, its predicates with "
        "their wordings, and warnings. With --objects, also print the class that each name of an "
        "object is recognized as.",
        (
            "is-bench domain check my_robot.yaml",
            "is-bench domain check my_robot.yaml --objects ficus_1,mug_2",
        ),
    )
    check.set_defaults(run=_check)
    check.add_argument("file", metavar="FILE", help="domain file, or the name of a bundled domain")
    check.add_argument(
        "--objects",
        metavar="NAME,...",
        help="names of objects in the robot's world",
    )


def _check(arguments: argparse.Namespace) -> int:
    from is_bench_eval.robots.domain_check import check_command

    names = tuple(name.strip() for name in (arguments.objects or "").split(",") if name.strip())
    return check_command(arguments.file, names, Console())
