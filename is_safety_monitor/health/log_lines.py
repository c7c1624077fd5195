"""Throttled guard log lines: one for each block, fault and override.

A planner that asks again at once would repeat a line without end.  The same line is written once in
a while, with the number of times that it was left out.
"""

from __future__ import annotations

from collections import OrderedDict

REPEAT_NS = 5_000_000_000
"""The same line is written again after this time at the earliest."""
MOST_KEPT = 200
"""Lines that are remembered."""
MOST_SHOWN = 500
"""Characters of a text that are written."""


class LineThrottle:
    """Holds back lines that were written a moment ago."""

    def __init__(self) -> None:
        """Nothing was written yet."""
        self._written: OrderedDict[str, tuple[int, int]] = OrderedDict()
        """When a line was written last, and how often it was left out since."""

    def line(self, text: str, now_ns: int) -> str:
        """What to write for `text` at a time of any steady clock; empty: nothing."""
        written, left_out = self._written.get(text, (now_ns - REPEAT_NS, 0))
        if now_ns - written < REPEAT_NS:
            self._written[text] = (written, left_out + 1)
            return ""
        self._written[text] = (now_ns, 0)
        self._written.move_to_end(text)
        while len(self._written) > MOST_KEPT:
            self._written.popitem(last=False)
        return f"{text} ({left_out} more times)" if left_out else text


def verdict_line(decision: str, action: str, constraints: str, feedback: str) -> str:
    """Log line of a warning or block."""
    by = f" by {one_line(constraints)}" if constraints else ""
    return f"{decision} {one_line(action)}{by}: {one_line(feedback)}"


def one_line(text: str) -> str:
    """Text on one line of the log, whatever a planner put into it; control characters are gone."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text[:MOST_SHOWN])
    return " ".join(printable.split())
