"""The arguments of `is-bench security`."""

from __future__ import annotations

import argparse
from pathlib import Path

from is_bench_eval.cli.arguments import add_robot_domain, add_robot_interfaces
from is_bench_eval.cli.parser import examples


def add_security_commands(parser: argparse.ArgumentParser) -> None:
    """The commands under `is-bench security`."""
    parser.epilog = examples("is-bench security init --out policies")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    init = commands.add_parser(
        "init",
        help="write SROS2 policies for a guarded robot",
        description="Write policy.xml: for each node of a guarded robot, the topics, services and "
        "actions that it may use, so that only the guard can send goals to the robot.",
    )
    init.set_defaults(run=_init)
    init.epilog = examples(
        "is-bench security init --out policies",
        "is-bench security init --bindings robot.yaml --out policies",
    )
    init.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="folder for policy.xml"
    )
    add_robot_interfaces(init, "binding file of the robot, if it has one")
    add_robot_domain(init, "domain of that file")
    init.add_argument(
        "--gate",
        action="append",
        default=[],
        metavar="SERVED=DRIVER:TYPE",
        help="action, service or velocity topic behind a driver gate; may be repeated",
    )
    init.add_argument(
        "--namespace", default="/", metavar="NS", help="namespace of all nodes (default: /)"
    )


def _init(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from is_bench_eval.security.policy_file import init

    return init(
        arguments.out,
        action=arguments.robot_action,
        bindings=arguments.bindings,
        domain=arguments.domain,
        gated=arguments.gate,
        namespace=arguments.namespace,
        console=Console(),
    )
