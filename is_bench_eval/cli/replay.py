"""`is-bench replay`: the guard judges a recorded bag again."""

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
        "bags", nargs="+", type=Path, metavar="BAG", help="folder of a bag, or an MCAP file"
    )
    parser.add_argument(
        "--knowledge-base",
        action="append",
        type=Path,
        metavar="FILE",
        help="constraint file, added to the bundled constraints in place of the recorded guard's "
        "own files; may be repeated",
    )
    parser.add_argument(
        "--guard-mode",
        choices=[mode.value for mode in GuardMode if mode is not GuardMode.OFF],
        help="mode of the guard (default: as recorded)",
    )
    parser.add_argument(
        "--guard-stages",
        metavar="STAGE,...",
        help="stages of the guard that judge: task, plan, action (default: as recorded)",
    )
    parser.add_argument(
        "--dataset",
        type=Path,
        metavar="DIR",
        help=f"scenarios, for bags of guards with --guard-knowledge scenario: {DATASETS}",
    )
    parser.add_argument("--all", action="store_true", help="also list unchanged verdicts")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="folder for replay.jsonl and replay.html"
    )


def _replay(arguments: argparse.Namespace) -> int:
    from is_bench_eval.replay.presentation import replay_command

    return replay_command(arguments)
