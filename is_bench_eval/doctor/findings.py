"""What the doctor finds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from is_bench.errors import Place


class Severity(Enum):
    """How bad a finding is."""

    OK = "ok"
    NOTE = "note"
    """For information; nothing has to be done."""
    WARNING = "warning"
    """It works, but not as one may think."""
    ERROR = "error"
    """It does not work."""


class Area(Enum):
    """What a finding is about."""

    INSTALL = "install"
    ROS = "ros"
    DATASET = "dataset"


@dataclass(frozen=True)
class Finding:
    """One thing that the doctor looked at, and what it saw."""

    severity: Severity
    area: Area
    check: str
    """The kind of finding; findings of a kind are shown together."""
    subject: str
    """What was looked at: a package, a topic, a task."""
    message: str
    place: Place | None = None
    remedy: str = ""


def worst(findings: Iterable[Finding]) -> Severity:
    """The severity of the worst finding; OK if there is none."""
    order = list(Severity)
    return max((found.severity for found in findings), key=order.index, default=Severity.OK)
