"""The seam between the retriever and the ways of ranking texts, and the order of what it finds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

DIGITS = 6
"""Scores are rounded to this many decimals, so that equally near texts tie in spite of rounding."""


class Ranked(NamedTuple):
    """One of the texts that were ranked."""

    row: int
    """Its place among them."""
    score: float
    """The higher, the nearer; comparable within one ranking only."""


class Ranking(Protocol):
    """Finds the texts of a fixed list that are nearest to a query."""

    @property
    def method(self) -> str:
        """How it does that, in words for people."""
        ...

    @property
    def cached(self) -> bool:
        """Whether what it took to make it is on disk now, for the next start."""
        ...

    def nearest(self, queries: Sequence[str], k: int) -> list[list[Ranked]]:
        """For each query at least the `k` nearest texts, and all that tie with the last of them.

        Fewer than `k` only if no more are near at all.
        """
        ...


def first(ranked: Sequence[Ranked], k: int) -> list[Ranked]:
    """The best `k`; ties go to the lower row."""
    rounded = (Ranked(row, round(score, DIGITS)) for row, score in ranked)
    return sorted(rounded, key=lambda each: (-each.score, each.row))[:k]
