"""Intervals and tests, against published values and by their properties."""

from __future__ import annotations

from itertools import product
from math import comb
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench_eval.statistics.resampling import (
    bootstrap_mean,
    bootstrap_ratio,
    bootstrap_ratio_difference,
    permutation_ratio,
)
from is_bench_eval.statistics.shares import (
    Interval,
    Pairs,
    holm,
    mcnemar_exact,
    paired_difference,
    wilson,
)

shares = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
pairs_of_cases = st.builds(Pairs, *[st.integers(0, 60)] * 4).filter(lambda pairs: pairs.total > 0)


def found(interval: Interval | None) -> Interval:
    assert interval is not None
    return interval


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_is_as_published(count: int, total: int, low: float, high: float) -> None:
    interval = found(wilson(count, total))
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


@given(shares)
def test_wilson_holds_the_share_and_stays_in_range(counted: tuple[int, int]) -> None:
    count, total = counted
    interval = found(wilson(count, total))
    assert 0 <= interval.low <= count / total <= interval.high <= 1
    assert interval.low < interval.high


@given(shares)
def test_wilson_mirrors_what_is_counted(counted: tuple[int, int]) -> None:
    count, total = counted
    interval, mirrored = found(wilson(count, total)), found(wilson(total - count, total))
    assert (interval.low, interval.high) == pytest.approx((1 - mirrored.high, 1 - mirrored.low))


@given(shares)
def test_wilson_narrows_with_more_cases(counted: tuple[int, int]) -> None:
    count, total = counted
    narrow, wide = found(wilson(4 * count, 4 * total)), found(wilson(count, total))
    assert narrow.high - narrow.low < wide.high - wide.low


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.9])
def test_wilson_covers_what_it_says(share: float) -> None:
    total = 50
    covered = 0.0
    for count in range(total + 1):
        interval = found(wilson(count, total))
        if interval.low <= share <= interval.high:
            covered += comb(total, count) * share**count * (1 - share) ** (total - count)
    assert covered == pytest.approx(0.95, abs=0.025)


@pytest.mark.parametrize(("count", "total"), [(-1, 3), (4, 3)])
def test_what_is_no_share_is_refused(count: int, total: int) -> None:
    with pytest.raises(ValueError, match="is not a share"):
        wilson(count, total)


def test_nothing_counted_has_no_interval() -> None:
    assert wilson(0, 0) is None
    assert paired_difference(Pairs(0, 0, 0, 0)) is None
    assert bootstrap_mean([]) is None
    assert bootstrap_ratio([1.0], [0.0]) is None


def test_a_paired_difference_is_as_published() -> None:
    # R. G. Newcombe, Statistics in Medicine 17 (1998) 2635-2650, method 10, for 36, 12, 2, 0.
    interval = found(paired_difference(Pairs(both=36, only_first=2, only_second=12, neither=0)))
    assert (interval.low, interval.high) == pytest.approx((0.0569, 0.3404), abs=5e-5)


@given(pairs_of_cases)
def test_a_paired_difference_holds_the_difference(pairs: Pairs) -> None:
    interval = found(paired_difference(pairs))
    difference = (pairs.only_second - pairs.only_first) / pairs.total
    assert -1 - 1e-9 <= interval.low <= difference + 1e-12
    assert difference - 1e-12 <= interval.high <= 1 + 1e-9


@given(pairs_of_cases)
def test_a_paired_difference_turns_with_its_treatments(pairs: Pairs) -> None:
    turned = Pairs(pairs.both, pairs.only_second, pairs.only_first, pairs.neither)
    one, other = found(paired_difference(pairs)), found(paired_difference(turned))
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-12)


def test_agreement_narrows_a_paired_difference() -> None:
    alike = found(paired_difference(Pairs(40, 5, 5, 40)))
    unlike = found(paired_difference(Pairs(20, 25, 25, 20)))
    assert alike.high - alike.low < unlike.high - unlike.low


def test_pairs_are_counted() -> None:
    first = [True, True, False, False, True]
    second = [True, False, True, False, False]
    assert Pairs.of(first, second) == Pairs(both=1, only_first=2, only_second=1, neither=1)
    with pytest.raises(ValueError, match="longer"):
        Pairs.of(first, [*second, True])


@given(st.integers(0, 6), st.integers(0, 6))
def test_mcnemar_counts_tosses_that_are_as_uneven(only_first: int, only_second: int) -> None:
    tosses = only_first + only_second
    seen = abs(only_first - only_second)
    outcomes = list(product((0, 1), repeat=tosses))
    uneven = sum(abs(tosses - 2 * sum(outcome)) >= seen for outcome in outcomes)
    assert mcnemar_exact(only_first, only_second) == pytest.approx(uneven / len(outcomes))


