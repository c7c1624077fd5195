"""Extracts JSON objects from model output."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_THOUGHTS = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_MOST_STARTS = 200
"""Most opening braces that are tried as the start of a JSON object."""


def strip_reasoning(text: str) -> str:
    """The reply without `<think>...</think>` blocks."""
    return _THOUGHTS.sub(" ", text)


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in `text` that are within no other one.

    Text, code fences and reasoning around them are skipped.
    """
    reply = strip_reasoning(text)
    decoder = json.JSONDecoder()
    start = reply.find("{")
    for _ in range(_MOST_STARTS):
        if start < 0:
            return
        try:
            found, end = decoder.raw_decode(reply, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            yield found
        start = reply.find("{", end)
