"""How much of an exhaustive test runs: a share of it, or all where IS_BENCH_SOAK is set."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import HealthCheck, settings

SOAK = bool(os.environ.get("IS_BENCH_SOAK"))
"""Whether everything runs in full, as `make soak` wants it."""

T = TypeVar("T")


def sampled(items: Sequence[T], one_in: int, first: int = 0) -> Sequence[T]:
    """One in so many of `items`, from the index `first` on; all of them in a soak run."""
    return items if SOAK else items[first % one_in :: one_in]


def examples(few: int, many: int) -> settings:
    """Hypothesis settings with `few` examples, and `many` in a soak run."""
    return settings(
        max_examples=many if SOAK else few,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
