"""Durations in nanoseconds, as clocks and messages count them, and in seconds, as people do."""

from __future__ import annotations

NS_PER_S = 1_000_000_000


def seconds_to_ns(seconds: float) -> int:
    """A duration in whole nanoseconds."""
    return round(seconds * NS_PER_S)
