"""Text of others on one line: without what could break a log or a prompt, and within a bound."""

from __future__ import annotations


def printable_line(text: str, most: int, cut: str = "") -> str:
    """The printable characters of `text` on one line, at most `most`; where it is cut, `cut`."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= most else line[:most] + cut
