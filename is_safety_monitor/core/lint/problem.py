"""Problems that lint reports."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """How severe a problem is."""

    ERROR = "error"
    """The constraint does not do what it says."""
    WARNING = "warning"
    """It does, but should be reviewed."""


@dataclass(frozen=True)
class Problem:
    """Something that is wrong with a constraint."""

    constraint: str
    severity: Severity
    message: str


def error(constraint: str, message: str) -> Problem:
    """An error: it must be corrected."""
    return Problem(constraint, Severity.ERROR, message)


def warning(constraint: str, message: str) -> Problem:
    """A warning: it should be reviewed."""
    return Problem(constraint, Severity.WARNING, message)
