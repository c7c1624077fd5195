"""The page of the command line, made from the parsers of `is-bench`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from is_bench_eval.cli.commands import build_parser
from tools.reference.markdown import code, page, table

INTRODUCTION = """\
`is-bench COMMAND --help` prints the same in a terminal.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | `replay` and `verify` found a difference, `doctor` and the checks found an error, \
or the model of `kb propose` did not answer |
| 2 | the input is wrong; nothing was written |
| 3 | something could not be run: an episode, or a part whose library is not installed; \
the message names it |
| 130 | interrupted by Ctrl-C |
| 143 | terminated by SIGTERM |"""


def command_page() -> str:
    """Every command with its arguments."""
    return page("Command line", INTRODUCTION, *_sections(build_parser(), 2))


def _sections(parser: argparse.ArgumentParser, level: int) -> Iterator[str]:
    for inner in commands_of(parser).values():
        yield f"{'#' * level} {inner.prog}"
        yield _about(inner)
        if commands_of(inner):
            yield from _sections(inner, level + 1)


def _about(parser: argparse.ArgumentParser) -> str:
    parts = [parser.description or ""]
    for group in parser._action_groups:  # noqa: SLF001  # argparse has no public list of them
        rows = [row for action in group._group_actions for row in _row(parser, action)]  # noqa: SLF001
        if rows:
            title = {"options": "", "positional arguments": ""}.get(group.title or "", group.title)
            described = f"{group.description}\n\n" if group.description else ""
            parts.append(f"**{title[0].upper()}{title[1:]}**" if title else "")
            parts.append(described + table(("argument", "meaning"), rows))
    parts.append(_examples(parser.epilog or ""))
    return "\n\n".join(part for part in parts if part)


def _row(parser: argparse.ArgumentParser, action: argparse.Action) -> Iterator[tuple[str, str]]:
    if isinstance(action, argparse._HelpAction | argparse._SubParsersAction):  # noqa: SLF001
        return
    help_text = parser._get_formatter()._expand_help(action) if action.help else ""  # noqa: SLF001
    yield code(_written(action)), help_text


def _written(action: argparse.Action) -> str:
    value = _value(action)
    if not action.option_strings:
        return f"[{value}]" if action.nargs in ("?", "*") else value
    flag = ", ".join(action.option_strings)
    return flag if action.nargs == 0 else f"{flag} {value}"


def _value(action: argparse.Action) -> str:
    if action.metavar is not None:
        return action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar)
    if action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return action.dest.upper()


def _examples(epilog: str) -> str:
    lines = [line.strip() for line in epilog.splitlines() if line.startswith("  ")]
    shown = "\n".join(f"$ {line}" for line in lines)
    reason = "<!-- not run: examples of the help text; a test parses their arguments -->"
    return f"{reason}\n\n```console\n{shown}\n```" if lines else ""


def commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands below a parser, by their names."""
    for action in parser._actions:  # noqa: SLF001  # argparse has no public list of them
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            return dict(action.choices)
    return {}
