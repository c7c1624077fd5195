"""The JSON objects in what a language model has written, whatever stands around them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_THOUGHTS = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_MOST_STARTS = 200
"""How many braces are tried as the beginning of a JSON object."""


def without_thoughts(text: str) -> str:
    """What a model says, without what it has only thought (`<think>...</think>`)."""
    return _THOUGHTS.sub(" ", text)


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in `text` that are within no other one.

    Words, code fences and thoughts around them are passed over.
    """
    said = without_thoughts(text)
    decoder = json.JSONDecoder()
    start = said.find("{")
    for _ in range(_MOST_STARTS):
        if start < 0:
            return
        try:
            found, end = decoder.raw_decode(said, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            yield found
        start = said.find("{", end)
