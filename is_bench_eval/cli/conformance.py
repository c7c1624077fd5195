"""The arguments of `is-bench conformance`."""

from __future__ import annotations

import argparse

from is_bench_eval.cli.arguments import add_robot_domain, add_robot_interfaces
from is_bench_eval.cli.parser import examples


def add_conformance_command(parser: argparse.ArgumentParser) -> None:
    """The arguments of `is-bench conformance`."""
    parser.set_defaults(run=_run)
    parser.epilog = examples(
        "is-bench conformance --goal 'CLOSE(cabinet_1)' --unsafe 'TOGGLE_ON(stove_1)'",
        "is-bench conformance --bindings robot.yaml --goal '{height: 0.2}'",
    )
    robot = parser.add_mutually_exclusive_group()
    add_robot_interfaces(robot, "the robot's own interfaces instead")
    parser.add_argument(
        "--action", default="", metavar="NAME", help="which action of the file (default: the first)"
    )
    add_robot_domain(parser, "the domain of the file")
    parser.add_argument(
        "--goal",
        required=True,
        metavar="CALL|YAML",
        help="a harmless goal, which the robot executes: a call, or with --bindings its fields",
    )
    parser.add_argument("--unsafe", metavar="CALL|YAML", help="a goal that must be refused now")
    parser.add_argument(
        "--gated",
        action="store_true",
        help="there is a driver gate: send the goal past the guard, too, which must fail",
    )
    parser.add_argument(
        "--silence",
        type=int,
        action="append",
        default=[],
        metavar="PID",
        help="a process that tells of the world: halt it for a while; may be repeated",
    )
    parser.add_argument(
        "--kill-guard",
        type=int,
        default=0,
        metavar="PID",
        help="the guard's process: kill it while the robot executes the goal",
    )
    parser.add_argument(
        "--long-goal",
        metavar="CALL|YAML",
        help="for --kill-guard: a harmless goal that takes some seconds (default: --goal)",
    )
    parser.add_argument("--yes", action="store_true", help="do not ask before anything moves")


def _run(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from is_bench_eval.conformance.session import conformance_command

    return conformance_command(arguments, Console())
