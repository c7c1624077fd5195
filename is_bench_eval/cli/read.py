"""`is-bench read TEXT`: what an instruction asks for and requires, and what is refused of it."""

from __future__ import annotations

import argparse
import json

from rich.console import Console

from is_bench.domain import BUNDLED, load_domain
from is_bench.errors import InputError
from is_bench_eval.cli.arguments import add_endpoint, endpoint_of
from is_bench_eval.cli.parser import examples
from is_safety_monitor.core.configuration import ROBOT
from kb.adviser import Adviser

OK = 0
WIDTH = 80
"""Columns of what is printed where the output is no terminal."""


def add_read_command(parser: argparse.ArgumentParser) -> None:
    """The arguments of `is-bench read`."""
    parser.set_defaults(run=_read)
    parser.epilog = examples(
        'is-bench read "Fry the egg, then turn the stove off." --objects egg,stove',
        'is-bench read "No pets by the stove." --endpoint URL --model NAME',
    )
    parser.add_argument("text", metavar="TEXT", help="instruction, in quotes")
    parser.add_argument(
        "--objects",
        metavar="NAME,...",
        help="objects of the scene (default: those that the instruction names)",
    )
    parser.add_argument(
        "--domain",
        default=ROBOT,
        metavar="NAME|FILE",
        help=f"skills and predicates: {', '.join(BUNDLED)} or a domain file (default: {ROBOT})",
    )
    add_endpoint(
        parser,
        "OpenAI-compatible endpoint of a language model that restates what was not read and "
        "may doubt what was",
        required=False,
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def _read(arguments: argparse.Namespace) -> int:
    from is_bench_eval.console.text import all_visible
    from is_bench_eval.instructions.understanding import print_understood, understand

    adviser = _adviser(arguments)
    domain = load_domain(arguments.domain)
    found = understand(arguments.text, arguments.objects, domain, adviser)
    if arguments.json:
        print(json.dumps(all_visible(found.document()), indent=2, ensure_ascii=False))  # noqa: T201  # nothing may wrap what programs read
        return OK
    console = Console()
    print_understood(found, console if console.is_terminal else Console(width=WIDTH))
    return OK


def _adviser(arguments: argparse.Namespace) -> Adviser | None:
    """The language model that is to help, if any."""
    from is_bench.chat.client import answer_cache
    from kb.adviser import LanguageModelAdviser

    if bool(arguments.endpoint) != bool(arguments.model):
        raise InputError("--endpoint and --model need each other")
    if not arguments.endpoint:
        return None
    return LanguageModelAdviser(endpoint_of(arguments), cache=answer_cache())
