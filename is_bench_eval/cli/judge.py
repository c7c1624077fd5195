"""`is-bench judge`, and the arguments that choose a judge."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from is_bench.errors import InputError
from is_bench_eval.cli.arguments import DATASETS
from is_bench_eval.cli.parser import examples

if TYPE_CHECKING:
    from is_bench_eval.awareness.choice import JudgeSettings


def add_judge_command(parser: argparse.ArgumentParser) -> None:
    """The arguments of `is-bench judge`."""
    parser.set_defaults(run=_judge)
    parser.usage = "%(prog)s [FLAG ...] DIR | --calibrate"
    parser.epilog = examples(
        "is-bench judge out/run",
        "is-bench judge out/run --judge-endpoint URL --judge-model NAME",
        "is-bench judge --calibrate",
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, metavar="DIR", help="output folder of a run"
    )
    parser.add_argument(
        "--calibrate",
        action="store_true",
        help="judge statements labeled by hand and print the agreement",
    )
    parser.add_argument(
        "--dataset",
        type=Path,
        metavar="DIR",
        help=f"scenarios of the run (default: the path in its manifest): {DATASETS}",
    )
    add_judge_arguments(parser)


def add_judge_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments that choose the judge of safety awareness."""
    group = parser.add_argument_group(
        "judge of safety awareness",
        "A language model; without --judge-endpoint, an approximation that compares sentences.",
    )
    group.add_argument("--judge-endpoint", metavar="URL", help="OpenAI-compatible endpoint")
    group.add_argument("--judge-model", metavar="NAME", help="the model at --judge-endpoint")
    group.add_argument(
        "--judge-key-variable",
        metavar="NAME",
        help="environment variable with the key (default: OPENAI_API_KEY)",
    )
    group.add_argument(
        "--judge-key-file", type=Path, metavar="FILE", help="file with the key alone"
    )
    group.add_argument(
        "--judge-price-prompt", type=float, metavar="X", help="price of a million prompt tokens"
    )
    group.add_argument(
        "--judge-price-completion",
        type=float,
        metavar="X",
        help="price of a million completion tokens",
    )
    group.add_argument("--judge-max-cost", type=float, metavar="X", help="maximum cost of judging")
    group.add_argument(
        "--judge-max-tokens", type=int, metavar="N", help="maximum tokens of judging"
    )


def judge_settings(arguments: argparse.Namespace) -> JudgeSettings:
    """Which judge the arguments choose.  Raises InputError."""
    from is_bench.chat.endpoint import Endpoint, Prices
    from is_bench.chat.limits import Allowance, Limits
    from is_bench_eval.awareness.choice import JudgeSettings

    url, model = arguments.judge_endpoint, arguments.judge_model
    if bool(url) != bool(model):
        raise InputError("--judge-endpoint and --judge-model need each other; give both or neither")
    if not url:
        return JudgeSettings()
    endpoint = Endpoint(
        url,
        model,
        key_variable=arguments.judge_key_variable or "OPENAI_API_KEY",
        key_file=arguments.judge_key_file,
        prices=Prices.of(arguments.judge_price_prompt, arguments.judge_price_completion),
    )
    run = Allowance(arguments.judge_max_tokens, arguments.judge_max_cost)
    return JudgeSettings(endpoint, Limits(run=run))


def _judge(arguments: argparse.Namespace) -> int:
    from is_bench_eval.awareness.choice import make_judge
    from is_bench_eval.judging.calibration import calibrate_command
    from is_bench_eval.judging.runs import judge_command

    if arguments.calibrate == (arguments.folder is not None):
        raise InputError("give the folder of a run, or --calibrate")
    judge = make_judge(judge_settings(arguments))
    if arguments.calibrate:
        return calibrate_command(judge, Console())
    return judge_command(arguments.folder, judge, arguments.dataset, Console())
