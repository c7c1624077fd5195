"""The arguments of `is-bench report`."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from is_bench_eval.cli.parser import examples


def add_report_command(parser: argparse.ArgumentParser) -> None:
    """Which runs are shown or compared."""
    parser.set_defaults(run=_report)
    parser.epilog = examples(
        "is-bench report out/run", "is-bench report out/off out/enforce --out comparison.html"
    )
    parser.add_argument(
        "folders", nargs="+", type=Path, metavar="DIR", help="output folder of a run"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="also write the comparison as an HTML page"
    )


def _report(arguments: argparse.Namespace) -> int:
    from is_bench_eval.reports.run_reports import compare

    return compare(arguments.folders, Console(), arguments.out)
