"""`is-bench study NAME`: figures about the guard that one command makes anew."""

from __future__ import annotations

import argparse
from pathlib import Path

STUDY_NAMES = (
    "ablation",
    "composition",
    "types",
    "classifier",
    "cost",
    "steps",
    "safe_agent_bench",
)


def add_study_commands(parser: argparse.ArgumentParser) -> None:
    """The arguments of `is-bench study`."""
    parser.set_defaults(run=_study)
    parser.add_argument(
        "study",
        choices=STUDY_NAMES,
        metavar="|".join(STUDY_NAMES),
        help="ablation: the guard's stages; composition: the parts of its knowledge base; types: "
        "the types of constraints; classifier: catches and false alarms by the same rule; cost: "
        "success, steps and time with and without the guard; steps: accuracy of risk "
        "identification step by step, of the rules and of other guards; safe_agent_bench: "
        "rejection, risk and success on SafeAgentBench's rows",
    )
    parser.add_argument(
        "--dataset",
        type=Path,
        default=Path("twins"),
        metavar="DIR|twins|bundled",
        help="the scenarios (default: twins, the bundled twins; ablation and composition need "
        "twins, safe_agent_bench a SafeAgentBench dataset folder)",
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
        help="the primitives' oddities on or off (default: released)",
    )
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
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where the figures go"
    )


def _study(arguments: argparse.Namespace) -> int:
    from is_bench_eval.studies.command import study_command

    return study_command(arguments)
