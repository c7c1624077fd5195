"""The arguments of `is-bench doctor`."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from is_bench_eval.cli.arguments import DATASETS
from is_bench_eval.cli.parser import examples


def add_doctor_command(parser: argparse.ArgumentParser) -> None:
    """Whether a dataset is checked, too."""
    parser.set_defaults(run=_doctor)
    parser.epilog = examples("is-bench doctor", "is-bench doctor --dataset IS-Bench/data")
    parser.add_argument(
        "--dataset", type=Path, metavar="DIR", help=f"also check a dataset: {DATASETS}"
    )


def _doctor(arguments: argparse.Namespace) -> int:
    from is_bench_eval.doctor.examination import examine

    return examine(arguments.dataset, Console())
