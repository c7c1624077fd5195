"""What the doctor finds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from is_bench.errors import Place


class Severity(Enum):
    """How bad a finding is."""

    OK = "ok"
    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Finding:
    """Something that was looked at."""

    severity: Severity
    subject: str
    """What was looked at: a package, a topic, a kind of defect."""
    message: str
    place: Place | None = None
    remedy: str = ""
