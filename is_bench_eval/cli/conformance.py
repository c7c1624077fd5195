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
    add_robot_interfaces(robot, "binding file of the robot")
    parser.add_argument(
        "--action",
        default="",
        metavar="NAME",
        help="action of the binding file (default: the first)",
    )
    add_robot_domain(parser, "domain of the binding file")
    parser.add_argument(
        "--goal",
        required=True,
        metavar="CALL|YAML",
        help="harmless goal, which the robot executes: a call, or with --bindings its fields",
    )
    parser.add_argument("--unsafe", metavar="CALL|YAML", help="goal that the guard must reject now")
    _add_checks(parser)
    parser.add_argument(
        "--yes", action="store_true", help="do not ask for confirmation before the robot moves"
    )


def _add_checks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--gated",
        action="store_true",
        help="the robot has a driver gate: also send the goal directly to it, which must fail",
    )
    parser.add_argument(
        "--silence",
        type=int,
        action="append",
        default=[],
        metavar="PID",
        help="process that publishes observations: suspend it for a while; may be repeated",
    )
    parser.add_argument(
        "--kill-guard",
        type=int,
        default=0,
        metavar="PID",
        help="process of the guard: kill it while the robot executes the goal",
    )
    parser.add_argument(
        "--long-goal",
        metavar="CALL|YAML",
        help="for --kill-guard: harmless goal that takes some seconds (default: --goal)",
    )


def _run(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from is_bench_eval.conformance.session import conformance_command

    return conformance_command(arguments, Console())
