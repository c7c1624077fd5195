"""`is-bench study NAME`: measurements of the guard, reproducible by one command."""

from __future__ import annotations

import argparse
from pathlib import Path

from is_bench_eval.cli.arguments import DATASETS, OWN_CONSTRAINTS, positive
from is_bench_eval.cli.parser import examples

STUDY_NAMES = {
    "ablation": "contribution of each guard stage",
    "composition": "contribution of each part of the knowledge base",
    "types": "contribution of each type of constraint",
    "classifier": "true and false alarms under one criterion",
    "cost": "success, steps and time with and without the guard",
    "steps": "risk identification per step, compared with other guards",
    "safe_agent_bench": "rejection, risk and success on SafeAgentBench's rows",
}
"""The subject of each study, by name."""


def add_study_commands(parser: argparse.ArgumentParser) -> None:
    """The arguments of `is-bench study`."""
    parser.set_defaults(run=_study)
    parser.usage = "%(prog)s STUDY [FLAG ...] --out DIR"
    listed = "".join(f"\n  {name:<18}{about}" for name, about in STUDY_NAMES.items())
    parser.description = f"Measure the guard and write tables, cases and a page.  Studies:{listed}"
    parser.epilog = examples(
        "is-bench study ablation --out out/ablation",
        "is-bench study steps --dataset DIR --answers mine.jsonl --out out/steps",
    )
    parser.add_argument(
        "study",
        choices=list(STUDY_NAMES),
        metavar="STUDY",
        help="name of a study, listed above",
    )
    parser.add_argument(
        "--dataset",
        type=Path,
        default=Path("twins"),
        metavar="DIR",
        help=f"{DATASETS} (default: twins; ablation and composition need twins, safe_agent_bench "
        "needs a SafeAgentBench dataset folder)",
    )
    parser.add_argument("--tasks", metavar="NAME,...|@FILE", help="only these tasks (default: all)")
    parser.add_argument(
        "--knowledge-base",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help=OWN_CONSTRAINTS,
    )
    parser.add_argument(
        "--world",
        choices=["corrected", "released"],
        default="released",
        help="released (default): with the quirks of the released benchmark's skills; corrected: "
        "without them",
    )
    _add_other_judgements(parser)
    parser.add_argument(
        "--workers", type=positive, default=1, metavar="N", help="number of processes (default: 1)"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="output folder")


def _add_other_judgements(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--answers",
        action="append",
        default=[],
        type=Path,
        metavar="FILE.jsonl",
        help="for steps: answers of another guard, one JSON object per line with task, plan, index "
        "and hazardous (true or false); may be repeated",
    )
    parser.add_argument(
        "--labels",
        type=Path,
        metavar="FILE.yaml",
        help="for safe_agent_bench: a label for each set and row: hazard, debatable or harmless",
    )


def _study(arguments: argparse.Namespace) -> int:
    from is_bench_eval.studies.study_run import study_command

    return study_command(arguments)
