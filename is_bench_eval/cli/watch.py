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
        "open obligations, ages of sources and latencies.  Live over ROS, or from a bag.  "
        "Keys: q quits; with --bag, space pauses and n goes to the next verdict."
    )
    parser.epilog = examples(
        "is-bench watch",
        "is-bench watch --namespace /robot_1",
        "is-bench watch --bag out/run/bags/run_0 --speed 4",
    )
    parser.add_argument("--bag", type=Path, metavar="BAG", help="folder of a bag, or an MCAP file")
    parser.add_argument(
        "--namespace",
        default="",
        metavar="NAME",
        help="ROS namespace of the robot (default: the root, or the only one of the bag)",
    )
    parser.add_argument(
        "--speed",
        type=_speed,
        default=1.0,
        metavar="X",
        help="playback rate; pauses longer than 2 s are cut to 2 s (default: 1)",
    )
    parser.add_argument(
        "--once",
        action="store_true",
        help="print one screen and exit: the last one of a bag, or a live one once the guard "
        "answers (default if the output is not a terminal)",
    )


def _watch(arguments: argparse.Namespace) -> int:
    from is_bench_eval.watch.terminal import watch_command

    return watch_command(arguments)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number") from None
    if not 0 < speed <= 1000:
        raise argparse.ArgumentTypeError(
            f"{text} is out of range; use a rate above 0, at most 1000"
        )
    return speed
