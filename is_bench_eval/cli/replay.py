"""`is-bench replay`: what the guard would say today to what a bag holds."""

from __future__ import annotations

import argparse
from pathlib import Path

from is_bench.verdict import GuardMode
from is_bench_eval.cli.arguments import DATASETS
from is_bench_eval.cli.parser import examples


def add_replay_command(parser: argparse.ArgumentParser) -> None:
    """The arguments of `is-bench replay`."""
    parser.set_defaults(run=_replay)
    parser.epilog = examples(
        "is-bench replay out/run/bags/run_0",
        "is-bench replay out/run/bags/run_0 --knowledge-base mine.yaml --out out/replay",
    )
    parser.add_argument(
        "bags", nargs="+", type=Path, metavar="BAG", help="a bag's folder, or an MCAP file"
    )
    parser.add_argument(
        "--knowledge-base",
        action="append",
        type=Path,
        metavar="FILE",
        help="a constraint file to judge by, beside the bundled ones and in place of those that "
        "the guard was given then; may be given several times",
    )
    parser.add_argument(
        "--guard-mode",
        choices=[mode.value for mode in GuardMode if mode is not GuardMode.OFF],
        help="what the guard would do with its verdicts (default: as then)",
    )
    parser.add_argument(
        "--guard-stages",
        metavar="STAGE,...",
        help="which stages of the guard judge, of task, plan and action (default: as then)",
    )
    parser.add_argument(
        "--dataset",
        type=Path,
        metavar="DIR",
        help="the scenarios, for bags of guards that peeked (--guard-knowledge scenario): "
        f"{DATASETS}",
    )
    parser.add_argument("--all", action="store_true", help="show the verdicts that are the same")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write replay.jsonl and replay.html there"
    )


def _replay(arguments: argparse.Namespace) -> int:
    from is_bench_eval.replay.presentation import replay_command

    return replay_command(arguments)
