"""Text of tables and pages: foreign text made harmless, counts with their nouns, p-values.

Planners, datasets and simulators write what a report shows.  Control characters in it could steer a
terminal, and direction marks could make a text read as something that it is not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_CUT_WORD = re.compile(r" \S{0,20}$")
"""What is left of the word in which a text is cut; what has no spaces is cut anywhere."""
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls but tab and line feed
    "\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"  # direction marks, no width
    "\ud800-\udfff]"  # halves of a surrogate pair, which UTF-8 cannot write
)


def visible(text: str) -> str:
    """`text` with its control characters spelled out: "⟨U+202E⟩"."""
    return _HIDDEN.sub(lambda match: f"⟨U+{ord(match[0]):04X}⟩", text)


def one_line(text: str, most: int = 0) -> str:
    """`visible` text on one line, cut to `most` characters, between words; 0: not cut."""
    line = " ".join(visible(text).split())
    if not most or len(line) <= most:
        return line
    return _CUT_WORD.sub("", line[:most])[: most - 1].rstrip(" .,;:") + "…"


def all_visible(document: Any) -> Any:
    """A JSON document with every text in it made `visible`."""
    if isinstance(document, str):
        return visible(document)
    if isinstance(document, Mapping):
        return {visible(str(key)): all_visible(value) for key, value in document.items()}
    if isinstance(document, list | tuple):
        return [all_visible(item) for item in document]
    return document


def counted(count: int, noun: str) -> str:
    """`count` and `noun`, which gets an s unless there is one of it: "1 task", "2 tasks"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def p_text(p: float | None) -> str:
    """A p-value; a dash if there is none."""
    if p is None:
        return "-"
    return "<0.001" if p < 0.001 else f"{p:.3f}"
