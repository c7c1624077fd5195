"""What the checks of a live robot came to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from rich.text import Text

from is_bench_eval.console.text import one_line

WIDTH = 13
"""Columns of an outcome."""


class Outcome(Enum):
    """Of one check; the value is the word for people."""

    HELD = "held"
    FAILED = "FAILED"
    SKIPPED = "not checked"


@dataclass(frozen=True)
class Result:
    """What one check came to."""

    check: str
    outcome: Outcome
    detail: str = ""
    """What happened, or what is needed for the check."""
    seconds: float | None = None
    """How long it took until the robot was safe."""


def exit_code(results: Iterable[Result]) -> int:
    """0 if no check failed and at least one was made, else 1."""
    outcomes = {result.outcome for result in results}
    return 0 if Outcome.HELD in outcomes and Outcome.FAILED not in outcomes else 1


def result_line(result: Result) -> Text:
    """A result for the terminal."""
    styles = {Outcome.HELD: "green", Outcome.FAILED: "bold red", Outcome.SKIPPED: "dim"}
    outcome = result.outcome.value
    line = Text(f"{outcome:<{WIDTH}}", style=styles[result.outcome])
    line.append(result.check, style="default")
    if result.seconds is not None:
        line.append(f" after {result.seconds * 1e3:.0f} ms", style="default")
    if result.detail:
        line.append(f": {one_line(result.detail)}", style="dim")
    return line
