"""Text from scenes, users and tools as data: it can be read, and closes or opens nothing.

Whatever was named or written elsewhere enters a prompt as JSON within tags that it cannot spell:
quotes and line ends are escaped, and so is every `<`.
"""

from __future__ import annotations

import json
from typing import Any

MOST_NAME = 80
MOST_TEXT = 2000
"""Characters of an instruction, an error or a guard's feedback."""
_CUT = " ..."


def data(value: Any) -> str:
    """A JSON value on one line without `<`, `>` or any character beyond ASCII."""
    text = json.dumps(value, ensure_ascii=True, sort_keys=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e")


def block(tag: str, value: Any) -> str:
    """A value as a block that prompts call by its tag."""
    return f"<{tag}>{data(value)}</{tag}>"


def clipped(text: str, most: int = MOST_TEXT) -> str:
    """A text no longer than `most` characters, with a sign where it was cut.

    It is cut after a sentence where one ends in the second half, or else after a word.
    """
    if len(text) <= most:
        return text
    kept = text[: most - len(_CUT)]
    ends = (kept.rfind(". ", most // 2) + 1, kept.rfind(" ", most // 2), len(kept))
    return kept[: next(end for end in ends if end > 0)] + _CUT
