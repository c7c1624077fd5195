"""Throttled guard log lines: one for each block, fault and override.

A planner that asks again at once would repeat a line without end.  The same line is written once in
a while, with the number of times that it was left out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from is_bench.domain import Domain
from is_bench.domain.phrases import facts_in_words
from is_bench.feedback import condensed
from is_bench.printable import printable_line
from kb.derived import WORDS

REPEAT_NS = 5_000_000_000
"""The same line is written again after this time at the earliest."""
MOST_KEPT = 200
"""Lines that are remembered."""
MOST_SHOWN = 1000
"""Characters of a text that are written."""
MOST_READ = 20_000
"""Characters of a verdict's feedback that are reworded."""
CUT = " ..."
"""Stands after a text that is longer."""


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


@dataclass(frozen=True)
class Objection:
    """A verdict that blocks, as the log needs it."""

    decision: str
    """"blocked", or what would have been done."""
    subject: str
    constraints: Sequence[str]
    feedback: str
    remedy: Sequence[str]
    """The calls of the remedy, as they stand at the end of `feedback`."""


def verdict_line(objection: Objection, domain: Domain) -> str:
    """Log line of a block; facts in the words of `domain`, what says the same once."""
    by = f" by {log_text(', '.join(objection.constraints))}" if objection.constraints else ""
    why = facts_in_words(condensed(objection.feedback[:MOST_READ], objection.remedy), domain, WORDS)
    return f"{objection.decision} {log_text(objection.subject)}{by}: {log_text(why)}"


def log_text(text: str) -> str:
    """Text on one line of the log, whatever a planner put into it."""
    return printable_line(text, MOST_SHOWN, CUT)
