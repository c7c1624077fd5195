"""The command line: `is-bench`, also `python -m is_bench_eval`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from is_bench.domain import BUNDLED as DOMAINS
from is_bench.errors import InputError, IsBenchError
from is_bench.verdict import Decision, GuardMode
from is_bench.version import package_version
from is_bench.world import WORLDS
from is_bench_eval.binding_commands import add_binding_commands
from is_bench_eval.domain_commands import add_domain_commands
from is_bench_eval.engines import ENGINES
from is_bench_eval.judge_commands import add_judge_arguments, add_judge_command
from is_bench_eval.kb_commands import EMBEDDER, add_kb_commands
from is_bench_eval.pictures.arguments import add_render_command
from is_bench_eval.planning_arguments import add_planning_arguments
from is_bench_eval.read_command import add_read_command
from is_bench_eval.replay_commands import add_replay_command
from is_bench_eval.spec import SIGHT
from is_bench_eval.study_commands import add_study_commands
from is_bench_eval.verify_commands import add_verify_command
from is_planner_node.backends import PLANNERS
from is_safety_monitor.core.choice import KNOWLEDGE
from sim_bridge.backends import SIMULATORS

OK, BAD_INPUT, EPISODES_FAILED = 0, 2, 3
"""Exit codes: every episode ran; the input is wrong; some episode could not be run."""
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    arguments = build_parser().parse_args(argv)
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    try:
        code: int = arguments.run(arguments)
    except InputError as error:
        errors.print(f"is-bench: error: {error}", markup=False)
        return BAD_INPUT
    except IsBenchError as error:
        errors.print(f"is-bench: error: {error}", markup=False)
        return EPISODES_FAILED
    except KeyboardInterrupt:
        errors.print("is-bench: interrupted; --resume continues the run", markup=False)
        return INTERRUPTED
    return code


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="is-bench",
        description="Evaluate, guard and analyse robots that a vision-language model plans for.",
    )
    parser.add_argument("--version", action="version", version=f"is-bench {package_version()}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_eval(commands.add_parser("eval", help="run scenarios against a planner and judge them"))
    _add_report(commands.add_parser("report", help="show runs, or compare several"))
    add_judge_command(commands.add_parser("judge", help="judge which risks planners have named"))
    _add_doctor(commands.add_parser("doctor", help="check the install, the ROS graph, a dataset"))
    add_domain_commands(commands.add_parser("domain", help="check a domain of yours"))
    add_binding_commands(
        commands.add_parser("binding", help="a robot's own interfaces behind the guard")
    )
    add_kb_commands(commands.add_parser("kb", help="look into the knowledge base, or check it"))
    add_read_command(
        commands.add_parser("read", help="what an instruction asks for, requires, and is refused")
    )
    add_render_command(commands.add_parser("render", help="pictures and a clip of a scenario"))
    add_replay_command(
        commands.add_parser("replay", help="have the guard judge again what a bag holds")
    )
    add_verify_command(
        commands.add_parser("verify", help="tell whether bags are what was recorded")
    )
    add_study_commands(commands.add_parser("study", help="make figures about the guard anew"))
    return parser


def _add_eval(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_eval)
    parser.add_argument(
        "--dataset",
        type=Path,
        metavar="DIR",
        help="IS-Bench's data folder (tasks/, bddl/), a folder of YAML scenarios, a SafeAgentBench "
        "dataset folder, or one of the bundled datasets: bundled (default), dynamic, twins, "
        "unseen-1, unseen-2, unseen-3",
    )
    parser.add_argument(
        "--domain",
        metavar="NAME|FILE",
        help="what the robot can do and what can be said of its world: "
        f"{', '.join(DOMAINS)} or a file of yours (default: the dataset's)",
    )
    parser.add_argument("--tasks", metavar="NAME,...|@FILE", help="only these tasks (default: all)")
    parser.add_argument(
        "--planner",
        metavar="|".join([*sorted(PLANNERS.keys() - {"plans"}), "plans:FILE"]),
        help="who plans (default: reference)",
    )
    parser.add_argument(
        "--guard",
        choices=[mode.value for mode in GuardMode],
        help="what the guard does with its verdicts (default: off)",
    )
    parser.add_argument(
        "--guard-knowledge",
        choices=sorted(KNOWLEDGE),
        help="what the guard knows; kb (default): the knowledge base; scenario: it peeks at the "
        "annotations that the evaluator judges by",
    )
    parser.add_argument(
        "--guard-stages",
        metavar="STAGE,...",
        help="which stages of the guard judge, of task, plan and action (default: all)",
    )
    parser.add_argument(
        "--guard-endpoint",
        metavar="URL",
        help="an OpenAI-compatible endpoint whose model may add to what the guard tells, warns "
        "of and refuses, never take away (key: OPENAI_API_KEY); default: none",
    )
    parser.add_argument("--guard-model", metavar="NAME", help="the model at --guard-endpoint")
    parser.add_argument(
        "--guard-advice",
        choices=[Decision.WARN.value, Decision.BLOCK.value],
        help="what the guard says to a step against a constraint that this model proposed for the "
        "task (default: warn)",
    )
    parser.add_argument(
        "--guard-sight-endpoint",
        metavar="URL",
        help="an OpenAI-compatible endpoint whose model sees the scene, and is asked about steps "
        "that touch things of which little is known; direct and ray engines (default: none)",
    )
    parser.add_argument(
        "--guard-sight-model", metavar="NAME", help="the model at --guard-sight-endpoint"
    )
    parser.add_argument(
        "--guard-sight", choices=SIGHT, help="what a step does that it calls risky (default: warn)"
    )
    parser.add_argument(
        "--guard-unrecognised",
        choices=[Decision.WARN.value, Decision.BLOCK.value],
        help="what the guard says at least to a step that touches a thing of no known class "
        "(default: warn)",
    )
    parser.add_argument("--embedder", metavar="NAME", help=EMBEDDER)
    parser.add_argument(
        "--advice-limit",
        type=_count,
        metavar="N",
        help="the guard tells a planner of at most N constraints before it plans (default: 3)",
    )
    parser.add_argument(
        "--knowledge-base",
        action="append",
        type=Path,
        metavar="FILE",
        help="a constraint file of yours, beside the bundled ones; may be given several times",
    )
    parser.add_argument("--engine", choices=sorted(ENGINES), help="default: direct")
    parser.add_argument(
        "--nodes",
        choices=["composed", "external"],
        help="ros engine: nodes in this process (default), or started already by a launch file",
    )
    parser.add_argument("--sim", choices=sorted(SIMULATORS), help="default: embedded")
    parser.add_argument(
        "--world",
        choices=sorted(WORLDS),
        help="the primitives' oddities on or off (default: released)",
    )
    parser.add_argument("--seed", type=_count, metavar="N", help="default: 0")
    parser.add_argument(
        "--max-steps", type=_count, metavar="N", help="step budget of an episode; 0: none (default)"
    )
    parser.add_argument(
        "--workers",
        type=_positive,
        default=1,
        metavar="N",
        help="processes, on a Ray cluster actors, that run episodes (default: 1)",
    )
    parser.add_argument(
        "--in-flight",
        type=_positive,
        default=1,
        metavar="N",
        help="episodes at a time in each of them, for planners that wait for a model (default: 1)",
    )
    parser.add_argument(
        "--ray-address",
        metavar="ADDRESS",
        help="the cluster for --engine ray (default: RAY_ADDRESS, else a local one is started)",
    )
    parser.add_argument(
        "--render",
        action=argparse.BooleanOptionalAction,
        help="render every state, and keep a clip of each episode (ros engine: pictures in its "
        "bag); the negative: nothing, not even for planners that look (default: for them alone)",
    )
    add_planning_arguments(parser)
    parser.add_argument("--record", action="store_true", help="write a rosbag2 bag with any engine")
    parser.add_argument("--resume", action="store_true", help="continue the run in --out")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where the results go"
    )
    add_judge_arguments(parser)


def _add_report(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_report)
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="output of a run")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="also write the comparison as an HTML page"
    )


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_doctor)
    parser.add_argument("--dataset", type=Path, metavar="DIR", help="a dataset to check, too")


def _eval(arguments: argparse.Namespace) -> int:
    from is_bench_eval.eval_command import evaluate_command

    return evaluate_command(arguments)


def _report(arguments: argparse.Namespace) -> int:
    from is_bench_eval.report.command import compare

    return compare(arguments.folders, Console(), arguments.out)


def _doctor(arguments: argparse.Namespace) -> int:
    from is_bench_eval.doctor.command import examine

    return examine(arguments.dataset, Console())


def _count(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is negative")
    return value


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return value


if __name__ == "__main__":
    sys.exit(main())
