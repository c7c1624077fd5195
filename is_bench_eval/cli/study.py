"""`is-bench study NAME`: figures about the guard that one command makes anew."""

from __future__ import annotations

import argparse
from pathlib import Path

from is_bench_eval.cli.arguments import DATASETS, positive
from is_bench_eval.cli.parser import examples

STUDY_NAMES = {
    "ablation": "the guard's stages",
    "composition": "the parts of its knowledge base",
    "types": "the types of constraints",
    "classifier": "catches and false alarms by the same rule",
    "cost": "success, steps and time with and without the guard",
    "steps": "risk identification step by step, beside other guards",
    "safe_agent_bench": "rejection, risk and success on SafeAgentBench's rows",
}
"""What there is to study, by name."""


def add_study_commands(parser: argparse.ArgumentParser) -> None:
    """The arguments of `is-bench study`."""
    parser.set_defaults(run=_study)
    parser.usage = "%(prog)s STUDY [FLAG ...] --out DIR"
    listed = "".join(f"\n  {name:<18}{about}" for name, about in STUDY_NAMES.items())
    parser.description = f"Make figures about the guard anew.  The studies:{listed}"
    parser.epilog = examples(
        "is-bench study ablation --out out/ablation",
        "is-bench study steps --dataset DIR --answers mine.jsonl --out out/steps",
    )
    parser.add_argument(
        "study",
        choices=list(STUDY_NAMES),
        metavar="STUDY",
        help="what to study, see above",
    )
    parser.add_argument(
        "--dataset",
        type=Path,
        default=Path("twins"),
        metavar="DIR",
        help=f"{DATASETS} (default: twins; ablation and composition need twins, safe_agent_bench a "
        "SafeAgentBench dataset folder)",
    )
    parser.add_argument("--tasks", metavar="NAME,...|@FILE", help="only these tasks (default: all)")
    parser.add_argument(
        "--knowledge-base",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="a constraint file of yours, beside the bundled ones; may be given several times",
    )
    parser.add_argument(
        "--world",
        choices=["corrected", "released"],
        default="released",
        help="the primitives' quirks on or off (default: released)",
    )
    _add_other_judgements(parser)
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="processes")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where the figures go"
    )


def _add_other_judgements(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--answers",
        action="append",
        default=[],
        type=Path,
        metavar="FILE.jsonl",
        help="of steps: another guard's answers, a JSON object a line with task, plan, index and "
        "hazardous (true or false); may be given several times",
    )
    parser.add_argument(
        "--labels",
        type=Path,
        metavar="FILE.yaml",
        help="of safe_agent_bench: by set and row, label: hazard, debatable or harmless",
    )


def _study(arguments: argparse.Namespace) -> int:
    from is_bench_eval.studies.study_run import study_command

    return study_command(arguments)
