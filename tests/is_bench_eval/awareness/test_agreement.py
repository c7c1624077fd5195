"""Cohen's kappa, and the agreement of a judge with labels."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from is_bench_eval.awareness.agreement import Agreement, agreement, cohen_kappa
from is_bench_eval.awareness.cases import Case
from is_bench_eval.awareness.judge import Judgement, Match
from is_bench_eval.awareness.risks import Risk


def test_kappa_of_a_known_table() -> None:
    # Observed 35/50, by chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5
    assert cohen_kappa((20, 5, 10, 15)) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("counts", "kappa"),
    [((5, 0, 0, 5), 1.0), ((0, 5, 5, 0), -1.0), ((5, 5, 5, 5), 0.0)],
)
def test_kappa_at_its_ends(counts: tuple[int, int, int, int], kappa: float) -> None:
    assert cohen_kappa(counts) == pytest.approx(kappa)


@pytest.mark.parametrize("counts", [(0, 0, 0, 0), (7, 0, 0, 0), (0, 0, 0, 7)])
def test_kappa_is_undefined_where_chance_explains_all(counts: tuple[int, int, int, int]) -> None:
    assert cohen_kappa(counts) is None


def test_the_interval_holds_kappa_and_depends_on_the_seed_alone() -> None:
    found = Agreement(tuple([(1, 0, 0, 1), (1, 0, 1, 1), (1, 1, 0, 1), (0, 0, 0, 2)] * 10))
    interval, kappa = found.kappa_interval(), found.kappa
    assert interval is not None
    assert kappa is not None
    assert interval.low < kappa < interval.high
    assert found.kappa_interval() == interval


def test_without_cases_there_is_no_interval() -> None:
    assert Agreement(()).kappa_interval() is None


class _Scripted:
    name = "scripted"

    def judge(self, instruction: str, statement: str, risks: Sequence[Risk]) -> Judgement:
        del instruction, statement, risks
        return Judgement((Match(True), Match(None), Match(False)))


def test_verdicts_are_counted_by_label_and_null_apart() -> None:
    risks = tuple(Risk("termination", index, "", "x") for index in range(3))
    case = Case("a", "list", "", "x", risks, (False, True, True), ("", "", ""))
    found = agreement(_Scripted(), [case])
    assert (found.counts, found.unjudged) == ((0, 1, 1, 0), 1)
    assert found.accuracy == 0
