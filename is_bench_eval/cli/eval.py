"""The arguments of `is-bench eval`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from is_bench.domain import BUNDLED as DOMAINS
from is_bench.verdict import Decision, GuardMode
from is_bench.world import WORLDS
from is_bench_eval.cli.arguments import DATASETS, OWN_CONSTRAINTS, count, positive
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
        help=f"{', '.join(sorted(PLANNERS.keys() - {'plans'}))} or plans:FILE, which has one plan "
        "per line (default: reference)",
    )
    add_planning_arguments(parser)
    _add_guard(parser.add_argument_group("the guard"))
    _add_guard_models(parser.add_argument_group("models that advise the guard"))
    _add_engine(parser.add_argument_group("execution"))
    _add_output(parser.add_argument_group("output"))
    add_judge_arguments(parser)


def _add_scenarios(group: Any) -> None:
    group.add_argument("--dataset", type=Path, metavar="DIR", help=f"{DATASETS} (default: bundled)")
    group.add_argument("--tasks", metavar="NAME,...|@FILE", help="only these tasks (default: all)")
    group.add_argument(
        "--limit", type=positive, metavar="N", help="only the first N episodes (default: all)"
    )
    group.add_argument(
        "--domain",
        metavar="NAME|FILE",
        help=f"the robot's skills and predicates: {', '.join(DOMAINS)} or a domain file "
        "(default: the dataset's)",
    )
    group.add_argument(
        "--world",
        choices=sorted(WORLDS),
        help="released (default): with the quirks of the released benchmark's skills; corrected: "
        "without them",
    )
    group.add_argument("--seed", type=count, metavar="N", help="random seed (default: 0)")
    group.add_argument(
        "--max-steps",
        type=count,
        metavar="N",
        help="maximum steps of an episode; 0 (default): no limit",
    )


def _add_guard(group: Any) -> None:
    group.add_argument(
        "--guard",
        choices=[mode.value for mode in GuardMode],
        help="off (default): no guard; shadow: the guard publishes verdicts and blocks nothing; "
        "enforce: it blocks unsafe steps",
    )
    group.add_argument(
        "--knowledge-base",
        action="append",
        type=Path,
        metavar="FILE",
        help=OWN_CONSTRAINTS,
    )
    group.add_argument(
        "--guard-knowledge",
        choices=sorted(KNOWLEDGE),
        help="source of the guard's constraints; kb (default): the knowledge base; scenario: the "
        "annotations that the evaluator judges by, as an upper bound",
    )
    group.add_argument(
        "--guard-stages",
        metavar="STAGE,...",
        help="stages of the guard that judge: task, plan, action (default: all)",
    )
    group.add_argument(
        "--guard-unrecognised",
        choices=STERN,
        help="least decision on a step with an object of unknown class (default: warn)",
    )
    group.add_argument("--embedder", metavar="NAME", help=EMBEDDER)
    group.add_argument(
        "--advice-limit",
        type=count,
        metavar="N",
        help="maximum number of constraints that the guard passes to the planner before planning "
        "(default: 3)",
    )


def _add_guard_models(group: Any) -> None:
    group.add_argument(
        "--guard-endpoint",
        metavar="URL",
        help="OpenAI-compatible endpoint of the adviser, a model that may add constraints and "
        "never removes any (key: OPENAI_API_KEY; default: none)",
    )
    group.add_argument("--guard-model", metavar="NAME", help="the model at --guard-endpoint")
    group.add_argument(
        "--guard-advice",
        choices=STERN,
        help="decision on a step that violates a constraint proposed by this model (default: warn)",
    )
    group.add_argument(
        "--guard-sight-endpoint",
        metavar="URL",
        help="OpenAI-compatible endpoint of the vision guard model, which judges steps with "
        "objects of unknown class from images; engines direct and ray (default: none)",
    )
    group.add_argument(
        "--guard-sight-model", metavar="NAME", help="the model at --guard-sight-endpoint"
    )
    group.add_argument(
        "--guard-sight",
        choices=SIGHT,
        help="effect of its answer that a step is risky: warn (default), or hold the step",
    )


def _add_engine(group: Any) -> None:
    group.add_argument(
        "--engine",
        choices=sorted(ENGINES),
        help="direct (default): in this process; ros: through ROS 2 nodes; ray: on a Ray cluster",
    )
    group.add_argument(
        "--nodes",
        choices=["composed", "external"],
        help="of --engine ros: start the nodes in this process (composed, the default), or use "
        "nodes that a launch file has started (external)",
    )
    group.add_argument("--sim", choices=sorted(SIMULATORS), help="simulator (default: embedded)")
    group.add_argument(
        "--workers",
        type=positive,
        default=1,
        metavar="N",
        help="number of processes that run episodes; on a Ray cluster, of actors (default: 1)",
    )
    group.add_argument(
        "--in-flight",
        type=positive,
        default=1,
        metavar="N",
        help="episodes that each worker runs concurrently, for planners that wait for a model "
        "(default: 1)",
    )
    group.add_argument(
        "--ray-address",
        metavar="ADDRESS",
        help="cluster of --engine ray (default: RAY_ADDRESS; without it, a local cluster is "
        "started)",
    )


def _add_output(group: Any) -> None:
    group.add_argument("--out", type=Path, required=True, metavar="DIR", help="output folder")
    group.add_argument("--resume", action="store_true", help="continue the run in --out")
    group.add_argument("--record", action="store_true", help="record a rosbag2 bag with any engine")
    group.add_argument(
        "--render",
        action=argparse.BooleanOptionalAction,
        help="render every state and keep a clip of each episode (with --engine ros: images in "
        "the bag); --no-render: render nothing (default: render only for vision planners)",
    )


def _eval(arguments: argparse.Namespace) -> int:
    from is_bench_eval.cli.eval_run import evaluate_command

    return evaluate_command(arguments)
