"""`is-bench kb ...`: commands for the knowledge base."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from is_bench.domain import Domain, load_domain
from is_bench.errors import InputError
from is_bench_eval.cli.arguments import (
    DATASETS,
    OWN_CONSTRAINTS,
    add_endpoint,
    add_subcommand,
    count,
    endpoint_of,
)
from is_bench_eval.cli.parser import examples

EMBEDDER = (
    "embedding model of the retrieval: a folder, or a sentence-transformers model in the Hugging "
    "Face cache, with that library installed; nothing is downloaded (default: the built-in "
    "all-MiniLM-L6-v2)"
)
DESCRIPTIONS = {
    "lint": (
        (
            "Check constraint files and run their examples. Reports constraints that contradict or "
            "repeat others, that can never apply, and examples with another result than stated. "
            "Exits with 1 if there is an error."
        ),
        ("is-bench kb lint", "is-bench kb lint mine.yaml --domain my_robot.yaml"),
    ),
    "search": (
        (
            "Find the constraints nearest in meaning to a text, with their scores, as the guard "
            "retrieves them for an instruction."
        ),
        (
            'is-bench kb search "boil water for tea"',
            'is-bench kb search "boil water for tea" --top 5 --file mine.yaml',
        ),
    ),
    "build": (
        (
            "Compute the embeddings of all constraints and cache them. The guard and `kb search` "
            "do this at their first start; `kb build` does it in advance, such as in a container "
            "image."
        ),
        ("is-bench kb build", "is-bench kb build --file mine.yaml"),
    ),
    "properties": (
        "Print the class and the properties of objects, by which laws apply to them.",
        ('is-bench kb properties "frying pan"', "is-bench kb properties mug_2 stove.n.01"),
    ),
    "propose": (
        (
            "Ask a language model for constraints, to be reviewed. Proposals that pass the checks "
            "of `kb lint` are written to a file; the guard uses them only if you give it that file."
        ),
        ("is-bench kb propose --dataset mine --endpoint URL --model NAME --out new.yaml",),
    ),
}
"""The description of each command, and its examples."""


def add_kb_commands(parser: argparse.ArgumentParser) -> None:
    """The commands under `is-bench kb`."""
    parser.epilog = examples(
        "is-bench kb lint mine.yaml",
        'is-bench kb search "boil water for tea" --file mine.yaml',
        'is-bench kb properties "frying pan"',
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    adders = {
        "lint": _add_lint,
        "search": _add_search,
        "build": _add_build,
        "properties": _add_properties,
        "propose": _add_propose,
    }
    for name, add in adders.items():
        about, lines = DESCRIPTIONS[name]
        add(add_subcommand(commands, name, about, lines))


def _add_lint(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_lint)
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="constraint files (default: the bundled ones)",
    )
    _add_domain(parser)


def _add_search(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_search)
    parser.add_argument("text", metavar="TEXT", help="instruction, step, or words to search for")
    parser.add_argument(
        "--top",
        type=count,
        default=3,
        metavar="K",
        help="maximum number of constraints (default: 3)",
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
        "names",
        nargs="+",
        metavar="NAME",
        help="name, label or class of an object: mug_2, stove.n.01",
    )


def _add_propose(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_propose)
    parser.add_argument("--task", metavar="TEXT", help="instruction to the robot")
    parser.add_argument(
        "--objects", metavar="NAME,...", help="objects of its scene, such as stove_1,dish towel"
    )
    parser.add_argument(
        "--dataset", type=Path, metavar="DIR", help=f"scenarios, instead of --task: {DATASETS}"
    )
    parser.add_argument(
        "--tasks", metavar="N|NAME,...|@FILE", help="the first N, or these tasks of --dataset"
    )
    add_endpoint(parser, "OpenAI-compatible endpoint", required=True)
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="file for the proposals"
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
        help=OWN_CONSTRAINTS,
    )
    _add_domain(parser)


def _add_domain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--domain",
        metavar="NAME|FILE",
        help="domain whose skills and predicates the files use (default: that of the bundled "
        "constraints)",
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
    from is_bench_eval.knowledge.proposals import propose_command, scene_of, scenes_of

    if arguments.dataset is None and arguments.task is None:
        raise InputError("no task is named; give --task with --objects, or --dataset")
    if arguments.dataset is not None and (arguments.task or arguments.objects):
        raise InputError(
            "--dataset has its own tasks; leave out --task and --objects, or --dataset"
        )
    if arguments.dataset is None and arguments.tasks is not None:
        raise InputError("--tasks chooses tasks of --dataset, which is missing; leave --tasks out")
    endpoint = endpoint_of(arguments)
    if arguments.dataset is None:
        scenes = [scene_of(arguments.task, arguments.objects or "", arguments.domain)]
    else:
        scenes = scenes_of(arguments.dataset, arguments.tasks, arguments.domain)
    return propose_command(scenes, endpoint, arguments.files, arguments.out, Console())


def _build(arguments: argparse.Namespace) -> int:
    from is_bench_eval.knowledge.search import build_command

    return build_command(arguments.files, _domain(arguments), Console(), arguments.embedder)
