"""Intervals and tests for counts: small pure functions, each with its source.

All intervals have a nominal coverage of 95% unless `z` says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, sqrt
from typing import Any

import numpy as np

Z95 = 1.959963984540054
"""The 97.5th percentile of the standard normal distribution."""
RESAMPLES = 4000
"""How often the bootstrap draws."""


@dataclass(frozen=True)
class Interval:
    """A confidence interval."""

    low: float
    high: float


@dataclass(frozen=True)
class Pairs:
    """Pairs of yes-or-no results, of a first and a second treatment of the same cases."""

    both: int
    only_first: int
    only_second: int
    neither: int

    @staticmethod
    def of(first: Sequence[bool], second: Sequence[bool]) -> Pairs:
        """Count the pairs; raises ValueError if the lengths differ."""
        found = list(zip(first, second, strict=True))
        return Pairs(
            both=sum(a and b for a, b in found),
            only_first=sum(a and not b for a, b in found),
            only_second=sum(b and not a for a, b in found),
            neither=sum(not a and not b for a, b in found),
        )

    @property
    def total(self) -> int:
        """How many pairs there are."""
        return self.both + self.only_first + self.only_second + self.neither


def wilson(count: int, total: int, z: float = Z95) -> Interval | None:
    """The score interval for a share of `count` in `total`, in [0, 1]; None if `total` is 0.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of
    the American Statistical Association 22 (1927) 209-212.  Raises ValueError for a share outside
    [0, 1].
    """
    if not 0 <= count <= total:
        raise ValueError(f"{count} of {total} is not a share")
    if not total:
        return None
    share = count / total
    middle = share + z * z / (2 * total)
    reach = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    low = 0.0 if count == 0 else (middle - reach) / scale
    high = 1.0 if count == total else (middle + reach) / scale
    return Interval(low, high)


def paired_difference(pairs: Pairs, z: float = Z95) -> Interval | None:
    """The interval for the share of the second minus that of the first; None without pairs.

    R. G. Newcombe, Improved confidence intervals for the difference between binomial proportions
    based on paired data, Statistics in Medicine 17 (1998) 2635-2650, method 10: Wilson's intervals
    of both shares, joined with their correlation, which is corrected for continuity.
    """
    total = pairs.total
    if not total:
        return None
    first, second = pairs.both + pairs.only_first, pairs.both + pairs.only_second
    one, two = wilson(first, total, z), wilson(second, total, z)
    if one is None or two is None:
        return None
    correlation = _correlation(pairs)
    below = _joined(second / total - two.low, one.high - first / total, correlation)
    above = _joined(two.high - second / total, first / total - one.low, correlation)
    difference = (second - first) / total
    return Interval(difference - below, difference + above)


def _joined(one: float, other: float, correlation: float) -> float:
    return sqrt(max(0.0, one * one - 2 * correlation * one * other + other * other))


def _correlation(pairs: Pairs) -> float:
    """The phi coefficient of a table of pairs; where it is positive, corrected towards 0."""
    first, second = pairs.both + pairs.only_first, pairs.both + pairs.only_second
    margins = first * (pairs.total - first) * second * (pairs.total - second)
    if not margins:
        return 0.0
    excess = pairs.both * pairs.neither - pairs.only_first * pairs.only_second
    corrected = max(excess - pairs.total / 2, 0.0) if excess > 0 else float(excess)
    return corrected / sqrt(margins)


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """The two-sided p-value that the two treatments do not differ, from the discordant pairs.

    Q. McNemar, Note on the sampling error of the difference between correlated proportions or
    percentages, Psychometrika 12 (1947) 153-157, in its exact form: without a difference, the
    discordant pairs are tosses of a fair coin.  Without any of them, 1.
    """
    tosses, fewer = only_first + only_second, min(only_first, only_second)
    tail = sum(comb(tosses, heads) for heads in range(fewer + 1))
    return min(1.0, 2 * tail / int(2**tosses))


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
    None without cases, or if the denominators of some draw add up to 0.  Raises ValueError if the
    lengths differ.
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} cases for {len(second)}")
    if not first:
        return None
    return _percentiles(_drawn_ratios(second, seed) - _drawn_ratios(first, seed))


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


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values corrected for being many, in their order.

    S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of
    Statistics 6 (1979) 65-70.
    """
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = highest
    return corrected
