"""`is-bench domain check`: what a user's domain says, and what its names are taken for."""

from __future__ import annotations

import argparse

from rich.console import Console

from is_bench_eval.cli.parser import examples


def add_domain_commands(parser: argparse.ArgumentParser) -> None:
    """The commands under `is-bench domain`."""
    parser.epilog = examples("is-bench domain check my_robot.yaml --objects ficus_1,mug_2")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check", help="say how a domain's file is understood, and what looks wrong"
    )
    check.set_defaults(run=_check)
    check.add_argument("file", metavar="FILE", help="a domain file, or the name of a bundled one")
    check.add_argument(
        "--objects",
        metavar="NAME,...",
        help="names of things in the robot's world; says what each is recognised as",
    )


def _check(arguments: argparse.Namespace) -> int:
    from is_bench_eval.robots.domain_check import check_command

    names = tuple(name.strip() for name in (arguments.objects or "").split(",") if name.strip())
    return check_command(arguments.file, names, Console())
