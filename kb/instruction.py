"""Whether an instruction asks for what a constraint forbids."""

from __future__ import annotations

import re

from kb.constraint import Constraint
from kb.phrases import find_phrase

_CONTRAST = re.compile(r",\s*not\s+[^,.;!?]*", re.IGNORECASE)
"""What is named only to be ruled out, `the knife, not the toy`, makes nothing harmless."""


def asks_for(constraint: Constraint, instruction: str) -> str | None:
    """The words of `instruction` that ask for it; None if none do, or if they are made harmless."""
    affirmed = _CONTRAST.sub("", instruction)
    if any(find_phrase(phrase, affirmed) is not None for phrase in constraint.unless):
        return None
    found = (find_phrase(phrase, instruction) for phrase in constraint.phrases)
    return next((words for words in found if words is not None), None)
