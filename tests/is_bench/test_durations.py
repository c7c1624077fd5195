"""Durations in nanoseconds."""

from __future__ import annotations

import pytest

from is_bench.durations import seconds_to_ns


@pytest.mark.parametrize(
    ("seconds", "nanoseconds"),
    [(0, 0), (2, 2_000_000_000), (0.5, 500_000_000), (0.57, 570_000_000), (4.35, 4_350_000_000)],
)
def test_seconds_become_whole_nanoseconds(seconds: float, nanoseconds: int) -> None:
    assert seconds_to_ns(seconds) == nanoseconds
