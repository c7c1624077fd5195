"""Parsing with alternatives: every rule gives all that can begin at a word, and where it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import TypeVar

T = TypeVar("T")
Found = tuple[tuple[T, int], ...]
MAX_READINGS = 40
"""The most readings that a rule keeps at one word; what comes later is less likely anyway."""


class Chart:
    """The words of a sentence, and what rules have found in them."""

    def __init__(self, words: Sequence[str]) -> None:
        """`words` are lower case, with commas."""
        self.words = tuple(words)
        self.memo: dict[tuple[object, ...], Found[object]] = {}

    def word(self, at: int) -> str:
        """The word at a position; nothing behind the end."""
        return self.words[at] if 0 <= at < len(self.words) else ""

    def phrase(self, at: int, phrases: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
        """The first of `phrases` that stands at a position; none: ()."""
        for phrase in phrases:
            if self.words[at : at + len(phrase)] == phrase:
                return phrase
        return ()

    def behind(self, at: int, phrases: Iterable[tuple[str, ...]]) -> list[int]:
        """The positions behind all of `phrases` that stand at a position."""
        return [
            at + len(phrase) for phrase in phrases if self.words[at : at + len(phrase)] == phrase
        ]


def rule(
    method: Callable[..., Iterable[tuple[T, int]]],
) -> Callable[..., Found[T]]:
    """Remember what a rule finds, without doubles, in its order of preference."""

    @wraps(method)
    def remembered(self: Chart, *arguments: object) -> Found[T]:
        key = (method.__name__, *arguments)
        if key not in self.memo:
            self.memo[key] = ()  # a rule that meets itself at the same word finds nothing there
            found: dict[tuple[T, int], None] = {}
            for item in method(self, *arguments):
                found.setdefault(item)
                if len(found) >= MAX_READINGS:
                    break
            self.memo[key] = tuple(found)
        return self.memo[key]  # type: ignore[return-value]  # by the key

    return remembered
