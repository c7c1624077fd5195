"""`is-bench verify`: whether bags are what was recorded."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from rich.console import Console

from is_bench.errors import InputError
from is_bench_eval.cli.parser import examples

INTACT, CHANGED = 0, 1
SEAL_DIGITS = 64


def add_verify_command(parser: argparse.ArgumentParser) -> None:
    """The arguments of `is-bench verify`."""
    parser.set_defaults(run=_verify)
    parser.epilog = examples(
        "is-bench verify out/run/bags/run_0", "is-bench verify out/run/bags/run_0 --seal HEX"
    )
    parser.add_argument("bags", nargs="+", type=Path, metavar="BAG", help="folder of a bag")
    parser.add_argument(
        "--seal",
        default="",
        metavar="HEX",
        help="seal that an earlier verification of the bag printed; for a single bag",
    )


def _verify(arguments: argparse.Namespace) -> int:
    from is_bench_eval.console.text import counted, one_line
    from is_bench_eval.recording.bag_check import verify_bag

    if arguments.seal and len(arguments.bags) > 1:
        raise InputError("--seal is for a single bag; verify the others without it")
    if arguments.seal and not re.fullmatch(f"[0-9a-fA-F]{{{SEAL_DIGITS}}}", arguments.seal):
        raise InputError(
            f"--seal: {arguments.seal[:80]!r} is no seal; give the {SEAL_DIGITS} hexadecimal "
            "digits that `is-bench verify BAG` prints"
        )
    console, code = Console(soft_wrap=True, highlight=False), INTACT
    for found in [verify_bag(path, arguments.seal) for path in arguments.bags]:
        seal = f", seal {found.seal}" if found.seal else ""
        state = "not intact" if found.faults else "intact"
        text = f"{found.path}: {state}, {counted(found.messages, 'message')}{seal}"
        console.print(text, markup=False)
        for fault in found.faults:
            code = CHANGED
            console.print(f"  {one_line(fault)}", markup=False)
    return code
