"""`is-bench kb ...`: what one does with the knowledge base."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from is_bench.domain import Domain, load_domain
from is_bench.errors import InputError
from is_bench_eval.cli.arguments import DATASETS
from is_bench_eval.cli.parser import examples

EMBEDDER = (
    "the model that retrieval compares meanings with: a folder, or a sentence-transformers model "
    "in your Hugging Face cache, with that library installed; nothing is downloaded (default: the "
    "built-in all-MiniLM-L6-v2)"
)


def add_kb_commands(parser: argparse.ArgumentParser) -> None:
    """The commands under `is-bench kb`."""
    parser.epilog = examples(
        "is-bench kb lint mine.yaml",
        'is-bench kb search "boil water for tea" --file mine.yaml',
        'is-bench kb properties "frying pan"',
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_lint(commands.add_parser("lint", help="check constraint files, and run their examples"))
    _add_search(commands.add_parser("search", help="find the constraints nearest to a text"))
    _add_build(commands.add_parser("build", help="prepare the search, so that it starts fast"))
    _add_properties(commands.add_parser("properties", help="show what things are like"))
    _add_propose(
        commands.add_parser("propose", help="have a language model propose constraints to review")
    )


def _add_lint(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_lint)
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="default: the bundled constraints"
    )
    _add_domain(parser)


def _add_search(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_search)
    parser.add_argument("text", metavar="TEXT", help="an instruction, a step, or words to look for")
    parser.add_argument(
        "--top", type=int, default=3, metavar="K", help="how many constraints (default: 3)"
    )
    _add_embedder(parser)
    _add_files(parser)


def _add_build(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_build)
    _add_embedder(parser)
    _add_files(parser)


def _add_properties(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_properties)
    parser.add_argument(
        "names", nargs="+", metavar="NAME", help="a thing's name, label or class: mug_2, stove.n.01"
    )


def _add_propose(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_propose)
    parser.add_argument("--task", metavar="TEXT", help="an instruction to the robot")
    parser.add_argument(
        "--objects", metavar="NAME,...", help="the things of its scene: stove_1,dish towel"
    )
    parser.add_argument(
        "--dataset", type=Path, metavar="DIR", help=f"scenarios, in place of --task: {DATASETS}"
    )
    parser.add_argument(
        "--tasks", metavar="N|NAME,...|@FILE", help="the first N, or these tasks of --dataset"
    )
    parser.add_argument(
        "--endpoint", required=True, metavar="URL", help="an OpenAI-compatible endpoint"
    )
    parser.add_argument("--model", required=True, metavar="NAME", help="the model at --endpoint")
    parser.add_argument(
        "--key-variable",
        default="OPENAI_API_KEY",
        metavar="NAME",
        help="environment variable with the key (default: OPENAI_API_KEY)",
    )
    parser.add_argument(
        "--key-file", type=Path, metavar="FILE", help="file with the key, readable by you alone"
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="where the proposals go"
    )
    _add_files(parser)


def _add_embedder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--embedder", default="", metavar="NAME", help=EMBEDDER)


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--file",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        dest="files",
        help="a constraint file of yours, beside the bundled ones; may be given several times",
    )
    _add_domain(parser)


def _add_domain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--domain",
        metavar="NAME|FILE",
        help="the robot's domain, whose skills and predicates your files name (default: those that "
        "the bundled constraints name)",
    )


def _domain(arguments: argparse.Namespace) -> Domain | None:
    return load_domain(arguments.domain) if arguments.domain else None


def _lint(arguments: argparse.Namespace) -> int:
    from is_bench_eval.knowledge.lint import lint_command

    return lint_command(arguments.files, _domain(arguments), Console())


def _search(arguments: argparse.Namespace) -> int:
    from is_bench_eval.knowledge.search import search_command

    domain = _domain(arguments)
    text, top, files = arguments.text, arguments.top, arguments.files
    return search_command(text, top, files, domain, Console(), arguments.embedder)


def _properties(arguments: argparse.Namespace) -> int:
    from is_bench_eval.knowledge.properties import properties_command

    return properties_command(arguments.names, Console())


def _propose(arguments: argparse.Namespace) -> int:
    from is_bench.chat.endpoint import Endpoint
    from is_bench_eval.knowledge.proposals import propose_command, scene_of, scenes_of

    if (arguments.dataset is None) == (arguments.task is None):
        raise InputError("give --task with --objects, or --dataset")
    endpoint = Endpoint(
        arguments.endpoint, arguments.model, arguments.key_variable, arguments.key_file
    )
    if arguments.dataset is None:
        scenes = [scene_of(arguments.task, arguments.objects or "", arguments.domain)]
    else:
        scenes = scenes_of(arguments.dataset, arguments.tasks, arguments.domain)
    return propose_command(scenes, endpoint, arguments.files, arguments.out, Console())


def _build(arguments: argparse.Namespace) -> int:
    from is_bench_eval.knowledge.search import build_command

    return build_command(arguments.files, _domain(arguments), Console(), arguments.embedder)
