"""The arguments of `is-bench eval`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from is_bench.domain import BUNDLED as DOMAINS
from is_bench.verdict import Decision, GuardMode
from is_bench.world import WORLDS
from is_bench_eval.cli.arguments import DATASETS, count, positive
from is_bench_eval.cli.judge import add_judge_arguments
from is_bench_eval.cli.kb import EMBEDDER
from is_bench_eval.cli.parser import examples
from is_bench_eval.cli.planner_arguments import add_planning_arguments
from is_bench_eval.engines.choice import ENGINES
from is_bench_eval.specs.run_spec import SIGHT
from is_planner_node.backends import PLANNERS
from is_safety_monitor.core.configuration import KNOWLEDGE
from sim_bridge.backends import SIMULATORS

STERN = [Decision.WARN.value, Decision.BLOCK.value]


def add_eval_command(parser: argparse.ArgumentParser) -> None:
    """The arguments, grouped by what they are about."""
    parser.set_defaults(run=_eval)
    parser.usage = "%(prog)s [FLAG ...] --out DIR"
    parser.epilog = examples(
        "is-bench eval --planner careless --guard enforce --out out/first",
        "is-bench eval --dataset twins --guard shadow --workers 4 --out out/twins",
        "is-bench eval --planner vlm --endpoint URL --model NAME --out out/vlm",
        "is-bench eval --dataset IS-Bench/data --tasks clean_a_couch --out out/one",
    )
    _add_scenarios(parser.add_argument_group("the scenarios"))
    planner = parser.add_argument_group("the planner")
    planner.add_argument(
        "--planner",
        metavar="NAME",
        help=f"{', '.join(sorted(PLANNERS.keys() - {'plans'}))} or plans:FILE, with a plan a line "
        "(default: reference)",
    )
    add_planning_arguments(parser)
    _add_guard(parser.add_argument_group("the guard"))
    _add_guard_models(parser.add_argument_group("models that advise the guard"))
    _add_engine(parser.add_argument_group("how it is run"))
    _add_output(parser.add_argument_group("what is kept"))
    add_judge_arguments(parser)


def _add_scenarios(group: Any) -> None:
    group.add_argument("--dataset", type=Path, metavar="DIR", help=f"{DATASETS} (default: bundled)")
    group.add_argument("--tasks", metavar="NAME,...|@FILE", help="only these tasks (default: all)")
    group.add_argument(
        "--domain",
        metavar="NAME|FILE",
        help="what the robot can do and what can be said of its world: "
        f"{', '.join(DOMAINS)} or a file of yours (default: the dataset's)",
    )
    group.add_argument(
        "--world",
        choices=sorted(WORLDS),
        help="the primitives' quirks on or off (default: released)",
    )
    group.add_argument("--seed", type=count, metavar="N", help="default: 0")
    group.add_argument(
        "--max-steps", type=count, metavar="N", help="step budget of an episode; 0: none (default)"
    )


def _add_guard(group: Any) -> None:
    group.add_argument(
        "--guard",
        choices=[mode.value for mode in GuardMode],
        help="what the guard does with its verdicts (default: off)",
    )
    group.add_argument(
        "--knowledge-base",
        action="append",
        type=Path,
        metavar="FILE",
        help="a constraint file of yours, beside the bundled ones; may be given several times",
    )
    group.add_argument(
        "--guard-knowledge",
        choices=sorted(KNOWLEDGE),
        help="what the guard knows; kb (default): the knowledge base; scenario: it peeks at the "
        "annotations that the evaluator judges by",
    )
    group.add_argument(
        "--guard-stages",
        metavar="STAGE,...",
        help="which stages of the guard judge, of task, plan and action (default: all)",
    )
    group.add_argument(
        "--guard-unrecognised",
        choices=STERN,
        help="what the guard says at least to a step that touches a thing of no known class "
        "(default: warn)",
    )
    group.add_argument("--embedder", metavar="NAME", help=EMBEDDER)
    group.add_argument(
        "--advice-limit",
        type=count,
        metavar="N",
        help="the guard tells a planner of at most N constraints before it plans (default: 3)",
    )


def _add_guard_models(group: Any) -> None:
    group.add_argument(
        "--guard-endpoint",
        metavar="URL",
        help="an OpenAI-compatible endpoint whose model may add to what the guard tells, warns "
        "of and refuses, never take away (key: OPENAI_API_KEY); default: none",
    )
    group.add_argument("--guard-model", metavar="NAME", help="the model at --guard-endpoint")
    group.add_argument(
        "--guard-advice",
        choices=STERN,
        help="what the guard says to a step against a constraint that this model proposed for the "
        "task (default: warn)",
    )
    group.add_argument(
        "--guard-sight-endpoint",
        metavar="URL",
        help="an OpenAI-compatible endpoint whose model sees the scene, and is asked about steps "
        "that touch things of which little is known; direct and ray engines (default: none)",
    )
    group.add_argument(
        "--guard-sight-model", metavar="NAME", help="the model at --guard-sight-endpoint"
    )
    group.add_argument(
        "--guard-sight", choices=SIGHT, help="what a step does that it calls risky (default: warn)"
    )


def _add_engine(group: Any) -> None:
    group.add_argument("--engine", choices=sorted(ENGINES), help="default: direct")
    group.add_argument(
        "--nodes",
        choices=["composed", "external"],
        help="ros engine: nodes in this process (default), or started already by a launch file",
    )
    group.add_argument("--sim", choices=sorted(SIMULATORS), help="default: embedded")
    group.add_argument(
        "--workers",
        type=positive,
        default=1,
        metavar="N",
        help="processes, on a Ray cluster actors, that run episodes (default: 1)",
    )
    group.add_argument(
        "--in-flight",
        type=positive,
        default=1,
        metavar="N",
        help="episodes at a time in each of them, for planners that wait for a model (default: 1)",
    )
    group.add_argument(
        "--ray-address",
        metavar="ADDRESS",
        help="the cluster for --engine ray (default: RAY_ADDRESS, else a local one is started)",
    )


def _add_output(group: Any) -> None:
    group.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where the results go"
    )
    group.add_argument("--resume", action="store_true", help="continue the run in --out")
    group.add_argument("--record", action="store_true", help="write a rosbag2 bag with any engine")
    group.add_argument(
        "--render",
        action=argparse.BooleanOptionalAction,
        help="render every state, and keep a clip of each episode (ros engine: pictures in its "
        "bag); the negative: nothing, not even for planners that look (default: for them alone)",
    )


def _eval(arguments: argparse.Namespace) -> int:
    from is_bench_eval.cli.eval_run import evaluate_command

    return evaluate_command(arguments)
