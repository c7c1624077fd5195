"""Intervals and tests for shares, each with its source.

All intervals have a nominal coverage of 95%.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt


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


def wilson(count: int, total: int) -> Interval | None:
    """The score interval for a share of `count` in `total`, in [0, 1]; None if `total` is 0.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of
    the American Statistical Association 22 (1927) 209-212.  Raises ValueError for a share outside
    [0, 1].
    """
    from scipy.stats import binomtest

    if not 0 <= count <= total:
        raise ValueError(f"{count} of {total} is not a share")
    if not total:
        return None
    found = binomtest(count, total).proportion_ci(0.95, method="wilson")
    return Interval(float(found.low), float(found.high))


def paired_difference(pairs: Pairs) -> Interval | None:
    """The interval for the share of the second minus that of the first; None without pairs.

    R. G. Newcombe, Improved confidence intervals for the difference between binomial proportions
    based on paired data, Statistics in Medicine 17 (1998) 2635-2650, method 10: Wilson's intervals
    of both shares, joined with their correlation, which is corrected for continuity.
    """
    total = pairs.total
    if not total:
        return None
    first, second = pairs.both + pairs.only_first, pairs.both + pairs.only_second
    one, two = wilson(first, total), wilson(second, total)
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
    from scipy.stats import binomtest

    tosses = only_first + only_second
    return float(binomtest(only_first, tosses).pvalue) if tosses else 1.0


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
