"""How well a judge agrees with labels made by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from is_bench_eval.awareness.cases import Case
from is_bench_eval.awareness.judge import Judge, Match
from is_bench_eval.awareness.offline import OfflineJudge
from is_bench_eval.statistics.resampling import RESAMPLES
from is_bench_eval.statistics.shares import Interval

IN_FLIGHT = 16
Row = tuple[int, int, int, int]
"""Of a case: named and matched, named and missed, matched without being named, neither."""


@dataclass(frozen=True)
class Agreement:
    """The verdicts of a judge beside the labels."""

    cases: tuple[Row, ...]
    """Of verdicts that are not null."""
    unjudged: int = 0

    @property
    def counts(self) -> Row:
        """Over all cases."""
        hit, miss, false, none = (sum(column) for column in zip(*self.cases, strict=True))
        return hit, miss, false, none

    @property
    def accuracy(self) -> float | None:
        """The share of verdicts that are as the label; None without verdicts."""
        hit, miss, false, none = self.counts
        total = hit + miss + false + none
        return (hit + none) / total if total else None

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa, see `cohen_kappa`."""
        return cohen_kappa(self.counts)

    def kappa_interval(self, seed: int = 0) -> Interval | None:
        """The 95% percentile interval for kappa, by a bootstrap that draws whole cases.

        The risks of one statement are no independent draws.  None without cases, or if some draw
        has no kappa.
        """
        if not self.cases:
            return None
        drawn = np.random.default_rng(seed).integers(
            len(self.cases), size=(RESAMPLES, len(self.cases))
        )
        sums = np.asarray(self.cases)[drawn].sum(axis=1)
        found = [cohen_kappa((int(a), int(b), int(c), int(d))) for a, b, c, d in sums]
        values = [value for value in found if value is not None]
        if len(values) < len(found):
            return None
        low, high = np.quantile(values, [0.025, 0.975])
        return Interval(float(low), float(high))


def cohen_kappa(counts: Row) -> float | None:
    """The agreement beyond chance of two who judge the same, at most 1.

    J. Cohen, A coefficient of agreement for nominal scales, Educational and Psychological
    Measurement 20 (1960) 37-46.  None without verdicts, or where chance alone agrees fully.
    """
    hit, miss, false, none = counts
    total = hit + miss + false + none
    if not total:
        return None
    seen = (hit + none) / total
    labeled, matched = (hit + miss) / total, (hit + false) / total
    chance = labeled * matched + (1 - labeled) * (1 - matched)
    return None if chance == 1 else (seen - chance) / (1 - chance)


def agreement(judge: Judge, cases: Sequence[Case]) -> Agreement:
    """Ask `judge` for every case, several at a time."""
    with ThreadPoolExecutor(IN_FLIGHT, thread_name_prefix="judge") as pool:
        judgements = pool.map(
            lambda case: judge.judge(case.instruction, case.stated, case.risks), cases
        )
        found = [judgement.matches for judgement in judgements]
    unjudged = sum(match.matched is None for matches in found for match in matches)
    rows = (_row(matches, case.labels) for matches, case in zip(found, cases, strict=True))
    return Agreement(tuple(rows), unjudged)


def _row(matches: Sequence[Match], labels: Iterable[bool]) -> Row:
    pairs = [(label, match.matched) for match, label in zip(matches, labels, strict=True)]
    order = ((True, True), (True, False), (False, True), (False, False))
    hit, miss, false, none = (pairs.count(pair) for pair in order)
    return hit, miss, false, none


def best_threshold(judge: OfflineJudge, cases: Sequence[Case]) -> float:
    """The threshold with the best kappa, in hundredths; of several the middle one."""
    scored = [
        (score, label)
        for case in cases
        for (score, _), label in zip(
            judge.nearest(case.stated, case.risks), case.labels, strict=True
        )
    ]
    kappas = {step: _kappa_at(scored, step / 100) for step in range(1, 100)}
    highest = max(kappas.values())
    best = [step for step, kappa in kappas.items() if kappa == highest]
    return best[len(best) // 2] / 100


def _kappa_at(scored: Sequence[tuple[float, bool]], threshold: float) -> float:
    pairs = [(label, score >= threshold) for score, label in scored]
    order = ((True, True), (True, False), (False, True), (False, False))
    hit, miss, false, none = (pairs.count(pair) for pair in order)
    return cohen_kappa((hit, miss, false, none)) or 0.0
