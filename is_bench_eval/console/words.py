"""Numbers with their nouns."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """`count` and `noun`, which gets an s unless there is one of it: "1 task", "2 tasks"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
