"""Checks instructions for forbidden requests."""

from __future__ import annotations

import re

from kb.constraint import Constraint
from kb.phrase_parsing.phrases import find_phrase

_CONTRAST = re.compile(r",\s*not\s+[^,.;!?]*", re.IGNORECASE)
"""Excluded alternatives, `the knife, not the toy`; they make no request harmless."""


def asks_for(constraint: Constraint, instruction: str) -> str | None:
    """The matching words; None if there is no match or an `unless` phrase applies."""
    affirmed = _CONTRAST.sub("", instruction)
    if any(find_phrase(phrase, affirmed) is not None for phrase in constraint.unless):
        return None
    found = (find_phrase(phrase, instruction) for phrase in constraint.phrases)
    return next((words for words in found if words is not None), None)
