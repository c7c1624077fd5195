"""What lint reports."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Gravity(Enum):
    """How much a problem matters."""

    ERROR = "error"
    """The constraint does not do what it says."""
    WARNING = "warning"
    """It does, but look at it again."""


@dataclass(frozen=True)
class Problem:
    """Something that is wrong with a constraint."""

    constraint: str
    gravity: Gravity
    message: str


def error(constraint: str, message: str) -> Problem:
    """A problem that must be mended."""
    return Problem(constraint, Gravity.ERROR, message)


def warning(constraint: str, message: str) -> Problem:
    """A problem that should be looked at."""
    return Problem(constraint, Gravity.WARNING, message)
