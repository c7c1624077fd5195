"""The arguments of `is-bench security`."""

from __future__ import annotations

import argparse
from pathlib import Path

from is_bench_eval.command_parser import examples

DEFAULT_DOMAIN = "household"


def add_security_commands(parser: argparse.ArgumentParser) -> None:
    """The commands under `is-bench security`."""
    parser.epilog = examples("is-bench security init --out policies")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    init = commands.add_parser("init", help="write SROS2 policies for a guarded robot")
    init.set_defaults(run=_init)
    init.epilog = examples(
        "is-bench security init --out policies",
        "is-bench security init --bindings robot.yaml --out policies",
    )
    init.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where policy.xml goes"
    )
    init.add_argument(
        "--robot-action",
        default="",
        metavar="NAME",
        help="the robot's ExecuteSkill action (default: robot/execute_skill)",
    )
    init.add_argument(
        "--bindings", type=Path, metavar="FILE", help="the robot's own interfaces, if it has some"
    )
    init.add_argument(
        "--domain",
        default=DEFAULT_DOMAIN,
        metavar="NAME|FILE",
        help=f"the domain of that file (default: {DEFAULT_DOMAIN})",
    )
    init.add_argument(
        "--gate",
        action="append",
        default=[],
        metavar="SERVED=DRIVER:TYPE",
        help="an action behind a driver gate, as its parameter `actions` says; may be repeated",
    )
    init.add_argument(
        "--namespace", default="/", metavar="NS", help="namespace of all nodes (default: /)"
    )


def _init(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from is_bench_eval.security.command import init

    return init(
        arguments.out,
        action=arguments.robot_action,
        bindings=arguments.bindings,
        domain=arguments.domain,
        gated=arguments.gate,
        namespace=arguments.namespace,
        console=Console(),
    )
