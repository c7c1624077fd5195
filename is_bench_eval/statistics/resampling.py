"""Intervals and tests that draw cases anew: small pure functions, each with its source.

All intervals have a nominal coverage of 95%.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from is_bench_eval.statistics.shares import Interval

RESAMPLES = 4000
"""How often the bootstrap draws."""


def bootstrap_mean(values: Sequence[float], seed: int = 0) -> Interval | None:
    """The percentile interval for the mean of `values`; None if there are none.

    B. Efron, Bootstrap methods: another look at the jackknife, Annals of Statistics 7 (1979) 1-26.
    The draws depend on `seed` and the number of values alone.
    """
    return bootstrap_ratio(values, [1.0] * len(values), seed)


def bootstrap_ratio(
    numerators: Sequence[float], denominators: Sequence[float], seed: int = 0
) -> Interval | None:
    """The percentile interval for a sum over another one, drawn case by case.

    None without cases, or if the denominators of some draw add up to 0.  Raises ValueError if the
    lengths differ.
    """
    if len(numerators) != len(denominators):
        raise ValueError(f"{len(numerators)} numerators for {len(denominators)} denominators")
    if not numerators:
        return None
    return _percentiles(_drawn_ratios(list(zip(numerators, denominators, strict=True)), seed))


def bootstrap_ratio_difference(
    first: Sequence[tuple[float, float]], second: Sequence[tuple[float, float]], seed: int = 0
) -> Interval | None:
    """The percentile interval for the second ratio of sums minus the first one, of paired cases.

    Each case is a numerator and a denominator under both treatments; cases are drawn with both.
    None without cases, if the denominators of some draw add up to 0, or if all draws are alike:
    they say nothing of how much the difference varies.  Raises ValueError if the lengths differ.
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} cases for {len(second)}")
    if not first:
        return None
    drawn = _drawn_ratios(second, seed) - _drawn_ratios(first, seed)
    return None if np.ptp(drawn) == 0 else _percentiles(drawn)


def _drawn_ratios(cases: Sequence[tuple[float, float]], seed: int) -> Any:
    """The ratio of the sums in every draw; not finite where there is nothing to divide by."""
    drawn = np.random.default_rng(seed).integers(len(cases), size=(RESAMPLES, len(cases)))
    sums = np.asarray(cases, dtype=float)[drawn].sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return sums[:, 0] / sums[:, 1]


def _percentiles(drawn: Any) -> Interval | None:
    if not np.isfinite(drawn).all():
        return None
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Interval(float(low), float(high))


def permutation_ratio(
    first: Sequence[tuple[float, float]], second: Sequence[tuple[float, float]], seed: int = 0
) -> float | None:
    """The two-sided p-value that two ratios of sums do not differ, of paired cases.

    Each case is a numerator and a denominator under the first and the second treatment; without a
    difference, the treatments of a case may as well be swapped (R. A. Fisher, The Design of
    Experiments, 1935).  Swapped at random, RESAMPLES times, and the observed case is counted among
    them (B. Phipson and G. K. Smyth, Permutation p-values should never be zero, Statistical
    Applications in Genetics and Molecular Biology 9 (2010), article 39).  None if a ratio is of
    nothing.  Raises ValueError if the lengths differ.
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} cases for {len(second)}")
    one, other = (np.asarray(cases, dtype=float).reshape(-1, 2) for cases in (first, second))
    if not one[:, 1].sum() or not other[:, 1].sum():
        return None
    observed = abs(_ratio_difference(one.sum(axis=0), other.sum(axis=0)))
    swapped = np.random.default_rng(seed).integers(2, size=(RESAMPLES, len(one)))
    moved = swapped @ (other - one)
    drawn = np.abs(_ratio_difference(one.sum(axis=0) + moved, other.sum(axis=0) - moved))
    # a draw that leaves nothing to divide by says nothing against the hypothesis
    extreme = int(np.sum(~(drawn < observed - 1e-12)))
    return (1 + extreme) / (1 + RESAMPLES)


def _ratio_difference(one: Any, other: Any) -> Any:
    with np.errstate(divide="ignore", invalid="ignore"):
        return other[..., 0] / other[..., 1] - one[..., 0] / one[..., 1]