@pytest.mark.parametrize(
    ("only_first", "only_second", "p"),
    [(0, 0, 1.0), (0, 5, 0.0625), (0, 6, 0.03125), (5, 15, 0.0413895), (15, 5, 0.0413895)],
)
def test_mcnemar_is_the_binomial_test(only_first: int, only_second: int, p: float) -> None:
    assert mcnemar_exact(only_first, only_second) == pytest.approx(p, abs=1e-6)


@given(st.lists(st.integers(0, 50).map(float), min_size=1, max_size=40))
def test_the_bootstrap_stays_among_the_values_and_repeats(values: list[float]) -> None:
    interval = found(bootstrap_mean(values))
    assert min(values) <= interval.low <= interval.high <= max(values)
    assert interval == bootstrap_mean(values)


def test_the_bootstrap_is_near_the_normal_interval_of_many_values() -> None:
    values = [float(value % 10) for value in range(400)]
    reach = 1.96 * (8.25 / 400) ** 0.5  # the variance of the digits is 8.25
    interval = found(bootstrap_mean(values))
    assert interval.low == pytest.approx(fmean(values) - reach, abs=0.03)
    assert interval.high == pytest.approx(fmean(values) + reach, abs=0.03)


def test_a_ratio_is_drawn_by_case() -> None:
    below = [1.0, 2.0, 3.0, 10.0]
    interval = found(bootstrap_ratio([2 * value for value in below], below))
    assert (interval.low, interval.high) == pytest.approx((2.0, 2.0))
    with pytest.raises(ValueError, match="3 numerators for 4"):
        bootstrap_ratio([1.0] * 3, below)


# Ratios of paired cases

Cases = list[tuple[float, float]]
LOW: Cases = [(0, 2), (1, 2), (0, 1), (1, 3)] * 6
HIGH: Cases = [(2, 2), (1, 2), (1, 1), (3, 3)] * 6
cases = st.integers(1, 4).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def exact_permutation(first: Cases, second: Cases) -> float:
    """The p-value over all ways of swapping."""

    def difference(swaps: tuple[bool, ...]) -> float:
        one = [b if s else a for a, b, s in zip(first, second, swaps, strict=True)]
        other = [a if s else b for a, b, s in zip(first, second, swaps, strict=True)]
        return abs(ratio(other) - ratio(one))

    observed = difference((False,) * len(first))
    every = [difference(swaps) for swaps in product([False, True], repeat=len(first))]
    return sum(found >= observed - 1e-12 for found in every) / len(every)


def ratio(of: Cases) -> float:
    return sum(a for a, _ in of) / sum(b for _, b in of)


@pytest.mark.parametrize("count", [3, 6, 9])
def test_permutations_are_drawn_from_all(count: int) -> None:
    first, second = LOW[:count], HIGH[:count]
    found = permutation_ratio(first, second)
    assert found == pytest.approx(exact_permutation(first, second), abs=0.03)


def test_equal_ratios_do_not_differ() -> None:
    assert permutation_ratio(LOW, LOW) == 1.0


def test_a_permutation_test_says_never_that_a_thing_is_impossible() -> None:
    found = permutation_ratio(LOW * 20, HIGH * 20)
    assert found is not None
    assert 0 < found < 0.001


@given(st.lists(st.tuples(cases, cases), min_size=1, max_size=8))
def test_the_order_of_treatments_does_not_matter(pairs: list[tuple[Cases, Cases]]) -> None:
    first: Cases = [one for one, _ in pairs]  # type: ignore[misc]
    second: Cases = [other for _, other in pairs]  # type: ignore[misc]
    assert permutation_ratio(first, second) == permutation_ratio(second, first)


def test_the_difference_of_ratios_lies_in_its_interval() -> None:
    interval = found(bootstrap_ratio_difference(LOW, HIGH))
    assert interval.low < ratio(HIGH) - ratio(LOW) < interval.high
    assert interval.low > 0


def test_draws_that_are_all_alike_give_no_interval() -> None:
    assert bootstrap_ratio_difference([(0, 2)], [(2, 2)]) is None
    assert bootstrap_ratio_difference(LOW, LOW) is None


def test_ratios_of_nothing_are_not_compared() -> None:
    assert permutation_ratio([], []) is None
    assert permutation_ratio([(0, 0)], [(1, 1)]) is None
    assert bootstrap_ratio_difference([], []) is None
    assert bootstrap_ratio_difference([(0, 0)], [(1, 1)]) is None
    with pytest.raises(ValueError, match="1 cases for 0"):
        permutation_ratio([(1, 1)], [])
    with pytest.raises(ValueError, match="1 cases for 0"):
        bootstrap_ratio_difference([(1, 1)], [])


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_lies_between_the_p_values_and_bonferroni(p_values: list[float]) -> None:
    for p, corrected in zip(p_values, holm(p_values), strict=True):
        assert p <= corrected <= min(1.0, len(p_values) * p) + 1e-12
