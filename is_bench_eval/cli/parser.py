"""The parser of the command line: offers near-misses, shows examples, breaks no word."""

from __future__ import annotations

import argparse
import difflib
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

WIDEST = 100
"""Columns of help text; longer lines are hard to read."""
_KEPT = "  "
"""Lines of a description or an epilog that begin so are shown as they are."""


def examples(*lines: str) -> str:
    """The epilog of a command: examples, a line each."""
    return "\n".join(("examples:", *(f"{_KEPT}{line}" for line in lines)))


def subcommands(parser: argparse.ArgumentParser) -> argparse._SubParsersAction[CommandParser]:
    """The commands of `parser`, to which new ones are added."""
    return parser.add_subparsers(required=True, metavar="COMMAND", parser_class=CommandParser)


class CommandFormatter(argparse.HelpFormatter):
    """Wraps at spaces alone, so that names with hyphens can be copied, and keeps examples."""

    def __init__(self, prog: str) -> None:
        """As wide as the terminal, up to WIDEST columns."""
        super().__init__(
            prog, max_help_position=26, width=min(shutil.get_terminal_size().columns, WIDEST) - 2
        )

    def _split_lines(self, text: str, width: int) -> list[str]:
        return _wrapped(" ".join(text.split()), width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines: list[str] = []
        for line in text.splitlines():
            lines += [line] if line.startswith(_KEPT) else _wrapped(line, width - len(indent))
        return "\n".join(indent + line for line in lines)


class CommandParser(argparse.ArgumentParser):
    """A parser that says what a mistyped command, flag or value is near to."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """As argparse's, with the help's format of this project."""
        super().__init__(*arguments, **{"formatter_class": CommandFormatter, **options})

    def parse_known_args(  # type: ignore[override]  # argparse's overloads say no more
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """As argparse's; exits for arguments that are unknown here, and offers near ones."""
        given = sys.argv[1:] if args is None else list(args)
        if self._subparsers is None:
            self._refuse_unknown_flags(given)
        found, extra = super().parse_known_args(given, namespace)
        if extra:
            self.error(f"unrecognized arguments: {' '.join(extra)}")
        return found, extra

    def error(self, message: str) -> NoReturn:
        """Print how the command is used, what is wrong and where help is; exit with 2."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: error: {message}\n'{self.prog} --help' shows the help\n")

    def commands(self) -> Mapping[str, CommandParser]:
        """The commands below this one, by their names."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001  # argparse has no public name
                found: Mapping[str, CommandParser] = action.choices
                return found
        return {}

    def _refuse_unknown_flags(self, given: Sequence[str]) -> None:
        """Exit for a flag that does not exist, before argparse misses the one that was meant."""
        known = [name for name in self._option_string_actions if name.startswith("--")]
        for word in given:
            if word == "--":
                return
            flag = word.partition("=")[0]
            is_flag = flag.startswith("--") and " " not in flag
            if is_flag and not any(name.startswith(flag) for name in known):
                self.error(f"there is no flag {flag}{_offer(near(flag, known))}")

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        is_meant = bool(arg_string) or arg_string == action.default
        if not is_meant and (action.option_strings or action.type is Path):
            offer = ", or leave it out" if action.option_strings and not action.required else ""
            raise argparse.ArgumentError(action, f"'' is no {action.metavar}; give one{offer}")
        return super()._get_value(action, arg_string)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        names = [str(choice) for choice in action.choices]
        offer = _offer(near(str(value), names) or self._below(str(value)))
        listed = ", ".join(names)
        what = "command" if action.choices is self.commands() else "value"
        raise argparse.ArgumentError(
            action, f"there is no {what} {str(value)!r}{offer} (choose from {listed})"
        )

    def _below(self, name: str) -> list[str]:
        """The commands of that name, or nearly so, one level down: `lint` is `kb lint`."""
        below = {
            inner: f"{outer} {inner}"
            for outer, parser in self.commands().items()
            for inner in parser.commands()
        }
        return [below[inner] for inner in near(name, below)]


def near(name: str, known: Iterable[str]) -> list[str]:
    """The names that `name` may have been meant as, the nearest first."""
    listed = list(dict.fromkeys(known))
    begun = [other for other in listed if len(name) > 2 and other.startswith(name)]
    return list(dict.fromkeys([*difflib.get_close_matches(name, listed), *begun]))[:3]


def _offer(names: Sequence[str]) -> str:
    return f"; did you mean {' or '.join(names)}?" if names else ""


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]
