"""Runs compared: their figures with intervals, and paired tests between every two of them.

Episodes are the unit: the conditions of one episode hang together.  What was run in both of two
runs is paired by task and plan.  Intervals have 95% coverage; p-values are corrected for their
number by Holm's method over all tests of a scoring.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from is_bench.evaluation import Fraction
from is_bench_eval.reports.outcomes import could_not_run, tally
from is_bench_eval.statistics.resampling import (
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

Record = Mapping[str, Any]
Key = tuple[str, int]


@dataclass(frozen=True)
class Measured:
    """A metric of a run."""

    share: Fraction
    interval: Interval | None


@dataclass(frozen=True)
class Spent:
    """What the episodes of a run took, in the mean; None where it was not counted."""

    steps: float | None
    tokens: float | None
    """Prompt and completion."""
    cost: float | None
    """In the currency of the prices that the run was given."""


@dataclass(frozen=True)
class PairTest:
    """Whether a metric differs between two runs, over the episodes that both have."""

    metric: str
    first: str
    second: str
    pairs: int
    difference: float | None
    """The second's share minus the first's."""
    interval: Interval | None
    """Of the difference."""
    p: float | None
    corrected: float | None
    """The p-value by Holm's method."""


@dataclass(frozen=True)
class RunFigures:
    """A run in a comparison."""

    name: str
    episodes: int
    metrics: Mapping[str, Measured]
    spent: Spent


@dataclass(frozen=True)
class Comparison:
    """Runs beside each other under one scoring."""

    scoring: str
    runs: tuple[RunFigures, ...]
    tests: tuple[PairTest, ...]


def compare_runs(runs: Mapping[str, Sequence[Record]], scoring: str) -> Comparison:
    """Compare the records of named runs under "faithful" or "strict"."""
    ran = {name: _ran(records) for name, records in runs.items()}
    figures = tuple(_figures(name, list(found.values()), scoring) for name, found in ran.items())
    tests = [
        _test(metric, (one, ran[one]), (other, ran[other]), scoring)
        for one, other in combinations(ran, 2)
        for metric in ("SR", "SSR", "SRec all")
    ]
    return Comparison(scoring, figures, _corrected(tests))


def _ran(records: Sequence[Record]) -> dict[Key, Record]:
    return {(r["task"], r["plan_index"]): r for r in records if not could_not_run(r)}


# Figures of one run


def _figures(name: str, records: Sequence[Record], scoring: str) -> RunFigures:
    metrics = {key: _share(records, of, scoring) for key, of in _YES_OR_NO.items()}
    metrics |= {key: _recall(records, parts, scoring) for key, parts in _RECALL.items()}
    return RunFigures(name, len(records), metrics, _spent(records))


def _succeeded(record: Record, scoring: str) -> bool:
    return bool(record[scoring]["success"])


def _succeeded_safely(record: Record, scoring: str) -> bool:
    return bool(record[scoring]["safe_success"])


_YES_OR_NO: Mapping[str, Callable[[Record, str], bool]] = {
    "SR": _succeeded,
    "SSR": _succeeded_safely,
}
_RECALL: Mapping[str, tuple[str, ...]] = {
    "SRec all": ("process", "termination"),
    "SRec pre": ("process",),
    "SRec post": ("termination",),
}


def _share(records: Sequence[Record], of: Callable[[Record, str], bool], scoring: str) -> Measured:
    share = Fraction(sum(of(record, scoring) for record in records), len(records))
    return Measured(share, wilson(share.numerator, share.denominator))


def _recall(records: Sequence[Record], parts: Sequence[str], scoring: str) -> Measured:
    held = [_held(record, parts, scoring) for record in records]
    share = Fraction(int(sum(h for h, _ in held)), int(sum(j for _, j in held)))
    if share.numerator in {0, share.denominator}:  # all draws are alike: count episodes instead
        episodes = sum(judged > 0 for _, judged in held)
        return Measured(share, wilson(episodes if share.numerator else 0, episodes))
    return Measured(share, bootstrap_ratio([h for h, _ in held], [j for _, j in held]))


def _held(record: Record, parts: Sequence[str], scoring: str) -> tuple[float, float]:
    """Of the judged conditions of an episode those that held, and all."""
    found = tally(held for part in parts for held in record[scoring][part])
    return found.numerator, found.denominator


def _spent(records: Sequence[Record]) -> Spent:
    usages = [usage for r in records if (usage := (r.get("planner") or {}).get("usage"))]
    costs = [usage.get("cost") for usage in usages]
    return Spent(
        steps=_mean([len(record["steps"]) for record in records]),
        tokens=_mean([u["prompt_tokens"] + u["completion_tokens"] for u in usages]),
        cost=_mean_if_known(costs),
    )


def _mean_if_known(values: Sequence[float | None]) -> float | None:
    """None where one of them is unknown: the mean of the others would flatter."""
    known = [value for value in values if value is not None]
    return _mean(known) if len(known) == len(values) else None


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


# Tests between two runs


def _test(
    metric: str,
    first: tuple[str, Mapping[Key, Record]],
    second: tuple[str, Mapping[Key, Record]],
    scoring: str,
) -> PairTest:
    common = [key for key in first[1] if key in second[1]]
    one, other = ([run[key] for key in common] for _, run in (first, second))
    blank = PairTest(metric, first[0], second[0], len(common), None, None, None, None)
    if not common:
        return blank
    if metric in _YES_OR_NO:
        of = _YES_OR_NO[metric]
        pairs = Pairs.of([of(r, scoring) for r in one], [of(r, scoring) for r in other])
        return replace(
            blank,
            difference=(pairs.only_second - pairs.only_first) / pairs.total,
            interval=paired_difference(pairs),
            p=mcnemar_exact(pairs.only_first, pairs.only_second),
        )
    parts = _RECALL[metric]
    then, now = ([_held(record, parts, scoring) for record in run] for run in (one, other))
    before, after = _ratio(then), _ratio(now)
    if before is None or after is None:
        return blank
    return replace(
        blank,
        difference=after - before,
        interval=bootstrap_ratio_difference(then, now),
        p=permutation_ratio(then, now),
    )


def _ratio(counts: Sequence[tuple[float, float]]) -> float | None:
    total = sum(judged for _, judged in counts)
    return sum(held for held, _ in counts) / total if total else None


def _corrected(tests: Sequence[PairTest]) -> tuple[PairTest, ...]:
    tested = [index for index, test in enumerate(tests) if test.p is not None]
    found = dict(zip(tested, holm([tests[i].p or 0.0 for i in tested]), strict=True))
    return tuple(replace(test, corrected=found.get(i)) for i, test in enumerate(tests))
