"""The errors of the lowest layer.

IsBenchError
  InputError            something the user gave is wrong; carries its place
    SyntaxProblem       a plan, a BDDL or a YAML text cannot be parsed
    ScenarioProblem     a scenario, task file or dataset is not usable
  UnknownNameError      a planner, simulator, world or scenario name that does not exist
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


class IsBenchError(Exception):
    """Root of all errors that this project raises."""


@dataclass(frozen=True)
class Place:
    """The location of a problem in the user's input.

    `line` and `column` count from 1; 0 means that the problem concerns the whole source.
    """

    source: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.source
        return f"{self.source}:{self.line}" + (f":{self.column}" if self.column else "")


class InputError(IsBenchError):
    """Invalid user input."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        """`message` gives the problem, the value and the remedy; `place` the location."""
        self.message = message
        self.place = place
        super().__init__(f"{place}: {message}" if place else message)


class SyntaxProblem(InputError):
    """A text (plan step, BDDL, JSON, YAML) cannot be parsed."""


class ScenarioProblem(InputError):
    """A scenario, task file or dataset folder cannot be used."""


class UnknownNameError(InputError):
    """An unknown name; the message suggests similar ones."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        """`kind` is the kind of name ("planner"), `known` the existing names."""
        self.name = name
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=3)
        offer = f"did you mean {' or '.join(near)}?" if near else f"known: {shorten(names)}"
        super().__init__(f"no {kind} is named {name!r}; {offer}")


def shorten(names: Iterable[str], most: int = 8) -> str:
    """A comma-separated list of at most `most` names."""
    listed = list(names)
    text = ", ".join(listed[:most]) or "none"
    return text if len(listed) <= most else f"{text} and {len(listed) - most} more"
