"""Ranking protocol, and the order of results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

DIGITS = 6
"""Decimals of scores, so that equally similar texts tie in spite of rounding errors."""


class Ranked(NamedTuple):
    """A ranked text."""

    row: int
    """Its index."""
    score: float
    """Similarity; comparable only within one ranking."""


class Ranking(Protocol):
    """Ranks the texts of a fixed list by similarity to a query."""

    @property
    def method(self) -> str:
        """Name of the method, for users."""
        ...

    @property
    def cached(self) -> bool:
        """Whether its vectors are on disk for the next start."""
        ...

    def nearest(self, queries: Sequence[str], k: int) -> list[list[Ranked]]:
        """For each query, at least the `k` most similar texts, and all that tie with the last.

        Fewer than `k` only if no more are near at all.
        """
        ...


def first(ranked: Sequence[Ranked], k: int) -> list[Ranked]:
    """The best `k`; ties go to the lower row."""
    rounded = (Ranked(row, round(score, DIGITS)) for row, score in ranked)
    return sorted(rounded, key=lambda each: (-each.score, each.row))[:k]
