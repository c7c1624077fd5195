"""The arguments of `is-bench watch`."""

from __future__ import annotations

import argparse
from pathlib import Path

from is_bench_eval.cli.parser import examples


def add_watch_command(parser: argparse.ArgumentParser) -> None:
    """What is watched, and how."""
    parser.set_defaults(run=_watch)
    parser.description = (
        "Show the guard in this terminal: its state, the running skill, verdicts with reasons, "
        "what is due, ages and latencies.  Live over ROS, or from a bag.  q quits; of a bag, "
        "space pauses, n goes on to the next verdict."
    )
    parser.epilog = examples(
        "is-bench watch",
        "is-bench watch --namespace /robot_1",
        "is-bench watch --bag out/run/bags/run_0 --speed 4",
    )
    parser.add_argument("--bag", type=Path, metavar="BAG", help="a bag's folder, or an MCAP file")
    parser.add_argument(
        "--namespace",
        default="",
        metavar="NAME",
        help="the robot's ROS namespace (default: the root, or the bag's only one)",
    )
    parser.add_argument(
        "--speed",
        type=_speed,
        default=1.0,
        metavar="X",
        help="how much faster than recorded; pauses longer than 2 s are cut (default: 1)",
    )
    parser.add_argument(
        "--once",
        action="store_true",
        help="print one screen and end: of a bag the last one, live as soon as the guard answers; "
        "so it is where the output is no terminal",
    )


def _watch(arguments: argparse.Namespace) -> int:
    from is_bench_eval.watch.terminal import watch_command

    return watch_command(arguments)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number") from None
    if not 0 < speed <= 1000:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1000")
    return speed
